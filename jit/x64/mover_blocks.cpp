// Several rows at once, where that pays.
#include <algorithm>
#include <cstddef>
#include <numeric>

#include "engine/plan/axis_runs.h"
#include "jit/x64/mover_code.h"
#include "jit/x64/row_emitter.h"

namespace dmlrun::jit::x64 {

using namespace Xbyak::util;

namespace {

constexpr auto kNear = Xbyak::CodeGenerator::T_NEAR;
/// Longest row that is made of vectors, and the most runs it may have.
constexpr std::uint64_t kMostRowBytes = 10240;
constexpr std::size_t kMostRuns = 256;
/// Output bytes from row to row where rows have gaps between them.
constexpr std::int64_t kMostStride = std::int64_t{1} << 28;
constexpr std::int64_t kLanesWidth = 32;
/// Operands that one row may be made of.
constexpr std::size_t kMostStreams = 8;

}  // namespace

/// Of r13 rows as many as make whole blocks; rdi, rsi or positions, and r13 advance. To `done` when none are left.
/// Returns whether there may be any.
bool MoverCode::row_blocks(std::size_t a, Operand operand, Label& done) {
  constexpr std::string_view kColumns = "several rows at once, column by column";
  constexpr std::string_view kVectors = "rows put together as vectors, from loads and shuffles";
  const std::string_view why_not_columns = this->why_not_columns(a, operand);
  if (notes_) {
    if (why_not_columns.empty())
      note_columns(a, row_step(a));
    else
      notes_->decline(a, kColumns, why_not_columns);
  }
  if (why_not_columns.empty()) {
    crossing_blocks(a, row_step(a));
  } else {
    const RowBlocks planned = plan_blocks(a, operand);
    if (notes_) {
      if (planned.why_not.empty()) {
        notes_->take(a, std::string(kVectors) + ", " + std::to_string(planned.program.rows) + " at once");
        note_bypassing(a, planned);
        note_descending(operand, a, planned);
        if (const std::uint64_t rows = least_overlapping(planned); rows > 0)
          notes_->take(
              a, "from " + std::to_string(rows) + " rows behind the last such block on, one more that overlaps it");
      } else
        notes_->decline(a, kVectors, planned.why_not);
    }
    if (!planned.why_not.empty()) return true;
    layout_.has_row_program = true;
    const std::vector<RowPart> parts = operand.is_known ? std::vector<RowPart>() : parts_of(planned);
    if (parts.size() != 2) {
      blocks(a, operand, planned);
    } else {
      if (notes_) notes_->take(a, "the left and the right part of rows, each all rows down");
      rows_in_parts(a, planned, parts);
    }
    if (planned.least == 1) return false;
  }
  code_.test(r13, r13);
  code_.jz(done, kNear);
  return true;
}

/// The axis whose only coordinate is one row that is one program of vectors, without what counts rows; else nothing and false.
bool MoverCode::lone_row(std::size_t a, Operand operand) {
  const plan::Run& run = *single_run(a);
  if (a + 1 != inner_ || run.source == plan::kFill || run.count != 1 || !operand.is_known || plan_.operands.size() != 1)
    return false;
  const RowBlocks planned = plan_blocks(a, operand);
  if (!planned.why_not.empty() || planned.least != 1 || why_rows_stay(planned).empty()) return false;
  if (why_not_descending(operand, a, planned).empty()) return false;
  if (notes_) notes_->take(a, "one row put together as vectors, from loads and shuffles");
  layout_.has_row_program = true;
  moves_.add(rsi, run.begin * plan_.operands[0].strides[a] * layout_.element_bytes, rax);
  RowEmitter(code_, layout_, planned.program, shuffle_form(), stream_pointers(operand), {}, tuning_.row_batch,
             rows_ahead())
      .emit();
  return true;
}

/// What a row is made of: offsets count from the operand's address in the row.
RowSource MoverCode::row_source(Operand operand) const {
  const std::int64_t size = layout_.element_bytes;
  RowSource row;
  row.element = size;
  const auto add = [&](const std::vector<plan::Run>& runs) {
    for (const plan::Run& run : runs) {
      const std::uint64_t bytes = run.count * static_cast<std::uint64_t>(size);
      row.bytes += bytes;
      if (run.source == plan::kFill) {
        row.pieces.push_back({RowPiece::kFill, 0, 0, bytes});
        continue;
      }
      const int number = operand.is_known ? 0 : std::max(run.source, 0);
      const plan::Operand& read = plan_.operands[static_cast<std::size_t>(number)];
      const std::int64_t stride = read.strides[inner_], offset = operand.is_known ? 0 : read.offset;
      row.pieces.push_back({number, (offset + run.begin * stride) * size, run.step * stride * size, bytes});
    }
  };
  const plan::Axis& axis = plan_.axes[inner_];
  add(axis.head);
  for (std::uint64_t i = 0; i < axis.repeat; ++i) add(axis.body);
  add(axis.tail);
  return row;
}

/// Where the streams' first rows begin: registers that nothing else needs during blocks.
std::vector<Xbyak::Reg64> MoverCode::stream_pointers(Operand operand) const {
  if (operand.is_known) return {rsi};
  std::vector<Xbyak::Reg64> pointers{rsi, r8, r9, r10, r11, rdx, r12, r15};
  pointers.resize(std::min(kMostStreams, plan_.operands.size()));
  for (const Xbyak::Reg64& pointer : pointers) code_.saved(pointer);
  return pointers;
}

/// "" unless it is clear without a look at the bytes that rows are no program of vectors.
std::string_view MoverCode::why_no_blocks(std::size_t a, Operand operand) const {
  const MoverAxis& inner = layout_.axes[inner_];
  const std::uint64_t row_bytes = inner.extent * static_cast<std::uint64_t>(layout_.element_bytes);
  const plan::Axis& row = plan_.axes[inner_];
  if (form_ == RowForm::table) return "the code would be longer than a kernel may be";
  if (plan_.operands.empty()) return "nothing is read";
  if (!inner.is_dense) return "the output has gaps";
  if (layout_.axes[a].stride >= kMostStride) return "they lie too far apart in the output";
  if (layout_.split == static_cast<int>(inner_)) return "calls may ask for a part of a row only";
  if (operand.is_known && !operand.inner_stride) return "the operands' strides differ too much";
  if (!operand.is_known && plan_.operands.size() > kMostStreams) return "they read more than 8 operands";
  if (row.head.empty() && row.tail.empty() && is_spread(operand))
    return "they are one body, read once for all its copies";
  if (row_bytes > kMostRowBytes) return "they are longer than 10240 bytes";
  const std::uint64_t most = kMostRuns - std::min(kMostRuns, row.head.size() + row.tail.size());
  if (row.body.size() > most || row.body.size() * std::min<std::uint64_t>(row.repeat, kMostRuns) > most)
    return "they have more than 256 runs";
  if (!operand.is_known) return {};
  for (const plan::Operand& read : plan_.operands)
    if (read.strides[a] != plan_.operands[0].strides[a] || read.strides[inner_] != *operand.inner_stride)
      return "an axis outside chooses among operands of several strides";
  return {};
}

MoverCode::RowBlocks MoverCode::plan_blocks(std::size_t a, Operand operand) const {
  if (const std::string_view why_not = why_no_blocks(a, operand); !why_not.empty()) return {why_not};
  // The longest run decides what a step is; the others run only where they agree.
  plan::Run longest{};
  plan::for_each_run(plan_.axes[a], [&](const plan::Run& run) {
    if (run.source != plan::kFill && run.count > longest.count) longest = run;
  });
  RowSource source = row_source(operand);
  RowBlocks made{};
  // A known operand is any of those that are alike.
  const std::size_t streams = operand.is_known ? 1 : plan_.operands.size();
  for (std::size_t s = 0; s < streams; ++s)
    made.steps.push_back(longest.step * plan_.operands[s].strides[a] * layout_.element_bytes);
  source.steps = made.steps;
  const bool is_dense = layout_.axes[a].is_dense;
  PlannedRows planned = program(source, is_dense ? longest.count : 1);
  if (!planned.program) return {planned.why_not};
  made.program = std::move(*planned.program);
  made.position_step = longest.step;
  made.least = made.program.rows + made.program.rows_behind;
  plan::for_each_run(plan_.axes[a], [&](const plan::Run& run) {
    if (run.source != plan::kFill && run.step != longest.step && run.count > 1)
      made.least = std::max(made.least, run.count + 1);
  });
  if (made.least > longest.count) return {"they are not evenly spaced"};
  made.can_be_aligned =
      is_dense && source.bytes * made.program.rows % static_cast<std::uint64_t>(made.program.width) == 0;
  return made;
}

ShuffleForm MoverCode::shuffle_form() const {
  if (isa_ < Isa::avx512) return ShuffleForm::lanes;
  if (layout_.element_bytes >= 4) return ShuffleForm::dwords;
  if (isa_ >= Isa::avx512_vbmi) return ShuffleForm::bytes;
  return layout_.element_bytes == 2 ? ShuffleForm::words : ShuffleForm::lanes;
}

/// The registers that a loop around vectors does not need otherwise.
KeptShuffles MoverCode::kept_shuffles() const {
  if (isa_ < Isa::avx512) return {12, 3};
  return {16, shuffle_form() == ShuffleForm::lanes ? std::size_t{16} : std::size_t{12}};
}

/// Of whole vectors where that is possible.
PlannedRows MoverCode::program(const RowSource& source, std::uint64_t count) const {
  const auto width = static_cast<std::int64_t>(tuning_.move_bytes);
  if (shuffle_form() != ShuffleForm::lanes) return program_rows(source, shuffle_form(), width, count);
  if (isa_ >= Isa::avx512 && width > kLanesWidth)
    if (PlannedRows made = program_rows(source, ShuffleForm::lanes, width, count); made.program) return made;
  return program_rows(source, ShuffleForm::lanes, kLanesWidth, count);
}

/// What rows ask for ahead.
RowEmitter::Ahead MoverCode::rows_ahead() const { return {moves_.ahead(), tuning_.read_ahead}; }

/// To `otherwise` where a row that begins at rdi is not on a multiple of a vector, but one of the next will be.
void MoverCode::unless_aligned(const RowProgram& program, Label& otherwise) {
  Label here;
  const auto width = static_cast<std::uint64_t>(program.width);
  const std::uint64_t row_bytes = layout_.axes[inner_].extent * static_cast<std::uint64_t>(layout_.element_bytes);
  const std::uint64_t common = std::gcd(row_bytes, width);
  if (common == width) return;
  code_.test(edi, static_cast<std::uint32_t>(width - 1));
  code_.jz(here);
  code_.test(edi, static_cast<std::uint32_t>(common - 1));
  code_.jz(otherwise, kNear);
  code_.L(here);
}

/// rdi and the streams' pointers go `rows` rows on.
void MoverCode::advance(std::size_t a, const RowBlocks& blocks, const std::vector<Xbyak::Reg64>& pointers,
                        std::int64_t rows) {
  moves_.add(rdi, layout_.axes[a].stride * rows, rax);
  for (std::size_t s = 0; s < blocks.steps.size(); ++s) moves_.add(pointers[s], blocks.steps[s] * rows, rax);
}

/// "" where rows go past the caches in runs that write much.
std::string_view MoverCode::why_rows_stay(const RowBlocks& blocks) const {
  if (tuning_.bypass_copy_bytes == 0) return "the tuning never does";
  if (!moves_.rows_may_bypass()) return "the output is too small";
  if (!blocks.can_be_aligned) return "whole vectors do not follow each other across rows";
  return {};
}

void MoverCode::note_bypassing(std::size_t a, const RowBlocks& blocks) {
  constexpr std::string_view kBypass = "past the caches";
  const std::string_view why_not = why_rows_stay(blocks);
  if (!why_not.empty()) return notes_->decline(a, kBypass, why_not);
  notes_->take(
      a, std::string(kBypass) + " in runs that write " + std::to_string(tuning_.bypass_copy_bytes) + " bytes or more");
}

/// Of r13 rows as many as make whole blocks; rdi, rsi or positions, and r13 advance.
void MoverCode::blocks(std::size_t a, Operand operand, const RowBlocks& blocks) {
  Label loop, after, rest;
  const auto least = static_cast<std::uint32_t>(std::min<std::uint64_t>(blocks.least, 1u << 30));
  const auto rows = static_cast<std::int64_t>(blocks.program.rows);
  const std::vector<Xbyak::Reg64> pointers = stream_pointers(operand);
  RowEmitter emitter(code_, layout_, blocks.program, shuffle_form(), pointers, kept_shuffles(), tuning_.row_batch,
                     rows_ahead());
  code_.cmp(r13, least);
  code_.jb(rest, kNear);
  if (blocks.can_be_aligned) unless_aligned(blocks.program, rest);
  emitter.load_shuffles();
  if (!operand.is_known) {
    code_.mov(slot(a, &AxisFrame::count), r13);
    for (std::size_t s = 0; s < blocks.steps.size(); ++s) operand_address(s, pointers[s]);
  }
  const auto turns = [&](bool bypasses) {
    Label turn;
    code_.align(32);
    code_.L(turn);
    emitter.emit(bypasses ? RowEmitter::Way::bypassing : RowEmitter::Way::ascending);
    advance(a, blocks, pointers, rows);
    code_.sub(r13, static_cast<std::uint32_t>(rows));
    code_.cmp(r13, least);
    code_.jae(turn, kNear);
  };
  if (why_rows_stay(blocks).empty()) {
    moves_.unless_rows_bypass(loop);
    code_.test(edi, static_cast<std::uint32_t>(blocks.program.width - 1));
    code_.jnz(loop, kNear);
    turns(true);
    moves_.note_bypassed();
    code_.jmp(after, kNear);
  }
  if (why_not_descending(operand, a, blocks).empty()) descending_blocks(a, blocks, emitter, loop, after);
  code_.L(loop);
  turns(false);
  code_.L(after);
  overlap(a, blocks, pointers, loop);
  if (!operand.is_known) {
    code_.mov(rcx, slot(a, &AxisFrame::count));
    code_.sub(rcx, r13);
    moves_.multiply(rcx, blocks.position_step, rax);
    code_.add(position(a), rcx);
  }
  code_.L(rest);
}

}  // namespace dmlrun::jit::x64
