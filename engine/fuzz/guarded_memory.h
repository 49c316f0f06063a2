// Memory between pages that cannot be touched, kept to be used again.
#pragma once

#include <cstddef>
#include <span>
#include <utility>

namespace dmlrun::fuzz {

/// Whole pages with an inaccessible page on either side. What they hold is what their last user left. To be destroyed
/// by the thread that made it: each keeps up to 64 MiB for the next. Throws std::bad_alloc.
class GuardedMemory {
 public:
  /// At least `bytes` bytes.
  explicit GuardedMemory(std::size_t bytes);
  ~GuardedMemory();
  GuardedMemory(GuardedMemory&& other) noexcept : memory_(std::exchange(other.memory_, {})) {}

  [[nodiscard]] std::span<std::byte> bytes() const noexcept { return memory_; }

 private:
  std::span<std::byte> memory_;
};

}  // namespace dmlrun::fuzz
