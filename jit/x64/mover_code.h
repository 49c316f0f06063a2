// Emits the code of a mover: loops over the runs of the outer axes, and inside them the innermost axis as a row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "jit/x64/moves.h"
#include "jit/x64/row_emitter.h"
#include "jit/x64/row_program.h"
#include "jit/x64/strategy_notes.h"

namespace dmlrun::jit::x64 {

/// How much code may be spent.
enum class RowForm : std::uint8_t {
  straight,  ///< each run of a row is code of its own
  table,     ///< rows are walked by table: little code, whatever the plan
};

/// Registers: rbx the MoverFrame, rbp the tables, rdi where the output goes, rsi the input, r12 its OperandView.
/// r13 and r14 count and step the loop around rows; rdx counts within rows, or is the RunRecord at hand. Those that a caller
/// wants back are asked for by Assembler::saved() before they change: the others are not saved.
class MoverCode {
 public:
  /// `notes` may be null.
  MoverCode(Assembler& code, MoverLayout& layout, Isa isa, const Tuning& tuning, RowForm form, StrategyNotes* notes);
  void emit();

 private:
  /// What outer axes have decided about the operand that is read.
  struct Operand {
    bool is_known = false;
    std::optional<std::int64_t> inner_stride{};  ///< in elements, where one suits all that may be meant
  };
  using Label = Xbyak::Label;

  // mover_entry.cpp: beginning and end
  void enter();
  void leave();
  void write_entry();

  // mover_code.cpp: the outer axes
  [[nodiscard]] Xbyak::RegExp frame();
  void axis(std::size_t a, Operand operand);
  void only_run(std::size_t a, Operand operand);
  void sections(std::size_t a, Operand operand);
  void note_axis(std::size_t a);
  [[nodiscard]] std::string_view why_not_written_once(std::size_t a) const;
  [[nodiscard]] bool is_written_once(std::size_t a) const { return why_not_written_once(a).empty(); }
  void replicate_bodies(std::size_t a);
  void begin_section(std::size_t a, Label& next_section);
  void run(std::size_t a, Operand operand, Label& next_section);
  void by_kind(std::size_t a, Operand operand, Label& next_run);
  void clip(std::size_t a, Label& next_run, Label& next_section);
  void moved_run(std::size_t a, Operand operand, bool names);
  void coordinates(std::size_t a, Operand operand);
  void fill_axis(std::size_t a);
  void operand_pointer(std::size_t a);
  /// Whether only some coordinates may be wanted. Rows by table do not ask: they treat all as if.
  [[nodiscard]] bool is_clipped(std::size_t a) const { return a == inner_ || static_cast<int>(a) <= layout_.split; }
  [[nodiscard]] const plan::Run* single_run(std::size_t a) const;
  [[nodiscard]] std::vector<bool> kinds_of(std::size_t a) const;
  [[nodiscard]] Operand named(std::size_t kind) const;

  // mover_rows.cpp: the innermost axis
  void row(Operand operand);
  [[nodiscard]] std::string_view why_not_straight(Operand operand) const;
  void straight_row(Operand operand);
  std::int64_t straight_runs(const std::vector<plan::Run>& runs, std::int64_t at, Operand operand);
  void straight_run(const plan::Run& run, std::int64_t at, Operand operand);
  void note_run(const plan::Run& run, std::string_view what);
  [[nodiscard]] std::int64_t run_step(const plan::Run& run, Operand operand) const;
  void operand_address(std::size_t number, const Xbyak::Reg64& to);
  [[nodiscard]] Place input_of(const plan::Run& run, Operand operand);
  void table_row(Operand operand);
  void table_run(Operand operand);
  void table_move();

  // mover_gather.cpp: a row out of many operands
  [[nodiscard]] bool is_gathered(Operand operand) const;
  [[nodiscard]] const plan::Operand& operand_of(const plan::Run& run) const;
  [[nodiscard]] std::int64_t gathered_from(const plan::Run& run) const;
  [[nodiscard]] bool are_alike(const std::vector<plan::Run>& runs) const;
  bool gathered_row(Operand operand);
  void gather_alike(const std::vector<plan::Run>& runs);
  void gather_by_list(const std::vector<plan::Run>& runs);

  // mover_repeats.cpp: a body that repeats
  [[nodiscard]] bool is_spread(Operand operand) const;
  void spread_section(Operand operand, Label& done);
  void straight_body(Operand operand, std::int64_t at);
  [[nodiscard]] bool is_replicated() const;
  void limit_section();
  void replicate_section();

  // mover_columns.cpp: several rows at once that are columns of the input
  [[nodiscard]] std::int64_t row_step(std::size_t a) const;
  [[nodiscard]] std::string_view why_not_columns(std::size_t a, Operand operand) const;
  [[nodiscard]] std::string_view why_not_transposed(std::size_t a, std::int64_t row_step) const;
  void note_columns(std::size_t a, std::int64_t row_step);
  void crossing_blocks(std::size_t a, std::int64_t row_step);
  void column_blocks(std::uint64_t rows, bool transposed, std::int64_t row_step);

  // mover_blocks.cpp: several rows at once
  /// A program of rows, and when it may run; or why there is none.
  struct RowBlocks {
    std::string_view why_not{};
    RowProgram program;
    std::vector<std::int64_t> steps;  ///< per stream: bytes from row to row
    std::int64_t position_step;       ///< from row to row
    std::uint64_t least;              ///< rows that there must still be
    bool can_be_aligned;              ///< whether whole vectors follow each other across rows
  };
  bool row_blocks(std::size_t a, Operand operand, Label& done);
  bool lone_row(std::size_t a, Operand operand);
  [[nodiscard]] std::string_view why_no_blocks(std::size_t a, Operand operand) const;
  [[nodiscard]] RowBlocks plan_blocks(std::size_t a, Operand operand) const;
  [[nodiscard]] ShuffleForm shuffle_form() const;
  [[nodiscard]] KeptShuffles kept_shuffles() const;
  [[nodiscard]] PlannedRows program(const RowSource& source, std::uint64_t count) const;
  [[nodiscard]] RowEmitter::Ahead rows_ahead() const;
  [[nodiscard]] RowSource row_source(Operand operand) const;
  void blocks(std::size_t a, Operand operand, const RowBlocks& blocks);
  void advance(std::size_t a, const RowBlocks& blocks, const std::vector<Xbyak::Reg64>& pointers, std::int64_t rows);
  [[nodiscard]] std::string_view why_rows_stay(const RowBlocks& blocks) const;
  void note_bypassing(std::size_t a, const RowBlocks& blocks);
  void unless_aligned(const RowProgram& program, Label& otherwise);
  [[nodiscard]] std::vector<Xbyak::Reg64> stream_pointers(Operand operand) const;

  // mover_block_order.cpp: in which order
  /// Some vectors of rows, and the streams that they read.
  struct RowPart {
    RowProgram program;
    std::set<int> streams;
  };
  [[nodiscard]] std::vector<RowPart> parts_of(const RowBlocks& blocks) const;
  void rows_in_parts(std::size_t a, const RowBlocks& blocks, const std::vector<RowPart>& parts);
  [[nodiscard]] std::uint64_t least_overlapping(const RowBlocks& blocks) const;
  void overlap(std::size_t a, const RowBlocks& blocks, const std::vector<Xbyak::Reg64>& pointers, Label& again);
  [[nodiscard]] std::string_view why_not_descending(Operand operand, std::size_t a, const RowBlocks& blocks) const;
  void note_descending(Operand operand, std::size_t a, const RowBlocks& blocks);
  void descending_blocks(std::size_t a, const RowBlocks& blocks, RowEmitter& emitter, Label& ascending, Label& after);

  [[nodiscard]] Xbyak::Address slot(std::size_t a, std::uint64_t AxisFrame::*member);
  [[nodiscard]] Xbyak::Address position(std::size_t a);
  [[nodiscard]] Xbyak::Address step(std::size_t a);
  [[nodiscard]] Xbyak::Address stride(std::size_t a);  ///< of the operand whose view r12 points at

  Assembler& code_;
  MoverLayout& layout_;
  const plan::Plan& plan_;
  Moves moves_;
  const Isa isa_;
  const Tuning& tuning_;
  const RowForm form_;
  StrategyNotes* const notes_;
  const std::size_t inner_;
  std::size_t entry_ = 0;    ///< where write_entry() has room
  bool needs_view_ = false;  ///< r12 is the only operand's view from the beginning
};

}  // namespace dmlrun::jit::x64
