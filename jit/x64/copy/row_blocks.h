// How several rows are made at once: as vectors of loads and shuffles (short rows, of 3 bytes say, are decided here),
// or transposed, where rows are columns of the input. Decided from the plan, before any code.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "jit/x64/copy/row_plan.h"
#include "jit/x64/copy/shuffle_plan.h"

namespace dmlrun::jit::x64 {

/// Rows as vectors of loads and shuffles.
struct ShuffledRows {
  ShufflePlan plan;
  std::int64_t stride = 0;          ///< output bytes from row to row
  std::vector<std::int64_t> steps;  ///< per stream: input bytes from row to row
  std::int64_t position_step = 0;   ///< from row to row
  std::uint64_t min_rows = 0;       ///< a block needs at least this many
  /// If at least this many rows are left after the last block, one more block overlaps it; 0: never.
  std::uint64_t min_overlapping = 0;
  bool can_be_aligned = false;          ///< whether whole vectors follow each other across rows
  std::string_view why_cached;          ///< "" where blocks use non-temporal stores in runs that write much
  std::string_view why_not_descending;  ///< "" where blocks descend if addresses are alike modulo 4 KiB
};

/// Rows that are columns of the input.
struct TransposedRows {
  std::int64_t row_step = 0;              ///< input bytes from row to row
  std::uint64_t rows = 0, columns = 0;    ///< of a block that is transposed in registers
  std::string_view why_not_in_registers;  ///< "" where there are such blocks; other rows go column by column
};

/// At most one of the two.
struct RowBlocks {
  std::optional<TransposedRows> transposed;
  std::string_view why_not_transposed;
  std::optional<ShuffledRows> shuffled;
  std::string_view why_not_shuffled;

  /// Whether blocks make all rows, so that no code for single rows is needed.
  [[nodiscard]] bool are_all() const { return shuffled && shuffled->min_rows == 1; }
};

/// `a`: the axis around the innermost one.
[[nodiscard]] RowBlocks plan_row_blocks(const CopyFacts& facts, std::size_t a, ReadOperand operand);

/// The bodies of a row that advances, as rows.
[[nodiscard]] RowBlocks plan_bodies(const CopyFacts& facts, ReadOperand operand);

/// The axis `a` if its only coordinate is one row that is made of vectors, without a loop over rows; else nothing.
[[nodiscard]] std::optional<ShuffledRows> plan_lone_row(const CopyFacts& facts, std::size_t a, ReadOperand operand);

/// The number of rows in a block where columns go element by element.
inline constexpr std::uint64_t kColumnRows = 8;

}  // namespace dmlrun::jit::x64
