// Makes `operator new` fail when a test wants it to. Holds for the whole test program, and for one thread at a time.
#pragma once

#include <cstdint>

namespace dmlrun::jit::test {

/// While one lives, the n-th allocation of this thread, counted from 1, throws std::bad_alloc, and so do those after
/// it.
class AllocationFailure {
 public:
  explicit AllocationFailure(std::uint64_t n) noexcept;
  ~AllocationFailure();
  AllocationFailure(const AllocationFailure&) = delete;
  AllocationFailure& operator=(const AllocationFailure&) = delete;
  /// Whether an allocation has failed.
  [[nodiscard]] bool has_struck() const noexcept;
};

}  // namespace dmlrun::jit::test
