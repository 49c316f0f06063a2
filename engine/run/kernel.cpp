// Running kernels, and describing them.
#include <array>
#include <utility>
#include <vector>

#include "engine/plan/name.h"
#include "engine/plan/print.h"
#include "engine/run/buffer_checks.h"
#include "engine/run/collect_buffers.h"
#include "engine/run/threads/work_range.h"
#include "engine/tensor/floating_point.h"
#include "engine/text/out_of_memory.h"

namespace dmlrun {
namespace {

/// The input pointers for executables.
class Pointers {
 public:
  explicit Pointers(std::span<const std::span<const std::byte>> inputs) : count_(inputs.size()) {
    if (inputs.size() > kFewInputs) many_.resize(inputs.size());
    const std::byte** pointers = many_.empty() ? few_.data() : many_.data();
    for (std::size_t i = 0; i < inputs.size(); ++i) pointers[i] = inputs[i].data();
  }
  Pointers(const Pointers&) = delete;
  Pointers& operator=(const Pointers&) = delete;
  [[nodiscard]] Inputs all() const noexcept { return {many_.empty() ? few_.data() : many_.data(), count_}; }

 private:
  std::size_t count_;
  std::array<const std::byte*, kFewInputs> few_;
  std::vector<const std::byte*> many_;
};

/// Inputs, copied where the output overlaps them: elements may be computed twice, in vectors that overlap.
class ApartInputs {
 public:
  /// Precondition: the spans passed the checks.
  ApartInputs(const KernelState& kernel, InputSpans inputs, OutputSpans outputs)
      : spans_(inputs.begin(), inputs.end()) {
    for (std::size_t i = 0; i < spans_.size() && outputs.size() == 1; ++i) {
      const std::uint64_t bytes = kernel.inputs[i].bytes;
      if (!overlap(outputs[0].data(), kernel.outputs[0].bytes, spans_[i].data(), bytes)) continue;
      copies_.emplace_back(spans_[i].begin(), spans_[i].begin() + static_cast<std::ptrdiff_t>(bytes));
      spans_[i] = copies_.back();
    }
  }
  [[nodiscard]] InputSpans all() const noexcept { return spans_; }

 private:
  std::vector<std::span<const std::byte>> spans_;
  std::vector<std::vector<std::byte>> copies_;
};

/// Kernel::run where the buffers were not collected.
[[gnu::noinline]] Result<void> run_unknown(const KernelState& kernel, InputSpans inputs, OutputSpans outputs) noexcept {
  return or_out_of_memory([&]() -> Result<void> {
    if (auto ok = check_buffers(kernel, inputs, outputs); !ok) return ok;
    std::vector<WorkRange> work;
    work.reserve(outputs.size());
    for (std::size_t i = 0; i < outputs.size(); ++i)
      work.push_back({&kernel.compiled[i], outputs[i].data(), 0, kernel.compiled[i].elements});
    const ApartInputs apart(kernel, inputs, outputs);
    return run_ranges(kernel.team, work, Pointers(apart.all()).all());
  });
}

/// Kernel::run with one output and up to `most` inputs.
template <std::size_t most>
[[gnu::noinline]] Result<void> run_several(const KernelState& kernel, InputSpans inputs, OutputSpans outputs) noexcept {
  std::array<const std::byte*, most> collected;
  std::byte* const output = collect<most>(kernel, inputs, outputs[0], collected.data());
  return output ? run(kernel, collected.data(), output) : run_unknown(kernel, inputs, outputs);
}

/// With more.
[[gnu::noinline]] Result<void> run_many(const KernelState& kernel, InputSpans inputs, OutputSpans outputs) noexcept {
  const auto collected = room_for(kernel, inputs.size());
  std::byte* const output = collected ? collect<kAnyNumber>(kernel, inputs, outputs[0], collected.get()) : nullptr;
  return output ? run(kernel, collected.get(), output) : run_unknown(kernel, inputs, outputs);
}

[[gnu::noinline]] Result<void> run_one(const KernelState& kernel, InputSpans inputs, OutputSpans outputs) noexcept {
  const std::byte* input;
  std::byte* const output = collect_one(kernel, inputs[0], outputs[0], input);
  return output ? run(kernel, &input, output) : run_unknown(kernel, inputs, outputs);
}

[[gnu::noinline]] Result<void> run_outputs(const KernelState& kernel, InputSpans inputs, OutputSpans outputs) noexcept {
  CollectedOutputs collected;
  return collect_outputs(kernel, inputs, outputs, collected) ? run(kernel, collected)
                                                             : run_unknown(kernel, inputs, outputs);
}

}  // namespace

Result<void> run_with_care(const KernelState& kernel, const std::byte* const* inputs,
                           std::span<std::byte* const> outputs) noexcept {
  std::array<WorkRange, kFewOutputs> work;
  for (std::size_t i = 0; i < outputs.size(); ++i)
    work[i] = {&kernel.compiled[i], outputs[i], 0, kernel.compiled[i].elements};
  return run_ranges(kernel.team, {work.data(), outputs.size()}, {inputs, kernel.inputs.size()});
}

Result<void> Kernel::run(InputSpans inputs, OutputSpans outputs) const noexcept {
  if (outputs.size() != 1) return run_outputs(*state_, inputs, outputs);
  if (inputs.size() == 1) return run_one(*state_, inputs, outputs);
  if (inputs.size() <= kVeryFewInputs) return run_several<kVeryFewInputs>(*state_, inputs, outputs);
  if (inputs.size() <= kFewInputs) return run_several<kFewInputs>(*state_, inputs, outputs);
  if (inputs.size() <= kManyInputs) return run_several<kManyInputs>(*state_, inputs, outputs);
  return run_many(*state_, inputs, outputs);
}

Result<void> Kernel::run_slice(std::span<const std::span<const std::byte>> inputs, std::size_t index,
                               std::uint64_t first, std::uint64_t count, std::span<std::byte> slice) const noexcept {
  return or_out_of_memory([&]() -> Result<void> {
    const KernelState& kernel = *state_;
    if (auto ok = check_slice(kernel, inputs, index, first, count, slice); !ok || count == 0) return ok;
    const WorkRange range{&kernel.compiled[index], slice.data(), first, first + count};
    return run_ranges(kernel.team, {&range, 1}, Pointers(inputs).all());
  });
}

std::uint64_t Kernel::slice_granularity(std::size_t index) const noexcept {
  return index < state_->compiled.size() ? state_->compiled[index].executable->slice_granularity() : 1;
}

std::string_view Kernel::backend() const noexcept { return state_->backend->name; }

Result<std::vector<KernelDescription>> Kernel::describe() const noexcept {
  const DefaultFloatingPoint environment;
  return or_out_of_memory([&]() -> Result<std::vector<KernelDescription>> {
    const KernelState& kernel = *state_;
    const OperatorState& state = kernel.op.state();
    const CompileOptions options{kernel.backend->name, kernel.in_force.isa, kernel.in_force.tuning, kernel.device};
    std::vector<KernelDescription> descriptions;
    for (std::size_t i = 0; i < kernel.compiled.size(); ++i) {
      auto strategy = strategy_of(*kernel.backend, {state.desc, state.plans[i], i, options});
      if (!strategy) return std::move(strategy).error();
      descriptions.push_back({plan::name(state.plans[i]), plan::print(state.plans[i]), kernel.backend->name,
                              kernel.in_force.isa, kernel.in_force.tuning, std::move(*strategy),
                              kernel.compiled[i].executable->sections()});
    }
    return descriptions;
  });
}

}  // namespace dmlrun
