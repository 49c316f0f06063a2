// Emits one row, the innermost axis: run by run, by a table, or gathered from many inputs. Rows keep rdi and, where the
// operand is chosen, rsi, and r12 if it holds the operand's view.
#pragma once

#include <vector>

#include "jit/x64/copy/copy_emission.h"
#include "jit/x64/copy/copy_plan.h"

namespace dmlrun::jit::x64 {

class RowEmitter : Emitter {
 public:
  /// `plan`: of the innermost axis.
  RowEmitter(CopyEmission& e, const AxisPlan& plan) : Emitter(e), plan_(plan), inner_(e.layout.innermost) {}
  void emit();

 private:
  using Runs = std::vector<plan::Run>;

  // row_emitter.cpp: code of its own for each run
  void straight(const RowPlan& row, ReadOperand operand);
  std::int64_t runs(const Runs& runs, std::int64_t at, ReadOperand operand);
  void run(const plan::Run& run, std::int64_t at, ReadOperand operand);
  void body(RowPlan::Body how, std::int64_t at, ReadOperand operand);
  void advance(std::int64_t at, ReadOperand operand);
  [[nodiscard]] MemRef input_of(const plan::Run& run, ReadOperand operand);

  // row_table.cpp: by a table of runs
  void table(const RowPlan& row, ReadOperand operand);
  void table_run(ReadOperand operand);
  void table_move();
  void replicate_wanted(ReadOperand operand, Xbyak::Label& done);
  void limit_body();
  void replicate_output();
  void advance_wanted(Xbyak::Label& next_section);

  // row_gather.cpp: copies one after the other, each of another input
  void gather(const RowPlan& row, ReadOperand operand);
  void gather_alike(const Runs& runs);
  void gather_list(const Runs& runs);

  const AxisPlan& plan_;
  const std::size_t inner_;
};

}  // namespace dmlrun::jit::x64
