#include "jit/x64/mover_code.h"

#include <algorithm>
#include <cstddef>

#include "engine/plan/axis_runs.h"

namespace dmlrun::jit::x64 {

using namespace Xbyak::util;
using Xbyak::Address;
using Xbyak::Reg64;

namespace {

constexpr auto kNear = Xbyak::CodeGenerator::T_NEAR;
/// More classes of operands than this are not told apart: rows are walked by table then.
constexpr std::size_t kMostClasses = 4;

/// A member of a struct of 8-byte members.
template <class Struct, class Member>
std::size_t offset_of(Member Struct::*member) {
  const Struct example{};
  return static_cast<std::size_t>(reinterpret_cast<const char*>(&(example.*member)) -
                                  reinterpret_cast<const char*>(&example));
}

}  // namespace

MoverCode::MoverCode(Assembler& code, MoverLayout& layout, Isa isa, const Tuning& tuning, RowForm form,
                     StrategyNotes* notes)
    : code_(code), layout_(layout), plan_(layout.plan), moves_(code, layout, isa, tuning),
      isa_(isa), tuning_(tuning), form_(form), notes_(notes), inner_(layout.inner) {
  if (!notes_) return;
  if (layout.is_flat) notes_->take(inner_, "rows of several axes behind each other, as one");
  moves_.describe(*notes_, tuning);
}

/// The MoverFrame.
Xbyak::RegExp MoverCode::frame() { return Xbyak::RegExp(code_.saved(rbx)); }

Address MoverCode::slot(std::size_t a, std::uint64_t AxisFrame::*member) {
  if (member == &AxisFrame::low || member == &AxisFrame::high || member == &AxisFrame::skip)
    layout_.reads_limits = true;
  return code_.qword[frame() + offsetof(MoverFrame, axes) + a * sizeof(AxisFrame) + offset_of(member)];
}
Address MoverCode::position(std::size_t a) {
  return code_.qword[frame() + offsetof(MoverFrame, axes) + a * sizeof(AxisFrame) + offsetof(AxisFrame, position)];
}
Address MoverCode::step(std::size_t a) {
  return code_.qword[frame() + offsetof(MoverFrame, axes) + a * sizeof(AxisFrame) + offsetof(AxisFrame, step)];
}
Address MoverCode::stride(std::size_t a) {
  return code_.qword[code_.saved(r12) + offsetof(OperandView, strides) + a * sizeof(std::int64_t)];
}

/// rsi becomes the address in the operand of r12, with the positions of the axes before `a`.
void MoverCode::operand_pointer(std::size_t a) {
  code_.mov(rsi, code_.ptr[frame() + offsetof(MoverFrame, inputs)]);
  code_.mov(rax, code_.ptr[code_.saved(r12) + offsetof(OperandView, input)]);
  code_.mov(rsi, code_.ptr[rsi + rax]);
  code_.add(rsi, code_.ptr[r12 + offsetof(OperandView, begin)]);
  for (std::size_t outer = 0; outer < a; ++outer) {
    code_.mov(rax, position(outer));
    code_.imul(rax, stride(outer));
    code_.add(rsi, rax);
  }
}

/// The run of an axis that has one and is walked whole.
const plan::Run* MoverCode::single_run(std::size_t a) const {
  const plan::Axis& axis = plan_.axes[a];
  if (is_clipped(a) || axis.head.size() != 1 || !axis.body.empty() || !axis.tail.empty()) return nullptr;
  return &axis.head[0];
}

/// By RunKind: whether the axis has such runs.
std::vector<bool> MoverCode::kinds_of(std::size_t a) const {
  std::vector<bool> kinds(kNames + layout_.inner_strides.size());
  plan::for_each_run(plan_.axes[a], [&](const plan::Run& run) {
    if (run.source == plan::kFill) kinds[kFills] = true;
    else if (run.source == plan::kAny) kinds[kMoves] = true;
    else kinds[kNames + layout_.class_of(static_cast<std::size_t>(run.source))] = true;
  });
  return kinds;
}

/// What is known of the operand after a run of this kind has named it.
MoverCode::Operand MoverCode::named(std::size_t kind) const {
  if (form_ == RowForm::table || layout_.inner_strides.size() > kMostClasses) return {true, std::nullopt};
  return {true, layout_.inner_strides[kind - kNames]};
}

/// All wanted coordinates of an axis; coordinate 0 goes to rdi. rsi is the operand's address if it is known.
void MoverCode::axis(std::size_t a, Operand operand) {
  if (a == inner_) return row(operand);
  if (notes_) note_axis(a);
  const plan::Run* only = single_run(a);
  if (only && only->source < 0) only_run(a, operand);
  else sections(a, operand);
}

void MoverCode::only_run(std::size_t a, Operand operand) {
  const plan::Run& run = *single_run(a);
  if (lone_row(a, operand)) return;
  code_.mov(rcx, run.count);
  if (run.source == plan::kFill) return fill_axis(a);
  code_.mov(slot(a, &AxisFrame::output), rdi);
  code_.saved(r14);
  if (operand.is_known && plan_.operands.size() == 1) {
    const std::int64_t bytes = plan_.operands[0].strides[a] * layout_.element_bytes;
    moves_.add(rsi, run.begin * bytes, rax);
    code_.mov(r14, static_cast<std::uint64_t>(run.step * bytes));
  } else if (operand.is_known) {
    code_.mov(r14, stride(a));
    if (run.begin != 0) {
      code_.mov(rax, r14);
      moves_.multiply(rax, run.begin, rdx);
      code_.add(rsi, rax);
    }
    moves_.multiply(r14, run.step, rdx);
  } else {
    code_.mov(rax, static_cast<std::uint64_t>(run.begin));
    code_.mov(position(a), rax);
    code_.mov(r14, static_cast<std::uint64_t>(run.step));
  }
  coordinates(a, operand);
}

/// The axis from rdi on, section by section.
void MoverCode::sections(std::size_t a, Operand operand) {
  Label section, repeat, next_section, section_done;
  code_.mov(slot(a, &AxisFrame::origin), rdi);
  code_.mov(slot(a, &AxisFrame::output), rdi);
  if (operand.is_known) code_.mov(slot(a, &AxisFrame::input), rsi);
  if (is_clipped(a)) code_.mov(slot(a, &AxisFrame::coordinate), 0);
  code_.lea(rax, code_.ptr[code_.saved(rbp) + layout_.axes[a].sections]);
  code_.mov(slot(a, &AxisFrame::section), rax);
  code_.L(section);
  if (a == inner_ && is_clipped(a) && operand.is_known && is_spread(operand)) spread_section(operand, section_done);
  begin_section(a, next_section);
  code_.L(repeat);
  run(a, operand, next_section);
  code_.mov(rdx, slot(a, &AxisFrame::record));
  code_.add(rdx, sizeof(RunRecord));
  code_.mov(slot(a, &AxisFrame::record), rdx);
  code_.mov(rax, slot(a, &AxisFrame::section));
  code_.mov(rcx, code_.ptr[rax + offsetof(Section, end)]);
  code_.add(rcx, code_.saved(rbp));
  code_.cmp(rdx, rcx);
  code_.jne(repeat, kNear);
  code_.mov(rcx, code_.ptr[rax + offsetof(Section, first)]);
  code_.add(rcx, code_.saved(rbp));
  code_.mov(slot(a, &AxisFrame::record), rcx);
  code_.dec(slot(a, &AxisFrame::repeats));
  code_.jnz(repeat, kNear);
  code_.L(next_section);
  if (a == inner_) replicate_section();
  else if (is_written_once(a)) replicate_bodies(a);
  code_.L(section_done);
  code_.mov(rax, slot(a, &AxisFrame::section));
  code_.add(rax, sizeof(Section));
  code_.mov(slot(a, &AxisFrame::section), rax);
  code_.cmp(code_.qword[rax + offsetof(Section, repeats)], 0);
  code_.jne(section, kNear);
}

/// After a section: the other bodies.
void MoverCode::replicate_bodies(std::size_t a) {
  Label done;
  const MoverAxis& axis = layout_.axes[a];
  const std::uint64_t period = axis.body * axis.inner * static_cast<std::uint64_t>(layout_.element_bytes);
  code_.mov(rax, slot(a, &AxisFrame::section));
  code_.cmp(code_.qword[rax + offsetof(Section, is_body)], 0);
  code_.je(done, kNear);
  code_.mov(r9, slot(a, &AxisFrame::output));
  code_.sub(r9, static_cast<std::uint32_t>(period));
  code_.mov(rdx, period * (plan_.axes[a].repeat - 1));
  code_.add(slot(a, &AxisFrame::output), rdx);
  moves_.replicate_any(period);
  code_.L(done);
}

/// rax points at the section.
void MoverCode::begin_section(std::size_t a, Label& next_section) {
  code_.mov(rcx, code_.ptr[rax + offsetof(Section, first)]);
  code_.add(rcx, code_.saved(rbp));
  code_.mov(slot(a, &AxisFrame::record), rcx);
  code_.mov(rcx, code_.ptr[rax + offsetof(Section, repeats)]);
  if (is_clipped(a)) {
    code_.mov(rdx, slot(a, &AxisFrame::skip));
    code_.and_(rdx, code_.ptr[rax + offsetof(Section, is_body)]);
    code_.mov(r8, rdx);
    code_.imul(r8, code_.ptr[rax + offsetof(Section, extent)]);
    code_.add(slot(a, &AxisFrame::coordinate), r8);
    code_.sub(rcx, rdx);
    code_.jz(next_section, kNear);
  }
  if (a == inner_) limit_section();
  else if (is_written_once(a)) {
    Label plain;
    code_.cmp(code_.qword[rax + offsetof(Section, is_body)], 0);
    code_.je(plain);
    code_.mov(ecx, 1);
    code_.L(plain);
  }
  code_.mov(slot(a, &AxisFrame::repeats), rcx);
}

/// One run, whose record the frame names.
void MoverCode::run(std::size_t a, Operand operand, Label& next_section) {
  Label next_run;
  code_.mov(rdx, slot(a, &AxisFrame::record));
  code_.mov(rcx, code_.ptr[rdx + offsetof(RunRecord, count)]);
  if (is_clipped(a)) clip(a, next_run, next_section);
  else code_.mov(rdi, slot(a, &AxisFrame::output));
  if (a == inner_) {
    table_run(operand);
    code_.L(next_run);
    return;
  }
  by_kind(a, operand, next_run);
  code_.L(next_run);
}

/// rcx coordinates of the run at rdx, whatever its kind, to rdi.
void MoverCode::by_kind(std::size_t a, Operand operand, Label& next_run) {
  const std::vector<bool> kinds = kinds_of(a);
  std::vector<std::size_t> cases;
  bool moves = false;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    if (!kinds[kind]) continue;
    // A known operand stays; classes that are not told apart share a case.
    if (operand.is_known && kind != kFills) moves = true;
    else if (kind > kNames && !named(kind).inner_stride && !cases.empty() && cases.back() >= kNames) continue;
    else cases.push_back(kind);
  }
  if (moves) cases.push_back(kMoves);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    Label next_case;
    if (i + 1 < cases.size()) {
      code_.cmp(code_.qword[rdx + offsetof(RunRecord, kind)], static_cast<std::uint32_t>(cases[i]));
      code_.jne(next_case, kNear);
    }
    if (cases[i] == kFills) {
      if (!is_clipped(a)) {
        code_.mov(rax, rcx);
        moves_.multiply(rax, layout_.axes[a].stride, r8);
        code_.add(slot(a, &AxisFrame::output), rax);
      }
      fill_axis(a);
    } else if (cases[i] == kMoves) {
      moved_run(a, operand, false);
    } else {
      moved_run(a, named(cases[i]), true);
    }
    if (i + 1 < cases.size()) code_.jmp(next_run, kNear);
    code_.L(next_case);
  }
}

/// rcx becomes the run's coordinates within the limits, rdi where they go, r10 how many lie before them.
void MoverCode::clip(std::size_t a, Label& next_run, Label& next_section) {
  code_.mov(rax, slot(a, &AxisFrame::coordinate));
  code_.mov(r9, slot(a, a == inner_ ? &AxisFrame::limit : &AxisFrame::high));
  code_.cmp(rax, r9);
  code_.jae(next_section, kNear);
  code_.add(rcx, rax);
  code_.mov(slot(a, &AxisFrame::coordinate), rcx);
  code_.cmp(rcx, r9);
  code_.cmova(rcx, r9);
  code_.mov(r10, slot(a, &AxisFrame::low));
  code_.cmp(r10, rax);
  code_.cmovb(r10, rax);
  code_.sub(rcx, r10);
  code_.jbe(next_run, kNear);
  code_.mov(rdi, r10);
  moves_.multiply(rdi, layout_.axes[a].stride, r8);
  code_.add(rdi, slot(a, &AxisFrame::origin));
  code_.sub(r10, rax);
}

/// rcx coordinates of the run at rdx to rdi.
void MoverCode::moved_run(std::size_t a, Operand operand, bool names) {
  code_.mov(slot(a, &AxisFrame::output), rdi);
  if (names) {
    code_.mov(code_.saved(r12), code_.ptr[rdx + offsetof(RunRecord, view)]);
    code_.add(r12, code_.saved(rbp));
    operand_pointer(a);
  } else if (operand.is_known) {
    code_.mov(rsi, slot(a, &AxisFrame::input));
  }
  code_.mov(rax, code_.ptr[rdx + offsetof(RunRecord, position)]);
  code_.mov(code_.saved(r14), code_.ptr[rdx + offsetof(RunRecord, step)]);
  if (is_clipped(a)) {
    code_.imul(r10, r14);
    code_.add(rax, r10);
  }
  if (operand.is_known) {
    code_.imul(rax, stride(a));
    code_.add(rsi, rax);
    code_.imul(r14, stride(a));
  } else {
    code_.mov(position(a), rax);
  }
  coordinates(a, operand);
}

/// rcx coordinates with everything below them: to rdi, from rsi, r14 on each time, or positions r14 on each time.
/// AxisFrame::output advances where the axis is walked whole.
void MoverCode::coordinates(std::size_t a, Operand operand) {
  Label loop, done;
  const std::int64_t output_step = layout_.axes[a].stride;
  const bool around_rows = a + 1 == inner_;
  if (around_rows) {
    code_.mov(code_.saved(r13), rcx);
  } else {
    code_.mov(slot(a, &AxisFrame::count), rcx);
    code_.mov(step(a), r14);
    if (operand.is_known) code_.mov(slot(a, &AxisFrame::row), rsi);
  }
  code_.L(loop);
  const bool has_rows = !around_rows || row_blocks(a, operand, done);
  if (has_rows) axis(a + 1, operand);
  if (around_rows && !has_rows) {
    code_.mov(slot(a, &AxisFrame::output), rdi);
    return;
  }
  if (around_rows) {
    moves_.add(rdi, output_step, rax);
    if (operand.is_known) code_.add(rsi, r14);
    else code_.add(position(a), r14);
    code_.dec(r13);
    code_.jnz(loop, kNear);
    code_.L(done);
    code_.mov(slot(a, &AxisFrame::output), rdi);
    return;
  }
  code_.mov(rdi, slot(a, &AxisFrame::output));
  moves_.add(rdi, output_step, rax);
  code_.mov(slot(a, &AxisFrame::output), rdi);
  code_.mov(rax, step(a));
  if (operand.is_known) {
    code_.mov(rsi, slot(a, &AxisFrame::row));
    code_.add(rsi, rax);
    code_.mov(slot(a, &AxisFrame::row), rsi);
  } else {
    code_.add(position(a), rax);
  }
  code_.dec(slot(a, &AxisFrame::count));
  code_.jnz(loop, kNear);
}

}  // namespace dmlrun::jit::x64
