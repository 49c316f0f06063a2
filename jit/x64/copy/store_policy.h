// In which order and by which instructions bytes go through memory: non-temporal stores, rep movsb, descending
// copies where addresses are equal modulo 4 KiB, prefetches, and blocks that are written several times over. Functions
// of layout, instruction set and tuning, which emitters follow and explain prints. For short rows row_blocks.cpp
// decides, by the same thresholds.
#pragma once

#include <cstdint>

#include "jit/x64/copy/copy_layout.h"
#include "jit/x64/copy/copy_target.h"

namespace dmlrun::jit::x64 {

/// Alternatives to the ordinary vector loop for a copy whose code does not know its length: the first that suits the
/// length and the addresses is taken. 0: no code for it.
struct LongCopy {
  std::uint64_t non_temporal = 0;  ///< non-temporal stores in executions that write at least this many bytes
  std::uint64_t string = 0;        ///< one rep movsb from this many bytes on
  std::uint32_t descending = 0;    ///< from the end to the beginning as Tuning::alias_4k_bytes says, which it is
};

/// How a block of contiguous input bytes is written several times, one copy after the other in the output.
struct ReplicateOrder {
  std::uint64_t non_temporal = 0;  ///< non-temporal stores in executions that write at least this many bytes; 0: never
  bool four_pages = false;         ///< these alternate between four pages
  // Otherwise:
  std::uint64_t streams = 1;  ///< copies that are written at once from one read of the block
  std::uint32_t part = 0;     ///< bytes of the block that are written to all copies before the next; 0: all of it
  bool is_string = false;     ///< a single stream is one rep movsb for each copy
};

/// Decided once per kernel.
struct StorePolicy {
  StorePolicy(const CopyLayout& layout, const CopyTarget& target);
  /// For copies of at most `longest` bytes.
  [[nodiscard]] LongCopy long_copy(std::uint64_t longest) const;
  /// Whether a block is long enough for replicate(), and short enough for offsets in instructions.
  [[nodiscard]] bool can_replicate(std::uint64_t period) const;
  [[nodiscard]] ReplicateOrder replicate(std::uint64_t period, std::uint64_t times) const;
  /// For a block that registers hold: ReplicateOrder::non_temporal.
  [[nodiscard]] std::uint64_t replicate_registers(std::uint64_t period) const;
  /// Bytes of a non-temporal store of such a block: the widest that there is, whatever the tuning prefers for moves.
  [[nodiscard]] std::uint32_t held_store_bytes() const { return has_avx512 ? 64 : 32; }

  /// Copies up to this many bytes, a number known when code is made, are moves in a row.
  static constexpr std::uint64_t kMaxInlineBytes = 512;
  /// The smallest non-temporal copy or fill: at both ends, lines are written in part.
  static constexpr std::uint32_t kMinNonTemporalBytes = 4096;
  /// Copies of this many bytes may descend: input and output fit the first-level cache.
  static constexpr std::uint32_t kMinDescendingCopyBytes = 512, kMaxDescendingCopyBytes = 16384;
  /// Non-temporal stores of a block write this many bytes to one copy, then the same ones to the next: the first-level
  /// cache holds what they read.
  static constexpr std::uint32_t kChunkBytes = 4096;

  const Tuning& tuning;
  std::uint64_t output_bytes;
  bool has_avx512;
  std::uint32_t width;  ///< bytes of the widest move
  /// Executions that write at least this many bytes use non-temporal stores; 0: none do.
  std::uint64_t non_temporal_copy, non_temporal_fill, non_temporal_replicate;
  std::uint32_t prefetch_written;  ///< lines are prefetched this many bytes before they are written; 0: they are not
  std::uint64_t longest_copy;      ///< of a run of the innermost axis whose bytes are contiguous
};

}  // namespace dmlrun::jit::x64
