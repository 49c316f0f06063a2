// Compiling, running and looking at kernels from C.
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "engine/c/handles.h"
#include "engine/run/answers.h"

namespace dmlrun::c {
namespace {

constexpr std::size_t kFewBuffers = 64;

const std::byte* bytes_of(const dmlrun_input_buffer& buffer) noexcept { return static_cast<const std::byte*>(buffer.data); }
std::byte* bytes_of(const dmlrun_output_buffer& buffer) noexcept { return static_cast<std::byte*>(buffer.data); }

/// A caller's buffers as spans. The usual few stand on the stack, and memory that is not used is not touched: a small
/// kernel runs for fewer nanoseconds than clearing it takes.
template <class Byte, class Buffer>
class Spans {
 public:
  Spans(const Buffer* buffers, std::size_t count) : count_(count) {
    std::span<Byte>* spans = few();
    if (count > kFewBuffers) spans = many_.emplace(count).data();
    for (std::size_t i = 0; i < count; ++i) ::new (spans + i) std::span<Byte>(bytes_of(buffers[i]), buffers[i].bytes);
  }
  Spans(const Spans&) = delete;
  Spans& operator=(const Spans&) = delete;
  [[nodiscard]] std::span<const std::span<Byte>> all() noexcept { return {many_ ? many_->data() : few(), count_}; }

 private:
  std::span<Byte>* few() noexcept { return reinterpret_cast<std::span<Byte>*>(few_); }

  alignas(std::span<Byte>) std::byte few_[kFewBuffers * sizeof(std::span<Byte>)];
  std::optional<std::vector<std::span<Byte>>> many_;
  std::size_t count_;
};
using InputSpans = Spans<const std::byte, dmlrun_input_buffer>;
using OutputSpans = Spans<std::byte, dmlrun_output_buffer>;

constexpr const char* kNoKernel = "the kernel is null, or a list of buffers is null and not empty";

dmlrun_code outcome(const Result<void>& result, dmlrun_error* error) noexcept {
  return result ? dmlrun_code{DMLRUN_OK} : refuse(result.error(), error);
}

}  // namespace

bool Options::take(const dmlrun_compile_options* given) noexcept {
  dmlrun_compile_options known;
  if (!read_struct(given, known) || known.threads < -1) return false;
  if (known.backend && *known.backend != '\0') options_.backend = known.backend;
  options_.isa = view(known.isa);
  options_.tuning = view(known.tuning);
  options_.device = view(known.device);
  options_.code_folder = view(known.code_folder);
  options_.use_cache = known.no_cache == 0;
  // Here 0 is what nobody set, and the default is one thread.
  if (known.threads != 0) options_.threads = known.threads < 0 ? 0 : static_cast<unsigned>(known.threads);
  if (known.executor) {
    if (!known.executor->run) return false;
    executor_ = {known.executor->run, known.executor->self};
    options_.executor = &executor_;
  }
  return true;
}

}  // namespace dmlrun::c

using namespace dmlrun;
using namespace dmlrun::c;

dmlrun_code dmlrun_compile(const dmlrun_operator* op, const dmlrun_compile_options* options, dmlrun_kernel** kernel,
                           dmlrun_error* error) noexcept {
  if (kernel) *kernel = nullptr;
  Options how;
  if (!op || !kernel) return refuse_usage("the operator or the place for the kernel is null", error);
  if (!how.take(options)) return refuse_usage(kNewerStruct, error);
  return guarded(error, [&] {
    auto made = compile(op->op, how.options());
    return made ? make_handle(kernel, std::move(*made)) : refuse(made.error(), error);
  });
}

void dmlrun_kernel_free(dmlrun_kernel* kernel) noexcept { delete kernel; }

dmlrun_code dmlrun_kernel_run(const dmlrun_kernel* kernel, const dmlrun_input_buffer* inputs, size_t input_count,
                              const dmlrun_output_buffer* outputs, size_t output_count, dmlrun_error* error) noexcept {
  if (!kernel || (!inputs && input_count > 0) || (!outputs && output_count > 0)) return refuse_usage(kNoKernel, error);
  return guarded(error, [&] {
    InputSpans in(inputs, input_count);
    OutputSpans out(outputs, output_count);
    return outcome(kernel->kernel.run(in.all(), out.all()), error);
  });
}

dmlrun_code dmlrun_kernel_run_slice(const dmlrun_kernel* kernel, const dmlrun_input_buffer* inputs, size_t input_count,
                                    size_t index, uint64_t first, uint64_t count, dmlrun_output_buffer slice,
                                    dmlrun_error* error) noexcept {
  if (!kernel || (!inputs && input_count > 0)) return refuse_usage(kNoKernel, error);
  return guarded(error, [&] {
    InputSpans in(inputs, input_count);
    return outcome(kernel->kernel.run_slice(in.all(), index, first, count, {bytes_of(slice), slice.bytes}), error);
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
    return outputs ? make_text(description_answer(*outputs).text(), json) : refuse(outputs.error(), error);
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
  if (json) *json = nullptr;
  Options how;
  if (!op || !json) return refuse_usage("the operator or the place for the text is null", error);
  if (!how.take(options)) return refuse_usage(kNewerStruct, error);
  return guarded(error, [&] {
    const auto explanation = explain(op->op, how.options());
    return explanation ? make_text(explanation_answer(op->op, *explanation).text(), json)
                       : refuse(explanation.error(), error);
  });
}

dmlrun_code dmlrun_backends(const dmlrun_compile_options* options, char** json, dmlrun_error* error) noexcept {
  if (!json) return refuse_usage("the place for the text is null", error);
  *json = nullptr;
  Options how;
  if (!how.take(options)) return refuse_usage(kNewerStruct, error);
  return guarded(error, [&] { return make_text(backends_answer(backends(how.options())).text(), json); });
}

const char* dmlrun_isa_name(size_t index) noexcept {
  return index < isa_names().size() ? isa_names()[index].data() : nullptr;
}

const char* dmlrun_tuning_name(size_t index) noexcept {
  return index < tuning_names().size() ? tuning_names()[index].data() : nullptr;
}
