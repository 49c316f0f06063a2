// What the functions of functions.h are composed of. Defined in the file of their kind: exponential.cpp, logarithm.cpp,
// power.cpp, trigonometric.cpp, normal.cpp.
#pragma once

#include "engine/plan/math/number.h"

namespace dmlrun::plan::math {

/// x, but not below low, or not above high; NaN stays.
[[nodiscard]] inline Number at_least(double low, Number x) { return select(x < low, low, x); }
[[nodiscard]] inline Number at_most(double high, Number x) { return select(high < x, high, x); }
/// A number that is not negative, with the sign of another.
[[nodiscard]] inline Number with_sign_of(Number size, Number sign) {
  return from_bits(bits_of(size) | (bits_of(sign) & std::uint64_t{1} << 63));
}

/// e^x for any x: 0 from -709.1 on down, infinite above 709.8.
[[nodiscard]] Number exponential(Number x);
/// e^x - 1 for any x, of small x as exact; -0 of -0.
[[nodiscard]] Number exponential_less_one(Number x);
/// The same of x below 709.8; of others anything.
[[nodiscard]] Number small_exponential(Number x);
[[nodiscard]] Number small_exponential_less_one(Number x);
/// ln(x) of finite numbers above 0 that are no subnormal doubles.
[[nodiscard]] Number logarithm(Number x);
/// A number that a double has not the digits for.
struct Sum {
  Number high, low;
};
/// ln(x) within 2^-56 of it, of positive numbers with a float's 24 digits; with more digits within 2^-53.
[[nodiscard]] Sum long_logarithm(Number x);
/// ln(1 + x) of finite numbers above -1, of small x as exact.
[[nodiscard]] Number logarithm_of_one_and(Number x);
/// ln(1 + x) + added, 0 <= x <= 1.
[[nodiscard]] Number logarithm_of_one_and_up_to_one(Number x, Number added);

/// C's pow().
[[nodiscard]] Number power(Number x, Number y);

[[nodiscard]] Number sine(Number x);
[[nodiscard]] Number cosine(Number x);
[[nodiscard]] Number tangent(Number x);
[[nodiscard]] Number arc_sine(Number x);
[[nodiscard]] Number arc_cosine(Number x);
/// Precondition: x >= 0.
[[nodiscard]] Number arc_tangent(Number x);
/// The angle of a point, from -pi to pi.
[[nodiscard]] Number arc_of_point(Number y, Number x);

[[nodiscard]] Number error_function(Number x);
/// The part of a normal distribution that is below -|x|.
[[nodiscard]] Number normal_tail(Number x);

}  // namespace dmlrun::plan::math
