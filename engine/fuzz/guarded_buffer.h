// A buffer between two strips of canary bytes, at any alignment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/fuzz/random.h"

namespace dmlrun::fuzz {

class GuardedBuffer {
 public:
  /// `bytes` bytes that begin `misalignment` (below 64) bytes after a multiple of 64. Everything, the strips included, is
  /// filled with the same pseudo-random bytes for the same `pattern`.
  GuardedBuffer(std::size_t bytes, std::size_t misalignment, std::uint64_t pattern)
      : storage_(kStrip + bytes + kStrip), bytes_(bytes) {
    const std::size_t address = reinterpret_cast<std::uintptr_t>(storage_.data());
    begin_ = (64 - address % 64) % 64 + kStrip / 2 + misalignment;
    Random(pattern, 0).fill(around());
  }
  [[nodiscard]] std::span<std::byte> bytes() noexcept { return std::span(storage_).subspan(begin_, bytes_); }
  /// The buffer with 64 bytes of each strip: what must be compared. Two buffers of one pattern and size can be compared
  /// whatever their alignments.
  [[nodiscard]] std::span<std::byte> around() noexcept {
    return std::span(storage_).subspan(begin_ - 64, bytes_ + 128);
  }

 private:
  static constexpr std::size_t kStrip = 256;
  std::vector<std::byte> storage_;
  std::size_t bytes_;
  std::size_t begin_ = 0;
};

}  // namespace dmlrun::fuzz
