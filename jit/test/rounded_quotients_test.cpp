// Quotients by two products with a reciprocal become the integers that divisions do.
#include <xmmintrin.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "engine/fuzz/random.h"
#include "engine/plan/interpreter/interpret.h"
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

/// Of rows of `count` floats, each by one, to bytes.
plan::Plan quantization(std::uint64_t rows, std::uint64_t count, const std::string& output, const std::string& limits) {
  const std::string n = std::to_string(count), all = std::to_string(rows * count);
  const auto plan =
      plan::parse("output " + output + " strides " + n + ",1 span " + all + "; axes [" + std::to_string(rows) +
                  "@0] [" + n + "@0]; %0 = input 0 f32 offset 0 strides " + n + ",1 span " + all +
                  "; %1 = input 1 f32 offset 0 strides 1,0 span " + std::to_string(rows) +
                  "; value saturate.i32(minimum(maximum(round(divide(%0, %1)), " + "f32 " + limits + "))");
  REQUIRE(plan.has_value());
  return *plan;
}

}  // namespace

TEST_CASE("rounded quotients of any floats are the interpreter's, whatever the divisor", "[arithmetic]") {
  constexpr std::size_t kCount = 333;
  const x64::Tuning& tuning = *x64::find_tuning("sapphire-rapids");
  const std::uint32_t divisors[] = {0x3f800000, 0xbf000000, 0x3b808081, 0x00000000, 0x80000000, 0x7f800000, 0xff800000,
                                    0x7fc00000, 0x00000001, 0x007fffff, 0x00800000, 0x0bffffff, 0x0c000000, 0x5d800000,
                                    0x5d800001, 0x7f7fffff, 0x3fffffff, 0xdd800000, 0x8c000000};
  const std::uint32_t special[] = {0,          0x80000000, 0x7f800000, 0xff800000, 0x7fc00000,
                                   0x7f7fffff, 0xff7fffff, 1,          0x807fffff, 0x4f000000};
  for (const auto& [output, limits] : {std::pair("u8", "0), f32 255"), std::pair("i8", "-128), f32 127")}) {
    const plan::Plan plan = quantization(1, kCount, output, limits);
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

TEST_CASE("what is no number or too large is quantized right wherever it lies, and flags stay", "[arithmetic]") {
  constexpr std::size_t kRow = 5000, kCount = 3 * kRow;
  constexpr std::uint32_t special[] = {0x7f800000, 0xff800000, 0x7fc00000, 0x7fa00000, 0x7f7fffff, 0xff7fffff,
                                       0x4effffff, 0x4f000000, 0xcf000000, 0xcf000001, 0xc7000100, 0x47000000};
  const x64::Tuning& tuning = *x64::find_tuning("sapphire-rapids");
  const unsigned before = _mm_getcsr();
  for (const auto& [output, limits] : {std::pair("u8", "0), f32 255"), std::pair("i8", "-128), f32 127")}) {
    const plan::Plan plan = quantization(3, kRow, output, limits);
    for (const x64::Isa isa : usable_isas()) {
      const ElementwiseKernel kernel(plan, isa, tuning);
      fuzz::Random random(11, 0);
      for (int time = 0; time < 400; ++time) {
        std::vector<float> sums(kCount);
        for (float& sum : sums) sum = static_cast<float>(random.below(1200)) / 2 - 300;
        for (int rare = time % 4; rare > 0; --rare)
          sums[random.below(kCount)] = std::bit_cast<float>(special[random.below(std::size(special))]);
        const float divisors[] = {1.0f, time % 8 < 4 ? 0.75f : -0.5f, time % 16 < 12 ? 3.0f : 0.0f};
        std::vector<std::byte> expected(kCount), found(kCount);
        const std::byte* inputs[] = {reinterpret_cast<const std::byte*>(sums.data()),
                                     reinterpret_cast<const std::byte*>(divisors)};
        const std::uint64_t first = time % 3 == 0 ? 0 : random.below(kCount), last = kCount - random.below(3);
        plan::interpret(plan, inputs, expected.data(), first, std::max(first, last));
        const unsigned control = 0x1f80u | static_cast<unsigned>(random.below(0x40));
        _mm_setcsr(control);
        kernel.run(inputs, found.data(), first, std::max(first, last));
        const unsigned after = _mm_getcsr();
        _mm_setcsr(before);
        INFO(output << " from " << first << " to " << last << " on " << x64::name(isa) << ", time " << time);
        REQUIRE(after == control);
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
