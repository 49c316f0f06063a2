// e^x = 2^k e^r with the integer k that is next to x / ln 2.
#include "engine/plan/math/coefficients.h"
#include "engine/plan/math/parts.h"

namespace dmlrun::plan::math {

namespace {

/// e^x = scale * (1 + r + square * r^2).
struct Power {
  Number scale, r, square;
};

Power power(Number x) {
  // A sum with it has k + 1023 in its lowest bits, which is 2^k once it stands at the exponent's place.
  constexpr double kWhole = 0x1.8p52 + 1023;
  const Number bounded = at_least(-1023 * kLn2, x);  // where 2^k is 0; above, r grows instead of k
  const Number sum = minimum(kWhole + 1023, fma(bounded, kLog2E, kWhole));
  const Number k = sum - kWhole;
  const Number r = fma(k, -kLn2Low, fma(k, -kLn2, bounded));
  return {from_bits(bits_of(sum) << 52), r, polynomial(kExp, r)};
}

}  // namespace

Number exponential(Number x) {
  const Power p = power(x);
  return fma(p.scale, fma(p.r * p.r, p.square, p.r), p.scale);
}

Number exponential_less_one(Number x) {
  const Power p = power(x);
  return p.scale * (p.r * fma(p.square, p.r, 1)) - (1 - p.scale);  // keeps the sign of 0
}

}  // namespace dmlrun::plan::math
