#pragma once

#include "engine/operators/fields.h"

namespace dmlrun::operators {

/// A data type by name; "UNKNOWN" is read as such (TENSOR-14 refuses it), other words are bad_enum.
[[nodiscard]] Result<DataType> read_data_type(const text::Value& value);

}  // namespace dmlrun::operators
