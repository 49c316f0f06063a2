// Quotients by multiply-adds with a reciprocal are those of divisions.
#include <bit>
#include <cmath>
#include <cstdint>

#include "engine/fuzz/random.h"
#include "engine/plan/interpreter/interpret.h"
#include "engine/plan/print.h"
#include "engine/plan/value_list.h"
#include "engine/test/catch.h"
#include "jit/test/elementwise_kernel.h"

namespace dmlrun::jit::test {
namespace {

constexpr std::size_t kRuns = 24, kRunLength = 300;
constexpr std::uint64_t kHidden = 1u << 23, kMantissas = 1u << 23;  // a float's mantissa with its hidden bit

/// Floats by one of each run, or of all runs.
plan::Plan division(bool is_by_run) {
  const std::string length = std::to_string(kRunLength), runs = std::to_string(kRuns);
  const std::string all = " f32 offset 0 strides " + length + ",1 span " + std::to_string(kRuns * kRunLength);
  const std::string one = is_by_run ? "1,0 span " + runs : "0,0 span 1";
  const auto plan =
      plan::parse("output" + all.substr(0, 4) + all.substr(13) + "; axes [" + runs + "@0] [" + length +
                  "@0]; %0 = input 0" + all + "; %1 = input 1 f32 offset 0 strides " + one + "; value divide(%0, %1)");
  REQUIRE(plan.has_value());
  return *plan;
}

/// 24-bit integers x with odd d that come nearest to a quotient of 25 bits: (2 k + 1) d + e = x 2^shift, e small.
template <class Visit>
void for_each_hard_dividend(std::uint64_t d, Visit visit) {
  std::uint64_t inverse = d;  // of d, modulo powers of two: each step doubles the bits that are right
  for (int step = 0; step < 5; ++step) inverse *= 2 - d * inverse;
  for (std::int64_t e = -15; e <= 15; e += 2)
    for (const int shift : {24, 25}) {
      const auto wanted = static_cast<std::uint64_t>(-e) * inverse & ((std::uint64_t{1} << shift) - 1);
      const std::uint64_t middle = shift == 24 ? wanted | (std::uint64_t{1} << 24) : wanted;
      const std::uint64_t x = (middle * d + static_cast<std::uint64_t>(e)) >> shift;
      if (middle >= 2 * kHidden && x >= kHidden && x < 2 * kHidden) visit(static_cast<float>(x));
    }
}

/// The sum of the quotients by so many divisors that are the same for all elements, each made with its own constant.
plan::Plan many_divisions(std::size_t divisors) {
  auto plan = plan::parse(
      "output f32 strides 1 span 300; axes [300@0]; %0 = input 0 f32 offset 0 strides 1 span 300; "
      "%1 = input 1 f32 offset 0 strides 0 span 1; value divide(%0, %1)");
  REQUIRE(plan.has_value());
  plan::ValueList values(*plan);
  const auto dividend = values.load(0), divisor = values.load(1);
  auto sum = dividend;
  for (std::size_t i = 1; i <= divisors; ++i) {
    const auto one = values.constant(plan::Type::f32, static_cast<double>(i));
    sum = values.apply(plan::Op::add,
                       {sum, values.apply(plan::Op::divide, {dividend, values.apply(plan::Op::add, {divisor, one})})});
  }
  values.store(sum);
  return *plan;
}

struct Hard {
  std::uint64_t dividends = 0, differences = 0;
};

/// As the strategy computes them.
void compare_quotients(float d, Hard& hard) {
  const float y = 1 / d, z = std::fma(-y, d, 1.0f) / d;
  for_each_hard_dividend(static_cast<std::uint64_t>(d), [&](float x) {
    const float near = std::fma(x, y, x * z), rest = std::fma(near, -d, x);
    ++hard.dividends;
    hard.differences += std::fma(rest, y, near) != x / d;
  });
}

void compare_hard(std::uint64_t step) {
  Hard hard;
  for (std::uint64_t mantissa = 1; mantissa < kMantissas; mantissa += mantissa < kMantissas - 2000 ? step : 2)
    compare_quotients(static_cast<float>(kHidden + mantissa), hard);
  CHECK(hard.dividends > 4 * kMantissas / step);
  CHECK(hard.differences == 0);
}

}  // namespace

TEST_CASE("quotients by what is the same in a run are the interpreter's, whatever it is", "[arithmetic]") {
  const x64::Tuning& tuning = *x64::find_tuning("sapphire-rapids");
  x64::Tuning divides = tuning;
  divides.reciprocals = false;
  const std::uint32_t divisors[] = {0x3f800000, 0xbf000000, 0x3b808081, 0x00000000, 0x80000000, 0x7f800000, 0xff800000,
                                    0x7fc00000, 0x00000001, 0x007fffff, 0x00800000, 0x307fffff, 0x30800000, 0x30800001,
                                    0x4e7fffff, 0x4e800000, 0x4e800001, 0x7f7fffff, 0x3fffffff, 0x3ffffffe, 0xb0800000};
  const std::uint32_t special[] = {0,          0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f7fffff,
                                   0xff7fffff, 1,          0x807fffff, 0x1fffffff, 0x20000000, 0x20000001,
                                   0xa0000000, 0x5fffffff, 0x60000000, 0xdfffffff, 0xe0000000, 0x9fffffff};
  for (const bool is_by_run : {false, true}) {
    const plan::Plan plan = division(is_by_run);
    for (const x64::Isa isa : usable_isas()) {
      const ElementwiseKernel kernel(plan, isa, tuning);
      CHECK((kernel.code() != ElementwiseKernel(plan, isa, divides).code()) == (isa >= x64::Isa::avx512));
      fuzz::Random random(11, 0);
      for (int time = 0; time < 120; ++time) {
        std::vector<std::uint32_t> by(kRuns), dividends(kRuns * kRunLength);
        for (std::uint32_t& d : by) d = random.one_in(3) ? random.bits() & 0x7fffffff : divisors[random.below(21)];
        for (std::size_t run = 0; run < kRuns; ++run) {
          const float d = std::bit_cast<float>(by[is_by_run ? run : 0]);
          const bool is_any = random.one_in(4), has_special = random.one_in(2);
          for (std::size_t i = 0; i < kRunLength; ++i) {
            std::uint32_t& x = dividends[run * kRunLength + i];
            const auto quotient = static_cast<float>(1 + random.below(1u << 24)) / 2;
            x = std::bit_cast<std::uint32_t>(quotient * d) + static_cast<std::uint32_t>(random.below(3)) - 1;
            if (is_any) x = static_cast<std::uint32_t>(random.bits());
            if (has_special && random.one_in(16)) x = special[random.below(std::size(special))];
          }
        }
        std::vector<std::uint32_t> expected(dividends.size()), found(dividends.size());
        const std::byte* inputs[] = {reinterpret_cast<const std::byte*>(dividends.data()),
                                     reinterpret_cast<const std::byte*>(by.data())};
        plan::interpret(plan, inputs, reinterpret_cast<std::byte*>(expected.data()), 0, expected.size());
        kernel.run(inputs, reinterpret_cast<std::byte*>(found.data()), 0, found.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
          const bool are_nan =
              std::isnan(std::bit_cast<float>(expected[i])) && std::isnan(std::bit_cast<float>(found[i]));
          if (are_nan || found[i] == expected[i]) continue;
          INFO(dividends[i] << " divided by " << by[is_by_run ? i / kRunLength : 0] << " on " << x64::name(isa)
                            << ", time " << time);
          REQUIRE(found[i] == expected[i]);
        }
      }
    }
  }
}

// Found by random lists of values: a quotient in a select within what another select skips.
TEST_CASE("a quotient in what is skipped is divided", "[arithmetic]") {
  const auto plan = plan::parse(
      "output i8 strides 1 span 300; axes [300@0]; %0 = input 0 i8 offset 0 strides 0 span 300; %1 = input 1 i64 "
      "offset 0 strides 1 span 300; v1 = convert.f64(%1); v2 = fma(v1, v1, convert.f64(maximum(u32 64, "
      "saturate.u32(shift_left(%1, %1))))); v3 = truncate(round(convert.f32(%1))); v4 = square_root(v3); v5 = fma(v4, "
      "v4, f32 -9.223372e+18); v6 = minimum(%0, %0); value select(equal(%0, %0), saturate.i32(multiply(select(maximum("
      "less(v2, v2), convert.u32(bit_cast.i32(maximum(floor(fma(v5, v5, v5)), f32 -2.5)))), v3, round_away(f32 "
      "3.7596487e-31)), round_away(floor(divide(v4, round_away(truncate(convert.f32(negate(f64 "
      "2147483648))))))))), subtract(v6, bit_xor(absolute(bit_or(v6, v6)), i32 -2147483648)))");
  REQUIRE(plan.has_value());
  for (const x64::Isa isa : usable_isas())
    CHECK_NOTHROW(ElementwiseKernel(*plan, isa, *x64::find_tuning("sapphire-rapids")));
}

TEST_CASE("divisors whose reciprocals need too much of the stack are declined, not made code of no bytes",
          "[arithmetic]") {
  std::size_t only_divided = 0;
  for (const std::size_t divisors : {20u, 80u, 110u, 140u, 170u}) {
    const plan::Plan plan = many_divisions(divisors);
    for (const x64::Isa isa : kAllIsas)
      for (const x64::Tuning& tuning : x64::tunings()) {
        INFO(divisors << " divisors, " << x64::name(isa) << ", " << tuning.name);
        const std::string why_not = x64::arithmetic::why_not_kernel(plan, isa, tuning);
        const auto kernel = x64::arithmetic::make_kernel(plan, isa, tuning);
        REQUIRE(kernel.has_value() == why_not.empty());
        if (kernel) {
          CHECK(kernel->instruction_bytes > 0);
        } else {
          CHECK(kernel.error().code == ErrorCode::code_budget);
          CHECK(kernel.error().message == why_not);
          only_divided += x64::arithmetic::why_not_kernel(plan, isa, *x64::find_tuning("safe")).empty();
        }
      }
  }
  CHECK(only_divided > 0);
}

TEST_CASE("multiply-adds with a reciprocal round to the quotient next to where rounding changes", "[arithmetic]") {
  compare_hard(1018);
}

// dmlrun_jit_tests "[long]"
TEST_CASE("multiply-adds with a reciprocal round to the quotient next to where rounding changes, for all divisors",
          "[.long][arithmetic]") {
  compare_hard(2);
}

}  // namespace dmlrun::jit::test
