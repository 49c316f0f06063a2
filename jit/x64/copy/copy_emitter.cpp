#include "jit/x64/copy/copy_emitter.h"

#include <cstddef>

#include "jit/x64/copy/row_block_emitter.h"
#include "jit/x64/copy/row_emitter.h"
#include "jit/x64/copy/run_table.h"
#include "jit/x64/copy/transpose_emitter.h"

namespace dmlrun::jit::x64 {

using namespace Xbyak::util;
using Xbyak::Label;

/// All wanted coordinates of an axis; coordinate 0 goes to rdi. rsi is the operand's address if it is chosen.
void CopyEmitter::axis(const AxisPlan& plan) {
  if (plan.row) return RowEmitter(e_, plan).emit();
  if (plan.only_run) return counted(plan);
  by_table(plan);
}

void CopyEmitter::counted(const AxisPlan& plan) {
  const std::size_t a = plan.axis;
  const plan::Run& run = *plan.only_run;
  const std::vector<plan::Operand>& operands = layout_.plan.operands;
  if (plan.lone_row) {
    moves_.add(rsi, run.begin * operands[0].strides[a] * layout_.element_bytes, rax);
    return RowBlockEmitter(e_, a, *plan.lone_row, plan.operand).lone_row();
  }
  code_.mov(rcx, run.count);
  if (run.source == plan::kFill) return fill(a);
  code_.mov(frame_.slot(a, &AxisFrame::output), rdi);
  code_.saved(r14);
  if (plan.operand.is_chosen && operands.size() == 1) {
    const std::int64_t bytes = operands[0].strides[a] * layout_.element_bytes;
    moves_.add(rsi, run.begin * bytes, rax);
    code_.mov(r14, static_cast<std::uint64_t>(run.step * bytes));
  } else if (plan.operand.is_chosen) {
    code_.mov(r14, frame_.stride(a));
    if (run.begin != 0) {
      code_.mov(rax, r14);
      moves_.multiply(rax, run.begin, rdx);
      code_.add(rsi, rax);
    }
    moves_.multiply(r14, run.step, rdx);
  } else {
    code_.mov(rax, static_cast<std::uint64_t>(run.begin));
    code_.mov(frame_.position(a), rax);
    code_.mov(r14, static_cast<std::uint64_t>(run.step));
  }
  coordinates(a, plan.cases[0]);
}

void CopyEmitter::by_table(const AxisPlan& plan) {
  const std::size_t a = plan.axis;
  RunTableBody body;
  body.run = [&](Label& next_run) { by_kind(plan, next_run); };
  if (plan.why_not_replicated.empty()) {
    body.repeats = [&] {
      Label plain;
      code_.cmp(code_.qword[rax + offsetof(RunSection, is_body)], 0);
      code_.je(plain);
      code_.mov(ecx, 1);
      code_.L(plain);
    };
    body.section_end = [&] { replicate_bodies(a); };
  }
  emit_run_table(e_, a, plan.operand.is_chosen, body);
}

/// After a section: copies the other bodies from the first.
void CopyEmitter::replicate_bodies(std::size_t a) {
  Label done;
  const AxisLayout& axis = layout_.axes[a];
  const std::uint64_t period = axis.body * axis.below * static_cast<std::uint64_t>(layout_.element_bytes);
  code_.mov(rax, frame_.slot(a, &AxisFrame::section));
  code_.cmp(code_.qword[rax + offsetof(RunSection, is_body)], 0);
  code_.je(done, kNear);
  code_.mov(r9, frame_.slot(a, &AxisFrame::output));
  code_.sub(r9, static_cast<std::uint32_t>(period));
  code_.mov(rdx, period * (layout_.plan.axes[a].repeat - 1));
  code_.add(frame_.slot(a, &AxisFrame::output), rdx);
  e_.replicator.from_output(period);
  code_.L(done);
}

/// rcx coordinates of the run at rdx, whatever its kind, to rdi.
void CopyEmitter::by_kind(const AxisPlan& plan, Label& next_run) {
  const std::size_t a = plan.axis;
  for (const RunCase& one : plan.cases) {
    Label next_case;
    const bool is_last = &one == &plan.cases.back();
    if (!is_last) {
      code_.cmp(code_.qword[rdx + offsetof(RunRecord, kind)], one.kind.word());
      code_.jne(next_case, kNear);
    }
    if (one.kind.action != RunKind::Action::fill) {
      moved_run(plan, one);
    } else {
      if (!layout_.is_clipped(a)) {
        code_.mov(rax, rcx);
        moves_.multiply(rax, layout_.axes[a].stride, r8);
        code_.add(frame_.slot(a, &AxisFrame::output), rax);
      }
      fill(a);
    }
    if (!is_last) code_.jmp(next_run, kNear);
    code_.L(next_case);
  }
}

/// rcx coordinates of the run at rdx to rdi.
void CopyEmitter::moved_run(const AxisPlan& plan, const RunCase& one) {
  const std::size_t a = plan.axis;
  code_.mov(frame_.slot(a, &AxisFrame::output), rdi);
  if (one.kind.action == RunKind::Action::choose) {
    frame_.choose_operand(code_.ptr[rdx + offsetof(RunRecord, view)]);
    frame_.operand_pointer(a);
  } else if (one.operand.is_chosen) {
    code_.mov(rsi, frame_.slot(a, &AxisFrame::input));
  }
  code_.mov(rax, code_.ptr[rdx + offsetof(RunRecord, position)]);
  if (layout_.advances(a)) code_.add(rax, frame_.moved(a));
  code_.mov(code_.saved(r14), code_.ptr[rdx + offsetof(RunRecord, step)]);
  if (layout_.is_clipped(a)) {
    code_.imul(r10, r14);
    code_.add(rax, r10);
  }
  if (one.operand.is_chosen) {
    code_.imul(rax, frame_.stride(a));
    code_.add(rsi, rax);
    code_.imul(r14, frame_.stride(a));
  } else {
    code_.mov(frame_.position(a), rax);
  }
  coordinates(a, one);
}

/// Copies rcx coordinates, with all inner axes, from rsi to rdi. Each adds r14 to rsi, or to the position while no
/// operand is chosen. At the end AxisFrame::output is the address after the last one.
void CopyEmitter::coordinates(std::size_t a, const RunCase& one) {
  if (one.blocks) return rows(a, one);
  Label loop;
  code_.mov(frame_.slot(a, &AxisFrame::count), rcx);
  code_.mov(frame_.step(a), r14);
  if (one.operand.is_chosen) code_.mov(frame_.slot(a, &AxisFrame::address), rsi);
  code_.L(loop);
  axis(*one.below);
  code_.mov(rdi, frame_.slot(a, &AxisFrame::output));
  moves_.add(rdi, layout_.axes[a].stride, rax);
  code_.mov(frame_.slot(a, &AxisFrame::output), rdi);
  code_.mov(rax, frame_.step(a));
  if (one.operand.is_chosen) {
    code_.mov(rsi, frame_.slot(a, &AxisFrame::address));
    code_.add(rsi, rax);
    code_.mov(frame_.slot(a, &AxisFrame::address), rsi);
  } else {
    code_.add(frame_.position(a), rax);
  }
  code_.dec(frame_.slot(a, &AxisFrame::count));
  code_.jnz(loop, kNear);
}

/// The same for the axis around rows: as many rows as possible in blocks, the others one by one.
void CopyEmitter::rows(std::size_t a, const RunCase& one) {
  Label loop, done;
  const RowBlocks& blocks = *one.blocks;
  code_.mov(code_.saved(r13), rcx);
  code_.L(loop);
  if (blocks.transposed) TransposeEmitter(e_, *blocks.transposed).emit();
  if (blocks.shuffled) RowBlockEmitter(e_, a, *blocks.shuffled, one.operand).emit();
  if (one.below) {
    if (blocks.transposed || blocks.shuffled) {
      code_.test(r13, r13);
      code_.jz(done, kNear);
    }
    axis(*one.below);
    moves_.add(rdi, layout_.axes[a].stride, rax);
    if (one.operand.is_chosen) code_.add(rsi, r14);
    else code_.add(frame_.position(a), r14);
    code_.dec(r13);
    code_.jnz(loop, kNear);
    code_.L(done);
  }
  code_.mov(frame_.slot(a, &AxisFrame::output), rdi);
}

/// Fills rcx coordinates of an axis from rdi on, as far as they are wanted.
void CopyEmitter::fill(std::size_t a) {
  const AxisLayout& axis = layout_.axes[a];
  const bool are_whole = static_cast<int>(a) >= layout_.split;
  if (are_whole && axis.is_dense) {
    code_.mov(r8, rdi);
    moves_.multiply(rcx, static_cast<std::int64_t>(axis.below) * layout_.element_bytes, rax);
    return moves_.fill_any();
  }
  if (a == layout_.innermost) {
    code_.mov(r8, rdi);
    return moves_.fill_elements_any(axis.stride);
  }
  Label loop;
  code_.mov(frame_.slot(a, &AxisFrame::count), rcx);
  code_.mov(frame_.slot(a, &AxisFrame::address), rdi);
  code_.L(loop);
  if (are_whole) {
    code_.mov(rcx, layout_.axes[a + 1].extent);
  } else {
    code_.mov(rax, frame_.slot(a + 1, &AxisFrame::low));
    code_.mov(rcx, frame_.slot(a + 1, &AxisFrame::high));
    code_.sub(rcx, rax);
    moves_.multiply(rax, layout_.axes[a + 1].stride, r8);
    code_.add(rdi, rax);
  }
  fill(a + 1);
  code_.mov(rdi, frame_.slot(a, &AxisFrame::address));
  moves_.add(rdi, axis.stride, rax);
  code_.mov(frame_.slot(a, &AxisFrame::address), rdi);
  code_.dec(frame_.slot(a, &AxisFrame::count));
  code_.jnz(loop, kNear);
}

}  // namespace dmlrun::jit::x64
