// Random lists of values of every operation and type, and random plans, as kernels of each instruction set, against
// the interpreter.
#include <cstdio>

#include "engine/plan/normalize.h"
#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "engine/test/random_plan.h"
#include "engine/test/random_values.h"
#include "engine/test/this_program.h"
#include "jit/test/arithmetic_check.h"
#include "jit/test/setting.h"

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

constexpr std::uint64_t kPlans = 1500, kManyPlans = 250000;

/// DMLRUN_ARITHMETIC_PLANS and DMLRUN_ARITHMETIC_SEED choose others.
void run_plans(std::uint64_t plans) {
  ArithmeticCheck check;
  plans = setting("DMLRUN_ARITHMETIC_PLANS", plans);
  std::uint64_t done = 0;
  for (std::uint64_t seed = setting("DMLRUN_ARITHMETIC_SEED", 1); done < plans; ++seed) {
    const plan_test::RandomPlan random(seed);
    if (random.plan.values.empty() || !ArithmeticCheck::fits(random.plan, random.inputs)) continue;
    ++done;
    const std::string subject = "DMLRUN_ARITHMETIC_PLANS=1 DMLRUN_ARITHMETIC_SEED=" + std::to_string(seed) + " " +
                                dmlrun::test::this_program() + " \"random plans of values*\"; plan " +
                                plan::print(random.plan);
    set_fault_subject(subject.c_str());
    std::string wrong = check.run(random.plan, random.inputs, seed);
    const plan::Plan normal = plan::normalize(random.plan);
    if (wrong.empty() && !normal.values.empty()) wrong = check.run(normal, random.inputs, seed);
    set_fault_subject(nullptr);
    if (!wrong.empty()) FAIL(wrong << "; repeat: " << subject);
  }
  std::printf("%llu random plans of values, %llu kernels\n", static_cast<unsigned long long>(plans),
              static_cast<unsigned long long>(check.kernels()));
}

}  // namespace

TEST_CASE("random lists of values give the interpreter's bytes with every instruction set", "[arithmetic]") {
  run_lists(kLists);
}

TEST_CASE("random plans of values give the interpreter's bytes with every instruction set", "[arithmetic]") {
  run_plans(kPlans);
}

// dmlrun_jit_tests "[.long][arithmetic]": the first takes hours.
TEST_CASE("many more random lists of values give the interpreter's bytes", "[.long][arithmetic]") {
  run_lists(kManyLists);
}

TEST_CASE("many more random plans of values give the interpreter's bytes", "[.long][arithmetic]") {
  run_plans(kManyPlans);
}

}  // namespace dmlrun::jit::test
