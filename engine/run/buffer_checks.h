// Whether the buffers of a run are what its kernel needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/run/kernel_state.h"

namespace dmlrun {

using InputSpans = std::span<const std::span<const std::byte>>;
using OutputSpans = std::span<const std::span<std::byte>>;

[[nodiscard]] inline bool overlap(const std::byte* a, std::uint64_t a_bytes, const std::byte* b, std::uint64_t b_bytes) noexcept {
  const auto x = reinterpret_cast<std::uintptr_t>(a), y = reinterpret_cast<std::uintptr_t>(b);
  return x < y ? y - x < a_bytes : x - y < b_bytes;
}

/// What is wrong with a run's buffers, if anything is: number, size, null, and overlap, because DirectML offers no in-place
/// execution for these operators: an output may touch no input and no other output. May throw std::bad_alloc.
[[nodiscard]] Result<void> check_buffers(const KernelState& kernel, InputSpans inputs, OutputSpans outputs);
/// The same for elements [first, first + count) of output `index`.
[[nodiscard]] Result<void> check_slice(const KernelState& kernel, InputSpans inputs, std::size_t index,
                                       std::uint64_t first, std::uint64_t count, std::span<std::byte> slice);
/// True only where check_buffers() finds nothing wrong. Knows kernels of one output; costs a few nanoseconds, where a
/// Result for each buffer takes longer than a small kernel runs.
[[nodiscard]] inline bool fits(const KernelState& kernel, InputSpans inputs,
          OutputSpans outputs) noexcept {
  if (inputs.size() != kernel.inputs.size() || outputs.size() != 1 || kernel.outputs.size() != 1) return false;
  const std::span<std::byte> output = outputs[0];
  const std::uint64_t bytes = kernel.outputs[0].bytes;
  bool is_good = output.size() >= bytes && output.data();
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const std::uint64_t needed = kernel.inputs[i].bytes;
    is_good &= inputs[i].size() >= needed && inputs[i].data() &&
               !overlap(output.data(), bytes, inputs[i].data(), needed);
  }
  return is_good;
}

}  // namespace dmlrun
