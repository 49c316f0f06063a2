// A buffer with memory beside it that cannot be touched, to the byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "jit/test/fault_report.h"

namespace dmlrun::jit::test {

/// Which end of a buffer lies at inaccessible memory. The other end is followed by canary bytes up to inaccessible
/// memory there: a read beyond one end is a fault, a write beyond either is found.
enum class Side : std::uint8_t { begin, end };

/// Memory in which buffers of any size are placed, one at a time. Faults there are reported (report_faults), with the
/// distance to the buffer. Not for several threads at once. Throws std::bad_alloc without memory.
class GuardedBuffer {
 public:
  /// `capacity`: the most bytes of a buffer and its distance; up to a page more is canary. `name` must live as long.
  /// The pattern follows from the name and the seed, so buffers that are used together should have different names.
  GuardedBuffer(const char* name, std::size_t capacity, std::uint64_t seed = 0);
  ~GuardedBuffer();
  GuardedBuffer(const GuardedBuffer&) = delete;
  GuardedBuffer& operator=(const GuardedBuffer&) = delete;

  /// A buffer that begins `distance` bytes after inaccessible memory, or ends as many before it; writable. It and
  /// everything beside it is filled with a pattern. Precondition: bytes + distance <= capacity.
  std::span<std::byte> place(std::size_t bytes, Side side, std::size_t distance = 0) noexcept;
  [[nodiscard]] std::span<std::byte> bytes() const noexcept { return buffer_; }
  /// What place() put at this byte of the buffer: what a gap must still hold after a kernel has run.
  [[nodiscard]] std::byte untouched(std::size_t index) const noexcept {
    return pattern_[static_cast<std::size_t>(buffer_.data() - accessible_.data()) + index];
  }
  /// The first byte beside the buffer that is not as place() left it, counted from the buffer's begin: below 0, or from
  /// its size on. Nothing when all are.
  [[nodiscard]] std::optional<std::ptrdiff_t> first_damage() const noexcept;
  /// From now on until place(): a write to the buffer is a fault. For inputs.
  void forbid_writing() noexcept;

 private:
  WatchedMemory watched_;
  std::span<std::byte> mapping_;  // the accessible part and a guard on either side
  std::span<std::byte> accessible_;
  std::span<std::byte> buffer_;
  std::vector<std::byte> pattern_;  // of the accessible part
  bool is_writable_ = true;
};

}  // namespace dmlrun::jit::test
