// Runs one kernel under every check that does not need to know what it computes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "jit/test/guarded_buffer.h"
#include "jit/test/kernel_thunk.h"

namespace dmlrun::jit::test {

/// What is run, and where.
struct KernelCase {
  const std::byte* const* inputs = nullptr;  ///< best in GuardedBuffers that forbid writing
  GuardedBuffer& output;                     ///< is placed anew for each run
  std::size_t output_bytes = 0;
  Side side = Side::end;
  std::size_t distance = 0;  ///< as GuardedBuffer::place
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

/// What was found; nothing of it in a good kernel.
struct Findings {
  std::uint32_t violations = 0;               ///< a set of Violation
  std::optional<std::ptrdiff_t> damage;       ///< the first byte changed beside the output, from its begin
  std::optional<std::size_t> dependent_byte;  ///< the first byte of the output that depends on what registers held
  [[nodiscard]] bool none() const noexcept { return violations == 0 && !damage && !dependent_byte; }
  /// "" when there is nothing.
  [[nodiscard]] std::string to_string() const;
};

/// Runs the kernel twice, with two patterns in the registers, once with clean upper halves and once without, and leaves
/// the second run's output in place. A fault ends the process with a report.
Findings check_kernel(KernelThunk& thunk, x64::KernelFunction* kernel, const KernelCase& kernel_case,
                      const KernelEntry& entry = {});

}  // namespace dmlrun::jit::test
