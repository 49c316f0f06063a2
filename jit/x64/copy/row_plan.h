// How one row, the innermost axis, is made if it is not made of vectors: decided from the plan, before any code.
#pragma once

#include <cstdint>
#include <string_view>

#include "jit/x64/copy/copy_layout.h"
#include "jit/x64/copy/store_policy.h"

namespace dmlrun::jit::x64 {

enum class RunMove : std::uint8_t { fill, fill_elements, copy, broadcast, reverse, elements };
/// How a run of a straight row is moved.
[[nodiscard]] RunMove run_move(const CopyLayout& layout, const plan::Run& run, ReadOperand operand);

struct RowPlan {
  enum class Kind : std::uint8_t {
    straight,      ///< code of its own for each run
    gather_alike,  ///< a loop over inputs: a copy of each, of the same length and offset
    gather_list,   ///< a loop over a list of copies
    table,         ///< a loop over a table of runs
  };
  /// How a repeated body is made.
  enum class Body : std::uint8_t { none, once, from_registers, from_input, from_output, each, advance };

  Kind kind;
  std::string_view why_not_straight;
  Body body;               ///< of straight rows
  bool replicates_input;   ///< by table: all bodies are copied from the input at once where a call wants all of them
  bool replicates_output;  ///< by table, otherwise: one body is made, and the others are copied from it
};
[[nodiscard]] RowPlan plan_row(const CopyFacts& facts, ReadOperand operand);

/// Whether the bodies of a row are one block of contiguous input bytes, long enough to be written several times at
/// once.
[[nodiscard]] bool replicates_input(const CopyFacts& facts, ReadOperand operand);

/// Bytes that a run of a gathered row adds to its input's address.
[[nodiscard]] std::int64_t gathered_offset(const CopyLayout& layout, const plan::Run& run);

}  // namespace dmlrun::jit::x64
