// Random lists of values of every operation and type, and random plans, as kernels of each instruction set, against
// the interpreter.
#include <cstdio>

#include "engine/plan/check.h"
#include "engine/plan/normalize.h"
#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "engine/test/random_plan.h"
#include "engine/test/random_values.h"
#include "engine/test/sanitized.h"
#include "engine/test/this_program.h"
#include "jit/test/arithmetic_check.h"
#include "jit/test/setting.h"
#include "jit/x64/arithmetic/narrow_lanes.h"

namespace dmlrun::jit::test {
namespace {

/// DMLRUN_VALUE_LISTS and DMLRUN_VALUE_SEED choose others.
constexpr std::uint64_t kLists = 4000, kManyLists = 5000000;
constexpr std::int64_t kShort = 12, kLong = 200;

void run_lists(std::uint64_t lists) {
  ArithmeticCheck check;
  lists = setting("DMLRUN_VALUE_LISTS", lists);
  const std::uint64_t first = setting("DMLRUN_VALUE_SEED", 1);
  for (std::uint64_t seed = first; seed < first + lists; ++seed) {
    const plan_test::RandomValues random(seed, seed % 10 == 0 ? kLong : kShort);
    if (random.plan.values.empty()) continue;
    const std::string subject = "DMLRUN_VALUE_LISTS=1 DMLRUN_VALUE_SEED=" + std::to_string(seed) + " " +
                                dmlrun::test::this_program() + " \"random lists of values*\"; plan " +
                                plan::print(random.plan);
    set_fault_subject(subject.c_str());
    const std::string wrong = check.run(random.plan, random.inputs, seed);
    set_fault_subject(nullptr);
    if (!wrong.empty()) FAIL(wrong << "; repeat: " << subject);
  }
  std::printf("%llu random lists of values, %llu kernels\n", static_cast<unsigned long long>(lists),
              static_cast<unsigned long long>(check.kernels()));
}

/// Rows of narrow integers, mostly of one width, and operations whose low bits follow from low bits, or nearly.
plan::Plan narrow_plan(plan_test::Random& random) {
  using plan::Element;
  using plan::Op;
  const auto width = random.of({0, 2});  // from i8 to u8, or from i16 to u16
  const auto element = [&] {
    return static_cast<Element>(static_cast<int>(Element::i8) + (random.one_in(40) ? 2 - width : width) +
                                static_cast<int>(random.in(0, 1)));
  };
  plan::Plan plan;
  const auto count = static_cast<std::uint64_t>(random.one_in(4) ? random.in(500, 2000) : random.in(1, 150));
  plan.axes = {{{{2, 0, 1, plan::kUnchosen}}, {}, 0, {}},
               {{{count, 0, count > 1 ? 1 : 0, plan::kUnchosen}}, {}, 0, {}}};
  plan.output = element();
  plan.output_strides = {static_cast<std::int64_t>(count), 1};
  plan.output_span = 2 * count;
  plan::ValueList values(plan);
  std::vector<plan::ValueList::Number> made;
  for (std::uint32_t o = 0; o < 3; ++o) {
    plan.operands.push_back({o, element(), 0, 2 * count, {}});
    plan.operands[o].strides = {random.one_in(2) ? 0 : static_cast<std::int64_t>(count), random.one_in(4) ? 0 : 1};
    made.push_back(values.load(o));
  }
  const auto type = random.of({plan::Type::i32, plan::Type::u32});
  const auto any = [&] {
    if (random.one_in(6)) return values.constant_bits(type, static_cast<std::uint32_t>(random.in(-130, 300)));
    return values.cast(Op::convert, type,
                       made[static_cast<std::size_t>(random.in(0, static_cast<int>(made.size()) - 1))]);
  };
  for (std::int64_t left = random.in(1, 8); left > 0; --left) {
    const Op op = random.of({Op::add, Op::subtract, Op::multiply, Op::negate, Op::bit_and, Op::bit_or, Op::bit_xor,
                             Op::bit_not, Op::minimum, Op::maximum, Op::add, Op::maximum});
    const auto x = any();
    made.push_back(plan::operation(op).arity == 1 ? values.apply(op, {x}) : values.apply(op, {x, any()}));
  }
  values.store(values.apply(Op::bit_xor, {any(), values.cast(Op::convert, type, made.back())}));
  return plan;
}

/// DMLRUN_NARROW_PLANS and DMLRUN_NARROW_SEED choose others.
void run_narrow_plans(std::uint64_t plans) {
  ArithmeticCheck check;
  plans = setting("DMLRUN_NARROW_PLANS", plans);
  std::uint64_t narrow = 0;
  const std::uint64_t first = setting("DMLRUN_NARROW_SEED", 1);
  for (std::uint64_t seed = first; seed < first + plans; ++seed) {
    plan_test::Random random(seed);
    const plan::Plan plan = narrow_plan(random);
    if (!plan::check(plan).empty()) continue;  // all of it was a constant
    narrow += x64::arithmetic::narrow_lane_bytes(plan, x64::Isa::avx512) > 0 ? 1 : 0;
    std::vector<plan_test::Bytes> inputs;
    for (const plan::Operand& operand : plan.operands) {
      inputs.emplace_back(operand.span * plan::bytes_of(operand.element));
      for (std::byte& byte : inputs.back()) byte = static_cast<std::byte>(random.in(0, 255));
    }
    const std::string subject = "DMLRUN_NARROW_PLANS=1 DMLRUN_NARROW_SEED=" + std::to_string(seed) + " " +
                                dmlrun::test::this_program() + " \"random plans of narrow*\"; plan " +
                                plan::print(plan);
    set_fault_subject(subject.c_str());
    const std::string wrong = check.run(plan, inputs, seed);
    set_fault_subject(nullptr);
    if (!wrong.empty()) FAIL(wrong << "; repeat: " << subject);
  }
  if (plans > 100) CHECK(narrow * 3 > plans);
  std::printf("%llu random plans of narrow integers, %llu in lanes of their width\n",
              static_cast<unsigned long long>(plans), static_cast<unsigned long long>(narrow));
}

constexpr std::uint64_t kPlans = 2500, kManyPlans = 250000;

/// DMLRUN_ARITHMETIC_PLANS and DMLRUN_ARITHMETIC_SEED choose others.
void run_plans(std::uint64_t plans) {
  ArithmeticCheck check;
  plans = setting("DMLRUN_ARITHMETIC_PLANS", plans);
  std::uint64_t done = 0;
  for (std::uint64_t seed = setting("DMLRUN_ARITHMETIC_SEED", 1); done < plans; ++seed) {
    const plan_test::RandomPlan random(seed);
    const plan::Plan normal = plan::normalize(random.plan);
    if (normal.values.empty() || !ArithmeticCheck::fits(random.plan, random.inputs)) continue;
    ++done;
    const std::string subject = "DMLRUN_ARITHMETIC_PLANS=1 DMLRUN_ARITHMETIC_SEED=" + std::to_string(seed) + " " +
                                dmlrun::test::this_program() + " \"random plans of values*\"; plan " +
                                plan::print(random.plan);
    set_fault_subject(subject.c_str());
    std::string wrong = check.run(random.plan, random.inputs, seed);
    if (wrong.empty()) wrong = check.run(normal, random.inputs, seed);
    set_fault_subject(nullptr);
    if (!wrong.empty()) FAIL(wrong << "; repeat: " << subject);
  }
  std::printf("%llu random plans of values, %llu kernels\n", static_cast<unsigned long long>(plans),
              static_cast<unsigned long long>(check.kernels()));
}

}  // namespace

TEST_CASE("random lists of values give the interpreter's bytes with every instruction set", "[arithmetic]") {
  run_lists(dmlrun::test::repeats(kLists));
}

TEST_CASE("random plans of narrow integers give the interpreter's bytes with every instruction set", "[arithmetic]") {
  run_narrow_plans(dmlrun::test::repeats(3000));
}

TEST_CASE("random plans of values give the interpreter's bytes with every instruction set", "[arithmetic]") {
  run_plans(dmlrun::test::repeats(kPlans));
}

// dmlrun_jit_tests "[.long][arithmetic]": the first takes hours.
TEST_CASE("many more random lists of values give the interpreter's bytes", "[.long][arithmetic]") {
  run_lists(kManyLists);
}

TEST_CASE("many more random plans of values give the interpreter's bytes", "[.long][arithmetic]") {
  run_plans(kManyPlans);
}

}  // namespace dmlrun::jit::test
