// ln(2^k m) = k ln 2 + ln m with m around 1; f = m - 1 and s = f / (2 + f) make ln m = 2 atanh(s).
#include "engine/plan/math/coefficients.h"
#include "engine/plan/math/parts.h"

namespace dmlrun::plan::math {

Number logarithm(Number x) {
  constexpr std::uint64_t kOne = 0x3ff0000000000000u, kMin = 0x3fe6a09e00000000u;  // 1; and of m, sqrt(1/2)
  constexpr std::uint64_t kWhole = 0x4330000000000000u;                            // 2^52
  const Number bits = plus_bits(bits_of(x), kOne - kMin);
  const Number k = from_bits(bits >> 52 | kWhole) - (0x1p52 + 1023);
  const Number f = from_bits(plus_bits(bits & 0x000fffffffffffffu, kMin)) - 1;
  const Number s = f / (f + 2);
  const Number z = s * s;
  const Number half_square = f * f * 0.5;
  const Number rest = fma(s, fma(z, polynomial(kLog, z), half_square), k * kLn2Low);
  return fma(k, kLn2, f - (half_square - rest));
}

}  // namespace dmlrun::plan::math
