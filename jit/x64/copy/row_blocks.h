// How several rows are made at once: as vectors of loads and shuffles, which is where short rows (3 bytes, say) are
// decided, or transposed where rows are columns of the input. Decided from the plan, before any code.
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
  std::vector<std::int64_t> steps;  ///< per stream: input bytes from row to row
  std::int64_t position_step = 0;   ///< from row to row
  std::uint64_t min_rows = 0;       ///< that there must be for a block
  std::uint64_t min_overlapping =
      0;                        ///< rows after the last block that are worth one more, which overlaps it; 0: none are
  bool can_be_aligned = false;  ///< whether whole vectors follow each other across rows
  std::string_view why_cached;  ///< "" where blocks are stored past the caches in runs that write much
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

  /// Whether no row is left for code that makes one.
  [[nodiscard]] bool are_all() const { return shuffled && shuffled->min_rows == 1; }
};

/// `a`: the axis around the innermost one.
[[nodiscard]] RowBlocks plan_row_blocks(const CopyFacts& facts, std::size_t a, ReadOperand operand);

/// The axis `a` whose only coordinate is one row that is made of vectors, without code that counts rows; else nothing.
[[nodiscard]] std::optional<ShuffledRows> plan_lone_row(const CopyFacts& facts, std::size_t a, ReadOperand operand);

/// Rows that are worked on together where columns go element by element.
inline constexpr std::uint64_t kColumnRows = 8;

}  // namespace dmlrun::jit::x64
