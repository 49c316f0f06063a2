// What functions are made of, in turn.
#pragma once

#include "engine/plan/math/number.h"

namespace dmlrun::plan::math {

/// x, but not below low, or not above high; NaN stays.
[[nodiscard]] inline Number at_least(double low, Number x) { return select(x < low, low, x); }
[[nodiscard]] inline Number at_most(double high, Number x) { return select(high < x, high, x); }
/// The size of one number with the sign of another.
[[nodiscard]] Number with_sign_of(Number size, Number sign);

/// e^x for any x: 0 from -709.1 on down, infinite above 709.8.
[[nodiscard]] Number exponential(Number x);
/// e^x - 1, of small x as exact; -0 of -0.
[[nodiscard]] Number exponential_less_one(Number x);
/// ln(x) of finite numbers above 0 that are no subnormal doubles.
[[nodiscard]] Number logarithm(Number x);

}  // namespace dmlrun::plan::math
