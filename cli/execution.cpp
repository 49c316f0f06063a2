#include "cli/execution.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "cli/bound_spec.h"
#include "cli/interrupt.h"
#include "cli/report/failure.h"
#include "engine/run/backends.h"
#include "engine/tensor/layout.h"

namespace dmlrun::cli {
namespace {

/// Large enough that calls cost nothing, small enough to stay in the second-level cache between kernel and write().
constexpr std::uint64_t kSliceBytes = 1u << 20;
/// Strided outputs of up to this many bytes together are run as described; of larger ones only their logical values, in
/// slices.
constexpr std::uint64_t kWholeBytes = 16u << 20;

/// The same operator with packed outputs: the same values, without gaps.
Operator with_packed_outputs(const Operator& op) {
  Desc desc = op.desc();
  for (const TensorSlot& output : op.outputs()) {
    FieldValue& value = desc.find(output.name)->value;
    if (auto* tensors = std::get_if<TensorList>(&value)) (*tensors)[output.index] = packed(output.desc);
    else value = packed(output.desc);
  }
  Validation validation;
  validation.limits.join_inputs = std::max(op.inputs().size(), op.outputs().size());
  validation.limits.tensor_bytes = std::numeric_limits<std::uint64_t>::max();
  return take(Operator::make(desc, validation));
}

/// Bytes of all outputs, as far as it matters here.
std::uint64_t bytes_of_outputs(const Operator& op) {
  std::uint64_t bytes = 0;
  for (const TensorSlot& output : op.outputs()) bytes += std::min(buffer_bytes(output.desc), kWholeBytes + 1);
  return bytes;
}

void run_strided(const Kernel& kernel, const Operator& op, const Inputs& inputs, std::size_t index,
                 const Consumer& consumer) {
  std::vector<Buffer> buffers;
  std::vector<std::span<std::byte>> spans;
  for (const TensorSlot& output : op.outputs()) {
    buffers.push_back(take(Buffer::make_zeroed(buffer_bytes(output.desc))));
    spans.push_back(buffers.back().bytes());
  }
  require(kernel.run(inputs.spans(), spans));
  const TensorDesc& tensor = op.outputs()[index].desc;
  Buffer values = take(Buffer::make(element_count(tensor) * element_size(tensor.type)));
  gather(tensor, buffers[index].bytes(), values.data());
  consumer(values.bytes());
}

}  // namespace

Inputs::Inputs(std::vector<Buffer> buffers) : buffers_(std::move(buffers)) {
  for (const Buffer& buffer : buffers_) spans_.push_back(buffer.bytes());
}

void produce(const Kernel& kernel, const Operator& op, const Inputs& inputs, std::size_t index,
             const Consumer& consumer) {
  const TensorDesc& tensor = op.outputs()[index].desc;
  if (!is_packed(tensor)) {
    if (bytes_of_outputs(op) <= kWholeBytes) return run_strided(kernel, op, inputs, index, consumer);
    const Operator packed = with_packed_outputs(op);
    const KernelDescription made = take(kernel.describe()).front();
    return produce(take(compile(packed, {made.backend, made.isa, made.tuning})), packed, inputs, index, consumer);
  }
  const std::uint64_t all = element_count(tensor), size = element_size(tensor.type);
  const std::uint64_t granularity = std::max<std::uint64_t>(kernel.slice_granularity(index), 1);
  const std::uint64_t wanted = std::max<std::uint64_t>(kSliceBytes / size / granularity, 1) * granularity;
  const std::uint64_t step = std::min(wanted, all);
  Buffer slice = take(Buffer::make(step * size));
  for (std::uint64_t first = 0; first < all; first += step) {
    check_interrupted();
    std::uint64_t count = std::min(step, all - first);
    std::span<std::byte> bytes = slice.bytes().first(static_cast<std::size_t>(count * size));
    require(kernel.run_slice(inputs.spans(), index, first, count, bytes));
    consumer(bytes);
  }
}

Buffer produce_whole(const Kernel& kernel, const Operator& op, const Inputs& inputs, std::size_t index) {
  const TensorDesc& tensor = op.outputs()[index].desc;
  Buffer whole = take(Buffer::make(element_count(tensor) * element_size(tensor.type)));
  std::size_t done = 0;
  produce(kernel, op, inputs, index, [&](std::span<const std::byte> bytes) {
    std::memcpy(whole.data() + done, bytes.data(), bytes.size());
    done += bytes.size();
  });
  return whole;
}

std::vector<std::string_view> available_backends(const Options& options) {
  std::vector<std::string_view> names;
  for (const Backend& backend : backend_list()) {
    if (backend.devices && options.device.empty()) continue;
    if (backend.unavailable(compile_options(options, backend.name)).empty()) names.push_back(backend.name);
  }
  return names;
}

void note_limits(const Options& options, const Reporter& reporter) {
  for (const Backend& backend : backend_list()) {
    if (!backend.note || (options.backend != backend.name && options.backend != "all")) continue;
    const CompileOptions compile = compile_options(options, backend.name);
    if (const std::string note = backend.note(compile); !note.empty() && backend.unavailable(compile).empty())
      reporter.note(note);
  }
}

void require_device(const Options& options) {
  if (options.device.empty()) return;
  if (options.backend != "all") {
    const Backend* named = find_backend(options.backend);
    if (options.backend.empty() || options.backend == "auto" || (named && !named->devices))
      fail_usage(
          "--device: " +
          std::string(named ? "the back end " + std::string(named->name) + " has no devices" : "no back end is named") +
          "; a --backend with devices, such as halide-opencl, was expected");
    return;
  }
  std::string reasons;
  for (const Backend& backend : backend_list()) {
    if (!backend.devices) continue;
    const std::string why_not = backend.unavailable(compile_options(options, backend.name));
    if (why_not.empty()) return;
    reasons += (reasons.empty() ? "" : "; ") + std::string(backend.name) + ": " + why_not;
  }
  fail(ErrorCode::backend_unavailable, "no back end has the device " + in_quotes(options.device) + ": " + reasons);
}

std::optional<Kernel> compile_unless_declined(const Operator& op, const CompileOptions& options, std::string& reason) {
  Result<Kernel> kernel = compile(op, options);
  if (kernel) return std::move(kernel).value();
  if (category(kernel.error().code) != ErrorCategory::backend) fail(std::move(kernel).error());
  reason = kernel.error().to_string();
  return std::nullopt;
}

}  // namespace dmlrun::cli
