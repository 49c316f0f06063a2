// x^y = e^(y ln x), where ln x needs more digits than a double has: of y ln x, up to 2^7, all before 2^-48 count.
#include <limits>

#include "engine/plan/math/functions.h"
#include "engine/plan/math/parts.h"

namespace dmlrun::plan::math {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Precondition: x >= 0.
Number power_of_size(Number x, Number y) {
  const Sum log = long_logarithm(x);
  const Number finite_or_x = select(x < kInfinity, log.high, x);
  const Number high = select(x == 0.0, -kInfinity, finite_or_x);
  const Number product = y * high;
  // NaN where the product is infinite: then the factor is 1/2.
  const Number rest = fma(y, log.low, fma(y, high, -product));
  const Number usual = exponential(product) * maximum(0.5, rest + 1);
  return select(y == 0.0, 1, select(x == 1.0, 1, usual));
}

}  // namespace

Number power(Number x, Number y) {
  const Number size = absolute(x);
  const Number result = power_of_size(size, y);
  const auto is_whole = [](Number number) { return number.apply(Op::truncate) == number; };
  const Number with_sign = with_sign_of(result, select(is_whole(y * 0.5), 0, x));
  const Number unless_finite = select(-kInfinity < x, std::numeric_limits<double>::quiet_NaN(), result);
  return select(is_whole(y), with_sign, select(x < 0.0, unless_finite, result));
}

Number whole_power(Number base, Number exponent, unsigned bits) {
  const Number digits = exponent.cast(Op::bit_cast, Type::u32);
  Number result = base.constant(1), square = base;
  for (unsigned i = 0; i < bits; ++i) {
    result = select(digits & std::uint64_t{1} << i, result * square, result);
    square = square * square;
  }
  if (exponent.type() == Type::u32) return result;
  // Negative exponents have the last digit of their magnitude, which decides powers of 1 and -1.
  const Number is_one = base == 1.0;
  const Number is_unit = base.type() == Type::u32 ? is_one : is_one | (base == -1.0);
  return select(exponent < 0.0, select(is_unit, result, base.constant(0)), result);
}

}  // namespace dmlrun::plan::math
