#include "jit/x64/backend.h"

#include <algorithm>
#include <utility>

#include "jit/memory/code_arena.h"
#include "jit/x64/assembler.h"
#include "jit/x64/elementwise.h"
#include "jit/x64/isa.h"
#include "jit/x64/kernel_arguments.h"
#include "jit/x64/mover.h"
#include "jit/x64/tuning.h"

namespace dmlrun {

namespace {

using jit::Isa;

/// The instructions that may be used: at most these, and what the options and the processor allow.
Isa most_of(Isa most, const CompileOptions& options) {
  const Isa cap = jit::isa_of(options.isa).value_or(most);
  return std::min({most, cap, jit::detected_isa()});
}

const jit::Tuning& tuning_of(const CompileOptions& options) {
  const jit::Tuning* named = jit::find_tuning(options.tuning);
  return named ? *named : jit::tuning_of(jit::this_processor());
}

/// "" where code for these instructions can run here, else why not.
std::string unavailable_with(Isa least, const CompileOptions& options) {
  if (jit::detected_isa() < least) {
    const char* needed = least == Isa::avx2 ? "AVX2, BMI1 and BMI2" : "AVX-512 F, BW, DQ and VL";
    return "this processor or its operating system lacks " + std::string(needed);
  }
  if (most_of(Isa::avx512_vbmi, options) < least)
    return "it needs more than the instruction set that is allowed, " + std::string(options.isa);
  const auto arena = jit::CodeArena::of_process();
  if (!arena) return arena.error().to_string();
  return std::string(arena->why_not());
}

/// A kernel that computes: all that a call needs is in its arguments.
class Computer final : public Executable {
 public:
  explicit Computer(jit::CodeBlock code) noexcept : code_(std::move(code)) {}
  void run(const std::byte* const* inputs, std::byte* output, std::uint64_t first,
           std::uint64_t last) const noexcept override {
    const jit::KernelArguments arguments{inputs, output, first, last};
    code_.function<jit::KernelFunction>()(&arguments);
  }
  [[nodiscard]] bool keeps_environment() const noexcept override { return true; }

 private:
  jit::CodeBlock code_;
};

template <Isa kMost>
std::string why_not(const Task& task) {
  if (task.plan.expression.empty()) return {};
  return jit::why_not_elementwise(task.plan, most_of(kMost, task.options));
}

Result<std::unique_ptr<Executable>> build_computer(const plan::Plan& plan, Isa isa, const jit::Tuning& tuning) {
  auto code = jit::assemble([&](jit::Assembler& assembler) { jit::emit_elementwise(assembler, plan, isa, tuning); });
  if (!code) return std::move(code).error();
  auto arena = jit::CodeArena::of_process();
  if (!arena) return std::move(arena).error();
  auto block = arena->build(*code);
  if (!block) return std::move(block).error();
  return std::unique_ptr<Executable>(std::make_unique<Computer>(std::move(*block)));
}

/// Code for at most these instructions.
Result<std::unique_ptr<Executable>> build_with(Isa most, const Task& task) {
  jit::MoverSettings settings;
  settings.isa = most_of(most, task.options);
  settings.tuning = &tuning_of(task.options);
  if (!task.plan.expression.empty()) return build_computer(task.plan, settings.isa, *settings.tuning);
  auto mover = jit::Mover::make(task.plan, settings);
  if (!mover) return std::move(mover).error();
  return std::unique_ptr<Executable>(std::move(*mover));
}

template <Isa kLeast>
std::string unavailable(const CompileOptions& options) {
  return unavailable_with(kLeast, options);
}

template <Isa kMost>
Result<std::unique_ptr<Executable>> build(const Task& task) {
  return build_with(kMost, task);
}

constexpr Backend kBackends[] = {
    {"jit", "machine code made for the plan, with the best instructions of this processor", "CPU", true,
     unavailable<Isa::avx2>, why_not<Isa::avx512_vbmi>, build<Isa::avx512_vbmi>},
    {"jit-avx512", "machine code with AVX-512", "CPU", false, unavailable<Isa::avx512>,
     why_not<Isa::avx512_vbmi>, build<Isa::avx512_vbmi>},
    {"jit-avx2", "machine code with AVX2", "CPU", false, unavailable<Isa::avx2>, why_not<Isa::avx2>, build<Isa::avx2>},
};

}  // namespace

std::span<const Backend> x64_backends() noexcept { return kBackends; }

}  // namespace dmlrun
