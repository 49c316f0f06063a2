// A row by the table of its runs: little code, and calls may want only a part of it.
#include <cstddef>

#include "jit/x64/copy/row_block_emitter.h"
#include "jit/x64/copy/row_emitter.h"
#include "jit/x64/copy/run_table.h"

namespace dmlrun::jit::x64 {

using namespace Xbyak::util;
using Xbyak::Label;

void RowEmitter::table(const RowPlan& row, ReadOperand operand) {
  RunTableBody body;
  if (row.replicates_input) body.section = [&](Label& done) { replicate_wanted(operand, done); };
  body.repeats = [&] {
    code_.mov(r9, frame_.slot(inner_, &AxisFrame::high));
    code_.mov(frame_.slot(inner_, &AxisFrame::limit), r9);
    if (row.replicates_output) limit_body();
  };
  body.run = [&](Label&) { table_run(operand); };
  if (row.replicates_output) body.section_end = [&] { replicate_output(); };
  if (plan_.bodies.shuffled) body.repeat = [&](Label& next_section) { advance_wanted(next_section); };
  emit_run_table(e_, inner_, operand.is_chosen, body);
  code_.mov(rdi, frame_.slot(inner_, &AxisFrame::origin));
  if (operand.is_chosen) code_.mov(rsi, frame_.slot(inner_, &AxisFrame::input));
}

/// rcx elements of the run at rdx to rdi; r10 of the run lie before them.
void RowEmitter::table_run(ReadOperand operand) {
  Label move, done;
  const AxisLayout& inner = layout_.axes[inner_];
  code_.mov(r8, rdi);
  code_.cmp(code_.qword[rdx + offsetof(RunRecord, kind)], kFills.word());
  code_.jne(move, kNear);
  if (inner.stride == layout_.element_bytes) {
    code_.imul(rcx, rcx, static_cast<int>(layout_.element_bytes));
    moves_.fill_any();
  } else {
    moves_.fill_elements_any(inner.stride);
  }
  code_.jmp(done, kNear);
  code_.L(move);
  if (layout_.plan.operands.empty()) {
    code_.L(done);
    return;
  }
  if (operand.is_chosen) {
    code_.mov(r9, frame_.slot(inner_, &AxisFrame::input));
  } else {
    frame_.choose_operand(code_.ptr[rdx + offsetof(RunRecord, view)]);
    frame_.operand_pointer(inner_);
    code_.mov(r9, rsi);
  }
  code_.mov(r11, code_.ptr[rdx + offsetof(RunRecord, step)]);
  code_.imul(r10, r11);
  code_.add(r10, code_.ptr[rdx + offsetof(RunRecord, position)]);
  if (layout_.advances(inner_)) code_.add(r10, frame_.moved(inner_));
  code_.imul(r10, frame_.stride(inner_));
  code_.add(r9, r10);
  code_.imul(r11, frame_.stride(inner_));
  table_move();
  code_.L(done);
}

/// Before a repeat of the section at rax, of a row that advances: as many whole bodies as are wanted and may be in
/// blocks.
void RowEmitter::advance_wanted(Label& next_section) {
  Label plain;
  const plan::Axis& axis = layout_.plan.axes[inner_];
  const AxisLayout& inner = layout_.axes[inner_];
  const ShuffledRows& bodies = *plan_.bodies.shuffled;
  code_.cmp(code_.qword[rax + offsetof(RunSection, is_body)], 0);
  code_.je(plain, kNear);
  code_.mov(rcx, frame_.slot(inner_, &AxisFrame::coordinate));
  code_.cmp(frame_.slot(inner_, &AxisFrame::low), rcx);
  code_.ja(plain, kNear);
  code_.mov(rax, frame_.slot(inner_, &AxisFrame::high));
  code_.sub(rax, rcx);
  code_.jbe(plain, kNear);
  code_.mov(rdi, rcx);
  moves_.multiply(rdi, inner.stride, r8);
  code_.add(rdi, frame_.slot(inner_, &AxisFrame::origin));
  code_.mov(rsi, frame_.moved(inner_));
  moves_.multiply(rsi, *plan_.operand.inner_stride * layout_.element_bytes, r8);
  code_.add(rsi, frame_.slot(inner_, &AxisFrame::input));
  code_.xor_(edx, edx);
  code_.mov(ecx, static_cast<std::uint32_t>(inner.body));
  code_.div(rcx);
  code_.mov(rcx, frame_.slot(inner_, &AxisFrame::repeats));
  code_.cmp(rax, rcx);
  code_.cmova(rax, rcx);
  code_.cmp(rax, static_cast<std::uint32_t>(bodies.min_rows));
  code_.jb(plain, kNear);
  code_.mov(frame_.slot(inner_, &AxisFrame::count), code_.saved(r13));
  code_.mov(frame_.slot(inner_, &AxisFrame::address), rax);
  code_.mov(r13, rax);
  RowBlockEmitter(e_, inner_, bodies, plan_.operand).emit();
  code_.mov(rax, frame_.slot(inner_, &AxisFrame::address));
  code_.sub(rax, r13);
  code_.mov(r13, frame_.slot(inner_, &AxisFrame::count));
  code_.mov(rcx, rax);
  moves_.multiply(rcx, static_cast<std::int64_t>(inner.body), r8);
  code_.add(frame_.slot(inner_, &AxisFrame::coordinate), rcx);
  code_.mov(rcx, rax);
  moves_.multiply(rcx, axis.advance, r8);
  code_.add(frame_.moved(inner_), rcx);
  code_.sub(frame_.slot(inner_, &AxisFrame::repeats), rax);
  code_.jz(next_section, kNear);
  code_.L(plain);
}

/// rcx elements to r8 from r9, r11 bytes from one to the next.
void RowEmitter::table_move() {
  const auto size = static_cast<int>(layout_.element_bytes);
  const std::int64_t output_step = layout_.axes[inner_].stride;
  if (output_step != size) return moves_.elements_any(output_step);
  Label not_copied, not_broadcast, not_reversed, done;
  const auto bytes = [&] { code_.imul(rcx, rcx, size); };
  code_.cmp(r11, size);
  code_.jne(not_copied, kNear);
  bytes();
  moves_.copy_any(moves_.policy().longest_copy);
  code_.jmp(done, kNear);
  code_.L(not_copied);
  code_.test(r11, r11);
  code_.jnz(not_broadcast, kNear);
  bytes();
  moves_.broadcast_any();
  code_.jmp(done, kNear);
  code_.L(not_broadcast);
  code_.cmp(r11, -size);
  code_.jne(not_reversed, kNear);
  bytes();
  moves_.reverse_any();
  code_.jmp(done, kNear);
  code_.L(not_reversed);
  moves_.elements_any(output_step);
  code_.L(done);
}

/// At the beginning of a section of a row, to which rax points: all bodies at once, if all of them are wanted. Then to
/// `done`, with the coordinate after them.
void RowEmitter::replicate_wanted(ReadOperand operand, Label& done) {
  Label plain;
  const plan::Axis& axis = layout_.plan.axes[inner_];
  const AxisLayout& inner = layout_.axes[inner_];
  const std::int64_t size = layout_.element_bytes;
  code_.cmp(code_.qword[rax + offsetof(RunSection, is_body)], 0);
  code_.je(plain, kNear);
  code_.mov(rcx, inner.head);
  code_.cmp(frame_.slot(inner_, &AxisFrame::low), rcx);
  code_.ja(plain, kNear);
  code_.mov(rcx, inner.head + inner.body * axis.repeat);
  code_.cmp(frame_.slot(inner_, &AxisFrame::high), rcx);
  code_.jb(plain, kNear);
  code_.mov(frame_.slot(inner_, &AxisFrame::coordinate), rcx);
  code_.mov(r9, frame_.slot(inner_, &AxisFrame::input));
  moves_.add(r9, axis.body[0].begin * *operand.inner_stride * size, r8);
  code_.mov(r8, frame_.slot(inner_, &AxisFrame::origin));
  moves_.add(r8, static_cast<std::int64_t>(inner.head) * size, rcx);
  e_.replicator.from_input(inner.body * static_cast<std::uint64_t>(size), axis.repeat);
  code_.jmp(done, kNear);
  code_.L(plain);
}

/// At a section's beginning, r9 being AxisFrame::high: of a body only one period is made, wherever it begins.
void RowEmitter::limit_body() {
  Label plain;
  code_.cmp(code_.qword[rax + offsetof(RunSection, is_body)], 0);
  code_.je(plain);
  code_.mov(r8, frame_.slot(inner_, &AxisFrame::coordinate));
  code_.mov(r10, frame_.slot(inner_, &AxisFrame::low));
  code_.cmp(r8, r10);
  code_.cmovb(r8, r10);
  moves_.add(r8, static_cast<std::int64_t>(layout_.axes[inner_].body), r10);
  code_.cmp(r8, r9);
  code_.cmova(r8, r9);
  code_.mov(frame_.slot(inner_, &AxisFrame::limit), r8);
  code_.mov(r8d, 2);
  code_.cmp(rcx, r8);
  code_.cmova(rcx, r8);
  code_.L(plain);
}

/// After a section of a row: the rest of the bodies from the first.
void RowEmitter::replicate_output() {
  Label done;
  const AxisLayout& inner = layout_.axes[inner_];
  const std::uint64_t end = inner.head + inner.body * layout_.plan.axes[inner_].repeat;
  code_.mov(rax, frame_.slot(inner_, &AxisFrame::section));
  code_.cmp(code_.qword[rax + offsetof(RunSection, is_body)], 0);
  code_.je(done, kNear);
  code_.mov(rdx, end);
  code_.mov(frame_.slot(inner_, &AxisFrame::coordinate), rdx);
  code_.mov(rax, frame_.slot(inner_, &AxisFrame::high));
  code_.cmp(rdx, rax);
  code_.cmova(rdx, rax);
  code_.mov(r9, inner.head);
  code_.mov(rax, frame_.slot(inner_, &AxisFrame::low));
  code_.cmp(r9, rax);
  code_.cmovb(r9, rax);
  code_.mov(rax, inner.body);
  code_.add(rax, r9);
  code_.sub(rdx, rax);
  code_.jbe(done, kNear);
  code_.imul(rdx, rdx, static_cast<int>(layout_.element_bytes));
  code_.imul(r9, r9, static_cast<int>(layout_.element_bytes));
  code_.add(r9, frame_.slot(inner_, &AxisFrame::origin));
  e_.replicator.from_output(inner.body * static_cast<std::uint64_t>(layout_.element_bytes));
  code_.L(done);
}

}  // namespace dmlrun::jit::x64
