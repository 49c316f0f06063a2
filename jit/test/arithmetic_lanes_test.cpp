// Sides of a select that are computed in its own lanes: the same bytes, whoever else reads a side.
#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "engine/test/random_values.h"
#include "jit/test/arithmetic_check.h"
#include "jit/test/read_plan.h"

namespace dmlrun::jit::test {
namespace {

constexpr std::size_t kElements = 100;

void check_plan(const std::string& output, const std::string& input, const std::string& values) {
  const std::string shape = " strides 1 span 100";
  const plan::Plan plan = read_plan("output " + output + shape + "; axes [100@0]; %0 = input 0 " + input + " offset 0" +
                                    shape + "; %1 = input 1 " + input + " offset 0" + shape + "; " + values);
  ArithmeticCheck check;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    plan_test::Random random(seed);
    std::vector<plan_test::Bytes> inputs(2, plan_test::Bytes(kElements * plan::bytes_of(plan.operands[0].element)));
    for (plan_test::Bytes& bytes : inputs)
      for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.one_in(4) ? 0 : random.in(0, 255));
    const std::string wrong = check.run(plan, inputs, seed);
    if (!wrong.empty()) FAIL(wrong << "; seed " << seed << ", plan " << plan::print(plan));
  }
}

}  // namespace

TEST_CASE("what a select reads is computed in its lanes, unless another reads it", "[arithmetic]") {
  for (const char* const values :
       {"value select(less(%0, %1), add(%0, %1), %0)", "value select(less(%0, %1), %0, multiply(%0, %1))",
        "value select(equal(%0, %1), multiply(%0, %0), subtract(%0, %1))",
        "value select(less_or_equal(f32 0, %0), %0, multiply(f32 0.01, %0))",
        "v1 = add(%0, %1); value select(less(v1, %1), v1, %0)", "value select(less(%0, %1), %0, add(%0, %1))",
        "v1 = multiply(%0, %1); value add(v1, select(less(%0, %1), %0, v1))",
        "value select(less(%0, select(less(%0, %1), add(%0, %1), %0)), add(%1, %1), multiply(%0, %1))",
        "value maximum(%0, minimum(%1, %0))", "value maximum(minimum(%0, %1), %0)"})
    check_plan("f32", "f32", values);
  for (const char* const values :
       {"value select(less(%0, %1), add(%0, %1), %0)", "value select(less_or_equal(%0, %1), %0, subtract(%0, %1))"})
    for (const char* const type : {"i32", "u32", "i64", "f64"}) check_plan(type, type, values);
}

TEST_CASE("a side that is another side's bits under another type is computed for both", "[arithmetic]") {
  check_plan("u16", "f32",
             "v1 = maximum(multiply(saturate.u32(%0), u32 338388505), saturate.u32(%1)); value select(less(%0, %1), "
             "convert.u32(convert.i32(v1)), v1)");
  check_plan("i32", "i32",
             "v1 = add(%0, %1); value select(less(%0, %1), convert.i32(convert.u32(v1)), multiply(v1, v1))");
}

}  // namespace dmlrun::jit::test
