// Operations of halves in lanes of halves: where that is done, and that nobody sees it.
#include <cstring>

#include "engine/plan/print.h"
#include "engine/plan/value_list.h"
#include "engine/test/catch.h"
#include "engine/test/naive_walk.h"
#include "engine/test/random_values.h"
#include "jit/test/arithmetic_check.h"
#include "jit/test/elementwise_kernel.h"
#include "jit/test/read_plan.h"
#include "jit/x64/arithmetic/narrow_lanes.h"

namespace dmlrun::jit::test {
namespace {

using plan::Element;
using plan::Op;

constexpr std::size_t kHalves = 65536;

bool has_half_lanes(const std::string& value, const std::string& second = "f16") {
  const plan::Plan plan = read_plan(
      "output f16 strides 1 span 100; axes [100@0]; %0 = input 0 f16 offset 0 strides 1 "
      "span 100; %1 = input 1 " +
      second + " offset 0 strides 1 span 100; value " + value);
  CHECK(x64::arithmetic::narrow_lane_bytes(plan, x64::Isa::avx512_vbmi) == 0);
  return x64::arithmetic::narrow_lane_bytes(plan, x64::Isa::avx512_fp16) == 2;
}

/// A half against all of them.
plan::Plan one_by_all(const std::string& operation) {
  return read_plan(
      "output f16 strides 1 span 65536; axes [65536@0]; %0 = input 0 f16 offset 0 strides 0 span 1; "
      "%1 = input 1 f16 offset 0 strides 1 span 65536; value " +
      operation + "(%0, %1)");
}

bool is_nan(std::uint16_t half) { return (half & 0x7fff) > 0x7c00; }

/// Rows of halves at any strides, and one operation.
plan::Plan random_halves(plan_test::Random& random) {
  const auto count = static_cast<std::uint64_t>(random.one_in(4) ? random.in(500, 2000) : random.in(1, 150));
  const std::int64_t step = random.one_in(4) ? 2 : 1, pitch = static_cast<std::int64_t>(count) * step;
  plan::Plan plan;
  plan.axes = {{{{2, 0, 1, plan::kUnchosen}}, {}, 0, {}},
               {{{count, 0, count > 1 ? 1 : 0, plan::kUnchosen}}, {}, 0, {}}};
  plan.output = Element::f16;
  plan.output_strides = {pitch, step};
  plan.output_span = static_cast<std::uint64_t>(2 * pitch);
  plan::ValueList values(plan);
  for (std::uint32_t o = 0; o < 2; ++o) {
    plan.operands.push_back({o, Element::f16, 0, 4 * count, {}});
    plan.operands[o].strides = {random.one_in(2) ? 0 : static_cast<std::int64_t>(2 * count),
                                random.one_in(4) ? 0 : random.in(1, 2)};
  }
  const Op op = random.of({Op::add, Op::subtract, Op::multiply, Op::divide, Op::square_root});
  const auto x = values.load(0);
  const auto y =
      random.one_in(4) ? values.constant(plan::Type::f32, static_cast<double>(random.in(-3, 3)) / 4) : values.load(1);
  values.store(op == Op::square_root ? values.apply(op, {x}) : values.apply(op, {x, y}));
  return plan;
}

}  // namespace

TEST_CASE("halves have lanes of their own where only the last operation rounds", "[arithmetic]") {
  for (const char* const value :
       {"add(%0, %1)", "subtract(%0, %1)", "multiply(%0, %1)", "divide(%0, %1)", "square_root(%0)", "add(%0, f32 0.5)",
        "multiply(%0, f32 -65504)", "divide(f32 1, %1)"})
    CHECK(has_half_lanes(value));
  for (const char* const value : {"add(%0, f32 0.1)", "multiply(%0, f32 65536)", "multiply(add(%0, %1), f32 0.5)",
                                  "add(add(%0, %1), %0)", "fma(%0, %1, %0)", "negate(%0)"})
    CHECK(!has_half_lanes(value));
  CHECK(!has_half_lanes("add(%0, %1)", "f32"));
}

TEST_CASE("all pairs of halves have the same sums, differences, products and quotients by floats and by halves",
          "[arithmetic][exhaustive]") {
  if (x64::detected_isa() < x64::Isa::avx512_fp16) return;  // nothing to compare
  std::vector<std::uint16_t> all(kHalves), by_floats(kHalves), by_halves(kHalves);
  for (std::size_t i = 0; i < kHalves; ++i) all[i] = static_cast<std::uint16_t>(i);
  for (const char* const operation : {"add", "subtract", "multiply", "divide"}) {
    const plan::Plan plan = one_by_all(operation);
    const ElementwiseKernel floats(plan, x64::Isa::avx512_vbmi), halves(plan, x64::Isa::avx512_fp16);
    REQUIRE(floats.code() != halves.code());
    std::uint64_t wrong = 0;
    for (const std::uint16_t& one : all) {
      const std::byte* const inputs[] = {reinterpret_cast<const std::byte*>(&one),
                                         reinterpret_cast<const std::byte*>(all.data())};
      floats.run(inputs, reinterpret_cast<std::byte*>(by_floats.data()), 0, kHalves);
      halves.run(inputs, reinterpret_cast<std::byte*>(by_halves.data()), 0, kHalves);
      if (std::memcmp(by_floats.data(), by_halves.data(), 2 * kHalves) == 0) continue;
      for (std::size_t i = 0; i < kHalves; ++i)
        wrong += by_floats[i] != by_halves[i] && !(is_nan(by_floats[i]) && is_nan(by_halves[i])) ? 1 : 0;
    }
    INFO(operation);
    CHECK(wrong == 0);
  }
}

TEST_CASE("random rows of halves give the interpreter's bytes with every instruction set", "[arithmetic]") {
  ArithmeticCheck check;
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    plan_test::Random random(seed);
    const plan::Plan plan = random_halves(random);
    if (!plan::check(plan).empty()) continue;  // all of it was a constant
    std::vector<plan_test::Bytes> inputs;
    for (const plan::Operand& operand : plan.operands) {
      inputs.emplace_back(operand.span * 2);
      for (std::byte& byte : inputs.back()) byte = static_cast<std::byte>(random.in(0, 255));
    }
    const std::string wrong = check.run(plan, inputs, seed);
    if (!wrong.empty()) FAIL(wrong << "; seed " << seed << ", plan " << plan::print(plan));
  }
}

}  // namespace dmlrun::jit::test
