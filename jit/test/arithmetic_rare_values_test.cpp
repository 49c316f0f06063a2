// What only one side of a select needs is jumped over where no element of a vector takes that side.
#include <cstring>
#include <string>

#include "jit/test/arithmetic_check.h"
#include "jit/test/generated.h"
#include "jit/test/read_plan.h"

namespace dmlrun::jit::test {
namespace {

constexpr std::size_t kRareElements = 53;  // whole vectors of every size, and a part of one
constexpr double kUsual = 3, kRare = 100;

/// `steps` times two values of x.
std::string chain(std::string x, const std::string& type, int steps) {
  for (int i = 0; i < steps; ++i)
    x = "add(multiply(" + x + ", " + type + " " + std::to_string(3 + i % 2) + "), " + type + " " + std::to_string(i) +
        ")";
  return x;
}

plan::Plan plan_with_rare_values(const std::string& type, const std::string& value) {
  const std::string n = std::to_string(kRareElements), operand = " " + type + " offset 0 strides 1 span " + n;
  return read_plan("output " + type + " strides 1 span " + n + "; axes [" + n + "@0]; %0 = input 0" + operand +
                   "; %1 = input 1" + operand + "; " + value);
}

/// By the element: what makes it take the rare side.
std::vector<std::string> values_of(const std::string& type) {
  const std::string is_rare = "less(" + type + " 50, %0)", is_small = "less(%1, " + type + " 20)";
  return {
      "value select(" + is_rare + ", " + chain("%0", type, 9) + ", %1)",
      // Two users of the condition, and of what is rare.
      "v1 = " + is_rare + "; v2 = " + chain("%0", type, 9) + "; value add(select(v1, v2, %1), select(v1, " +
          chain("v2", type, 2) + ", %0))",
      // What is rare itself selects, and so does the other side.
      "v1 = " + is_small + "; value select(" + is_rare + ", select(v1, " + chain("%0", type, 5) + ", " +
          chain("%1", type, 4) + "), select(v1, " + chain("multiply(%1, %1)", type, 8) + ", %0))",
      // A condition that integers have no instruction for.
      "value select(less_or_equal(%0, " + type + " 50), " + chain("%1", type, 9) + ", %0)",
      // A number as condition.
      "value select(bit_and(" + is_rare + ", u32 1), " + chain("%1", type, 9) + ", %1)",
      // Too much for the registers.
      "v1 = " + chain("%0", type, 9) + "; value select(" + is_rare + ", multiply(v1, " + chain("v1", type, 20) + "), " +
          chain("%1", type, 20) + ")",
  };
}

void put(plan::Type type, plan_test::Bytes& bytes, std::size_t element, std::uint64_t bits) {
  const std::size_t size = plan::bytes_of(type);
  std::memcpy(bytes.data() + element * size, &bits, size);
}

/// Input 0 is rare where it is said, and NaN there with `is_nan`.
template <class IsRare>
std::vector<plan_test::Bytes> inputs_of(plan::Type type, IsRare is_rare, bool is_nan) {
  std::vector<plan_test::Bytes> inputs(2, plan_test::Bytes(kRareElements * plan::bytes_of(type)));
  for (std::size_t i = 0; i < kRareElements; ++i) {
    const std::uint64_t rare = is_nan ? plan::canonical_nan(type) : plan::bits_of(type, kRare);
    put(type, inputs[0], i, is_rare(i) ? rare : plan::bits_of(type, i % 5 == 0 ? 0 : kUsual));
    put(type, inputs[1], i, plan::bits_of(type, static_cast<double>(i)));
  }
  return inputs;
}

}  // namespace

TEST_CASE("some, all or none of a vector's elements take a rare side, also in place", "[arithmetic]") {
  ArithmeticCheck check;
  const auto test = [&](const plan::Plan& plan, const std::vector<plan_test::Bytes>& inputs, std::size_t seed) {
    for (const std::string& wrong : {check.run(plan, inputs, seed), check.run_in_place(plan, inputs, seed % 2)})
      if (!wrong.empty()) FAIL(wrong << "; " << plan::print(plan));
  };
  for (const char* name : {"f32", "f64", "i32", "u32", "i64"})
    for (const std::string& value : values_of(name)) {
      const plan::Plan plan = plan_with_rare_values(name, value);
      const plan::Type type = plan.values.back().type;
      for (const bool is_nan : {false, true}) {
        if (is_nan && !plan::is_float(type)) continue;
        test(plan,
             inputs_of(
                 type, [](std::size_t) { return false; }, is_nan),
             0);
        test(plan,
             inputs_of(
                 type, [](std::size_t) { return true; }, is_nan),
             1);
        test(plan,
             inputs_of(
                 type, [](std::size_t i) { return i % 3 == 0; }, is_nan),
             2);
        for (const std::size_t only : {0u, 7u, 15u, 48u, 52u})
          test(plan,
               inputs_of(
                   type, [&](std::size_t i) { return i == only; }, is_nan),
               only);
      }
    }
}

TEST_CASE("a jump skips ten values or more, and nothing that a second place needs", "[arithmetic]") {
  const auto jumps = [](const plan::Plan& plan) {
    const Generated made(plan, x64::Isa::avx2, x64::measured_tunings()[0].tuning);
    for (const Choice& choice : made.description().strategy)
      if (choice.subject == "values") return choice.taken.find("one side of a select") != std::string::npos;
    return false;
  };
  const std::string select = "value select(less(f64 50, %0), ";
  CHECK(jumps(plan_with_rare_values("f64", select + chain("%0", "f64", 5) + ", %1)")));
  CHECK_FALSE(jumps(plan_with_rare_values("f64", select + "multiply(" + chain("%0", "f64", 4) + ", %0), %1)")));
  const std::string shared = "v1 = " + chain("%0", "f64", 5) + "; ";
  CHECK_FALSE(jumps(plan_with_rare_values("f64", shared + select + "v1, v1)")));
  CHECK_FALSE(jumps(plan_with_rare_values("f64", shared + "value add(v1, select(less(f64 50, %0), v1, %1))")));
}

}  // namespace dmlrun::jit::test
