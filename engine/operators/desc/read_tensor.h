#pragma once

#include <cstdint>
#include <limits>

#include "engine/operators/desc/fields.h"

namespace dmlrun::operators {

/// The largest value of a field without a sign.
inline constexpr std::uint64_t kMaxField = std::numeric_limits<std::uint32_t>::max();

/// The name of an enumeration's value. A number gives its digits, which are no name: so DataType 1 is bad_enum, as 999.
[[nodiscard]] Result<std::string_view> read_name(const text::Value& value);
/// A value that read_name() read, for messages: a name in quotes, or "the number 7".
[[nodiscard]] std::string shown_name(const text::Value& value);

/// Reads Sizes, Strides or an operator's array. Keeps at most the first 8 entries; `found` receives their number.
template <class T>
[[nodiscard]] Result<PerAxis<T>> read_entries(const text::Value& array, std::size_t& found);

/// Reads a data type by name. Accepts "UNKNOWN", which TENSOR-14 refuses later; other words are bad_enum.
[[nodiscard]] Result<DataType> read_data_type(const text::Value& value);
/// The sentence about a word that is none.
[[nodiscard]] std::string why_no_data_type(std::string_view word);

/// suggestion() for a field of a tensor, whose fields may be inside a "Desc".
[[nodiscard]] std::string suggested_in_tensor(std::string_view field, const text::Value& object,
                                              const ReadOptions& options);

}  // namespace dmlrun::operators
