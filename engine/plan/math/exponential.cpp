// e^x = 2^k e^r with the integer k that is next to x / ln 2.
#include "engine/plan/math/coefficients.h"
#include "engine/plan/math/elementary_functions.h"

namespace dmlrun::plan::math {

namespace {

/// e^x = scale * (1 + r + square * r^2).
struct Power {
  Number scale, r, square;
};

/// `is_small`: x is below 709.8, or nobody wants the result.
Power power_of_e(Number x, bool is_small) {
  // A sum with it has k + 1023 in its lowest bits, which is 2^k once it stands at the exponent's place.
  constexpr double kRoundingShift = 0x1.8p52 + 1023;
  const Number bounded = at_least(-1023 * kLn2, x);  // where 2^k is 0; above, r grows instead of k
  const Number rounded = fma(bounded, kLog2E, kRoundingShift);
  const Number sum = is_small ? rounded : minimum(kRoundingShift + 1023, rounded);
  const Number k = sum - kRoundingShift;
  const Number r = fma(k, -kLn2Low, fma(k, -kLn2, bounded));
  return {from_bits(bits_of(sum) << 52), r, polynomial(kExp, r)};
}

Number whole(const Power& p) { return fma(p.scale, fma(p.r * p.r, p.square, p.r), p.scale); }
/// Keeps the sign of 0.
Number less_one(const Power& p) { return p.scale * (p.r * fma(p.square, p.r, 1)) - (1 - p.scale); }

}  // namespace

Number exponential(Number x) { return whole(power_of_e(x, false)); }
Number small_exponential(Number x) { return whole(power_of_e(x, true)); }
Number exponential_less_one(Number x) { return less_one(power_of_e(x, false)); }
Number small_exponential_less_one(Number x) { return less_one(power_of_e(x, true)); }

}  // namespace dmlrun::plan::math
