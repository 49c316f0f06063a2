// In which order and by which instructions bytes go through memory: non-temporal stores, rep movsb, descending
// copies where addresses are equal modulo 4 KiB, prefetches, and blocks that are written several times over. Pure
// functions of the output's size and the tuning.
#pragma once

#include <cstdint>

#include "jit/x64/copy/copy_layout.h"
#include "jit/x64/copy/copy_target.h"

namespace dmlrun::jit::x64 {

/// How a block of contiguous input bytes is written several times, one copy after the other in the output.
struct ReplicateOrder {
  std::uint64_t streams = 1;  ///< copies that are written at once from one read of the block
  std::uint32_t part = 0;     ///< bytes of the block that are written to all copies before the next; 0: all of it
  bool is_string = false;     ///< a single stream is one rep movsb for each copy
};

/// Decided once per kernel.
struct MemoryOrder {
  MemoryOrder(const CopyLayout& layout, const CopyTarget& target);
  /// Whether a block is long enough for that, and short enough for offsets in instructions.
  [[nodiscard]] bool can_replicate(std::uint64_t period) const;
  [[nodiscard]] ReplicateOrder replicate(std::uint64_t period, std::uint64_t times) const;

  /// Copies of this many bytes may descend: input and output fit the first-level cache.
  static constexpr std::uint32_t kMinDescending = 512, kMaxDescending = 16384;

  const Tuning& tuning;
  std::uint64_t output_bytes;
  bool has_avx512;
  std::uint32_t width;  ///< bytes of the widest move
  /// Runs that write at least this many bytes use non-temporal stores; 0: none do.
  std::uint64_t non_temporal_copy, non_temporal_fill, non_temporal_replicate;
  std::uint32_t prefetch_written;  ///< lines are prefetched this many bytes before they are written; 0: they are not
  std::uint64_t longest_copy;      ///< of a run of the innermost axis, in bytes
};

}  // namespace dmlrun::jit::x64
