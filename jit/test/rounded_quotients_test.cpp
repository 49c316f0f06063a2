// Quotients by two products with a reciprocal become the integers that divisions do.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "engine/fuzz/random.h"
#include "engine/plan/interpret.h"
#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "jit/test/elementwise_kernel.h"

namespace dmlrun::jit::test {
namespace {

constexpr std::uint32_t kMantissas = 1u << 23, kOne = 0x3f800000;
/// Beyond bytes and two zero points that are added.
constexpr int kMaxQuotient = 600;

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
  for (int whole = 0; whole < kMaxQuotient; ++whole) {
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

/// Of `count` floats by one, to bytes.
plan::Plan quantization(std::uint64_t count, const std::string& output, const std::string& limits) {
  const std::string n = std::to_string(count);
  const auto plan = plan::parse("output " + output + " strides 1 span " + n + "; axes [" + n +
                                "@0]; %0 = input 0 f32 offset 0 strides 1 span " + n +
                                "; %1 = input 1 f32 offset 0 strides 0 span 1; value "
                                "saturate.i32(minimum(maximum(round(divide(%0, %1)), f32 " +
                                limits + "))");
  REQUIRE(plan.has_value());
  return *plan;
}

}  // namespace

TEST_CASE("rounded quotients of any floats are the interpreter's, whatever the divisor", "[arithmetic]") {
  constexpr std::size_t kCount = 333;
  const x64::Tuning& tuning = *x64::find_tuning("sapphire-rapids");
  REQUIRE(tuning.reciprocals);
  const std::uint32_t divisors[] = {0x3f800000, 0xbf000000, 0x3b808081, 0x00000000, 0x80000000, 0x7f800000, 0xff800000,
                                    0x7fc00000, 0x00000001, 0x007fffff, 0x00800000, 0x0bffffff, 0x0c000000, 0x5d800000,
                                    0x5d800001, 0x7f7fffff, 0x3fffffff, 0xdd800000, 0x8c000000};
  const std::uint32_t special[] = {0,          0x80000000, 0x7f800000, 0xff800000, 0x7fc00000,
                                   0x7f7fffff, 0xff7fffff, 1,          0x807fffff, 0x4f000000};
  for (const auto& [output, limits] : {std::pair("u8", "0), f32 255"), std::pair("i8", "-128), f32 127")}) {
    const plan::Plan plan = quantization(kCount, output, limits);
    for (const x64::Isa isa : usable_isas()) {
      const ElementwiseKernel kernel(plan, isa, tuning);
      fuzz::Random random(7, 0);
      for (const std::uint32_t divisor : divisors)
        for (int time = 0; time < 20; ++time) {
          std::vector<std::uint32_t> sums(kCount);
          for (std::uint32_t& sum : sums) {
            const float near = static_cast<float>(random.below(1200)) / 2 - 300;
            sum = std::bit_cast<std::uint32_t>(near * std::bit_cast<float>(divisor));
            if (time > 0 && random.one_in(time)) sum = static_cast<std::uint32_t>(random.bits());
            if (random.one_in(64)) sum = special[random.below(std::size(special))];
          }
          std::vector<std::byte> expected(kCount), found(kCount);
          const std::byte* inputs[] = {reinterpret_cast<const std::byte*>(sums.data()),
                                       reinterpret_cast<const std::byte*>(&divisor)};
          plan::interpret(plan, inputs, expected.data(), 0, kCount);
          kernel.run(inputs, found.data(), 0, kCount);
          INFO(output << " divided by " << divisor << " on " << x64::name(isa) << ", time " << time);
          REQUIRE(found == expected);
        }
    }
  }
}

TEST_CASE("two products with a reciprocal round to the integer of the quotient", "[arithmetic]") { compare(2039); }

// dmlrun_jit_tests "[long]"
TEST_CASE("two products with a reciprocal round to the integer of the quotient, for all divisors",
          "[.long][arithmetic]") {
  compare(1);
}

}  // namespace dmlrun::jit::test
