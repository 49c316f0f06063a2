#pragma once

#include "dmlrun/operators.h"

namespace dmlrun::operators {

/// A FLOAT field as an element of a tensor: integers saturate and truncate toward zero, NaN becomes 0; FLOAT16 rounds
/// to nearest even, overflowing to infinity; FLOAT64 widens exactly.
[[nodiscard]] Scalar element_of_float(float value, DataType type) noexcept;

}  // namespace dmlrun::operators
