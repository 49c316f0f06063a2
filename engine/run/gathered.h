// The way of most runs: in buffers that are as they should be, and not too many of them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>

#include "engine/run/buffer_checks.h"

namespace dmlrun {

/// Inputs whose pointers stand on the stack, so that running allocates nothing: as far down as few or many of them need.
inline constexpr std::size_t kManyInputs = 1024, kFewInputs = 64;

/// Fewer, whose pointers take no more than a cache line or two: others may hold what a join reads.
inline constexpr std::size_t kVeryFewInputs = 8;

/// The same for outputs.
inline constexpr std::size_t kFewOutputs = 16;

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

/// Whether all inputs, at most `most`, are so, each of `needed` bytes or more; then `gathered` points at them.
template <class Input>
[[nodiscard]] inline bool gather_alike(std::span<const Input> inputs, std::uint64_t needed, const std::byte* output,
                                       std::uint64_t bytes, std::size_t most, const std::byte** gathered) noexcept {
  const auto take = [&](std::size_t i) {
    gathered[i] = BufferAccess<Input>::data(inputs[i]);
    return is_apart(inputs[i], needed, output, bytes);
  };
  const std::size_t count = inputs.size();
  std::size_t i = 0;
  // The processor does not foresee the end of a loop of some dozens of turns.
  for (; most > kVeryFewInputs && i + 4 <= count; i += 4)
    if (!(take(i) && take(i + 1) && take(i + 2) && take(i + 3))) [[unlikely]] return false;
  for (; i < count; ++i)
    if (!take(i)) [[unlikely]] return false;
  return true;
}

/// The output only where check_buffers() finds nothing wrong; null also for what it does not know: kernels of several
/// outputs. Small kernels run for a few nanoseconds: all is compared once, by branches that are never taken. `gathered` has
/// room for `most` pointers.
template <class Input, class Output>
[[nodiscard]] inline std::byte* gather(const KernelState& kernel, std::span<const Input> inputs,
                                       std::span<const Output> outputs, std::size_t most,
                                       const std::byte** gathered) noexcept {
  std::byte* const output = only_output(kernel, outputs);
  const std::size_t count = inputs.size();
  if (!output || count > most || count != kernel.inputs.size()) return nullptr;
  if (kernel.input_bytes > 0)
    return gather_alike(inputs, kernel.input_bytes, output, kernel.output_bytes, most, gathered) ? output : nullptr;
  for (std::size_t i = 0; i < count; ++i) {
    if (!is_apart(inputs[i], kernel.inputs[i].bytes, output, kernel.output_bytes)) [[unlikely]] return nullptr;
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

/// Room for as many pointers as the kernel has inputs, where so many were given; null also without memory.
[[nodiscard]] inline std::unique_ptr<const std::byte*[]> room_for(const KernelState& kernel, std::size_t inputs) noexcept {
  const bool is_known = inputs == kernel.inputs.size();
  return std::unique_ptr<const std::byte*[]>(is_known ? new (std::nothrow) const std::byte*[inputs] : nullptr);
}

/// The buffers of a kernel of several outputs.
struct GatheredOutputs {
  std::array<const std::byte*, kVeryFewInputs> inputs;
  std::array<std::byte*, kFewOutputs> outputs;
};

/// As gather() where there are several outputs, but not many, and few inputs: whether nothing is wrong.
template <class Input, class Output>
[[nodiscard]] inline bool gather_outputs(const KernelState& kernel, std::span<const Input> inputs,
                                         std::span<const Output> outputs, GatheredOutputs& gathered) noexcept {
  if (outputs.size() < 2 || outputs.size() > kFewOutputs || outputs.size() != kernel.outputs.size()) return false;
  if (inputs.size() > kVeryFewInputs || inputs.size() != kernel.inputs.size()) return false;
  for (std::size_t i = 0; i < inputs.size(); ++i) gathered.inputs[i] = BufferAccess<Input>::data(inputs[i]);
  std::uintptr_t end = 0;  // of the outputs so far
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    std::byte* const output = BufferAccess<Output>::data(outputs[i]);
    const std::uint64_t bytes = kernel.outputs[i].bytes;
    if (!output || BufferAccess<Output>::size(outputs[i]) < bytes) return false;
    for (std::size_t k = 0; k < inputs.size(); ++k)
      if (!is_apart(inputs[k], kernel.inputs[k].bytes, output, bytes)) return false;
    const auto address = reinterpret_cast<std::uintptr_t>(output);
    for (std::size_t other = 0; address < end && other < i; ++other)
      if (overlap(output, bytes, gathered.outputs[other], kernel.outputs[other].bytes)) return false;
    if (address + bytes < address) return false;  // no such memory; who looks closely says what is wrong
    end = std::max<std::uintptr_t>(end, address + bytes);
    gathered.outputs[i] = output;
  }
  return true;
}

/// Runs all of a kernel that gather() or gather_outputs() gave the outputs of, of which there are at most kFewOutputs.
[[nodiscard]] Result<void> run_with_care(const KernelState& kernel, const std::byte* const* inputs,
                                         std::span<std::byte* const> outputs) noexcept;
[[nodiscard]] inline Result<void> run(const KernelState& kernel, const std::byte* const* inputs,
                                      std::byte* output) noexcept {
  if (!kernel.is_plain) return run_with_care(kernel, inputs, {&output, 1});
  const KernelPart& part = kernel.parts[0];
  part.executable->run(inputs, output, 0, part.elements);
  return {};
}
[[nodiscard]] inline Result<void> run(const KernelState& kernel, const GatheredOutputs& buffers) noexcept {
  const std::size_t count = kernel.parts.size();
  if (!kernel.is_plain) return run_with_care(kernel, buffers.inputs.data(), {buffers.outputs.data(), count});
  for (std::size_t i = 0; i < count; ++i)
    kernel.parts[i].executable->run(buffers.inputs.data(), buffers.outputs[i], 0, kernel.parts[i].elements);
  return {};
}

}  // namespace dmlrun
