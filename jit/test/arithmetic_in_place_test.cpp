// Outputs that lie where an input lies: each element is read before it is written, and none of them twice. The library
// copies such inputs.
#include <string>

#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "engine/test/random.h"
#include "jit/test/arithmetic_check.h"

namespace dmlrun::jit::test {
namespace {

/// A row of elements of input 0 and another one, which is packed, repeated or of another size.
plan::Plan plan_in_place(const std::string& element, std::uint64_t count, const std::string& other,
                         const std::string& value) {
  const std::string n = std::to_string(count);
  const std::string text = "output " + element + " strides 1 span " + n + "; axes [" + n + "@0]; %0 = input 0 " +
                           element + " offset 0 strides 1 span " + n + "; %1 = input 1 " + other +
                           " offset 0 strides 1 span " + n + "; value " + value;
  auto plan = plan::parse(text);
  if (!plan) FAIL(text << ": " << plan.error().to_string());
  return *plan;
}

std::vector<plan_test::Bytes> random_inputs(const plan::Plan& plan, std::uint64_t seed) {
  std::vector<plan_test::Bytes> inputs;
  for (const plan::Operand& operand : plan.operands) {
    inputs.emplace_back(operand.span * plan::bytes_of(operand.element));
    dmlrun::test::Random(seed, inputs.size()).fill(inputs.back());
  }
  return inputs;
}

}  // namespace

TEST_CASE("in place, every length from 1 to 300 of each element's width, by a formula that is not idempotent",
          "[arithmetic][exhaustive]") {
  struct Row {
    const char *element, *other, *value;
  };
  constexpr Row kRows[] = {
      {"u8", "u8", "add(multiply(%0, u32 3), %1)"},
      {"u8", "u8", "subtract(%1, add(%0, %0))"},
      {"i16", "i16", "add(multiply(%0, i32 3), %1)"},
      {"u32", "u32", "add(multiply(%0, u32 3), %1)"},
      {"i64", "i64", "add(multiply(%0, i64 3), %1)"},
      {"f16", "f16", "add(multiply(%0, f32 3), %1)"},
      {"f32", "u8", "add(multiply(%0, f32 3), convert.f32(%1))"},
      {"f64", "f32", "add(multiply(%0, f64 3), convert.f64(%1))"},
      {"i64", "i64", "divide(%1, %0)"},
      {"i32", "i16", "remainder(%1, %0)"},
      {"u8", "i64", "convert.u32(shift_right(%1, convert.i64(%0)))"},
  };
  ArithmeticCheck check;
  for (const Row& row : kRows)
    for (std::uint64_t count = 1; count <= 300; ++count) {
      const plan::Plan plan = plan_in_place(row.element, count, row.other, row.value);
      const std::string wrong = check.run_in_place(plan, random_inputs(plan, count), 0);
      if (!wrong.empty()) FAIL(wrong << "; " << plan::print(plan));
    }
}

TEST_CASE("short rows that an operand repeats are one run, in every width, whole, in slices and in place",
          "[arithmetic]") {
  struct Row {
    const char *element, *other, *value;
  };
  constexpr Row kRows[] = {{"u8", "u8", "add(%0, %1)"},
                           {"u8", "f32", "saturate.i32(multiply(convert.f32(%0), %1))"},
                           {"f16", "f16", "add(multiply(%0, f32 3), %1)"},
                           {"f32", "f32", "add(multiply(%0, f32 3), %1)"},
                           {"f32", "u8", "add(multiply(%0, f32 3), convert.f32(%1))"},
                           {"f64", "f64", "add(multiply(%0, f64 3), %1)"},
                           {"i64", "i64", "divide(%1, %0)"}};
  ArithmeticCheck check;
  for (const Row& row : kRows)
    for (std::uint64_t period = 2; period <= 70; ++period) {
      const std::uint64_t rows = 8 + period % 5;
      plan::Plan plan = plan_in_place(row.element, rows * period, row.other, row.value);
      plan.axes = {{{{rows, 0, 1, plan::kUnchosen}}, {}, 0, {}}, {{{period, 0, 1, plan::kUnchosen}}, {}, 0, {}}};
      const auto pitch = static_cast<std::int64_t>(period);
      plan.output_strides = plan.operands[0].strides = {pitch, 1};
      plan.operands[1].strides = {0, 1};
      plan.operands[1].offset = pitch % 3;
      plan.operands[1].span = period + period % 3;
      const auto inputs = random_inputs(plan, period);
      for (const std::string& wrong : {check.run(plan, inputs, period), check.run_in_place(plan, inputs, 0)})
        if (!wrong.empty()) FAIL(wrong << "; " << plan::print(plan));
    }
}

TEST_CASE("an input that is both operands may be the output", "[arithmetic]") {
  ArithmeticCheck check;
  for (std::uint64_t count = 1; count <= 100; ++count) {
    plan::Plan plan = plan_in_place("f32", count, "f32", "add(%0, %1)");
    plan.operands[1].input = 0;
    const std::string wrong = check.run_in_place(plan, random_inputs(plan, count), 0);
    if (!wrong.empty()) FAIL(wrong << "; " << plan::print(plan));
  }
}

TEST_CASE("indices count along any axis, forwards and backwards, from any position", "[arithmetic]") {
  ArithmeticCheck check;
  for (const char* text :
       {"output i64 strides 1 span 100; axes [100@0]; %0 = index i64 offset 5 strides 3 span 400; value %0",
        "output i32 strides 1 span 100; axes [100@99-]; %0 = index i64 offset 0 strides 1 span 100; "
        "value convert.i32(%0)",
        "output f32 strides 20,1 span 100; axes [5@0] [20@0]; %0 = index i64 offset 0 strides 20,1 span 100; "
        "value convert.f32(%0)",
        "output u8 strides 1,7 span 140; axes [7@0] [20@0]; %0 = index i64 offset 0 strides 0,1 span 20; "
        "value convert.u32(%0)",
        "output f64 strides 9,1 span 72; axes [8@0] [3@5 6@0]; %0 = index i64 offset 0 strides 10,1 span 90; "
        "value convert.f64(%0)"}) {
    auto plan = plan::parse(text);
    if (!plan) FAIL(text << ": " << plan.error().to_string());
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      const std::string wrong = check.run(*plan, {}, seed);
      if (!wrong.empty()) FAIL(wrong << "; " << text);
    }
  }
}

}  // namespace dmlrun::jit::test
