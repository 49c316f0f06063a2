#include "engine/run/backends.h"

#include <array>
#include <new>
#include <utility>

#include "engine/fork/forks.h"
#include "engine/plan/axis_runs.h"
#include "engine/plan/interpreter/interpret.h"
#include "engine/reference/reference.h"
#include "engine/tensor/floating_point.h"
#include "jit/halide/backend.h"
#include "jit/halide/devices/device_backend.h"
#ifdef DMLRUN_WITH_JIT
#include "jit/x64/backend.h"
#endif

namespace dmlrun {
namespace {

std::string always_available(const CompileOptions&) { return {}; }
std::string takes_everything(const CompileRequest&) { return {}; }
std::uint64_t always_the_same(const CompileOptions&) { return 0; }

/// Walks the plan. Its own copy of it: a kernel outlives the operator.
class InterpreterExecutable final : public Executable {
 public:
  explicit InterpreterExecutable(const plan::Plan& plan) : plan_(plan) {}
  [[nodiscard]] std::uint64_t bytes() const noexcept override {
    return sizeof *this + run_count(plan_) * sizeof(plan::Run) + plan_.operands.size() * sizeof(plan::Operand) +
           plan_.values.size() * sizeof(plan::Value);
  }
  void run(const std::byte* const* inputs, std::byte* output, std::uint64_t first,
           std::uint64_t last) const noexcept override {
    plan::interpret(plan_, inputs, output, first, last);
  }

 private:
  plan::Plan plan_;
};

class ReferenceExecutable final : public Executable {
 public:
  explicit ReferenceExecutable(const CompileRequest& request)
      : desc_(request.desc), activation_(reference::activation_of(desc_)), output_(request.output) {}
  void run(const std::byte* const* inputs, std::byte* output, std::uint64_t first,
           std::uint64_t last) const noexcept override {
    reference::run(desc_, output_, inputs, output, first, last, activation_);
  }

 private:
  Desc desc_, activation_;
  std::size_t output_;
};

Result<std::unique_ptr<Executable>> build_interpreted(const CompileRequest& request) {
  return std::unique_ptr<Executable>(std::make_unique<InterpreterExecutable>(request.plan));
}
Result<std::unique_ptr<Executable>> build_reference(const CompileRequest& request) {
  return std::unique_ptr<Executable>(std::make_unique<ReferenceExecutable>(request));
}

/// One decision for the whole output.
std::vector<Choice> only_choice(std::string taken, std::string other, std::string why_not) {
  return {{"whole output", std::move(taken), {{std::move(other), std::move(why_not)}}}};
}

Result<std::vector<Choice>> interpreted_strategy(const CompileRequest& request) {
  return only_choice(request.plan.values.empty() ? "block copies, run by run, as the plan says"
                                                 : "blocks of elements, value after value, as the plan says",
                     "machine code", "the interpreter makes none");
}
Result<std::vector<Choice>> reference_strategy(const CompileRequest&) {
  return only_choice("element by element, from the operator's definition", "the plan",
                     "the reference does not look at it");
}

constexpr Backend kEverywhere[] = {
    {"interpreter", "walks the plan: works everywhere, also where no code may be generated", "CPU", true,
     always_available, takes_everything, build_interpreted, interpreted_strategy, nullptr, always_the_same},
    {"reference", "walks the operator's definition, coordinate by coordinate: the arbiter, slow", "CPU", false,
     always_available, takes_everything, build_reference, reference_strategy},
};

std::span<const Backend> generating() noexcept {
#ifdef DMLRUN_WITH_JIT
  return x64_backends();
#else
  return {};
#endif
}

/// All lists in one.
struct List {
  std::array<Backend, 16> backends{};
  std::size_t count = 0;
  List() noexcept {
    for (const std::span<const Backend> part :
         {generating(), halide_backends(), device_backends(), std::span<const Backend>(kEverywhere)})
      for (const Backend& backend : part) backends.at(count++) = backend;
  }
};

}  // namespace

std::span<const Backend> backend_list() noexcept {
  const List& list = once([]() -> const List& {
    static const List made;
    return made;
  });
  return {list.backends.data(), list.count};
}

const Backend* find_backend(std::string_view name) noexcept {
  for (const Backend& backend : backend_list())
    if (backend.name == name) return &backend;
  return nullptr;
}

std::vector<BackendInfo> backends(const CompileOptions& options) noexcept {
  const DefaultFloatingPoint environment;
  try {
    std::vector<BackendInfo> list;
    for (const Backend& backend : backend_list()) {
      const InForce now = backend.in_force ? backend.in_force(options) : InForce{};
      std::string why_not = backend.unavailable(options);
      if (why_not.empty() && backend.unavailable_after_all) why_not = backend.unavailable_after_all();
      list.push_back({backend.name, backend.description, backend.device, std::move(why_not), now.isa, now.tuning,
                      backend.devices ? backend.devices() : std::vector<std::string>(),
                      backend.note ? backend.note(options) : std::string()});
    }
    return list;
  } catch (const std::bad_alloc&) {
    return {};
  }
}

}  // namespace dmlrun
