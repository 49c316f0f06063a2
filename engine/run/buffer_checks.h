// Checks that the buffers of a run are what its kernel needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/run/kernel_state.h"

namespace dmlrun {

using InputSpans = std::span<const std::span<const std::byte>>;
using OutputSpans = std::span<const std::span<std::byte>>;

[[nodiscard]] inline bool overlap(const std::byte* a, std::uint64_t a_bytes, const std::byte* b,
                                  std::uint64_t b_bytes) noexcept {
  const auto x = reinterpret_cast<std::uintptr_t>(a), y = reinterpret_cast<std::uintptr_t>(b);
  return x < y ? y - x < a_bytes : x - y < b_bytes;
}

/// An Error about a tensor's buffer. May throw std::bad_alloc.
[[nodiscard]] Error buffer_error(ErrorCode code, const KernelState::Buffer& buffer, std::string message);
/// Checks the number of inputs or outputs. May throw std::bad_alloc.
[[nodiscard]] Result<void> check_input_count(const KernelState& kernel, std::uint64_t given);
[[nodiscard]] Result<void> check_output_count(const KernelState& kernel, std::uint64_t given);
/// Checks a run's buffers: number, size, null, and overlap. An output must not overlap another output, nor an input
/// other than one that it may replace in place (OperatorState::Buffer::may_be_output). May throw std::bad_alloc.
[[nodiscard]] Result<void> check_buffers(const KernelState& kernel, InputSpans inputs, OutputSpans outputs);
/// Checks the buffers of a run of elements [first, first + count) of output `index`. May throw std::bad_alloc.
[[nodiscard]] Result<void> check_slice(const KernelState& kernel, InputSpans inputs, std::size_t index,
                                       std::uint64_t first, std::uint64_t count, std::span<std::byte> slice);

}  // namespace dmlrun
