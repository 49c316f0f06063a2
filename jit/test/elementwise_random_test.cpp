// Plans that no operator makes, in any rank, with runs, fills, strides and broadcasts, against the interpreter.
#include <algorithm>
#include <cstdio>
#include <memory>

#include "engine/fuzz/random.h"
#include "engine/plan/interpret.h"
#include "engine/plan/normalize.h"
#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "engine/test/random_plan.h"
#include "engine/test/this_program.h"
#include "jit/test/elementwise_kernel.h"
#include "jit/test/guarded_buffer.h"
#include "jit/test/kernel_thunk.h"
#include "jit/test/setting.h"

namespace dmlrun::jit::test {
namespace {

/// Plans with an expression, each for every instruction set, as it is, in normal form and by slices;
/// DMLRUN_EXPRESSION_PLANS and DMLRUN_EXPRESSION_SEED choose others.
constexpr std::uint64_t kPlans = 7000, kManyPlans = 250000;
constexpr std::size_t kCapacity = 65536, kMaxInputs = 4;

KernelThunk make_thunk() {
  auto arena = memory::CodeArena::of_process();
  if (!arena) throw std::runtime_error(arena.error().to_string());
  auto thunk = KernelThunk::make(*arena);
  if (!thunk) throw std::runtime_error(thunk.error().to_string());
  return std::move(*thunk);
}

/// Buffers beside memory that cannot be touched, made once and used for many plans.
class ExpressionCheck {
 public:
  ExpressionCheck() : thunk_(make_thunk()) {
    report_faults();
    for (const char* name : {"input 0", "input 1", "input 2", "input 3"})
      inputs_.push_back(std::make_unique<GuardedBuffer>(name, kCapacity));
  }

  static bool fits(const plan_test::RandomPlan& random) {
    bool fits = random.plan.output_span * plan::bytes_of(random.plan.output) <= kCapacity &&
                random.inputs.size() <= kMaxInputs;
    for (const auto& input : random.inputs) fits = fits && input.size() <= kCapacity;
    return fits;
  }

  /// "" or what is wrong.
  std::string run(const plan_test::RandomPlan& random, std::uint64_t seed, std::uint64_t& kernels) {
    turn_ = seed;
    place(random.inputs);
    const plan::Plan normal = plan::normalize(random.plan);
    const x64::Tuning& tuning = x64::tunings()[seed % x64::tunings().size()];
    for (const x64::Isa isa : usable_isas()) {
      std::string wrong = run_kernel(random.plan, isa, tuning, kernels);
      if (wrong.empty() && !normal.values.empty())
        if (wrong = run_kernel(normal, isa, tuning, kernels); !wrong.empty()) wrong = "normal: " + wrong;
      if (!wrong.empty()) return std::string(name(isa)) + ", " + std::string(tuning.name) + ": " + wrong;
    }
    return {};
  }

 private:
  void place(const std::vector<plan_test::Bytes>& inputs) {
    pointers_.clear();
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const Side side = turn_ >> i & 1 ? Side::begin : Side::end;
      const auto placed = inputs_[i]->place(inputs[i].size(), side);
      std::copy(inputs[i].begin(), inputs[i].end(), placed.begin());
      inputs_[i]->forbid_writing();
      pointers_.push_back(placed.data());
    }
  }

  std::string run_kernel(const plan::Plan& plan, x64::Isa isa, const x64::Tuning& tuning, std::uint64_t& kernels) {
    const ElementwiseKernel kernel(plan, isa, tuning);
    ++kernels;
    const std::uint64_t count = plan::element_count(plan);
    if (std::string wrong = run_slices(plan, kernel, count); !wrong.empty()) return "whole: " + wrong;
    // Entered again with another pattern in registers, also where there is no more than one slice.
    const std::uint64_t longest = turn_ % 3 == 0 ? count / 20 + 1 : count * 2 / 3 + 1;
    return run_slices(plan, kernel, longest);
  }

  /// The output in slices of at most so many elements, of random lengths. After each, the whole output is looked at: a
  /// slice must not write what belongs to others, though it be right.
  std::string run_slices(const plan::Plan& plan, const ElementwiseKernel& kernel, std::uint64_t longest) {
    ++turn_;
    fuzz::Random random(turn_, 0);
    const std::uint64_t count = plan::element_count(plan);
    const std::size_t bytes = plan::bytes_of(plan.output);
    const plan_test::NaiveWalk walk(plan);
    const auto output =
        output_.place(plan.output_span * bytes, turn_ % 2 ? Side::begin : Side::end, turn_ % 5 ? 0 : turn_ % 64);
    plan_test::Bytes expected(output.begin(), output.end());
    for (std::uint64_t first = 0; first < count;) {
      const std::uint64_t last = longest >= count ? count : std::min(count, first + random.between(1, longest));
      const std::int64_t at = walk.output_offset(first) * static_cast<std::int64_t>(bytes);
      plan::interpret(plan, pointers_.data(), expected.data() + at, first, last);
      const std::uint32_t violations =
          thunk_.run(kernel.function(), {pointers_.data(), output.data() + at, first, last},
                     {.seed = turn_, .upper_halves_are_clean = turn_ % 4 != 0});
      if (violations != 0) return "not as it was: " + violation_names(violations);
      const auto differs = std::mismatch(expected.begin(), expected.end(), output.begin()).first - expected.begin();
      if (differs < static_cast<std::ptrdiff_t>(expected.size()))
        return "elements " + std::to_string(first) + " to " + std::to_string(last) + ": byte " +
               std::to_string(differs) + " is " +
               std::to_string(std::to_integer<int>(output[static_cast<std::size_t>(differs)])) + ", expected " +
               std::to_string(std::to_integer<int>(expected[static_cast<std::size_t>(differs)]));
      first = last;
    }
    if (const auto damage = output_.first_damage())
      return "byte " + std::to_string(*damage) + " beside the output is changed";
    return {};
  }

  KernelThunk thunk_;
  std::vector<std::unique_ptr<GuardedBuffer>> inputs_;
  GuardedBuffer output_{"output", kCapacity + 64};
  std::vector<const std::byte*> pointers_;
  std::uint64_t turn_ = 0;
};

/// The first `plans` random plans that have an expression; stops at the first that is wrong.
void run_plans(std::uint64_t plans) {
  plans = setting("DMLRUN_EXPRESSION_PLANS", plans);
  std::uint64_t done = 0, kernels = 0;
  ExpressionCheck check;
  for (std::uint64_t seed = setting("DMLRUN_EXPRESSION_SEED", 1); done < plans; ++seed) {
    const plan_test::RandomPlan random(seed);
    if (random.plan.values.empty() || !ExpressionCheck::fits(random)) continue;
    ++done;
    const std::string subject = "DMLRUN_EXPRESSION_PLANS=1 DMLRUN_EXPRESSION_SEED=" + std::to_string(seed) + " " +
                                dmlrun::test::this_program() + " \"random expressions over*\"; plan " +
                                plan::print(random.plan);
    set_fault_subject(subject.c_str());
    std::string wrong;
    try {
      wrong = check.run(random, seed, kernels);
    } catch (const std::exception& error) {
      wrong = error.what();
    }
    set_fault_subject(nullptr);
    if (!wrong.empty()) FAIL(wrong << "; repeat: " << subject);
  }
  REQUIRE(done == plans);
  std::printf("%llu random plans with expressions, %llu kernels\n", static_cast<unsigned long long>(done),
              static_cast<unsigned long long>(kernels));
}

}  // namespace

TEST_CASE("random expressions over random runs, strides and slices, between guard pages, give the interpreter's bytes",
          "[elementwise]") {
  run_plans(kPlans);
}

// dmlrun_jit_tests "[long]": a few minutes.
TEST_CASE("many more random expressions give the interpreter's bytes", "[.long][elementwise]") {
  run_plans(kManyPlans);
}

}  // namespace dmlrun::jit::test
