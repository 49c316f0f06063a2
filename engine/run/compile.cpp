// compile() and explain(): which back end, and what it makes. The steps stand in the order in which a request meets
// them.
#include <algorithm>
#include <optional>
#include <utility>

#include "engine/plan/print.h"
#include "engine/run/backends.h"
#include "engine/run/cache/kernel_cache.h"
#include "engine/run/kernel_state.h"
#include "engine/run/option_names.h"
#include "engine/run/threads/work_range.h"
#include "engine/tensor/floating_point.h"
#include "engine/text/document.h"
#include "engine/text/out_of_memory.h"

namespace dmlrun {
namespace {

/// Why the back end does not take the operator, or "". It may compute to know.
std::string reason_against(const Backend& backend, const OperatorState& op, const CompileOptions& options) {
  const DefaultFloatingPoint environment;
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
    return Error{.code = ErrorCode::backend_unavailable, .message = "no back end takes this operator"};
  }
  const Backend* backend = find_backend(options.backend);
  if (!backend) {
    std::string known = "auto";
    for (const Backend& candidate : backend_list()) known += ", " + std::string(candidate.name);
    return Error{.code = ErrorCode::unknown_backend,
                 .message = "\"" + text::printable(options.backend, 60) + "\" is not a back end; one of " + known +
                            " was expected"};
  }
  if (std::string reason = reason_against(*backend, op, options); !reason.empty())
    return Error{.code = ErrorCode::backend_unavailable, .message = std::string(backend->name) + " cannot: " + reason};
  return backend;
}

InForce in_force(const Backend& backend, const CompileOptions& options) {
  return backend.in_force ? backend.in_force(options) : InForce{};
}

std::uint64_t cost_per_byte(const plan::Plan& plan) noexcept { return plan.values.empty() ? 1 : kComputedCost; }

void set_executable(KernelState& kernel, std::size_t i, SharedExecutable executable) {
  CompiledOutput& compiled = kernel.compiled[i];
  const bool computes = !kernel.op.state().plans[i].values.empty();
  compiled.cost_per_byte = cost_per_byte(kernel.op.state().plans[i]);
  compiled.needs_environment = computes && !executable->keeps_environment();
  compiled.can_fail = executable->can_fail();
  compiled.executable = std::move(executable);
}

/// The kernel, whose outputs all have executables.
Kernel finished(std::shared_ptr<KernelState> state) {
  KernelState& kernel = *state;
  std::uint64_t cost = 0;
  bool needs_care = false;
  for (std::size_t i = 0; i < kernel.compiled.size(); ++i) {
    const CompiledOutput& compiled = kernel.compiled[i];
    cost += cost_of(compiled);
    needs_care = needs_care || compiled.can_fail || compiled.needs_environment;
  }
  kernel.is_plain = !needs_care && cut_of(kernel.team, cost).threads == 1;
  return Kernel(std::move(state));
}

/// A kernel of this back end, which takes the operator.
Result<Kernel> build(const Operator& op, const Backend& backend, const CompileOptions& options, const Team& team) {
  const OperatorState& state = op.state();
  KernelCache& cache = KernelCache::of_process();
  const auto kernel = std::make_shared<KernelState>(op, backend, options, team);
  for (std::size_t i = 0; i < state.plans.size(); ++i) {
    const CompileRequest request{state.desc, state.plans[i], i, options};
    const bool is_shared = options.use_cache && backend.variant;
    auto executable = is_shared ? cache.get({state.keys[i], &backend, backend.variant(options)}, request)
                                : cache.build(backend, request);
    if (!executable) return std::move(executable).error();
    set_executable(*kernel, i, std::move(*executable));
  }
  return finished(kernel);
}

/// The kernel that build() would make, if all of it has been built before; the back end must be available.
std::optional<Kernel> find(const Operator& op, const Backend& backend, const CompileOptions& options,
                           const Team& team) {
  if (!backend.variant) return std::nullopt;
  KernelCache& cache = KernelCache::of_process();
  const std::uint64_t variant = backend.variant(options);
  std::shared_ptr<KernelState> kernel;
  for (std::size_t i = 0; i < op.state().keys.size(); ++i) {
    SharedExecutable executable = cache.find({op.state().keys[i], &backend, variant});
    if (!executable) return std::nullopt;
    if (!kernel) kernel = std::make_shared<KernelState>(op, backend, options, team);
    set_executable(*kernel, i, std::move(executable));
  }
  return finished(std::move(kernel));
}

/// As find(), for the back end that choose() would choose. Cheaper than choose(): a cached kernel implies support.
/// Where there is no such kernel, `to_build` becomes that back end, if there is one.
std::optional<Kernel> find_chosen(const Operator& op, const CompileOptions& options, const Team& team,
                                  const Backend*& to_build) {
  for (const Backend& backend : backend_list()) {
    if (options.backend == "auto" ? !backend.automatic : options.backend != backend.name) continue;
    if (!backend.unavailable(options).empty()) continue;
    if (auto kernel = find(op, backend, options, team)) return kernel;
    if (reason_against(backend, op.state(), options).empty()) {
      to_build = &backend;
      break;
    }
  }
  return std::nullopt;
}

bool is_about_code(ErrorCode code) noexcept {
  return code == ErrorCode::code_budget || code == ErrorCode::no_executable_memory;
}

/// compile() where nothing has been built before, by the back end of find_chosen(). The compiling thread computes, too,
/// whatever the back end.
Result<Kernel> compile_anew(const Operator& op, const CompileOptions& options, const Team& team,
                            const Backend* backend) {
  const DefaultFloatingPoint environment;
  const OperatorState& state = op.state();
  if (!backend) {
    auto chosen = choose(state, options);
    if (!chosen) return std::move(chosen).error();
    backend = *chosen;
  }
  auto kernel = build(op, *backend, options, team);
  if (options.backend != "auto") return kernel;
  // Code may be refused where data is not: the next one may do without.
  const std::span<const Backend> all = backend_list();
  for (const Backend& next : all.subspan(static_cast<std::size_t>(backend - all.data()) + 1)) {
    if (kernel || !is_about_code(kernel.error().code)) break;
    if (next.automatic && reason_against(next, state, options).empty()) kernel = build(op, next, options, team);
  }
  return kernel;
}

/// How a run would be cut for the team.
Choice cut_choice(const OperatorState& state, const Team& team) {
  std::uint64_t bytes = 0, cost = 0;
  bool has_gaps = false;
  for (std::size_t i = 0; i < state.plans.size(); ++i) {
    const TensorDesc& desc = state.outputs[i].desc;
    const std::uint64_t size = element_count(desc) * element_size(desc.type);
    bytes += size, cost += size * cost_per_byte(state.plans[i]);
    has_gaps = has_gaps || !is_packed(desc);
  }
  const Cut cut = cut_of(team, cost);
  if (cut.threads == 1)
    return {"threads",
            "1, because two share no less than " + std::to_string(2 * kWorkPerThread * bytes / cost) + " bytes",
            {}};
  if (has_gaps && state.plans.size() == 1) return {"threads", "1, because an output with gaps is not cut", {}};
  const std::uint64_t chunks = std::uint64_t{cut.threads} * cut.chunks_each;
  return {"threads",
          std::to_string(cut.threads) + ", each of them " + std::to_string(cut.chunks_each) + " of " +
              std::to_string(chunks) + " chunks of about " + std::to_string(bytes / chunks) + " bytes",
          {}};
}

/// What the back end would do, into the explanation. Fails as building does.
Result<void> explain_choice(const OperatorState& state, const Backend& backend, const CompileOptions& options,
                            const Team& team, Explanation& explanation) {
  explanation.chosen = backend.name;
  explanation.strategies.clear();
  for (std::size_t i = 0; i < state.plans.size(); ++i) {
    auto strategy = strategy_of(backend, {state.desc, state.plans[i], i, options});
    if (!strategy) return std::move(strategy).error();
    if (i == 0 && team.threads > 1 && !backend.devices) strategy->push_back(cut_choice(state, team));
    explanation.strategies.push_back(std::move(*strategy));
  }
  return {};
}

}  // namespace

KernelState::KernelState(const Operator& made_of, const Backend& made_by, const CompileOptions& options,
                         const Team& run_by)
    : backend(&made_by),
      inputs(made_of.state().input_buffers),
      outputs(made_of.state().output_buffers),
      compiled(outputs.size()),
      team(run_by),
      op(made_of),
      in_force(dmlrun::in_force(made_by, options)),
      device(options.device) {
  if (outputs.size() == 1) output_bytes = outputs[0].bytes;
  const auto is_alike = [&](const Buffer& input) { return input.bytes == inputs[0].bytes; };
  if (!inputs.empty() && std::all_of(inputs.begin(), inputs.end(), is_alike)) input_bytes = inputs[0].bytes;
  for (const Buffer& input : inputs) largest_input_bytes = std::max(largest_input_bytes, input.bytes);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const TensorDesc& desc = made_of.state().outputs[i].desc;
    compiled[i].elements = element_count(desc);
    compiled[i].element_bytes = element_size(desc.type);
    compiled[i].is_packed = is_packed(desc);
  }
}

Result<std::vector<Choice>> strategy_of(const Backend& backend, const CompileRequest& request) {
  if (!backend.strategy) return std::vector<Choice>();
  return backend.strategy(request);
}

Result<Kernel> compile(const Operator& op, const CompileOptions& options) noexcept {
  return or_out_of_memory([&]() -> Result<Kernel> {
    if (auto ok = check_options(options); !ok) return std::move(ok).error();
    const auto team = team_of(options);
    if (!team) return team.error();
    const Backend* to_build = nullptr;
    if (options.use_cache)
      if (auto kernel = find_chosen(op, options, *team, to_build)) return std::move(*kernel);
    return compile_anew(op, options, *team, to_build);
  });
}

Result<Explanation> explain(const Operator& op, const CompileOptions& options) noexcept {
  const DefaultFloatingPoint environment;
  return or_out_of_memory([&]() -> Result<Explanation> {
    const OperatorState& state = op.state();
    Explanation explanation;
    for (const plan::Plan& plan : state.plans) explanation.plans.push_back(plan::print(plan));
    if (auto ok = check_options(options); !ok) return std::move(ok).error();
    const auto team = team_of(options);
    if (!team) return team.error();
    auto chosen = choose(state, options);
    if (!chosen && chosen.error().code == ErrorCode::unknown_backend) return std::move(chosen).error();
    for (const Backend& backend : backend_list()) {
      // Looking for devices takes time and memory; done only for backends that are named.
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
      const auto told = explain_choice(state, backend, options, *team, explanation);
      if (told) return explanation;
      if (options.backend != "auto" || !is_about_code(told.error().code)) return told.error();
      why_not = told.error().to_string();
    }
    return Error{.code = ErrorCode::backend_unavailable, .message = "no back end takes this operator"};
  });
}

}  // namespace dmlrun
