// Choices by processor: one row per microarchitecture, each number with the measurement behind it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "jit/x64/isa.h"

namespace dmlrun::jit::x64 {

/// A choice never changes a kernel's results, only its speed.
struct Tuning {
  std::string_view name;
  std::uint32_t move_bytes = 32;  ///< vector width of copies and fills, where the instruction set allows it: 32 or 64
  bool reciprocals = false;       ///< rounded quotients are products with a reciprocal, not divisions
  /// Copies and rows use non-temporal stores in runs that write this many bytes or more; 0: none do.
  std::uint64_t non_temporal_copy_bytes = 0;
  /// The same for blocks that are written several times.
  std::uint64_t non_temporal_replicate_bytes = 0;
  std::uint32_t row_batch = 4;          ///< vectors of rows that are made before the first of them is stored, 1 to 8
  std::uint32_t replicate_streams = 1;  ///< copies of a block that are written at once from one read of it, 1 to 8
  /// Blocks of at most this many bytes, in outputs that exceed the first-level cache, are written as one stream, copy
  /// after copy, and whole, not in parts: the cache holds the block. 0: none are.
  std::uint32_t replicate_near_bytes = 0;
  /// The same for fills and computed outputs.
  std::uint64_t non_temporal_store_bytes = 0;
  std::uint32_t non_temporal_pages = 1;  ///< pages that a non-temporal copy alternates among, 1 or 4
  /// Copies of this many bytes or more are one string instruction, unless they are non-temporal; 0: none are.
  std::uint64_t string_bytes = 0;
  /// ... and unless the output's address is, modulo 4096, between 1 and this less 1 after the input's. 0 or above 1.
  std::uint32_t string_hazard = 0;
  /// Copies that fit the first-level cache descend where the output's address is, modulo 4096, between 1 and this less
  /// 1 after the input's. 0: none do, else above 1.
  std::uint32_t alias_4k_bytes = 0;
  std::uint64_t cache_bytes = 0;  ///< the last-level cache for which the non_temporal_ thresholds hold; 0: for any
  /// Where replicate_streams is 1, a block of more than twice this many bytes is copied in parts of this many, each to
  /// all copies before the next: the second-level cache holds a part. A multiple of 8, so that parts are whole
  /// elements; 0: none is.
  std::uint32_t replicate_part_bytes = 0;
  /// Computed outputs of this many elements or more prefetch their inputs; smaller ones
  /// find them in the nearer caches. Intel guest with 480 MiB of last-level cache, sums in times of memcpy's: 64 MiB
  /// 2.34 without, 1.16; 4 MiB 1.88, 1.68; 784 KiB 5.12, 4.85; 256 KiB 5.35, 5.27. Not measured on others.
  std::uint64_t prefetch_elements = 512 << 10;
  /// Lines are prefetched this many bytes before they are written, in outputs of prefetch_min_bytes or more, too much
  /// for the first-level cache, and in computed outputs that prefetch their inputs. 0: they are not.
  std::uint32_t prefetch_written = 0;
  std::uint64_t prefetch_min_bytes = 0;
  /// Non-temporal rows prefetch what they read this many bytes ahead, copies of four pages the next pages. 0: they do
  /// not.
  std::uint32_t prefetch_read = 0;
  /// Sums of two products are computed in fixed point, and again exactly where that may be off, in calls of at least
  /// this many elements, where there are 512-bit registers; 0: none are.
  std::uint32_t fixed_point_elements = 0;
  /// The same where there are 256-bit registers only: on any processor, since 64 operations make 64 results instead of
  /// 92, or of 84 and 8 divisions. Intel guest with 480 MiB of last-level cache, in times of the exact ones: 384
  /// elements 0.97, 512 0.87, 1024 0.78, 4096 0.67.
  std::uint32_t narrow_fixed_point_elements = 512;
};

/// The row with its non_temporal_ thresholds in proportion to another last-level cache; unchanged where that is 0,
/// unknown.
[[nodiscard]] Tuning fitted(const Tuning& row, std::uint64_t cache_bytes) noexcept;

/// Every row as it was measured, on any machine the same.
[[nodiscard]] std::span<const Tuning> measured_tunings() noexcept;
/// Every row, fitted to this processor's caches, so that each can be tried on any machine. In the order of
/// measured_tunings().
[[nodiscard]] std::span<const Tuning> tunings() noexcept;
/// By name; null for any other.
[[nodiscard]] const Tuning* find_tuning(std::string_view name) noexcept;
/// The row for a processor; unknown ones get the safe row.
[[nodiscard]] const Tuning& tuning_of(const Processor& processor) noexcept;

}  // namespace dmlrun::jit::x64
