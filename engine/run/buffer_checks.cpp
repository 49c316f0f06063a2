#include "engine/run/buffer_checks.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/text/counted.h"

namespace dmlrun {
namespace {

std::string words(const KernelState::Buffer& buffer) {
  std::string text(buffer.name);
  if (buffer.array) text += "[" + std::to_string(buffer.index) + "]";
  return text;
}

Result<void> check_span(const KernelState::Buffer& buffer, const std::byte* data, std::uint64_t size,
                        std::uint64_t needed) {
  if (size >= needed && (data || needed == 0)) return {};
  if (!data) return buffer_error(ErrorCode::null_buffer, buffer, "a null buffer was given");
  return buffer_error(
      ErrorCode::buffer_too_small, buffer,
      "a buffer of " + std::to_string(size) + " bytes was given; " + std::to_string(needed) + " bytes are needed");
}

Result<void> check_count(const char* which, const char* kind, std::uint64_t given, std::uint64_t needed) {
  if (given == needed) return {};
  return Error{.code = ErrorCode::buffer_count,
               .where = which,
               .message = text::counted(given, std::string(kind) + " buffer") + (given == 1 ? " was" : " were") +
                          " given; " + std::to_string(needed) + (needed == 1 ? " is" : " are") + " needed"};
}

Result<void> check_inputs(const KernelState& kernel, InputSpans inputs) {
  if (auto ok = check_input_count(kernel, inputs.size()); !ok) return ok;
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (auto ok = check_span(kernel.inputs[i], inputs[i].data(), inputs[i].size(), kernel.inputs[i].bytes); !ok)
      return ok;
  return {};
}

/// An output touches no other output, and no input but one whose buffer it may be: `whole`, or null for a slice.
Result<void> check_overlap(const KernelState& kernel, InputSpans inputs, const KernelState::Buffer& buffer,
                           std::span<const std::byte> output, std::uint64_t bytes, const std::byte* whole) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const KernelState::Buffer& input = kernel.inputs[i];
    if (!overlap(output.data(), bytes, inputs[i].data(), input.bytes)) continue;
    if (input.may_be_output && inputs[i].data() == whole) continue;
    return buffer_error(ErrorCode::buffers_overlap, buffer,
                        "the buffer overlaps that of " + words(input) +
                            (input.may_be_output ? "; only a whole run into that very buffer is in place"
                                                 : "; this operator does not run in place here"));
  }
  return {};
}

/// Whether no two outputs overlap. By address, so that thousands of them take no time that grows with their square.
bool are_apart(const KernelState& kernel, OutputSpans outputs) {
  std::vector<std::pair<std::uintptr_t, std::uint64_t>> places;  // first byte, number of bytes
  for (std::size_t i = 0; i < outputs.size(); ++i)
    places.emplace_back(reinterpret_cast<std::uintptr_t>(outputs[i].data()), kernel.outputs[i].bytes);
  std::sort(places.begin(), places.end());
  for (std::size_t i = 1; i < places.size(); ++i)
    if (places[i].first - places[i - 1].first < places[i - 1].second) return false;
  return true;
}

}  // namespace

Error buffer_error(ErrorCode code, const KernelState::Buffer& buffer, std::string message) {
  return {code, words(buffer), {}, std::move(message), {}};
}

Result<void> check_input_count(const KernelState& kernel, std::uint64_t given) {
  return check_count("inputs", "input", given, kernel.inputs.size());
}

Result<void> check_output_count(const KernelState& kernel, std::uint64_t given) {
  return check_count("outputs", "output", given, kernel.outputs.size());
}

Result<void> check_buffers(const KernelState& kernel, InputSpans inputs, OutputSpans outputs) {
  if (auto ok = check_inputs(kernel, inputs); !ok) return ok;
  if (auto ok = check_output_count(kernel, outputs.size()); !ok) return ok;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const KernelState::Buffer& buffer = kernel.outputs[i];
    if (auto ok = check_span(buffer, outputs[i].data(), outputs[i].size(), buffer.bytes); !ok) return ok;
    if (auto ok = check_overlap(kernel, inputs, buffer, outputs[i], buffer.bytes, outputs[i].data()); !ok) return ok;
  }
  if (outputs.size() < 2 || are_apart(kernel, outputs)) return {};
  for (std::size_t i = 0; i < outputs.size(); ++i)
    for (std::size_t other = 0; other < i; ++other)
      if (overlap(outputs[i].data(), kernel.outputs[i].bytes, outputs[other].data(), kernel.outputs[other].bytes))
        return buffer_error(ErrorCode::buffers_overlap, kernel.outputs[i],
                            "the buffer overlaps that of another output");
  return {};
}

Result<void> check_slice(const KernelState& kernel, InputSpans inputs, std::size_t index, std::uint64_t first,
                         std::uint64_t count, std::span<std::byte> slice) {
  if (auto ok = check_inputs(kernel, inputs); !ok) return ok;
  if (index >= kernel.outputs.size())
    return Error{.code = ErrorCode::buffer_count, .where = "outputs", .message = "there is no such output"};
  const CompiledOutput& compiled = kernel.compiled[index];
  const KernelState::Buffer& buffer = kernel.outputs[index];
  const std::uint64_t grain = compiled.executable->slice_granularity();
  const bool ends_well = count % grain == 0 || first + count == compiled.elements;
  if (!compiled.is_packed || first > compiled.elements || count > compiled.elements - first || first % grain != 0 ||
      !ends_well)
    return buffer_error(ErrorCode::out_of_range, buffer,
                        std::to_string(count) + " elements from number " + std::to_string(first) +
                            " on are not a slice of this output; slices are made of packed outputs in multiples of " +
                            std::to_string(grain));
  const std::uint64_t bytes = count * compiled.element_bytes;
  if (auto ok = check_span(buffer, slice.data(), slice.size(), bytes); !ok) return ok;
  return check_overlap(kernel, inputs, buffer, slice, bytes, nullptr);
}

}  // namespace dmlrun
