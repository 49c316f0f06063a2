#include "jit/halide/backend.h"

#include <algorithm>
#include <array>
#include <new>
#include <span>
#include <utility>

#include "engine/plan/print.h"
#include "jit/halide/host_target.h"
#include "jit/halide/module.h"
#include "jit/halide/object_executable.h"
#include "jit/halide/objects/object_cache.h"
#include "jit/halide/whole_boxes.h"
#include "jit/memory/code_arena.h"

namespace dmlrun {
namespace {

std::string cpu_unavailable(const CompileOptions& options) {
  if (jit::halide::host_target(options.isa).empty()) return "objects are loaded on x86-64 and arm64 processors only";
  const auto arena = jit::memory::CodeArena::of_process();
  if (!arena) throw std::bad_alloc();
  if (!arena->why_not().empty()) return std::string(arena->why_not());
  return jit::halide::module_file().empty() ? std::string(jit::halide::kNotInstalled) : std::string();
}

std::string module_unavailable() {
  std::string why_not;
  (void)jit::halide::halide_module(why_not);
  return why_not;
}

InForce cpu_in_force(const CompileOptions& options) {
  const std::string target = jit::halide::host_target(options.isa);
  const auto has = [&](const char* feature) { return target.find(feature) != std::string::npos; };
  return {has("avx512") ? "avx512" : has("avx2") ? "avx2" : "", ""};
}

std::string cpu_note(const CompileOptions& options) {
  return options.code_folder.empty() ? std::string() : jit::halide::ObjectCache(options.code_folder).why_not();
}

std::string cpu_why_not(const CompileRequest& request) {
  const auto is_fused = [](const plan::Value& value) { return value.op == plan::Op::fma; };
  if (std::any_of(request.plan.values.begin(), request.plan.values.end(), is_fused) &&
      !jit::halide::fuses(jit::halide::host_target(request.options.isa)))
    return "the processor has no instruction that fuses a product and a sum";
  return jit::halide::why_not_boxes(request.plan);
}

/// What an object depends on: the code that makes it, the processor that it is for, and the plan.
struct Compilation {
  std::string plan, target;
  [[nodiscard]] std::string key() const {
    return "dmlrun " DMLRUN_MODULE_VERSION(DMLRUN_VERSION) " halide " DMLRUN_HALIDE_VERSION "\n" + target + "\n" + plan;
  }
};

Error named(Error error) {
  if (!error.message.empty() && error.code != ErrorCode::unknown_option)
    error.message = "halide-cpu cannot: " + error.message;
  return error;
}

Result<std::vector<std::byte>> compile_for_cpu(const Compilation& from) {
  auto answers = jit::halide::ask_module({from.plan.c_str(), from.target.c_str(), jit::halide::kKernelFunction});
  if (!answers) return named(std::move(answers).error());
  return std::move(answers->at(0));
}

Result<std::unique_ptr<Executable>> load_for_cpu(const plan::Plan& plan, std::span<const std::byte> object) {
  auto arena = jit::memory::CodeArena::of_process();
  if (!arena) return std::move(arena).error();
  auto loaded = jit::halide::load_object(*arena, object, jit::halide::object_imports());
  if (!loaded) return std::move(loaded).error();
  auto kernel = jit::halide::ObjectExecutable::make(plan, std::move(*loaded));
  if (!kernel) return std::move(kernel).error();
  return std::unique_ptr<Executable>(std::move(*kernel));
}

/// Taken from the folder for code, without loading the module, or compiled and stored there.
Result<std::unique_ptr<Executable>> build_for_cpu(const CompileRequest& request) {
  const Compilation compilation{plan::print(request.plan), jit::halide::host_target(request.options.isa)};
  if (request.options.code_folder.empty()) {
    auto object = compile_for_cpu(compilation);
    if (!object) return std::move(object).error();
    return load_for_cpu(request.plan, *object);
  }
  const jit::halide::ObjectCache cache(request.options.code_folder);
  if (const auto kept = cache.find(compilation.key()))
    if (auto kernel = load_for_cpu(request.plan, *kept)) return kernel;
  auto object = compile_for_cpu(compilation);
  if (!object) return std::move(object).error();
  cache.store(compilation.key(), *object);
  return load_for_cpu(request.plan, *object);
}

Result<std::string> emit_object(const CompileRequest& request, const EmitRequest& wanted) {
  if (std::string reason = jit::halide::why_not_whole_boxes(request.plan); !reason.empty())
    return Error{.code = ErrorCode::backend_unavailable, .message = "halide-cpu cannot: " + reason};
  // For this machine: the features that its kernels may use.
  const std::string target =
      wanted.target == "host" ? jit::halide::linked_target(request.options.isa) : std::string(wanted.target);
  const std::string plan = plan::print(request.plan), function(wanted.function);
  auto answers = jit::halide::ask_module({plan.c_str(), target.c_str(), function.c_str()},
                                         &jit::halide::HalideModule::compile_ahead);
  if (!answers) return named(std::move(answers).error());
  const std::vector<std::byte>& object = answers->at(0);
  return std::string(reinterpret_cast<const char*>(object.data()), object.size());
}

/// The target's length: of two targets on one machine the longer has all features of the other.
std::uint64_t cpu_variant(const CompileOptions& options) { return jit::halide::host_target(options.isa).size(); }

/// "3 moved" and the like, in the order in which they run.
std::string words_of(const jit::halide::Boxes& boxes) {
  constexpr const char* kWords[] = {"filled", "moved", "computed", "copied from the output"};
  std::array<std::size_t, 4> counts{};
  for (const jit::halide::Box& box : boxes.list) ++counts[static_cast<std::size_t>(box.value)];
  std::string text;
  for (std::size_t k = 0; k < counts.size(); ++k)
    if (counts[k] > 0) text += (text.empty() ? "" : ", ") + std::to_string(counts[k]) + " " + kWords[k];
  return text;
}

Result<std::vector<Choice>> cpu_strategy(const CompileRequest& request) {
  const jit::halide::Boxes boxes = jit::halide::boxes_of(request.plan);
  std::vector<Choice> choices;
  choices.push_back({"boxes of the output",
                     std::to_string(boxes.list.size()) + ": " + words_of(boxes),
                     {{"one loop that asks which run it is in", "every element would pay for the question"}}});
  return choices;
}

// Not for "auto": to compile takes longer than the interpreter takes for all but the largest tensors.
constexpr Backend kBackends[] = {
    {"halide-cpu", "machine code by Halide pipelines: slow to compile; a second opinion about jit", "CPU", false,
     cpu_unavailable, cpu_why_not, build_for_cpu, cpu_strategy, cpu_in_force, cpu_variant, module_unavailable, cpu_note,
     nullptr, emit_object, EmitForm::object},
};

}  // namespace

std::span<const Backend> halide_backends() noexcept { return kBackends; }

}  // namespace dmlrun
