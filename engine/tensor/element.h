// Single elements: JSON value -> bytes, bytes -> text and numbers. FLOAT16 rounds to nearest even.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "dmlrun/tensor.h"
#include "engine/text/document.h"

namespace dmlrun {

/// Writes a JSON number (or "inf", "-inf", "nan" for float types) as an element. Integers must be integer literals in
/// range. For a float type any number is rounded once, to nearest even; what rounds to infinity is out_of_range.
[[nodiscard]] Result<void> store_value(const text::Value& value, DataType type, std::byte* element);

/// double -> FLOAT16 bits, rounded once to nearest even; overflow gives infinity; a NaN keeps its sign and
/// the upper bits of its payload and becomes quiet.
[[nodiscard]] std::uint16_t half_from_double(double value) noexcept;
[[nodiscard]] double double_from_half(std::uint16_t bits) noexcept;

/// The element as a double: exact for all types but 64-bit integers, which round.
[[nodiscard]] double load_double(DataType type, const std::byte* element) noexcept;

/// DxDispatch's print form: %g with 6 digits for floats ("nan", "inf", "-inf"), decimal for integers, 8-bit ones too.
void append_printed(std::string& text, DataType type, const std::byte* element);
/// The shortest decimal form that reads back to the same bytes (any NaN is "nan").
void append_shortest(std::string& text, DataType type, const std::byte* element);
/// The same in JSON, where "nan", "inf" and "-inf" are strings.
void append_json(std::string& text, DataType type, const std::byte* element);
/// The bit pattern in upper-case hexadecimal, zero padded, e.g. "3F800000".
void append_hex(std::string& text, DataType type, const std::byte* element);

}  // namespace dmlrun
