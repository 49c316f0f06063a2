#pragma once

#include "engine/operators/fields.h"

namespace dmlrun::operators {

/// The name of an enum's value. A number gives its digits, which name nothing: so DataType 1 is bad_enum, as 999 is.
[[nodiscard]] Result<std::string_view> read_name(const text::Value& value);
/// What read_name() read, as a message shows it: a name in quotes, or "the number 7".
[[nodiscard]] std::string shown_name(const text::Value& value);

/// Sizes, Strides or an operator's array. Of more than 8 entries the first 8 are kept; `found` tells how many there
/// were.
template <class T>
[[nodiscard]] Result<PerAxis<T>> read_entries(const text::Value& array, std::size_t& found);

/// A data type by name; "UNKNOWN" is read as such (TENSOR-14 refuses it), other words are bad_enum.
[[nodiscard]] Result<DataType> read_data_type(const text::Value& value);

/// suggestion() for a field of a tensor, whose fields may stand in a "Desc".
[[nodiscard]] std::string suggested_in_tensor(std::string_view field, const text::Value& object,
                                              const ReadOptions& options);

}  // namespace dmlrun::operators
