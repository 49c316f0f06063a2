// Tuning parameters by processor: one row per microarchitecture. Each number was measured.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "jit/x64/isa.h"

namespace dmlrun::jit::x64 {

/// One row. Parameters change the speed of kernels, never their results.
struct Tuning {
  std::string_view name;
  std::uint32_t move_bytes = 32;  ///< vector width of copies and fills, if the instruction set has it: 32 or 64
  bool reciprocals = false;       ///< whether rounded quotients are computed with a reciprocal, not by division
  /// Copies and rows use non-temporal stores in runs that write at least this many bytes; 0: never.
  std::uint64_t non_temporal_copy_bytes = 0;
  /// Blocks that are written several times use non-temporal stores in runs that write at least this many bytes; 0:
  /// never.
  std::uint64_t non_temporal_replicate_bytes = 0;
  std::uint32_t row_batch = 4;          ///< vectors of rows that are computed before the first is stored, 1 to 8
  std::uint32_t replicate_streams = 1;  ///< copies of a block that are written for one read of it, 1 to 8
  /// In outputs that exceed the L1 cache, blocks of at most this many bytes are written as one stream: whole copies,
  /// one after the other, because the cache holds the block. 0: never.
  std::uint32_t replicate_near_bytes = 0;
  /// Fills and computed outputs use non-temporal stores in runs that write at least this many bytes; 0: never.
  std::uint64_t non_temporal_fill_bytes = 0;
  std::uint32_t non_temporal_pages = 1;  ///< pages that a non-temporal copy alternates between, 1 or 4
  /// Copies of at least this many bytes are one rep movsb, unless they use non-temporal stores; 0: never.
  std::uint64_t string_bytes = 0;
  /// rep movsb is not used if (output - input) mod 4096, of the addresses, is in [1, string_hazard). 0: no such limit;
  /// else above 1.
  std::uint32_t string_hazard = 0;
  /// Copies that fit in the L1 cache go from the end to the beginning if (output - input) mod 4096, of the addresses,
  /// is in [1, alias_4k_bytes). 0: never; else above 1.
  std::uint32_t alias_4k_bytes = 0;
  std::uint64_t cache_bytes = 0;  ///< last-level cache that the non_temporal_ thresholds are for; 0: any
  /// With replicate_streams 1, a block of more than twice this many bytes is replicated in parts of this many bytes,
  /// each written to all copies before the next one, because the L2 cache holds a part. A multiple of 8, so that parts
  /// are whole elements; 0: never.
  std::uint32_t replicate_part_bytes = 0;
  /// Computed outputs of at least this many elements prefetch their inputs; smaller ones find them in nearer caches. 0:
  /// never.
  std::uint64_t prefetch_elements = 0;
  /// Output lines are prefetched this many bytes before they are written, in outputs of at least prefetch_min_bytes
  /// that exceed the L1 cache, and in computed outputs that prefetch their inputs; not for non-temporal stores, which
  /// would take twice as long. 0: never.
  std::uint32_t prefetch_written = 0;
  std::uint64_t prefetch_min_bytes = 0;
  /// Rows with non-temporal stores prefetch their inputs this many bytes ahead; copies that alternate between four
  /// pages prefetch the next pages. 0: never.
  std::uint32_t prefetch_read = 0;
  /// With 512-bit registers, sums of two products are computed in fixed point in calls of at least this many elements,
  /// and computed again exactly where fixed point may be inexact; 0: never.
  std::uint32_t fixed_point_elements = 0;
  /// As fixed_point_elements, without 512-bit registers. One number for all processors: 64 results take 64 operations
  /// instead of 92, or instead of 84 and 8 divisions. Times relative to exact computation (Intel guest with 480 MiB of
  /// last-level cache): 384 elements 0.97, 512 0.87, 1024 0.78, 4096 0.67.
  std::uint32_t narrow_fixed_point_elements = 512;
};

/// The row with its non_temporal_ thresholds scaled to a last-level cache of `cache_bytes`; unchanged if that is 0
/// (unknown).
[[nodiscard]] Tuning fitted(const Tuning& row, std::uint64_t cache_bytes) noexcept;

/// Every row as it was measured: the same on every machine.
[[nodiscard]] std::span<const Tuning> measured_tunings() noexcept;
/// Every row, fitted to this processor's caches, so that each can be tried on any machine. In the order of
/// measured_tunings().
[[nodiscard]] std::span<const Tuning> tunings() noexcept;
/// Their names, in the same order.
[[nodiscard]] std::span<const std::string_view> tuning_names() noexcept;
/// The row with that name; null if there is none.
[[nodiscard]] const Tuning* find_tuning(std::string_view name) noexcept;
/// The row for a processor; unknown processors get the safe row.
[[nodiscard]] const Tuning& tuning_of(const Processor& processor) noexcept;

}  // namespace dmlrun::jit::x64
