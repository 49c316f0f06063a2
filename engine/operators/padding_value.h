#pragma once

#include "dmlrun/operators.h"

namespace dmlrun::operators {

/// PADDING's FLOAT value as an element of the tensor: integers saturate and truncate toward zero, NaN becomes 0;
/// FLOAT16 rounds to nearest even, overflowing to infinity; FLOAT64 widens exactly.
[[nodiscard]] Scalar padding_value(float value, DataType type) noexcept;

}  // namespace dmlrun::operators
