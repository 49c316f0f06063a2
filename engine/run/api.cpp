// Kernel: from a validated operator to something that runs. The steps stand in the order in which a request meets them.
#include <algorithm>
#include <array>
#include <new>
#include <optional>
#include <utility>

#include "engine/operators/operator_list.h"
#include "engine/plan/name.h"
#include "engine/plan/print.h"
#include "engine/run/backends.h"
#include "engine/run/kernel_cache.h"
#include "engine/run/kernel_part.h"
#include "engine/run/option_names.h"
#include "engine/text/document.h"

namespace dmlrun {

/// A kernel's tensors and one executable per output.
struct KernelState {
  using Buffer = OperatorState::Buffer;
  const Backend* backend = nullptr;
  std::span<const Buffer> inputs, outputs;  ///< the operator's
  std::vector<KernelPart> parts;
  /// What it was made of, to describe it.
  Operator op;
  InForce in_force{};
  std::string device;
};

namespace {

Error out_of_memory() noexcept { return {ErrorCode::out_of_memory, {}, {}, {}, {}}; }

std::string reason_against(const Backend& backend, const OperatorState& op, const CompileOptions& options) {
  if (std::string reason = backend.unavailable(options); !reason.empty()) return reason;
  for (std::size_t i = 0; i < op.plans.size(); ++i)
    if (std::string reason = backend.why_not({op.desc, op.plans[i], i, options}); !reason.empty()) return reason;
  return {};
}

/// The back end that the options ask for, or an Error that says why there is none.
Result<const Backend*> choose(const OperatorState& op, const CompileOptions& options) {
  if (options.backend == "auto") {
    for (const Backend& backend : backend_list())
      if (backend.automatic && reason_against(backend, op, options).empty()) return &backend;
    return Error{ErrorCode::backend_unavailable, {}, {}, "no back end takes this operator", {}};
  }
  const Backend* backend = find_backend(options.backend);
  if (!backend) {
    std::string known = "auto";
    for (const Backend& candidate : backend_list()) known += ", " + std::string(candidate.name);
    return Error{ErrorCode::unknown_backend, {}, {},
                 "\"" + text::printable(options.backend, 60) + "\" is not a back end; one of " + known + " was expected", {}};
  }
  if (std::string reason = reason_against(*backend, op, options); !reason.empty())
    return Error{ErrorCode::backend_unavailable, {}, {}, std::string(backend->name) + " cannot: " + reason, {}};
  return backend;
}

std::string words(const KernelState::Buffer& buffer) {
  std::string text(buffer.name);
  if (buffer.array) text += "[" + std::to_string(buffer.index) + "]";
  return text;
}

Error refuse(ErrorCode code, const KernelState::Buffer& buffer, std::string message) {
  return {code, words(buffer), {}, std::move(message), {}};
}

Result<void> check_span(const KernelState::Buffer& buffer, const std::byte* data, std::uint64_t size,
                        std::uint64_t needed) {
  if (size >= needed && (data || needed == 0)) return {};
  if (!data) return refuse(ErrorCode::null_buffer, buffer, "a null buffer was given");
  return refuse(ErrorCode::buffer_too_small, buffer,
                "a buffer of " + std::to_string(size) + " bytes was given; " + std::to_string(needed) +
                    " bytes are needed");
}

bool overlap(const std::byte* a, std::uint64_t a_bytes, const std::byte* b, std::uint64_t b_bytes) noexcept {
  const auto x = reinterpret_cast<std::uintptr_t>(a), y = reinterpret_cast<std::uintptr_t>(b);
  return x < y ? y - x < a_bytes : x - y < b_bytes;
}

Result<void> check_inputs(const KernelState& kernel, std::span<const std::span<const std::byte>> inputs) {
  if (inputs.size() != kernel.inputs.size())
    return Error{ErrorCode::buffer_count, "inputs", {},
                 std::to_string(inputs.size()) + " input buffers were given; " + std::to_string(kernel.inputs.size()) +
                     " are needed",
                 {}};
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (auto ok = check_span(kernel.inputs[i], inputs[i].data(), inputs[i].size(), kernel.inputs[i].bytes); !ok)
      return ok;
  return {};
}

/// DirectML offers no in-place execution for these operators: an output may touch no input and no other output.
Result<void> check_overlap(const KernelState& kernel, std::span<const std::span<const std::byte>> inputs,
                           const KernelState::Buffer& buffer, std::span<const std::byte> output,
                           std::uint64_t bytes) {
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (overlap(output.data(), bytes, inputs[i].data(), kernel.inputs[i].bytes))
      return refuse(ErrorCode::buffers_overlap, buffer,
                    "the buffer overlaps that of " + words(kernel.inputs[i]) + "; this operator does not run in place");
  return {};
}

/// Whether no two outputs overlap. By address, so that thousands of them take no time that grows with their square.
bool are_apart(const KernelState& kernel, std::span<const std::span<std::byte>> outputs) {
  std::vector<std::pair<std::uintptr_t, std::uint64_t>> places;  // first byte, number of bytes
  for (std::size_t i = 0; i < outputs.size(); ++i)
    places.emplace_back(reinterpret_cast<std::uintptr_t>(outputs[i].data()), kernel.outputs[i].bytes);
  std::sort(places.begin(), places.end());
  for (std::size_t i = 1; i < places.size(); ++i)
    if (places[i].first - places[i - 1].first < places[i - 1].second) return false;
  return true;
}

/// What is wrong with a run's buffers, if anything is.
Result<void> check_buffers(const KernelState& kernel, std::span<const std::span<const std::byte>> inputs,
                           std::span<const std::span<std::byte>> outputs) {
  if (auto ok = check_inputs(kernel, inputs); !ok) return ok;
  if (outputs.size() != kernel.outputs.size())
    return Error{ErrorCode::buffer_count, "outputs", {},
                 std::to_string(outputs.size()) + " output buffers were given; " +
                     std::to_string(kernel.outputs.size()) + " are needed",
                 {}};
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const KernelState::Buffer& buffer = kernel.outputs[i];
    if (auto ok = check_span(buffer, outputs[i].data(), outputs[i].size(), buffer.bytes); !ok) return ok;
    if (auto ok = check_overlap(kernel, inputs, buffer, outputs[i], buffer.bytes); !ok) return ok;
  }
  if (outputs.size() < 2 || are_apart(kernel, outputs)) return {};
  for (std::size_t i = 0; i < outputs.size(); ++i)
    for (std::size_t other = 0; other < i; ++other)
      if (overlap(outputs[i].data(), kernel.outputs[i].bytes, outputs[other].data(), kernel.outputs[other].bytes))
        return refuse(ErrorCode::buffers_overlap, kernel.outputs[i], "the buffer overlaps that of another output");
  return {};
}

/// True only where check_buffers() finds nothing wrong. Knows kernels of one output; costs a few nanoseconds, where a
/// Result for each buffer takes longer than a small kernel runs.
bool fits(const KernelState& kernel, std::span<const std::span<const std::byte>> inputs,
          std::span<const std::span<std::byte>> outputs) noexcept {
  if (inputs.size() != kernel.inputs.size() || outputs.size() != 1 || kernel.outputs.size() != 1) return false;
  const std::span<std::byte> output = outputs[0];
  const std::uint64_t bytes = kernel.outputs[0].bytes;
  bool is_good = output.size() >= bytes && output.data();
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const std::uint64_t needed = kernel.inputs[i].bytes;
    is_good &= inputs[i].size() >= needed && inputs[i].data() &&
               !overlap(output.data(), bytes, inputs[i].data(), needed);
  }
  return is_good;
}

/// Inputs whose pointers stand on the stack, so that running allocates nothing.
constexpr std::size_t kFewInputs = 64;

/// The input pointers for executables.
class Pointers {
 public:
  explicit Pointers(std::span<const std::span<const std::byte>> inputs) {
    if (inputs.size() > kFewInputs) many_.resize(inputs.size());
    const std::byte** pointers = many_.empty() ? few_.data() : many_.data();
    for (std::size_t i = 0; i < inputs.size(); ++i) pointers[i] = inputs[i].data();
  }
  [[nodiscard]] const std::byte* const* data() const noexcept { return many_.empty() ? few_.data() : many_.data(); }

 private:
  std::array<const std::byte*, kFewInputs> few_;
  std::vector<const std::byte*> many_;
};

InForce in_force(const Backend& backend, const CompileOptions& options) {
  return backend.in_force ? backend.in_force(options) : InForce{};
}

/// A kernel without its executables.
std::shared_ptr<KernelState> empty_kernel(const Operator& op, const Backend& backend, const CompileOptions& options) {
  const OperatorState& state = op.state();
  auto kernel = std::make_shared<KernelState>(KernelState{&backend, state.input_buffers, state.output_buffers, {}, op,
                                                          in_force(backend, options), std::string(options.device)});
  kernel->parts.reserve(state.outputs.size());
  for (const TensorSlot& slot : state.outputs)
    kernel->parts.push_back({nullptr, element_count(slot.desc), element_size(slot.desc.type), is_packed(slot.desc)});
  return kernel;
}

void give(KernelState& kernel, std::size_t i, SharedExecutable executable) noexcept {
  KernelPart& part = kernel.parts[i];
  part.needs_environment = !kernel.op.state().plans[i].expression.empty() && !executable->keeps_environment();
  part.can_fail = executable->can_fail();
  part.executable = std::move(executable);
}

/// A kernel of this back end, which takes the operator.
Result<Kernel> build(const Operator& op, const Backend& backend, const CompileOptions& options) {
  const OperatorState& state = op.state();
  KernelCache& cache = KernelCache::of_process();
  auto kernel = empty_kernel(op, backend, options);
  for (std::size_t i = 0; i < state.plans.size(); ++i) {
    const Task task{state.desc, state.plans[i], i, options};
    const bool is_shared = options.use_cache && backend.variant;
    auto executable = is_shared ? cache.get({state.keys[i], &backend, backend.variant(options)}, task)
                                : cache.build(backend, task);
    if (!executable) return std::move(executable).error();
    give(*kernel, i, std::move(*executable));
  }
  return Kernel(std::move(kernel));
}

/// The kernel that build() would make, if all of it has been built before; the back end must be available.
std::optional<Kernel> find(const Operator& op, const Backend& backend, const CompileOptions& options) {
  if (!backend.variant) return std::nullopt;
  KernelCache& cache = KernelCache::of_process();
  const std::uint64_t variant = backend.variant(options);
  std::shared_ptr<KernelState> kernel;
  for (std::size_t i = 0; i < op.state().keys.size(); ++i) {
    SharedExecutable executable = cache.find({op.state().keys[i], &backend, variant});
    if (!executable) return std::nullopt;
    if (!kernel) kernel = empty_kernel(op, backend, options);
    give(*kernel, i, std::move(executable));
  }
  return Kernel(std::move(kernel));
}

/// As find(), for the back end that choose() would choose. Cheaper than that: what has been built, a back end takes.
std::optional<Kernel> find_chosen(const Operator& op, const CompileOptions& options) {
  for (const Backend& backend : backend_list()) {
    if (options.backend == "auto" ? !backend.automatic : options.backend != backend.name) continue;
    if (!backend.unavailable(options).empty()) continue;
    if (auto kernel = find(op, backend, options)) return kernel;
    if (reason_against(backend, op.state(), options).empty()) break;  // it is to be built
  }
  return std::nullopt;
}

bool is_about_code(ErrorCode code) noexcept {
  return code == ErrorCode::code_budget || code == ErrorCode::no_executable_memory;
}

Result<std::vector<Choice>> strategy_of(const Backend& backend, const Task& task) {
  if (!backend.strategy) return std::vector<Choice>();
  return backend.strategy(task);
}

/// What the back end would do, into the explanation. Fails as building does.
Result<void> explain_choice(const OperatorState& state, const Backend& backend, const CompileOptions& options,
                            Explanation& explanation) {
  explanation.chosen = backend.name;
  explanation.strategies.clear();
  for (std::size_t i = 0; i < state.plans.size(); ++i) {
    auto strategy = strategy_of(backend, {state.desc, state.plans[i], i, options});
    if (!strategy) return std::move(strategy).error();
    explanation.strategies.push_back(std::move(*strategy));
  }
  return {};
}

}  // namespace

Result<Kernel> compile(const Operator& op, const CompileOptions& options) noexcept {
  try {
    const OperatorState& state = op.state();
    if (auto ok = check_names(options); !ok) return std::move(ok).error();
    if (options.use_cache)
      if (auto kernel = find_chosen(op, options)) return std::move(*kernel);
    auto chosen = choose(state, options);
    if (!chosen) return std::move(chosen).error();
    auto kernel = build(op, **chosen, options);
    if (options.backend != "auto") return kernel;
    // Code may be refused where data is not: the next one may do without.
    const std::span<const Backend> all = backend_list();
    for (const Backend& next : all.subspan(static_cast<std::size_t>(*chosen - all.data()) + 1)) {
      if (kernel || !is_about_code(kernel.error().code)) break;
      if (next.automatic && reason_against(next, state, options).empty()) kernel = build(op, next, options);
    }
    return kernel;
  } catch (const std::bad_alloc&) {
    return out_of_memory();
  }
}

Result<Explanation> explain(const Operator& op, const CompileOptions& options) noexcept {
  try {
    const OperatorState& state = op.state();
    Explanation explanation;
    for (const plan::Plan& plan : state.plans) explanation.plans.push_back(plan::print(plan));
    if (auto ok = check_names(options); !ok) return std::move(ok).error();
    auto chosen = choose(state, options);
    if (!chosen && chosen.error().code == ErrorCode::unknown_backend) return std::move(chosen).error();
    for (const Backend& backend : backend_list()) {
      // Looking for devices takes time and memory; only who names one wants that.
      const bool is_meant = !backend.devices || !options.device.empty() || options.backend == backend.name;
      explanation.choices.push_back(
          {backend.name, is_meant ? reason_against(backend, state, options) : "its devices were not looked for"});
    }
    if (!chosen) return explanation;
    // As compile() does: where code does not fit, the next one may do without.
    for (std::size_t b = static_cast<std::size_t>(*chosen - backend_list().data()); b < backend_list().size(); ++b) {
      const Backend& backend = backend_list()[b];
      std::string& why_not = explanation.choices[b].why_not;
      if (&backend != *chosen && !(backend.automatic && why_not.empty())) continue;
      const auto told = explain_choice(state, backend, options, explanation);
      if (told) return explanation;
      if (options.backend != "auto" || !is_about_code(told.error().code)) return told.error();
      why_not = told.error().to_string();
    }
    return Error{ErrorCode::backend_unavailable, {}, {}, "no back end takes this operator", {}};
  } catch (const std::bad_alloc&) {
    return out_of_memory();
  }
}

/// Kernel::run where something is wrong or unusual.
static Result<void> run_with_care(const KernelState& kernel, std::span<const std::span<const std::byte>> inputs,
                                  std::span<const std::span<std::byte>> outputs) noexcept {
  try {
    if (auto ok = check_buffers(kernel, inputs, outputs); !ok) return ok;
    const Pointers pointers(inputs);
    for (std::size_t i = 0; i < outputs.size(); ++i)
      if (auto ok = kernel.parts[i].run(pointers.data(), outputs[i].data(), 0, kernel.parts[i].elements); !ok)
        return ok;
    return {};
  } catch (const std::bad_alloc&) {
    return out_of_memory();
  }
}

Result<void> Kernel::run(std::span<const std::span<const std::byte>> inputs,
                         std::span<const std::span<std::byte>> outputs) const noexcept {
  const KernelState& kernel = *state_;
  if (inputs.size() > kFewInputs || !fits(kernel, inputs, outputs)) return run_with_care(kernel, inputs, outputs);
  std::array<const std::byte*, kFewInputs> pointers;
  for (std::size_t i = 0; i < inputs.size(); ++i) pointers[i] = inputs[i].data();
  return kernel.parts[0].run(pointers.data(), outputs[0].data(), 0, kernel.parts[0].elements);
}

Result<void> Kernel::run_slice(std::span<const std::span<const std::byte>> inputs, std::size_t index,
                               std::uint64_t first, std::uint64_t count, std::span<std::byte> slice) const noexcept {
  try {
    const KernelState& kernel = *state_;
    if (auto ok = check_inputs(kernel, inputs); !ok) return ok;
    if (index >= kernel.outputs.size())
      return Error{ErrorCode::buffer_count, "outputs", {}, "there is no such output", {}};
    const KernelPart& part = kernel.parts[index];
    const KernelState::Buffer& buffer = kernel.outputs[index];
    const std::uint64_t grain = part.executable->slice_granularity();
    const bool ends_well = count % grain == 0 || first + count == part.elements;
    if (!part.is_packed || first > part.elements || count > part.elements - first || first % grain != 0 || !ends_well)
      return refuse(ErrorCode::out_of_range, buffer,
                    "elements " + std::to_string(first) + " to " + std::to_string(first + count) +
                        " are not a slice of this output; slices are made of packed outputs in multiples of " +
                        std::to_string(grain));
    const std::uint64_t bytes = count * part.element_bytes;
    if (auto ok = check_span(buffer, slice.data(), slice.size(), bytes); !ok) return ok;
    if (auto ok = check_overlap(kernel, inputs, buffer, slice, bytes); !ok) return ok;
    if (count > 0) return part.run(Pointers(inputs).data(), slice.data(), first, first + count);
    return {};
  } catch (const std::bad_alloc&) {
    return out_of_memory();
  }
}

std::uint64_t Kernel::slice_granularity(std::size_t index) const noexcept {
  return index < state_->parts.size() ? state_->parts[index].executable->slice_granularity() : 1;
}

std::string_view Kernel::backend() const noexcept { return state_->backend->name; }

Result<std::vector<KernelDescription>> Kernel::describe() const noexcept {
  try {
    const KernelState& kernel = *state_;
    const OperatorState& state = kernel.op.state();
    const CompileOptions options{kernel.backend->name, kernel.in_force.isa, kernel.in_force.tuning, kernel.device};
    std::vector<KernelDescription> descriptions;
    for (std::size_t i = 0; i < kernel.parts.size(); ++i) {
      auto strategy = strategy_of(*kernel.backend, {state.desc, state.plans[i], i, options});
      if (!strategy) return std::move(strategy).error();
      descriptions.push_back({plan::name(state.plans[i]), plan::print(state.plans[i]), kernel.backend->name,
                              kernel.in_force.isa, kernel.in_force.tuning, std::move(*strategy),
                              kernel.parts[i].executable->sections()});
    }
    return descriptions;
  } catch (const std::bad_alloc&) {
    return out_of_memory();
  }
}

}  // namespace dmlrun
