// How a plan that moves bytes is carried out: one strategy for each axis, decided as data before any code. Emitters
// follow it, and explain prints it.
// Defined in copy_plan.cpp; explain() is in explain_copy.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "jit/x64/copy/copy_frame.h"
#include "jit/x64/copy/row_blocks.h"
#include "jit/x64/copy/row_plan.h"
#include "jit/x64/strategy_notes.h"

namespace dmlrun::jit::x64 {

struct AxisPlan;

/// Runs of an axis that are treated alike, and what is below them.
struct RunCase {
  RunKind kind;
  ReadOperand operand{};              ///< once such a run has chosen
  std::optional<RowBlocks> blocks{};  ///< of the axis around the rows
  std::unique_ptr<AxisPlan> below{};  ///< the next axis, in each coordinate that blocks do not make; null where all do
};

/// An axis, given what the outer axes have decided about the operand.
struct AxisPlan {
  std::size_t axis = 0;
  ReadOperand operand{};
  // The innermost one:
  std::optional<RowPlan> row{};
  RowBlocks bodies{};  ///< of a row that advances
  // The others:
  const plan::Run* only_run = nullptr;     ///< the only run, in a counted loop; null: a loop over a table of runs
  std::string_view why_not_replicated{};   ///< by table, "": one body is made, and in the output copied to the others
  std::optional<ShuffledRows> lone_row{};  ///< set if one row made of vectors replaces the cases
  std::vector<RunCase> cases{};
};

struct CopyPlan {
  explicit CopyPlan(const CopyFacts& facts);

  AxisPlan outermost;
  bool has_vectors = false;  ///< whether some rows are made of vectors

 private:
  AxisPlan axis(const CopyFacts& facts, std::size_t a, ReadOperand operand);
  RunCase run_case(const CopyFacts& facts, std::size_t a, RunKind kind, ReadOperand operand);
};

/// The plan in words.
void explain(const CopyFacts& facts, const CopyPlan& plan, StrategyNotes& notes);

}  // namespace dmlrun::jit::x64
