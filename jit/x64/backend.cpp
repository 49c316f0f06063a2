#include "jit/x64/backend.h"

#include <algorithm>
#include <new>
#include <utility>

#include "engine/fork/forks.h"
#include "jit/memory/code_arena.h"
#include "jit/x64/arithmetic/arithmetic_executable.h"
#include "jit/x64/arithmetic/arithmetic_kernel.h"
#include "jit/x64/copy/copy_executable.h"
#include "jit/x64/isa.h"
#include "jit/x64/strategy_notes.h"
#include "jit/x64/tuning.h"

namespace dmlrun {

namespace {

using jit::x64::Isa;
using jit::x64::kNewestIsa;

/// The best instruction set: at most this one, as far as options and processor allow.
Isa most_of(Isa most, const CompileOptions& options) {
  const Isa cap = jit::x64::isa_of(options.isa).value_or(most);
  return std::min({most, cap, jit::x64::detected_isa()});
}

const jit::x64::Tuning& selected_tuning(const CompileOptions& options) {
  const auto& of_this_processor = once([]() -> const auto& {
    static const jit::x64::Tuning& row = jit::x64::tuning_of(jit::x64::this_processor());
    return row;
  });
  const jit::x64::Tuning* named = jit::x64::find_tuning(options.tuning);
  return named ? *named : of_this_processor;
}

/// "" where code for these instructions can run here, else why not.
std::string unavailable_with(Isa least, const CompileOptions& options) {
  if (jit::x64::detected_isa() < least)
    return "this processor or its operating system lacks " + std::string(jit::x64::needs(least));
  if (most_of(kNewestIsa, options) < least)
    return "it needs more than the instruction set that is allowed, " + std::string(options.isa);
  const auto arena = jit::memory::CodeArena::of_process();
  if (!arena) throw std::bad_alloc();  // out of memory is no reason to run without code
  return std::string(arena->why_not());
}

/// "" unless an input's number is too large for the offsets of instructions, at 8 bytes each.
std::string why_not_inputs(const plan::Plan& plan) {
  constexpr std::uint32_t kMaxInputs = std::uint32_t{1} << 27;
  for (const plan::Operand& operand : plan.operands)
    if (operand.input != plan::kIndex && operand.input >= kMaxInputs)
      return "it reads input number " + std::to_string(operand.input) + "; code takes numbers below " +
             std::to_string(kMaxInputs);
  return {};
}

template <Isa kMax>
std::string why_not(const CompileRequest& request) {
  if (std::string inputs = why_not_inputs(request.plan); !inputs.empty()) return inputs;
  if (request.plan.values.empty()) return {};
  return jit::x64::arithmetic::why_not_kernel(request.plan, most_of(kMax, request.options),
                                              selected_tuning(request.options));
}

jit::x64::CopySettings settings_of(Isa most, const CompileOptions& options) {
  jit::x64::CopySettings settings;
  settings.isa = most_of(most, options);
  settings.tuning = &selected_tuning(options);
  return settings;
}

/// Code for at most this instruction set.
Result<std::unique_ptr<Executable>> build_with(Isa most, const CompileRequest& request) {
  const jit::x64::CopySettings settings = settings_of(most, request.options);
  if (!request.plan.values.empty())
    return jit::x64::arithmetic::ArithmeticExecutable::make(request.plan, settings.isa, *settings.tuning);
  auto executable = jit::x64::CopyExecutable::make(request.plan, settings);
  if (!executable) return std::move(executable).error();
  return std::unique_ptr<Executable>(std::move(*executable));
}

template <Isa kMax>
Result<std::vector<Choice>> strategy(const CompileRequest& request) {
  const jit::x64::CopySettings settings = settings_of(kMax, request.options);
  if (request.plan.values.empty()) return jit::x64::CopyExecutable::strategy(request.plan, settings);
  jit::x64::StrategyNotes notes(request.plan);
  const auto kernel = jit::x64::arithmetic::make_kernel(request.plan, settings.isa, *settings.tuning, &notes);
  if (!kernel) return kernel.error();
  return notes.choices();
}

template <Isa kMax>
InForce in_force(const CompileOptions& options) {
  const Isa isa = most_of(kMax, options);
  if (isa == Isa::none) return {};
  return {jit::x64::name(isa), selected_tuning(options).name};
}

template <Isa kMin>
std::string unavailable(const CompileOptions& options) {
  return unavailable_with(kMin, options);
}

template <Isa kMax>
Result<std::unique_ptr<Executable>> build(const CompileRequest& request) {
  return build_with(kMax, request);
}

/// The options that build_with() reads.
template <Isa kMax>
std::uint64_t variant(const CompileOptions& options) {
  const std::ptrdiff_t tuning = &selected_tuning(options) - jit::x64::tunings().data();
  return static_cast<std::uint64_t>(tuning) << 8 | static_cast<std::uint64_t>(most_of(kMax, options));
}

constexpr Backend kBackends[] = {
    {"jit", "machine code made for the plan, with the best instructions of this processor", "CPU", true,
     unavailable<Isa::avx2>, why_not<kNewestIsa>, build<kNewestIsa>, strategy<kNewestIsa>, in_force<kNewestIsa>,
     variant<kNewestIsa>},
    {"jit-avx512", "machine code with AVX-512", "CPU", false, unavailable<Isa::avx512>, why_not<kNewestIsa>,
     build<kNewestIsa>, strategy<kNewestIsa>, in_force<kNewestIsa>, variant<kNewestIsa>},
    {"jit-avx2", "machine code with AVX2", "CPU", false, unavailable<Isa::avx2>, why_not<Isa::avx2>, build<Isa::avx2>,
     strategy<Isa::avx2>, in_force<Isa::avx2>, variant<Isa::avx2>},
};

}  // namespace

std::span<const Backend> x64_backends() noexcept { return kBackends; }

std::span<const std::string_view> x64_isa_names() noexcept { return jit::x64::isa_names(); }

std::span<const std::string_view> x64_tuning_names() noexcept { return jit::x64::tuning_names(); }

CodeMemory code_memory() noexcept {
  const auto arena = jit::memory::CodeArena::of_process();
  if (!arena) return {};
  const jit::memory::CodeStatistics statistics = arena->statistics();
  return {statistics.budget_bytes, statistics.mapped_bytes, statistics.used_bytes, statistics.refusals};
}

void set_code_memory(std::uint64_t budget) noexcept {
  if (const auto arena = jit::memory::CodeArena::of_process()) arena->set_budget(budget);
}

}  // namespace dmlrun
