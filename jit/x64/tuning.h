// Tuning parameters by processor: one row per microarchitecture. The rows say what was measured.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "jit/x64/isa.h"

namespace dmlrun::jit::x64 {

/// How ordinary stores write a block of contiguous bytes several times.
enum class Replication : std::uint8_t {
  one_by_one,  ///< whole copies, one after the other
  in_parts,    ///< each part of a large block to all copies before the next part, as the L2 cache holds a part
  in_streams,  ///< to several copies at once for one read, unless the L1 cache holds the block
};

/// One row. Parameters change the speed of kernels, never their results.
struct Tuning {
  std::string_view name;
  bool has_wide_moves = false;  ///< whether copies and fills use vectors of 64 bytes, if the instruction set has them
  bool reciprocals = false;     ///< whether quotients of numbers are computed with a reciprocal, not by division
  bool compares_flags = false;  ///< whether floating-point control is restored only where flags were raised
  /// Copies and rows use non-temporal stores in executions that write at least this many bytes; 0: never.
  std::uint64_t non_temporal_bytes = 0;
  bool non_temporal_fills = false;      ///< whether fills do so, too
  bool non_temporal_results = false;    ///< whether computed outputs do so, too
  bool four_pages = false;              ///< whether non-temporal copies alternate between four pages
  std::uint32_t row_batch_vectors = 4;  ///< vectors of rows that are computed before the first is stored, 1 to 8
  Replication replication = Replication::one_by_one;
  /// Copies of at least this many bytes are one rep movsb, unless they use non-temporal stores; 0: never.
  std::uint64_t string_bytes = 0;
  /// rep movsb is not used if (output - input) mod 4096, of the addresses, is in [1, string_hazard_bytes). 0: no such
  /// limit; else above 1.
  std::uint32_t string_hazard_bytes = 0;
  /// Copies that fit in the L1 cache go from the end to the beginning if (output - input) mod 4096, of the addresses,
  /// is in [1, alias_4k_bytes); blocks of rows do so at 0, too. 0: never; else above 1.
  std::uint32_t alias_4k_bytes = 0;
  /// Computed outputs of at least this many elements prefetch their inputs; smaller ones find them in nearer caches.
  /// Where it is not 0, outputs of kMinPrefetchWritten bytes and more, computed or copied, prefetch their lines before
  /// they are written. Not for non-temporal stores, which would take twice as long.
  std::uint64_t prefetch_elements = 0;
  /// Rows with non-temporal stores prefetch their inputs this many bytes ahead; 0: never.
  std::uint32_t row_prefetch_bytes = 0;
  /// With 512-bit registers, sums of two products are computed in fixed point in calls of at least this many elements,
  /// and computed again exactly where fixed point may be inexact; 0: never.
  std::uint32_t fixed_point_elements = 0;

  /// As non_temporal_bytes, for fills.
  [[nodiscard]] constexpr std::uint64_t non_temporal_fill_bytes() const noexcept {
    return non_temporal_fills ? non_temporal_bytes : 0;
  }
  /// As non_temporal_bytes, for computed outputs.
  [[nodiscard]] constexpr std::uint64_t non_temporal_result_bytes() const noexcept {
    return non_temporal_results ? non_temporal_bytes : 0;
  }
  /// As non_temporal_bytes, for blocks that are written several times. Written in streams they are faster through the
  /// caches up to larger outputs: Zen 4, 8.6 against 12.6 cycles per 64 bytes at 32 MiB.
  [[nodiscard]] constexpr std::uint64_t non_temporal_replicate_bytes() const noexcept {
    return replication == Replication::in_streams ? 2 * non_temporal_bytes : non_temporal_bytes;
  }
};

inline constexpr int kLineBytes = 64;  ///< of a cache line
/// Stores prefetch the output's line that lies this many bytes ahead.
inline constexpr std::uint32_t kPrefetchWritten = 1024;
/// The smallest output, in bytes, that does so: the L1 data cache of Sapphire Rapids has as many.
inline constexpr std::uint64_t kMinPrefetchWritten = 48u << 10;

/// A row as it was measured.
struct MeasuredTuning {
  Tuning tuning;
  std::uint64_t cache_bytes = 0;  ///< last-level cache that non_temporal_bytes is for; 0: any
};

/// The row with non_temporal_bytes scaled to a last-level cache of `cache_bytes`; unchanged if that is 0 (unknown).
[[nodiscard]] Tuning fitted(const MeasuredTuning& row, std::uint64_t cache_bytes) noexcept;

/// Every row: the same on every machine.
[[nodiscard]] std::span<const MeasuredTuning> measured_tunings() noexcept;
/// Every row, fitted to this processor's caches, so that each can be tried on any machine. In the order of
/// measured_tunings().
[[nodiscard]] std::span<const Tuning> tunings() noexcept;
/// Their names, in the same order.
[[nodiscard]] std::span<const std::string_view> tuning_names() noexcept;
/// The row with that name; null if there is none.
[[nodiscard]] const Tuning* find_tuning(std::string_view name) noexcept;
/// The row for a processor of this one's instruction set, by maker and family; where none fits, the safe row.
[[nodiscard]] const Tuning& tuning_of(const Processor& processor) noexcept;

}  // namespace dmlrun::jit::x64
