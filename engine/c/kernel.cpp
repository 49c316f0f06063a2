// Compiling, running and looking at kernels from C.
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "engine/c/handles.h"
#include "engine/run/buffer_checks.h"
#include "engine/run/collect_buffers.h"
#include "engine/run/json_reports.h"
#include "engine/run/short_explanation.h"

namespace dmlrun {

template <>
struct BufferAccess<dmlrun_input_buffer> {
  static const std::byte* data(const dmlrun_input_buffer& buffer) noexcept {
    return static_cast<const std::byte*>(buffer.data);
  }
  static std::uint64_t size(const dmlrun_input_buffer& buffer) noexcept { return buffer.bytes; }
};
template <>
struct BufferAccess<dmlrun_output_buffer> {
  static std::byte* data(const dmlrun_output_buffer& buffer) noexcept { return static_cast<std::byte*>(buffer.data); }
  static std::uint64_t size(const dmlrun_output_buffer& buffer) noexcept { return buffer.bytes; }
};

namespace c {
namespace {

/// A caller's buffers as spans.
template <class Byte, class Buffer>
std::vector<std::span<Byte>> spans_of(const Buffer* buffers, std::size_t count) {
  std::vector<std::span<Byte>> spans;
  spans.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
    spans.emplace_back(BufferAccess<Buffer>::data(buffers[i]), BufferAccess<Buffer>::size(buffers[i]));
  return spans;
}

/// dmlrun_kernel_run for buffers that were not collected.
[[gnu::noinline]] Result<void> run_spans(const Kernel& kernel, std::span<const dmlrun_input_buffer> inputs,
                                         std::span<const dmlrun_output_buffer> outputs) {
  // Before memory is asked for by a caller's count.
  if (auto ok = check_input_count(kernel.state(), inputs.size()); !ok) return ok;
  if (auto ok = check_output_count(kernel.state(), outputs.size()); !ok) return ok;
  const auto in = spans_of<const std::byte>(inputs.data(), inputs.size());
  const auto out = spans_of<std::byte>(outputs.data(), outputs.size());
  return kernel.run(in, out);
}

constexpr const char* kNoKernel = "the kernel is null, or a list of buffers is null and not empty";

dmlrun_code outcome(const Result<void>& result, dmlrun_error* error) noexcept {
  return result ? dmlrun_code{DMLRUN_OK} : refuse(result.error(), error);
}

/// dmlrun_kernel_run with one output and up to kManyInputs inputs, of any kernel.
[[gnu::noinline]] dmlrun_code run_with_care(const Kernel& kernel, std::span<const dmlrun_input_buffer> in,
                                            const dmlrun_output_buffer& out, dmlrun_error* error) noexcept {
  std::array<const std::byte*, kManyInputs> collected;
  if (std::byte* const output = collect<kManyInputs>(kernel.state(), in, out, collected.data()))
    return outcome(run(kernel.state(), collected.data(), output), error);
  return guarded(error, [&] { return outcome(run_spans(kernel, in, {&out, 1}), error); });
}

/// dmlrun_kernel_run. What comes before it goes a straight way through no more than a few registers, and on here with
/// whatever it does not know: to save registers for that, or a jump, is a cycle or two of a small kernel's run.
[[gnu::noinline, gnu::cold]] dmlrun_code run_any(const Kernel& kernel, std::span<const dmlrun_input_buffer> in,
                                                 std::span<const dmlrun_output_buffer> out,
                                                 dmlrun_error* error) noexcept {
  if (out.size() == 1 && in.size() <= kManyInputs) return run_with_care(kernel, in, out[0], error);
  return guarded(error, [&] { return outcome(run_spans(kernel, in, out), error); });
}

/// dmlrun_kernel_run where one of its pointers is null, which empty lists may be.
[[gnu::noinline, gnu::cold]] dmlrun_code run_without(const dmlrun_kernel* kernel,
                                                     std::span<const dmlrun_input_buffer> in,
                                                     std::span<const dmlrun_output_buffer> out,
                                                     dmlrun_error* error) noexcept {
  if (!kernel || (!in.data() && !in.empty()) || (!out.data() && !out.empty())) return refuse_usage(kNoKernel, error);
  return run_any(kernel->kernel, in, out, error);
}

/// dmlrun_kernel_run of plain kernels.
template <std::size_t most>
[[gnu::noinline]] dmlrun_code run_several(const Kernel& kernel, std::span<const dmlrun_input_buffer> in,
                                          const dmlrun_output_buffer& out, dmlrun_error* error) noexcept {
  const KernelState& state = kernel.state();
  std::array<const std::byte*, most> collected;
  std::byte* const output = state.is_plain ? collect<most>(state, in, out, collected.data()) : nullptr;
  if (!output) [[unlikely]]
    return run_any(kernel, in, {&out, 1}, error);
  run_plain(state, collected.data(), output);
  return DMLRUN_OK;
}

/// With more.
[[gnu::noinline]] dmlrun_code run_many(const Kernel& kernel, std::span<const dmlrun_input_buffer> in,
                                       const dmlrun_output_buffer& out, dmlrun_error* error) noexcept {
  if (const auto collected = room_for(kernel.state(), in.size()))
    if (std::byte* const output = collect<kAnyNumber>(kernel.state(), in, out, collected.get()))
      return outcome(run(kernel.state(), collected.get(), output), error);
  return run_any(kernel, in, {&out, 1}, error);
}

[[gnu::noinline]] dmlrun_code run_outputs(const Kernel& kernel, std::span<const dmlrun_input_buffer> in,
                                          std::span<const dmlrun_output_buffer> out, dmlrun_error* error) noexcept {
  CollectedOutputs collected;
  if (collect_outputs(kernel.state(), in, out, collected)) return outcome(run(kernel.state(), collected), error);
  return run_any(kernel, in, out, error);
}

/// An explanation as the text that `write` makes of it.
template <class Write>
dmlrun_code explain_as(Write write, const dmlrun_operator* op, const dmlrun_compile_options* options, char** text,
                       dmlrun_error* error) noexcept {
  if (text) *text = nullptr;
  Options how;
  if (!op || !text) return refuse_usage("the operator or the place for the text is null", error);
  if (const char* why = how.take(options)) return refuse_usage(why, error);
  return guarded(error, [&] {
    const auto explanation = explain(op->op, how.options());
    return explanation ? make_text(write(op->op, *explanation, how.options().backend), text)
                       : refuse(explanation.error(), error);
  });
}

}  // namespace

const char* Options::take(const dmlrun_compile_options* given) noexcept {
  dmlrun_compile_options known;
  if (!read_struct(given, known)) return kNewerStruct;
  if (known.threads < -1) return "the number of threads is below -1, which stands for one for each processor";
  if (known.backend && *known.backend != '\0') options_.backend = known.backend;
  options_.isa = view(known.isa);
  options_.tuning = view(known.tuning);
  options_.device = view(known.device);
  options_.code_folder = view(known.code_folder);
  options_.use_cache = known.no_cache == 0;
  // Here 0 is what nobody set, and the default is one thread.
  if (known.threads != 0) options_.threads = known.threads < 0 ? 0 : static_cast<unsigned>(known.threads);
  if (known.executor) {
    if (!known.executor->run) return "the executor has no function that runs parts";
    executor_ = {known.executor->run, known.executor->self};
    options_.executor = &executor_;
  }
  return nullptr;
}

}  // namespace c
}  // namespace dmlrun

using namespace dmlrun;
using namespace dmlrun::c;

dmlrun_code dmlrun_compile(const dmlrun_operator* op, const dmlrun_compile_options* options, dmlrun_kernel** kernel,
                           dmlrun_error* error) noexcept {
  if (kernel) *kernel = nullptr;
  Options how;
  if (!op || !kernel) return refuse_usage("the operator or the place for the kernel is null", error);
  if (const char* why = how.take(options)) return refuse_usage(why, error);
  return guarded(error, [&] {
    auto made = compile(op->op, how.options());
    return made ? make_handle(kernel, std::move(*made)) : refuse(made.error(), error);
  });
}

void dmlrun_kernel_free(dmlrun_kernel* kernel) noexcept { delete kernel; }

dmlrun_code dmlrun_kernel_run(const dmlrun_kernel* kernel, const dmlrun_input_buffer* inputs, size_t input_count,
                              const dmlrun_output_buffer* outputs, size_t output_count, dmlrun_error* error) noexcept {
  if (!kernel || !inputs || !outputs) [[unlikely]]
    return run_without(kernel, {inputs, input_count}, {outputs, output_count}, error);
  const std::span in(inputs, input_count);
  if (output_count != 1) [[unlikely]]
    return run_outputs(kernel->kernel, in, {outputs, output_count}, error);
  if (input_count == 1) [[likely]] {
    const KernelState& state = kernel->kernel.state();
    const std::byte* input;
    std::byte* const output = state.is_plain ? collect_one(state, *inputs, *outputs, input) : nullptr;
    if (!output) [[unlikely]]
      return run_any(kernel->kernel, {inputs, 1}, {outputs, 1}, error);
    run_plain(state, &input, output);
    return DMLRUN_OK;
  }
  if (input_count <= kVeryFewInputs) return run_several<kVeryFewInputs>(kernel->kernel, in, *outputs, error);
  if (input_count <= kFewInputs) return run_several<kFewInputs>(kernel->kernel, in, *outputs, error);
  if (input_count <= kManyInputs) return run_several<kManyInputs>(kernel->kernel, in, *outputs, error);
  return run_many(kernel->kernel, in, *outputs, error);
}

dmlrun_code dmlrun_kernel_run_slice(const dmlrun_kernel* kernel, const dmlrun_input_buffer* inputs, size_t input_count,
                                    size_t index, uint64_t first, uint64_t count, dmlrun_output_buffer slice,
                                    dmlrun_error* error) noexcept {
  if (!kernel || (!inputs && input_count > 0)) return refuse_usage(kNoKernel, error);
  return guarded(error, [&] {
    if (auto ok = check_input_count(kernel->kernel.state(), input_count); !ok) return outcome(ok, error);
    const auto in = spans_of<const std::byte>(inputs, input_count);
    const std::span<std::byte> to(static_cast<std::byte*>(slice.data), slice.bytes);
    return outcome(kernel->kernel.run_slice(in, index, first, count, to), error);
  });
}

uint64_t dmlrun_kernel_slice_granularity(const dmlrun_kernel* kernel, size_t index) noexcept {
  return kernel ? kernel->kernel.slice_granularity(index) : 0;
}

const char* dmlrun_kernel_backend(const dmlrun_kernel* kernel) noexcept {
  return kernel ? kernel->kernel.backend().data() : nullptr;
}

dmlrun_code dmlrun_kernel_describe(const dmlrun_kernel* kernel, char** json, dmlrun_error* error) noexcept {
  if (json) *json = nullptr;
  if (!kernel || !json) return refuse_usage("the kernel or the place for the text is null", error);
  return guarded(error, [&] {
    const auto outputs = kernel->kernel.describe();
    return outputs ? make_text(description_report(*outputs).text(), json) : refuse(outputs.error(), error);
  });
}

dmlrun_code dmlrun_kernel_section(const dmlrun_kernel* kernel, size_t output, size_t section, const char** name,
                                  int32_t* is_code, dmlrun_input_buffer* content, dmlrun_error* error) noexcept {
  if (!kernel) return refuse_usage("the kernel is null", error);
  return guarded(error, [&] {
    const auto outputs = kernel->kernel.describe();
    if (!outputs) return refuse(outputs.error(), error);
    if (output >= outputs->size() || section >= (*outputs)[output].sections.size())
      return refuse_usage("the kernel has no such output or section", error);
    const CodeSection& found = (*outputs)[output].sections[section];
    if (name) *name = found.name.data();
    if (is_code) *is_code = found.is_code;
    if (content) *content = {found.bytes.data(), found.bytes.size()};
    return dmlrun_code{DMLRUN_OK};
  });
}

dmlrun_code dmlrun_explain(const dmlrun_operator* op, const dmlrun_compile_options* options, char** json,
                           dmlrun_error* error) noexcept {
  return explain_as([](const Operator& o, const Explanation& e, auto) { return explanation_report(o, e).text(); }, op,
                    options, json, error);
}

dmlrun_code dmlrun_explain_text(const dmlrun_operator* op, const dmlrun_compile_options* options, char** text,
                                dmlrun_error* error) noexcept {
  return explain_as([](const auto&... of) { return explanation_text(of...); }, op, options, text, error);
}

dmlrun_code dmlrun_explain_short(const dmlrun_operator* op, const dmlrun_compile_options* options, char** text,
                                 dmlrun_error* error) noexcept {
  return explain_as([](const auto&... of) { return short_explanation(of...) + "\n"; }, op, options, text, error);
}

dmlrun_code dmlrun_emit(const dmlrun_operator* op, size_t output, dmlrun_emitted what, const char* target,
                        const char* function, const dmlrun_compile_options* options, char** content, size_t* bytes,
                        dmlrun_error* error) noexcept {
  if (content) *content = nullptr;
  if (bytes) *bytes = 0;
  if (!op || !content || !bytes)
    return refuse_usage("the operator, or the place for the content or its size is null", error);
  if (what < DMLRUN_OBJECT || what > DMLRUN_SOURCE) return refuse_usage("there is no such thing to emit", error);
  Options how;
  if (const char* why = how.take(options)) return refuse_usage(why, error);
  return guarded(error, [&] {
    EmitOptions emitted;
    if (target && *target != '\0') emitted.target = target;
    emitted.function = view(function);
    const auto made = emit(op->op, output, static_cast<Emitted>(what), emitted, how.options());
    if (!made) return refuse(made.error(), error);
    *bytes = made->size();
    return make_text(*made, content);
  });
}

dmlrun_code dmlrun_backends(const dmlrun_compile_options* options, char** json, dmlrun_error* error) noexcept {
  if (!json) return refuse_usage("the place for the text is null", error);
  *json = nullptr;
  Options how;
  if (const char* why = how.take(options)) return refuse_usage(why, error);
  return guarded(error, [&] { return make_text(backends_report(backends(how.options())).text(), json); });
}

const char* dmlrun_isa_name(size_t index) noexcept {
  return index < isa_names().size() ? isa_names()[index].data() : nullptr;
}

const char* dmlrun_tuning_name(size_t index) noexcept {
  return index < tuning_names().size() ? tuning_names()[index].data() : nullptr;
}
