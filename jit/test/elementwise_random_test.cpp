// Plans that no operator makes, in any rank, with runs, fills, strides and broadcasts, against the interpreter.
#include <cstdio>

#include "engine/plan/check.h"
#include "engine/plan/interpret.h"
#include "engine/plan/normalize.h"
#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "engine/test/random_plan.h"
#include "jit/test/elementwise_kernel.h"
#include "jit/test/setting.h"

namespace dmlrun::jit::test {
namespace {

/// Plans with an expression, each for every instruction set, as it is, in normal form and as a slice;
/// DMLRUN_EXPRESSION_PLANS and DMLRUN_EXPRESSION_SEED choose others.
constexpr std::uint64_t kPlans = 7000, kManyPlans = 250000;
constexpr std::size_t kStrip = 64;

/// Bytes with a strip of canaries on both sides.
struct Output {
  explicit Output(std::size_t bytes) : all(bytes + 2 * kStrip, std::byte{0xaa}) {}
  std::byte* begin() { return all.data() + kStrip; }
  plan_test::Bytes all;
};

struct Case {
  explicit Case(std::uint64_t seed) : random(seed) {}
  plan_test::RandomPlan random;

  /// "" or what differs.
  std::string compare(const plan::Plan& plan, Isa isa, std::uint64_t first, std::uint64_t last, std::int64_t begin) {
    std::vector<const std::byte*> inputs;
    for (const auto& input : random.inputs) inputs.push_back(input.data());
    const std::size_t bytes = plan.output_span * plan::bytes_of(plan.output);
    Output expected(bytes), found(bytes);
    plan::interpret(plan, inputs.data(), expected.begin() + begin, first, last);
    ElementwiseKernel(plan, isa).run(inputs.data(), found.begin() + begin, first, last);
    for (std::size_t b = 0; b < expected.all.size(); ++b)
      if (expected.all[b] != found.all[b])
        return std::string(name(isa)) + ", elements " + std::to_string(first) + " to " + std::to_string(last) +
               ": byte " + std::to_string(static_cast<std::int64_t>(b - kStrip)) + " is " +
               std::to_string(std::to_integer<int>(found.all[b])) + ", expected " +
               std::to_string(std::to_integer<int>(expected.all[b]));
    return {};
  }
};

std::string run_seed(std::uint64_t seed, std::uint64_t& kernels) {
  Case one(seed);
  const plan::Plan& plan = one.random.plan;
  const plan_test::NaiveWalk walk(plan);
  const plan::Plan normal = plan::normalize(plan);
  const auto bytes = static_cast<std::int64_t>(plan::bytes_of(plan.output));
  for (const Isa isa : usable_isas()) {
    kernels += normal.expression.empty() ? 2 : 3;
    if (std::string wrong = one.compare(plan, isa, 0, walk.count(), 0); !wrong.empty()) return wrong;
    if (!normal.expression.empty())
      if (std::string wrong = one.compare(normal, isa, 0, walk.count(), 0); !wrong.empty()) return "normal: " + wrong;
    const std::uint64_t first = seed * 7 % walk.count(), last = first + seed * 13 % (walk.count() - first + 1);
    if (std::string wrong = one.compare(plan, isa, first, last, walk.output_offset(first) * bytes); !wrong.empty())
      return wrong;
  }
  return {};
}

/// The first `plans` random plans that have an expression; stops at the first that is wrong.
void run_plans(std::uint64_t plans) {
  plans = setting("DMLRUN_EXPRESSION_PLANS", plans);
  std::uint64_t done = 0, kernels = 0;
  for (std::uint64_t seed = setting("DMLRUN_EXPRESSION_SEED", 1); done < plans; ++seed) {
    if (plan_test::RandomPlan(seed).plan.expression.empty()) continue;
    ++done;
    std::string wrong;
    try {
      wrong = run_seed(seed, kernels);
    } catch (const std::exception& error) {
      wrong = error.what();
    }
    if (wrong.empty()) continue;
    INFO("seed " << seed << "; repeat: DMLRUN_EXPRESSION_PLANS=1 DMLRUN_EXPRESSION_SEED=" << seed
                 << " dmlrun_jit_tests \"random expressions over*\"; plan " << plan::print(plan_test::RandomPlan(seed).plan));
    FAIL(wrong);
  }
  REQUIRE(done == plans);
  std::printf("%llu random plans with expressions, %llu kernels\n", static_cast<unsigned long long>(done),
              static_cast<unsigned long long>(kernels));
}

}  // namespace

TEST_CASE("random expressions over random runs, strides and slices give the interpreter's bytes", "[elementwise]") {
  run_plans(kPlans);
}

// dmlrun_jit_tests "[long]": a few minutes.
TEST_CASE("many more random expressions give the interpreter's bytes", "[.long][elementwise]") {
  run_plans(kManyPlans);
}

}  // namespace dmlrun::jit::test
