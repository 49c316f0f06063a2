// The ranges of values: whatever the interpreter computes lies in them.
#include "engine/plan/ranges.h"

#include <cmath>

#include "engine/plan/check.h"
#include "engine/plan/interpreter/interpret.h"
#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "engine/test/random_values.h"
#include "engine/test/this_program.h"

using namespace dmlrun;
using plan::Element;
using plan_test::Bytes;

namespace {

/// Every element's number for one of a plan's values, stored in the value's own type.
std::vector<plan_test::Scalar> numbers_of(plan::Plan plan, std::size_t value, const std::vector<Bytes>& inputs) {
  constexpr Element kElements[] = {Element::i32, Element::u32, Element::i64, Element::u64, Element::f32, Element::f64};
  plan.values.resize(value + 1);
  plan.output = kElements[static_cast<std::size_t>(plan.values.back().type)];
  const std::size_t bytes = plan::bytes_of(plan.output);
  std::vector<const std::byte*> buffers;
  for (const Bytes& input : inputs) buffers.push_back(input.data());
  Bytes output(plan::element_count(plan) * bytes);
  plan::interpret(plan, buffers.data(), output.data(), 0, plan::element_count(plan));
  std::vector<plan_test::Scalar> numbers;
  for (std::size_t at = 0; at < output.size(); at += bytes)
    numbers.push_back(plan_test::number_at(&output[at], plan.output));
  return numbers;
}

/// Compared exactly: integers as integers, because a double may be the nearest one to an integer outside the range.
bool is_within(const plan_test::Scalar& number, const plan::Range& range) {
  if (plan_test::is_real(number.type)) {
    const double real = plan_test::real_of(number);
    return std::isnan(real) ? range.low == -INFINITY && range.high == INFINITY
                            : range.low <= real && real <= range.high;
  }
  const plan_test::Whole whole = plan_test::whole_of(number);
  return static_cast<plan_test::Whole>(std::ceil(range.low)) <= whole &&
         whole <= static_cast<plan_test::Whole>(std::floor(range.high));
}

/// "" where each value of the plan lies in its range, for each element.
std::string value_outside(const plan::Plan& plan, const std::vector<Bytes>& inputs) {
  if (std::string wrong = plan::check(plan); !wrong.empty()) return wrong;
  const std::vector<plan::Range> ranges = plan::ranges_of(plan);
  for (std::size_t v = 0; v < ranges.size(); ++v)
    for (const plan_test::Scalar& number : numbers_of(plan, v, inputs))
      if (!is_within(number, ranges[v]))
        return "value " + std::to_string(v) + " has bits " + std::to_string(number.bits) + ", outside [" +
               std::to_string(ranges[v].low) + ", " + std::to_string(ranges[v].high) + "]";
  return {};
}

/// The same for one element, computed of a u64.
std::string value_outside(const std::string& values, const std::string& output, std::uint64_t number) {
  const auto plan = plan::parse("output " + output + " span 1; %0 = input 0 u64 offset 0 span 1; value " + values);
  if (!plan) return plan.error().to_string();
  Bytes input(sizeof number);
  std::memcpy(input.data(), &number, sizeof number);
  return value_outside(*plan, {input});
}

}  // namespace

TEST_CASE("random values lie in their ranges") {
  const char* count = std::getenv("DMLRUN_VALUES_COUNT");
  const std::uint64_t cases = count ? std::strtoull(count, nullptr, 10) : 1000;
  const std::uint64_t first = std::uint64_t{dmlrun::test::random_seed()} << 24;
  for (std::uint64_t seed = first; seed < first + cases; ++seed) {
    const plan_test::RandomValues random(seed, seed % 10 == 0 ? 100 : 20);
    const std::string wrong = value_outside(random.plan, random.inputs);
    if (!wrong.empty())
      FAIL("seed " << seed << ": " << wrong << "\n  " << print(random.plan) << "\n  repeat: "
                   << dmlrun::test::this_program() << " \"random values*\" --rng-seed " << dmlrun::test::random_seed());
  }
}

TEST_CASE("the ranges of 64-bit integers hold those between two doubles") {
  constexpr std::uint64_t kMax = ~std::uint64_t{0}, kTwo63 = std::uint64_t{1} << 63;
  // 2^63 wraps; as a double it is also what 2^63 - 1 is rounded to.
  CHECK(value_outside("convert.i64(minimum(%0, u64 9223372036854775808))", "i64", kTwo63) == "");
  CHECK(value_outside("convert.i64(minimum(%0, u64 9223372036854775807))", "i64", kMax) == "");
  CHECK(value_outside("convert.i64(minimum(%0, u64 9223372036854774784))", "i64", kMax) == "");
  CHECK(value_outside("convert.u64(convert.i64(%0))", "u64", kTwo63) == "");
  // Constants that no double is: 2^53 + 1, and 2^64 - 1.
  CHECK(value_outside("minimum(%0, u64 9007199254740993)", "u64", kMax) == "");
  CHECK(value_outside("maximum(%0, u64 9007199254740993)", "u64", 0) == "");
  CHECK(value_outside("maximum(%0, u64 18446744073709551615)", "u64", 0) == "");
  CHECK(value_outside("maximum(convert.i64(%0), i64 -9007199254740993)", "i64", kTwo63) == "");
  CHECK(value_outside("minimum(convert.i64(%0), i64 -9007199254740993)", "i64", 0) == "");
  // The last ones, which are below the ends.
  CHECK(value_outside("add(%0, saturate.u64(truncate(f32 inf)))", "u64", 0) == "");
  CHECK(value_outside("add(saturate.i64(%0), saturate.i64(f64 1e+300))", "i64", 0) == "");
  // 2^60 + 2^36 + 1 becomes 2^60 + 2^37; over a double, which is a tie, it would become 2^60.
  CHECK(value_outside("convert.f32(minimum(%0, u64 1152921573326323713))", "f32", kMax) == "");
  CHECK(value_outside("convert.f64(minimum(%0, u64 9007199254740993))", "f64", kMax) == "");
}

TEST_CASE("a position that no double is lies in its range") {
  const auto plan =
      plan::parse("output i64 span 1; %0 = index i64 offset 9007199254740993 span 9007199254740994; value negate(%0)");
  REQUIRE(plan);
  CHECK(value_outside(*plan, {}) == "");
}

TEST_CASE("ranges are narrow where types are exact") {
  const auto range = [](const std::string& values) {
    const auto plan = plan::parse("output i64 span 1; %0 = input 0 u64 offset 0 span 1; value " + values);
    REQUIRE(plan);
    const plan::Range found = plan::ranges_of(*plan).back();
    return std::pair(found.low, found.high);
  };
  CHECK(range("convert.i64(minimum(%0, u64 255))") == std::pair(0.0, 255.0));
  CHECK(range("convert.i64(minimum(%0, u64 4611686018427387904))") == std::pair(0.0, 0x1p62));
  CHECK(range("convert.i64(minimum(%0, u64 9223372036854775808))") == std::pair(-0x1p63, 0x1p63));
  CHECK(range("convert.i64(minimum(%0, u64 9007199254740993))") == std::pair(0.0, 0x1p53 + 0x1p11));
}
