#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/run/cache/kernel_cache.h"
#include "engine/tensor/floating_point.h"

namespace dmlrun {

/// Approximate cost of computing a byte of output, as bytes that are copied within the caches in the same time.
inline constexpr std::uint64_t kComputedCost = 4;

/// One output of a kernel: its executable, and what must be known to run it.
struct CompiledOutput {
  SharedExecutable executable;
  std::uint64_t elements = 0;
  std::size_t element_bytes = 0;
  std::uint64_t cost_per_byte = 1;  ///< cost of an output byte: bytes that would be copied in the same time
  bool is_packed = false;
  bool needs_environment = false;  ///< whether it must run in the default floating-point environment
  bool can_fail = false;           ///< Executable::can_fail()

  /// Computes elements [first, last) of a run of `whole` elements, by Executable::try_run or run_chunk.
  [[nodiscard]] Result<void> run(const std::byte* const* inputs, std::byte* output, std::uint64_t first,
                                 std::uint64_t last, std::uint64_t whole) const noexcept {
    if (can_fail) return executable->try_run(inputs, output, first, last);
    if (needs_environment) {
      const DefaultFloatingPoint environment;
      executable->run_chunk(inputs, output, first, last, whole);
    } else {
      executable->run_chunk(inputs, output, first, last, whole);
    }
    return {};
  }
  [[nodiscard]] Result<void> run(const std::byte* const* inputs, std::byte* output, std::uint64_t first,
                                 std::uint64_t last) const noexcept {
    return run(inputs, output, first, last, last - first);
  }
};

/// The estimated time of a run, in bytes that would be copied meanwhile.
[[nodiscard]] inline std::uint64_t cost_of(const CompiledOutput& compiled) noexcept {
  return compiled.elements * compiled.element_bytes * compiled.cost_per_byte;
}

/// All outputs of a kernel. The first is stored inline, so that one output needs no allocation. Their addresses do not
/// change.
class CompiledOutputs {
 public:
  explicit CompiledOutputs(std::size_t count) : others_(count - 1) {}
  [[nodiscard]] std::size_t size() const noexcept { return 1 + others_.size(); }
  [[nodiscard]] const CompiledOutput& operator[](std::size_t i) const noexcept {
    return i == 0 ? first_ : others_[i - 1];
  }
  [[nodiscard]] CompiledOutput& operator[](std::size_t i) noexcept { return i == 0 ? first_ : others_[i - 1]; }

 private:
  CompiledOutput first_;
  std::vector<CompiledOutput> others_;
};

}  // namespace dmlrun
