// Quotients by two products with a reciprocal become the integers that divisions do.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "engine/test/catch.h"

namespace dmlrun::jit::test {
namespace {

constexpr std::uint32_t kMantissas = 1u << 23, kOne = 0x3f800000;
/// Beyond bytes and two zero points that are added.
constexpr int kMostQuotient = 600;

/// To nearest even, for what is far below 2^22.
float rounded(float x) {
  constexpr float kShift = 0x1.8p23f;
  return (x + kShift) - kShift;
}

/// How many of the sums around those whose quotient by d lies where rounding goes up or down give another integer. Both
/// ways grow with the sum: where they agree three steps away on both sides, they do everywhere.
std::uint64_t differences(float d) {
  const float y = 1 / d, z = std::fma(-y, d, 1.0f) / d;
  std::uint64_t found = 0;
  for (int whole = 0; whole < kMostQuotient; ++whole) {
    const auto middle = std::bit_cast<std::uint32_t>((static_cast<float>(whole) + 0.5f) * d);
    for (std::uint32_t bits = middle - 3; bits <= middle + 3; ++bits) {
      const auto s = std::bit_cast<float>(bits);
      found += rounded(std::fma(s, y, s * z)) != rounded(s / d);
    }
  }
  return found;
}

/// Every `step`-th mantissa and the last ones.
void compare(std::uint32_t step) {
  std::uint64_t divisors = 0;
  for (std::uint32_t mantissa = 0; mantissa < kMantissas; mantissa += mantissa < kMantissas - 64 - step ? step : 1) {
    INFO("mantissa " << mantissa);
    if (const std::uint64_t found = differences(std::bit_cast<float>(kOne + mantissa)); found > 0) REQUIRE(found == 0);
    ++divisors;
  }
  CHECK(divisors >= kMantissas / step);
}

}  // namespace

TEST_CASE("two products with a reciprocal round to the integer of the quotient", "[elementwise]") { compare(2039); }

// dmlrun_jit_tests "[long]"
TEST_CASE("two products with a reciprocal round to the integer of the quotient, for all divisors",
          "[.long][elementwise]") {
  compare(1);
}

}  // namespace dmlrun::jit::test
