// Random plans as the code that `emit` makes for other programs, loaded here.
#include <cstdio>
#include <stdexcept>
#include <string>

#include "engine/plan/normalize.h"
#include "engine/plan/print.h"
#include "engine/tensor/floating_point.h"
#include "engine/test/catch.h"
#include "engine/test/random_plan.h"
#include "engine/test/this_program.h"
#include "jit/halide/host_target.h"
#include "jit/halide/module.h"
#include "jit/halide/whole_boxes.h"
#include "jit/test/halide/plan_trial.h"
#include "jit/test/setting.h"

namespace dmlrun::jit::test {
namespace {

/// DMLRUN_EMITTED_PLANS and DMLRUN_EMITTED_SEED choose others.
constexpr std::uint64_t kEmittedPlans = 60, kEmittedDataSets = 4;
constexpr std::size_t kMaxOperands = 4;

/// Calls the function of an emitted object, as a program that is linked with it would.
class EmittedCode final : public Executable {
 public:
  explicit EmittedCode(const plan::Plan& plan) : object_(load(plan)), elements_(plan::element_count(plan)) {
    for (const plan::Operand& operand : plan.operands) inputs_.push_back(operand.input);
    entry_ = object_.find<void()>("emitted");
    if (!entry_) throw std::runtime_error("the object lacks its function");
  }

  void run(const std::byte* const* inputs, std::byte* output, std::uint64_t, std::uint64_t) const noexcept override {
    halide::KernelDimension dimension{0, 0, 1, 0};
    std::array<halide::KernelBuffer, kMaxOperands + 1> buffers;
    std::array<halide::KernelBuffer*, kMaxOperands + 1> all{};
    for (std::size_t b = 0; b <= inputs_.size(); ++b) {
      const std::byte* host = b < inputs_.size() ? inputs[inputs_[b]] : output;
      buffers[b].host = reinterpret_cast<std::uint8_t*>(const_cast<std::byte*>(host));  // NOLINT: inputs are only read
      buffers[b].dimension = &dimension;
      all[b] = &buffers[b];
    }
    const DefaultFloatingPoint environment;
    call(all);
  }
  [[nodiscard]] std::uint64_t slice_granularity() const noexcept override { return elements_; }

 private:
  using Buffer = halide::KernelBuffer*;

  static halide::LoadedObject load(const plan::Plan& plan) {
    const std::string text = plan::print(plan), target = halide::host_target("");
    const auto answers =
        halide::ask_module({text.c_str(), target.c_str(), "emitted"}, &halide::HalideModule::compile_ahead);
    if (!answers) throw std::runtime_error(answers.error().to_string());
    auto arena = memory::CodeArena::of_process();
    if (!arena) throw std::runtime_error(arena.error().to_string());
    auto object = halide::load_object(*arena, answers->at(0), halide::object_imports());
    if (!object) throw std::runtime_error(object.error().to_string());
    return std::move(*object);
  }

  template <class... Buffers>
  void call_with(Buffers... buffers) const noexcept {
    reinterpret_cast<int (*)(Buffers...)>(entry_)(buffers...);
  }
  void call(const std::array<Buffer, kMaxOperands + 1>& b) const noexcept {
    switch (inputs_.size()) {
      case 0: return call_with(b[0]);
      case 1: return call_with(b[0], b[1]);
      case 2: return call_with(b[0], b[1], b[2]);
      case 3: return call_with(b[0], b[1], b[2], b[3]);
      default: return call_with(b[0], b[1], b[2], b[3], b[4]);
    }
  }

  halide::LoadedObject object_;
  std::uint64_t elements_;
  std::vector<std::uint32_t> inputs_;
  void (*entry_)() = nullptr;
};

std::string trouble_with(PlanTrial& trial, const plan::Plan& plan) {
  try {
    const EmittedCode code(plan);
    for (std::uint64_t set = 0; set < kEmittedDataSets; ++set) {
      const Side side = set % 2 == 0 ? Side::end : Side::begin;
      const std::string wrong = trial.run(plan, code, make_inputs(plan, set), side, 1);
      if (!wrong.empty()) return "data set " + std::to_string(set) + ": " + wrong;
    }
  } catch (const std::exception& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("random plans as emitted objects give the interpreter's bytes and touch nothing else", "[emitted]") {
  report_faults();
  PlanTrial trial;
  const std::uint64_t count = setting("DMLRUN_EMITTED_PLANS", kEmittedPlans);
  std::uint64_t done = 0;
  for (std::uint64_t seed = setting("DMLRUN_EMITTED_SEED", 1); done < count; ++seed) {
    const plan_test::RandomPlan random(seed);
    const plan::Plan plan = seed % 3 == 0 ? random.plan : plan::normalize(random.plan);
    if (!PlanTrial::fits(plan) || plan.operands.size() > kMaxOperands || !halide::why_not_whole_boxes(plan).empty())
      continue;
    ++done;
    const std::string subject = "DMLRUN_EMITTED_PLANS=1 DMLRUN_EMITTED_SEED=" + std::to_string(seed) + " " +
                                dmlrun::test::this_program() + " \"[emitted]\"; plan " + plan::print(plan);
    set_fault_subject(subject.c_str());
    const std::string wrong = trouble_with(trial, plan);
    set_fault_subject(nullptr);
    if (!wrong.empty()) FAIL(wrong << "; repeat: " << subject);
  }
  std::printf("%llu random plans as emitted objects\n", static_cast<unsigned long long>(done));
}

TEST_CASE("short runs that go backwards become objects", "[emitted]") {
  report_faults();
  PlanTrial trial;
  for (const char* text :
       {"output x4 strides 1 span 7; axes [2@2- 3@0 2@1-]; %0 = input 0 x4 offset 0 strides 1 span 3",
        "output x1 strides 1 span 5; axes [2@2- 3@0]; %0 = input 0 x1 offset 0 strides 1 span 3",
        "output x8 strides 2,1 span 14; axes [2@2- 3@0 2@1-] [2@0]; %0 = input 0 x8 offset 0 strides "
        "2,1 span 6"}) {
    const auto plan = plan::parse(text);
    INFO(text);
    REQUIRE(plan);
    CHECK(trouble_with(trial, *plan) == "");
  }
}

}  // namespace dmlrun::jit::test
