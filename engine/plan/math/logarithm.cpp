// ln(2^k m) = k ln 2 + ln m with m around 1; f = m - 1 and s = f / (2 + f) make ln m = ln((1 + s) / (1 - s)).
#include "engine/plan/math/coefficients.h"
#include "engine/plan/math/elementary_functions.h"

namespace dmlrun::plan::math {

namespace {

constexpr std::uint64_t kOne = 0x3ff0000000000000u, kMin = 0x3fe6a09e00000000u;  // 1; and of m, sqrt(1/2)
constexpr std::uint64_t kMantissa = 0x000fffffffffffffu;

/// The bits of 2^k (m - kMin + 1).
Number scaled_bits(Number x) { return plus_bits(bits_of(x), kOne - kMin); }

/// k of the bits of 2^k (m - kMin + 1).
Number exponent(Number bits) {
  constexpr std::uint64_t kTwoTo52 = 0x4330000000000000u;  // its bits as a double
  return from_bits(bits >> 52 | kTwoTo52) - (0x1p52 + 1023);
}

/// added + ln((1 + s) / (1 - s)), |s| <= 0.1716.
Number logarithm_of_quotient(Number s, Number added) {
  const Number z = s * s;
  return fma(s, fma(z, polynomial(kLog, z), 2), added);
}

/// k ln 2 + ln(1 + f).
Number sum_of_logarithms(Number bits, Number f) { return logarithm_of_quotient(f / (f + 2), exponent(bits) * kLn2); }

Number from_one(Number bits) { return from_bits(plus_bits(bits & kMantissa, kMin)) - 1; }

}  // namespace

Number logarithm(Number x) {
  const Number bits = scaled_bits(x);
  return sum_of_logarithms(bits, from_one(bits));
}

/// k ln 2 + f - half_square + s * slope. A float f and half its square have so few bits that the first sum is exact.
Sum long_logarithm(Number x) {
  const Number bits = scaled_bits(x);
  const Number k = exponent(bits);
  const Number f = from_one(bits);
  const Number s = f / (f + 2);
  const Number z = s * s;
  const Number half_square = f * f * 0.5;
  const Number slope = fma(z, polynomial(kLog, z), half_square);
  const Number whole = k * kLn2High;
  const Number part = f - half_square;
  const Number high = whole + part;
  const Number low = part - (high - whole) + fma(s, slope, k * kLn2Rest);
  const Number sum = high + low;
  return {sum, low - (sum - high)};
}

Number logarithm_of_one_and(Number x) {
  const Number sum = x + 1;
  const Number lost = x - (sum - 1);
  const Number bits = scaled_bits(sum);
  const Number exponent = bits & ~kMantissa;
  const Number scale = from_bits(exponent.constant_bits(2 * kOne).apply(Op::subtract, exponent));  // 2^-k
  return sum_of_logarithms(bits, fma(lost, scale, from_one(bits)));
}

/// Above sqrt(2) - 1 it is ln(2) + ln((1 + x) / 2), so that |s| is as small.
Number logarithm_of_one_and_up_to_one(Number x, Number added) {
  const Number is_upper = x.constant(0x1.a827999fcef32p-2) < x;
  const Number s = select(is_upper, x - 1, x) / (x + select(is_upper, x.constant(3), x.constant(2)));
  return logarithm_of_quotient(s, select(is_upper, added + kLn2, added));
}

}  // namespace dmlrun::plan::math
