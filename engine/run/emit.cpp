#include "engine/run/emit.h"

#include <new>

#include "engine/operators/operator_list.h"
#include "engine/plan/name.h"
#include "engine/plan/print.h"
#include "engine/run/backends.h"
#include "engine/run/c_header.h"

namespace dmlrun {
namespace {

constexpr std::string_view kWords[] = {"objects", "headers", "source"};

std::string which_do(Emitted what) {
  std::string text;
  for (const Backend& backend : backend_list())
    if (emits(backend, what)) (text += text.empty() ? "" : ", ") += backend.name;
  return text;
}

/// All languages of devices take comments of this form.
std::string commented(const plan::Plan& plan, const Backend& backend, std::string source) {
  return "// " + plan::name(plan) + ": kernels of " + std::string(backend.name) +
         ", in the order in which they run\n// plan: " + plan::print(plan) + "\n" + std::move(source) +
         (source.ends_with('\n') ? "" : "\n");
}

Result<std::string> emit_checked(const Operator& op, std::size_t index, Emitted what, const EmitOptions& emitted,
                                 const CompileOptions& options) {
  const Backend* backend = find_backend(options.backend);
  if (!backend) return Error{ErrorCode::unknown_backend};
  if (!emits(*backend, what))
    return Error{ErrorCode::backend_unavailable,
                 {},
                 {},
                 "the back end " + std::string(backend->name) + " makes no " +
                     std::string(kWords[static_cast<std::size_t>(what)]) +
                     " for other programs; these do: " + which_do(what),
                 {}};
  const OperatorState& state = op.state();
  const Task task{state.desc, state.plans[index], index, options};
  const std::string function = object_function(emitted.function);
  auto made = backend->emit(task, {backend->emits, emitted.target, function});
  if (!made || what != Emitted::source) return made;
  return commented(task.plan, *backend, std::move(*made));
}

}  // namespace

bool emits(const Backend& backend, Emitted what) noexcept {
  return backend.emit && backend.emits == (what == Emitted::source ? EmitForm::source : EmitForm::object);
}

Result<std::string> emit(const Operator& op, std::size_t index, Emitted what, const EmitOptions& emitted,
                         const CompileOptions& options) noexcept {
  try {
    return emit_checked(op, index, what, emitted, options);
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory};
  }
}

std::string default_function(const Operator& op, std::size_t index) {
  return "dmlrun_" + plan::name(op.state().plans[index]) + (op.outputs().size() > 1 ? "_" + std::to_string(index) : "");
}

}  // namespace dmlrun
