#pragma once

#include <cstddef>
#include <cstdint>

namespace dmlrun::plan {

/// A copy of `rows` rows of `count` elements, both at least 1. Steps are in bytes and may be 0 or negative; output
/// elements must not overlap. Buffers may have any alignment; input and output must not overlap.
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

/// Copies elements of 1, 2, 4 or 8 bytes. If both input steps are 0, one element fills the rectangle.
void copy_rectangle(const Rectangle& rectangle, std::size_t element_bytes) noexcept;

/// Repeats the first `period` bytes of `output` until `total` bytes are written. Precondition: 1 <= period <= total.
void repeat_bytes(std::byte* output, std::uint64_t period, std::uint64_t total) noexcept;

}  // namespace dmlrun::plan
