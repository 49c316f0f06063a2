// A buffer that knows what was written beside it, at any alignment, or beside memory that cannot be touched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "engine/fuzz/guarded_memory.h"
#include "engine/fuzz/random.h"

namespace dmlrun::fuzz {

/// Where a buffer lies: with canary bytes on both sides, or with one end at inaccessible memory and canary bytes at the
/// other, so that reading or writing one byte too far faults.
struct BufferPosition {
  enum class Side : std::uint8_t { amid, begin, end };
  Side side = Side::amid;
  std::size_t misalignment = 0;  ///< amid: bytes after a multiple of 64, below 64

  /// Goes through all placements. One in four buffers begins, and one in four ends, at inaccessible memory.
  static BufferPosition random(Random& random) noexcept {
    const std::uint64_t bits = random.bits();
    if (bits % 4 < 2) return {bits % 4 == 0 ? Side::begin : Side::end, 0};
    return {Side::amid, (bits >> 2) % 2 == 0 ? 0 : (bits >> 3) % 64};
  }
};

class GuardedBuffer {
 public:
  /// Its bytes are the same pseudo-random ones for the same `pattern`.
  GuardedBuffer(std::size_t bytes, BufferPosition place, std::uint64_t pattern);

  [[nodiscard]] std::span<std::byte> bytes() const noexcept { return memory_.bytes().subspan(begin_, bytes_); }
  /// The first byte beside the buffer that was written, counted from its first: below 0, or from its size on.
  [[nodiscard]] std::optional<std::ptrdiff_t> first_damage() const noexcept;

 private:
  GuardedMemory memory_;
  std::size_t bytes_, begin_, before_, after_;  // the strips of canary bytes
};

}  // namespace dmlrun::fuzz
