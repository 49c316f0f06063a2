// Decides how several rows are copied at once: by shuffled vectors (short rows, e.g. of 3 bytes), or transposed, if
// rows are columns of the input. Decides from the plan, before code is generated.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "jit/x64/copy/row_plan.h"
#include "jit/x64/copy/shuffle_plan.h"

namespace dmlrun::jit::x64 {

/// Rows that are made of loaded and shuffled vectors.
struct ShuffledRows {
  ShufflePlan plan;
  std::int64_t stride = 0;          ///< output bytes from row to row
  std::vector<std::int64_t> steps;  ///< per stream: input bytes from row to row
  std::int64_t position_step = 0;   ///< the position's step from row to row
  std::uint64_t min_rows = 0;       ///< least number of rows of a block
  /// If at least this many rows remain after the last block, one more block, which overlaps the last one, makes them;
  /// 0: never.
  std::uint64_t min_overlapping = 0;
  std::uint64_t left = 0;                 ///< rows of the longest run that remain after the last block
  bool can_be_aligned = false;            ///< whether whole vectors are adjacent across rows
  std::string_view why_not_non_temporal;  ///< "": blocks use non-temporal stores in long runs; else why not
  std::string_view why_not_descending;    ///< "": blocks descend at 4-KiB aliases; else why not
};

/// Rows that are columns of the input.
struct TransposedRows {
  std::int64_t row_step = 0;              ///< input bytes from row to row
  std::uint64_t rows = 0, columns = 0;    ///< size of a block that is transposed in registers
  std::string_view why_not_in_registers;  ///< "": such blocks are used, and other rows go column by column
};

/// How rows, the coordinates of the axis around the innermost one, are copied several at a time: `transposed`,
/// `shuffled`, or neither; and the reason against each that is not set.
struct RowBlocks {
  std::optional<TransposedRows> transposed;
  std::string_view why_not_transposed;
  std::optional<ShuffledRows> shuffled;
  std::string_view why_not_shuffled;

  /// Whether blocks make all rows, so that no code for single rows is needed.
  [[nodiscard]] bool are_all() const { return shuffled && shuffled->min_rows == 1; }
};

/// Decides for the rows of axis `a`, the one around the innermost.
[[nodiscard]] RowBlocks plan_row_blocks(const CopyFacts& facts, std::size_t a, ReadOperand operand);

/// Decides for the bodies of a row that advances; each body counts as a row.
[[nodiscard]] RowBlocks plan_bodies(const CopyFacts& facts, ReadOperand operand);

/// How the only row of axis `a` is made of vectors, without a loop over rows; nothing if it has several rows or is not
/// made so.
[[nodiscard]] std::optional<ShuffledRows> plan_lone_row(const CopyFacts& facts, std::size_t a, ReadOperand operand);

/// The most operands of one row in a block.
inline constexpr std::size_t kMaxRowStreams = 8;
/// The number of rows in a block whose columns are copied element by element: code has a load and a store for each.
inline constexpr std::uint64_t kColumnRows = 8;

}  // namespace dmlrun::jit::x64
