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

/// What executables take of a run's buffers.
struct Gathered {
  std::array<const std::byte*, kFewInputs> inputs;
  std::byte* output;
};

/// What is read of a caller's buffers; others than spans specialise it.
template <class Buffer>
struct BufferAccess {
  static auto data(const Buffer& buffer) noexcept { return buffer.data(); }
  static std::uint64_t size(const Buffer& buffer) noexcept { return buffer.size(); }
};

/// True only where check_buffers() finds nothing wrong; false also for what it does not know: kernels of several outputs
/// and of many inputs. Small kernels run for a few nanoseconds: all is compared once, by branches that are never taken.
template <class Input, class Output>
[[nodiscard]] inline bool gather(const KernelState& kernel, std::span<const Input> inputs,
                                 std::span<const Output> outputs, Gathered& gathered) noexcept {
  const std::size_t count = inputs.size();
  if (count > kFewInputs || count != kernel.inputs.size() || outputs.size() != 1 || kernel.outputs.size() != 1)
    return false;
  const std::uint64_t bytes = kernel.outputs[0].bytes;
  std::byte* const output = BufferAccess<Output>::data(outputs[0]);
  if (BufferAccess<Output>::size(outputs[0]) < bytes || !output) return false;
  const auto address = [](const std::byte* byte) { return reinterpret_cast<std::uintptr_t>(byte); };
  const KernelState::Buffer* const needs = kernel.inputs.data();
  for (std::size_t i = 0; i < count; ++i) {
    const std::byte* const input = BufferAccess<Input>::data(inputs[i]);
    const std::uint64_t needed = needs[i].bytes;
    if (BufferAccess<Input>::size(inputs[i]) < needed || !input) [[unlikely]]
      return false;
    // An overlap: the input begins above output - needed and below output + bytes, modulo 2^64.
    if (address(input) - address(output) + needed - 1 < needed + bytes - 1) [[unlikely]]
      return false;
    gathered.inputs[i] = input;
  }
  gathered.output = output;
  return true;
}

/// Runs all of a kernel that gather() was true for.
[[nodiscard]] Result<void> run_with_care(const KernelState& kernel, const Gathered& gathered) noexcept;
[[nodiscard]] inline Result<void> run(const KernelState& kernel, const Gathered& gathered) noexcept {
  if (!kernel.is_plain) return run_with_care(kernel, gathered);
  const KernelPart& part = kernel.parts[0];
  part.executable->run(gathered.inputs.data(), gathered.output, 0, part.elements);
  return {};
}

}  // namespace dmlrun
