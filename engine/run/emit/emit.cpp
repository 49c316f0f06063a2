#include "engine/run/emit/emit.h"

#include "engine/operators/operator_state.h"
#include "engine/plan/name.h"
#include "engine/plan/print.h"
#include "engine/run/backends.h"
#include "engine/run/emit/c_header.h"
#include "engine/run/emit/function_name.h"
#include "engine/tensor/floating_point.h"
#include "engine/text/out_of_memory.h"

namespace dmlrun {
namespace {

constexpr std::string_view kWords[] = {"objects", "headers", "source"};

/// All languages of devices take comments of this form.
std::string commented(const plan::Plan& plan, const Backend& backend, std::string source) {
  return "// " + plan::name(plan) + ": kernels of " + std::string(backend.name) +
         ", in the order in which they run\n// plan: " + plan::print(plan) + "\n" + std::move(source) +
         (source.ends_with('\n') ? "" : "\n");
}

Result<std::string> emit_checked(const Operator& op, std::size_t index, Emitted what, const EmitOptions& emitted,
                                 const CompileOptions& options) {
  if (index >= op.outputs().size())
    return Error{.code = ErrorCode::out_of_range, .message = "the operator has no output " + std::to_string(index)};
  if (!emitted.function.empty() && !is_function_name(emitted.function))
    return Error{.code = ErrorCode::unknown_option,
                 .where = "function",
                 .message = "a C function's name has " + std::string(kFunctionNames)};
  const std::string all = emitting_backends(what);
  const bool is_left_open = options.backend == "auto" && !all.empty();
  if (is_left_open && all.find(',') != std::string::npos)
    return Error{.code = ErrorCode::unknown_backend,
                 .message = "several back ends make this, so one must be named: " + all};
  const Backend* backend = find_backend(is_left_open ? std::string_view(all) : options.backend);
  if (!backend) return Error{ErrorCode::unknown_backend};
  if (!emits(*backend, what))
    return Error{.code = ErrorCode::backend_unavailable,
                 .message = "the back end " + std::string(backend->name) + " makes no " +
                            std::string(kWords[static_cast<std::size_t>(what)]) +
                            " for other programs; these do: " + (all.empty() ? "none" : all)};
  const OperatorState& state = op.state();
  const CompileRequest request{state.desc, state.plans[index], index, options};
  const std::string name = emitted.function.empty() ? default_function(op, index) : std::string(emitted.function);
  const std::string function = object_function(name);
  auto made = backend->emit(request, {emitted.target, function});
  if (!made || what == Emitted::object) return made;
  if (what == Emitted::header) return c_header(op, index, {emitted.target, name});
  return commented(request.plan, *backend, std::move(*made));
}

}  // namespace

bool emits(const Backend& backend, Emitted what) noexcept {
  return backend.emit && backend.emits == (what == Emitted::source ? EmitForm::source : EmitForm::object);
}

std::string emitting_backends(Emitted what) {
  std::string text;
  for (const Backend& backend : backend_list())
    if (emits(backend, what)) (text += text.empty() ? "" : ", ") += backend.name;
  return text;
}

Result<std::string> emit(const Operator& op, std::size_t index, Emitted what, const EmitOptions& emitted,
                         const CompileOptions& options) noexcept {
  const DefaultFloatingPoint environment;
  return or_out_of_memory([&]() -> Result<std::string> { return emit_checked(op, index, what, emitted, options); });
}

std::string default_function(const Operator& op, std::size_t index) {
  return "dmlrun_" + plan::name(op.state().plans[index]) + (op.outputs().size() > 1 ? "_" + std::to_string(index) : "");
}

}  // namespace dmlrun
