// x^y = e^(y ln x), where ln x needs more digits than a double has: of y ln x, up to 2^7, all before 2^-48 count.
#include <limits>

#include "engine/plan/math/elementary_functions.h"
#include "engine/plan/math/functions.h"

namespace dmlrun::plan::math {

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// A multiple of 8 units of the last place: of what is 2 units below it to 5 above it. Exact powers are found within 2
/// units, and may be midpoints of two floats; the square root of (1 - 2^-24) 4^k is 4 units below one.
/// Keeps 0, infinity and the NaN of floats. Precondition: no sign.
Number of_fifty_digits(Number x) { return from_bits(plus_bits(bits_of(x), 2) & ~std::uint64_t{7}); }

/// Precondition: x >= 0.
Number power_of_size(Number x, Number y) {
  const Sum log = long_logarithm(x);
  const Number special = select(x < kInfinite, 0, x) + select(x == 0.0, x.constant(-kInfinite), 0);
  const Number exponent = select(x == 1.0, 0, y);
  const Number high = select(exponent == 0.0, 0, log.high + special);
  const Number product = exponent * high;
  // NaN where the product is infinite: then the factor is 1/2.
  const Number rest = fma(exponent, log.low, fma(exponent, high, -product));
  return of_fifty_digits(exponential(product) * maximum(0.5, rest + 1));
}

}  // namespace

Number power(Number x, Number y) {
  const Number result = power_of_size(absolute(x), y);
  const auto is_whole = [](Number number) { return number.apply(Op::truncate) == number; };
  const Number is_y_whole = is_whole(y);
  const Number sign = select(is_y_whole, select(is_whole(y * 0.5), 0, x), 0);
  const Number root = select(is_y_whole, 0, x);  // which no finite number below 0 has
  const Number quiet = x.constant(std::numeric_limits<double>::quiet_NaN());
  const Number nan = select(root < 0.0, select(-kInfinite < root, quiet, 0), 0);
  return from_bits(bits_of(with_sign_of(result, sign)) | bits_of(nan));
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
