// The innermost axis: rows. They keep rdi, rsi, and r12 where it holds the operand's view.
#include <algorithm>
#include <cstddef>

#include "jit/x64/mover_code.h"

namespace dmlrun::jit::x64 {

using namespace Xbyak::util;

namespace {

constexpr auto kNear = Xbyak::CodeGenerator::T_NEAR;
/// Rows of more runs are walked by table.
constexpr std::size_t kMostStraightRuns = 24;

}  // namespace

void MoverCode::row(Operand operand) {
  constexpr std::string_view kStraight = "code of its own for each run";
  const std::string_view why_not = why_not_straight(operand);
  if (notes_) {
    if (why_not.empty()) notes_->take(inner_, kStraight);
    else notes_->decline(inner_, kStraight, why_not);
  }
  if (why_not.empty()) straight_row(operand);
  else if (!gathered_row(operand)) table_row(operand);
}

void MoverCode::table_row(Operand operand) {
  if (notes_) {
    notes_->take(inner_, "a loop over a table of its runs");
    if (is_replicated()) notes_->take(inner_, "one body made, the others copied from it in the output");
  }
  sections(inner_, operand);
  code_.mov(rdi, slot(inner_, &AxisFrame::origin));
  if (operand.is_known) code_.mov(rsi, slot(inner_, &AxisFrame::input));
}

/// "" where each run of a row gets code of its own.
std::string_view MoverCode::why_not_straight(Operand operand) const {
  const plan::Axis& axis = plan_.axes[inner_];
  if (form_ != RowForm::straight) return "the code would be longer than a kernel may be";
  if (operand.is_known && !operand.inner_stride) return "the operands' strides differ too much";
  if (layout_.split == static_cast<int>(inner_)) return "calls may ask for a part of a row only";
  if (axis.head.size() + axis.body.size() + axis.tail.size() > kMostStraightRuns) return "it has more than 24 runs";
  return {};
}

void MoverCode::straight_row(Operand operand) {
  const plan::Axis& axis = plan_.axes[inner_];
  const MoverAxis& inner = layout_.axes[inner_];
  std::int64_t at = straight_runs(axis.head, 0, operand);
  if (!axis.body.empty()) {
    straight_body(operand, at);
    at += static_cast<std::int64_t>(axis.repeat * inner.body) * inner.stride;
  }
  straight_runs(axis.tail, at, operand);
}

/// The runs from `at` bytes beyond rdi on; returns where the next would begin.
std::int64_t MoverCode::straight_runs(const std::vector<plan::Run>& runs, std::int64_t at, Operand operand) {
  for (const plan::Run& run : runs) {
    straight_run(run, at, operand);
    at += static_cast<std::int64_t>(run.count) * layout_.axes[inner_].stride;
  }
  return at;
}

void MoverCode::straight_run(const plan::Run& run, std::int64_t at, Operand operand) {
  const std::int64_t size = layout_.element_bytes, output_step = layout_.axes[inner_].stride;
  const bool is_contiguous = output_step == size || run.count == 1;
  const std::uint64_t bytes = run.count * static_cast<std::uint64_t>(size);
  const Place to{rdi, at};
  if (run.source == plan::kFill) {
    note_run(run, is_contiguous ? "filled" : "filled one by one, as the output has gaps");
    return is_contiguous ? moves_.fill(to, bytes) : moves_.fill_elements(to, output_step, run.count);
  }
  const std::int64_t step = run_step(run, operand);
  const Place from = input_of(run, operand);
  const bool is_copy = run.count == 1 || (is_contiguous && step == size);
  const bool is_splat = is_contiguous && step == 0, is_reversal = is_contiguous && step == -size;
  note_run(run, is_copy ? "copied" : is_splat ? "one element, broadcast" : is_reversal ? "reversed" : "one by one");
  if (is_copy) return moves_.copy(to, from, bytes);
  if (is_splat) return moves_.splat(to, from, bytes);
  if (is_reversal) return moves_.reverse(to, from, bytes);
  moves_.elements(to, output_step, from, step, run.count);
}

void MoverCode::note_run(const plan::Run& run, std::string_view what) {
  if (!notes_) return;
  const char* noun = run.count == 1 ? " element " : " elements ";
  notes_->take(inner_, std::to_string(run.count) + noun + std::string(what));
}

/// Input bytes from an element of the run to the next.
std::int64_t MoverCode::run_step(const plan::Run& run, Operand operand) const {
  const auto number = static_cast<std::size_t>(std::max(run.source, 0));
  const std::int64_t stride = operand.is_known ? *operand.inner_stride : plan_.operands[number].strides[inner_];
  return run.step * stride * layout_.element_bytes;
}

/// Where the run's first element is read. Without a known operand r9 is what the place counts from.
Place MoverCode::input_of(const plan::Run& run, Operand operand) {
  const std::int64_t size = layout_.element_bytes;
  if (operand.is_known) return {rsi, run.begin * *operand.inner_stride * size};
  const auto number = static_cast<std::size_t>(std::max(run.source, 0));
  const plan::Operand& read = plan_.operands[number];
  operand_address(number, r9);
  return {r9, (read.offset + run.begin * read.strides[inner_]) * size};
}

/// The register becomes where position 0 of the innermost axis of an operand would lie without its offset, as far as the
/// positions of the outer axes say. Changes rax and rcx.
void MoverCode::operand_address(std::size_t number, const Xbyak::Reg64& to) {
  const plan::Operand& read = plan_.operands[number];
  code_.mov(to, code_.ptr[frame() + offsetof(MoverFrame, inputs)]);
  code_.mov(to, code_.ptr[to + read.input * sizeof(std::byte*)]);
  for (std::size_t outer = 0; outer < inner_; ++outer) {
    if (read.strides[outer] == 0) continue;
    code_.mov(rax, position(outer));
    moves_.multiply(rax, read.strides[outer] * layout_.element_bytes, rcx);
    code_.add(to, rax);
  }
}

/// rcx elements of the run at rdx to rdi; r10 of the run lie before them.
void MoverCode::table_run(Operand operand) {
  Label move, done;
  const MoverAxis& inner = layout_.axes[inner_];
  code_.mov(r8, rdi);
  code_.cmp(code_.qword[rdx + offsetof(RunRecord, kind)], static_cast<std::uint32_t>(kFills));
  code_.jne(move, kNear);
  if (inner.stride == layout_.element_bytes) {
    code_.imul(rcx, rcx, static_cast<int>(layout_.element_bytes));
    moves_.fill_any();
  } else {
    moves_.fill_elements_any(inner.stride);
  }
  code_.jmp(done, kNear);
  code_.L(move);
  if (plan_.operands.empty()) {
    code_.L(done);
    return;
  }
  if (operand.is_known) {
    code_.mov(r9, slot(inner_, &AxisFrame::input));
  } else {
    code_.mov(code_.saved(r12), code_.ptr[rdx + offsetof(RunRecord, view)]);
    code_.add(r12, code_.saved(rbp));
    operand_pointer(inner_);
    code_.mov(r9, rsi);
  }
  code_.mov(r11, code_.ptr[rdx + offsetof(RunRecord, step)]);
  code_.imul(r10, r11);
  code_.add(r10, code_.ptr[rdx + offsetof(RunRecord, position)]);
  code_.imul(r10, stride(inner_));
  code_.add(r9, r10);
  code_.imul(r11, stride(inner_));
  table_move();
  code_.L(done);
}

/// rcx elements to r8 from r9, r11 bytes from one to the next.
void MoverCode::table_move() {
  const auto size = static_cast<int>(layout_.element_bytes);
  const std::int64_t output_step = layout_.axes[inner_].stride;
  if (output_step != size) return moves_.elements_any(output_step);
  Label not_copied, not_splat, not_reversed, done;
  const auto bytes = [&] { code_.imul(rcx, rcx, size); };
  code_.cmp(r11, size);
  code_.jne(not_copied, kNear);
  bytes();
  moves_.copy_any(moves_.longest_copy());
  code_.jmp(done, kNear);
  code_.L(not_copied);
  code_.test(r11, r11);
  code_.jnz(not_splat, kNear);
  bytes();
  moves_.splat_any();
  code_.jmp(done, kNear);
  code_.L(not_splat);
  code_.cmp(r11, -size);
  code_.jne(not_reversed, kNear);
  bytes();
  moves_.reverse_any();
  code_.jmp(done, kNear);
  code_.L(not_reversed);
  moves_.elements_any(output_step);
  code_.L(done);
}

}  // namespace dmlrun::jit::x64
