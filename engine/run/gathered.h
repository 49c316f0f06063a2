// The way of most runs: kernels of one output, in buffers that are as they should be.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/run/kernel_state.h"

namespace dmlrun {

/// Inputs whose pointers stand on the stack, so that running allocates nothing.
inline constexpr std::size_t kFewInputs = 64;

/// Fewer, whose pointers take no more than a cache line or two: others may hold what a join reads.
inline constexpr std::size_t kVeryFewInputs = 8;

/// What is read of a caller's buffers; others than spans specialise it.
template <class Buffer>
struct BufferAccess {
  static auto data(const Buffer& buffer) noexcept { return buffer.data(); }
  static std::uint64_t size(const Buffer& buffer) noexcept { return buffer.size(); }
};

/// Whether an input of `needed` bytes or more is there, and no part of it lies in the output's `bytes` bytes.
template <class Input>
[[nodiscard]] inline bool is_apart(const Input& input, std::uint64_t needed, const std::byte* output,
                                   std::uint64_t bytes) noexcept {
  const auto address = [](const std::byte* byte) { return reinterpret_cast<std::uintptr_t>(byte); };
  const std::byte* const data = BufferAccess<Input>::data(input);
  // An overlap: the input begins above output - needed and below output + bytes, modulo 2^64.
  return BufferAccess<Input>::size(input) >= needed && data &&
         address(data) - address(output) + needed - 1 >= needed + bytes - 1;
}

/// The output of a kernel that has one, where it is large enough; else null.
template <class Output>
[[nodiscard]] inline std::byte* only_output(const KernelState& kernel, std::span<const Output> outputs) noexcept {
  if (outputs.size() != 1 || kernel.output_bytes == 0) return nullptr;
  return BufferAccess<Output>::size(outputs[0]) < kernel.output_bytes ? nullptr : BufferAccess<Output>::data(outputs[0]);
}

/// The output only where check_buffers() finds nothing wrong; null also for what it does not know: kernels of several outputs
/// and of many inputs. Small kernels run for a few nanoseconds: all is compared once, by branches that are never taken.
template <class Input, class Output, std::size_t most>
[[nodiscard]] inline std::byte* gather(const KernelState& kernel, std::span<const Input> inputs,
                                       std::span<const Output> outputs,
                                       std::array<const std::byte*, most>& gathered) noexcept {
  std::byte* const output = only_output(kernel, outputs);
  const std::size_t count = inputs.size();
  if (!output || count > most || count != kernel.inputs.size()) return nullptr;
  const std::uint64_t common = kernel.input_bytes;
  for (std::size_t i = 0; i < count; ++i) {
    if (!is_apart(inputs[i], common > 0 ? common : kernel.inputs[i].bytes, output, kernel.output_bytes)) [[unlikely]]
      return nullptr;
    gathered[i] = BufferAccess<Input>::data(inputs[i]);
  }
  return output;
}

/// The same for one input, which most have: in registers that a function need not save.
template <class Input, class Output>
[[nodiscard]] inline std::byte* gather_one(const KernelState& kernel, std::span<const Input> inputs,
                                           std::span<const Output> outputs, const std::byte*& gathered) noexcept {
  std::byte* const output = only_output(kernel, outputs);
  if (!output || inputs.size() != 1 || kernel.inputs.size() != 1) return nullptr;
  if (!is_apart(inputs[0], kernel.input_bytes, output, kernel.output_bytes)) return nullptr;
  gathered = BufferAccess<Input>::data(inputs[0]);
  return output;
}

/// Runs all of a kernel that gather() gave the output of.
[[nodiscard]] Result<void> run_with_care(const KernelState& kernel, const std::byte* const* inputs,
                                         std::byte* output) noexcept;
[[nodiscard]] inline Result<void> run(const KernelState& kernel, const std::byte* const* inputs,
                                      std::byte* output) noexcept {
  if (!kernel.is_plain) return run_with_care(kernel, inputs, output);
  const KernelPart& part = kernel.parts[0];
  part.executable->run(inputs, output, 0, part.elements);
  return {};
}

}  // namespace dmlrun
