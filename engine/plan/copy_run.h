#pragma once

#include <cstddef>
#include <cstdint>

namespace dmlrun::plan {

/// `rows` rows of `count` elements, both at least 1. Steps are in bytes and may be 0 or negative; the output's differ
/// from element to element. Buffers may have any alignment; input and output do not overlap.
struct Rectangle {
  std::byte* output = nullptr;
  std::int64_t output_row = 0;
  std::int64_t output_step = 0;
  const std::byte* input = nullptr;
  std::int64_t input_row = 0;
  std::int64_t input_step = 0;
  std::uint64_t rows = 1;
  std::uint64_t count = 1;
};

/// Copies elements of 1, 2, 4 or 8 bytes. An input that does not move (both steps 0) makes it a fill.
void copy_rectangle(const Rectangle& rectangle, std::size_t element_bytes) noexcept;

/// Continues the first `period` bytes of output for ever: up to `total` bytes. 1 <= period <= total.
void repeat_bytes(std::byte* output, std::uint64_t period, std::uint64_t total) noexcept;

}  // namespace dmlrun::plan
