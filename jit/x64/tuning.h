// What is chosen by processor: one row per microarchitecture, each number with the measurement that put it there.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "jit/x64/isa.h"

namespace dmlrun::jit {

/// A choice never changes what a kernel writes, only how fast.
struct Tuning {
  std::string_view name;
  std::uint32_t move_bytes = 32;  ///< vector width of copies and fills, where the instruction set allows it: 32 or 64
  bool markstein = false;         ///< quotients by reciprocal and correction instead of by division
  /// Outputs of this many bytes or more bypass the caches where they are copied; 0: none do.
  std::uint64_t bypass_copy_bytes = 0;
  /// The same for blocks that are written several times over.
  std::uint64_t bypass_spread_bytes = 0;
  std::uint32_t row_batch = 4;       ///< vectors of rows that are made before the first of them is stored, 1 to 8
  std::uint32_t spread_streams = 1;  ///< how many of these are written at once from one read of the block, 1 to 8
};

/// Every row, so that each can be tried on any machine.
[[nodiscard]] std::span<const Tuning> tunings() noexcept;
/// By name; null for any other.
[[nodiscard]] const Tuning* find_tuning(std::string_view name) noexcept;
/// The row for a processor; unknown ones get the safe row.
[[nodiscard]] const Tuning& tuning_of(const Processor& processor) noexcept;

}  // namespace dmlrun::jit
