// The innermost axis where a body repeats.
#include <cstddef>

#include "jit/x64/mover_code.h"

namespace dmlrun::jit::x64 {

using namespace Xbyak::util;

namespace {

constexpr auto kNear = Xbyak::CodeGenerator::T_NEAR;
/// A body of one run and of this many bytes or more is copied from the input each time instead of from the output.
constexpr std::int64_t kLongBody = 64;
/// So is one that repeats so few times.
constexpr std::uint64_t kFewRepeats = 4;
/// A body of one run that is not longer is read once and written as often as it repeats.
constexpr auto kMostHeld = static_cast<std::int64_t>(Moves::kMostRepeated);
/// Contiguous bodies of so many bytes are copied from the input where a call wants some of them only: what was written may
/// have gone past the caches. Shorter ones cost more each than reading them again.
constexpr std::uint64_t kCopiedBody = 4096;

}  // namespace

/// Whether bodies are contiguous bytes of the input and written one behind the other.
bool MoverCode::is_spread(Operand operand) const {
  const plan::Axis& axis = plan_.axes[inner_];
  if (axis.repeat < 2 || axis.body.size() != 1 || !layout_.axes[inner_].is_dense) return false;
  const plan::Run& run = axis.body[0];
  if (run.source == plan::kFill || (operand.is_known && !operand.inner_stride)) return false;
  return run_step(run, operand) == layout_.element_bytes &&
         moves_.can_spread(run.count * static_cast<std::uint64_t>(layout_.element_bytes));
}

/// At the beginning of a section of a row, to which rax points: all bodies at once, if all of them are wanted. Then to
/// `done`, with the coordinate behind them.
void MoverCode::spread_section(Operand operand, Label& done) {
  Label plain;
  const plan::Axis& axis = plan_.axes[inner_];
  const MoverAxis& inner = layout_.axes[inner_];
  const std::int64_t size = layout_.element_bytes;
  if (notes_) notes_->take(inner_, moves_.spread_text(inner.body * static_cast<std::uint64_t>(size), axis.repeat));
  code_.cmp(code_.qword[rax + offsetof(Section, is_body)], 0);
  code_.je(plain, kNear);
  code_.mov(rcx, inner.head);
  code_.cmp(slot(inner_, &AxisFrame::low), rcx);
  code_.ja(plain, kNear);
  code_.mov(rcx, inner.head + inner.body * axis.repeat);
  code_.cmp(slot(inner_, &AxisFrame::high), rcx);
  code_.jb(plain, kNear);
  code_.mov(slot(inner_, &AxisFrame::coordinate), rcx);
  code_.mov(r9, slot(inner_, &AxisFrame::input));
  moves_.add(r9, axis.body[0].begin * *operand.inner_stride * size, r8);
  code_.mov(r8, slot(inner_, &AxisFrame::origin));
  moves_.add(r8, static_cast<std::int64_t>(inner.head) * size, rcx);
  moves_.spread(inner.body * static_cast<std::uint64_t>(size), axis.repeat);
  code_.jmp(done, kNear);
  code_.L(plain);
}

void MoverCode::straight_body(Operand operand, std::int64_t at) {
  const plan::Axis& axis = plan_.axes[inner_];
  const MoverAxis& inner = layout_.axes[inner_];
  const std::int64_t period = static_cast<std::int64_t>(inner.body) * inner.stride;
  if (axis.repeat == 1) {
    straight_runs(axis.body, at, operand);
    return;
  }
  const plan::Run& first = axis.body[0];
  if (inner.is_dense && axis.body.size() == 1 && axis.repeat > 2 && first.count > 1 && period <= kMostHeld &&
      first.source != plan::kFill && run_step(first, operand) == layout_.element_bytes) {
    if (notes_) notes_->take(inner_, "the body read once and written " + std::to_string(axis.repeat) + " times from registers");
    return moves_.repeat({rdi, at}, input_of(first, operand), static_cast<std::uint64_t>(period), axis.repeat);
  }
  if (is_spread(operand)) {
    if (notes_) notes_->take(inner_, moves_.spread_text(static_cast<std::uint64_t>(period), axis.repeat));
    moves_.point(r9, input_of(first, operand));
    moves_.point(r8, {rdi, at});
    return moves_.spread(static_cast<std::uint64_t>(period), axis.repeat);
  }
  if (inner.is_dense && axis.repeat > kFewRepeats && (axis.body.size() > 1 || period < kLongBody)) {
    if (notes_) notes_->take(inner_, "one body made, the others copied from it in the output");
    straight_runs(axis.body, at, operand);
    moves_.point(r9, {rdi, at});
    code_.mov(rdx, static_cast<std::uint64_t>(period) * (axis.repeat - 1));
    return moves_.replicate_any(static_cast<std::uint64_t>(period));
  }
  if (notes_) notes_->take(inner_, "the body in a loop, each time from the input");
  Label loop;
  code_.mov(rdx, axis.repeat);
  code_.L(loop);
  straight_runs(axis.body, at, operand);
  moves_.add(rdi, period, rax);
  code_.dec(rdx);
  code_.jnz(loop, kNear);
  moves_.add(rdi, -period * static_cast<std::int64_t>(axis.repeat), rax);
}

/// Whether one body is enough, since the others can be copied from it.
bool MoverCode::is_replicated() const {
  const plan::Axis& axis = plan_.axes[inner_];
  const MoverAxis& inner = layout_.axes[inner_];
  if (!inner.is_dense || axis.repeat < 2) return false;
  if (axis.body.size() > 1 || inner.body * static_cast<std::uint64_t>(layout_.element_bytes) < kCopiedBody) return true;
  // Contiguous in the input, whichever that is.
  return layout_.inner_strides.size() != 1 || axis.body[0].step * layout_.inner_strides[0] != 1;
}

/// A section of a row: rax points at it, rcx is how often it repeats. A body ends after one period, wherever it begins.
void MoverCode::limit_section() {
  Label plain;
  code_.mov(r9, slot(inner_, &AxisFrame::high));
  code_.mov(slot(inner_, &AxisFrame::limit), r9);
  if (!is_replicated()) return;
  code_.cmp(code_.qword[rax + offsetof(Section, is_body)], 0);
  code_.je(plain);
  code_.mov(r8, slot(inner_, &AxisFrame::coordinate));
  code_.mov(r10, slot(inner_, &AxisFrame::low));
  code_.cmp(r8, r10);
  code_.cmovb(r8, r10);
  moves_.add(r8, static_cast<std::int64_t>(layout_.axes[inner_].body), r10);
  code_.cmp(r8, r9);
  code_.cmova(r8, r9);
  code_.mov(slot(inner_, &AxisFrame::limit), r8);
  code_.mov(r8d, 2);
  code_.cmp(rcx, r8);
  code_.cmova(rcx, r8);
  code_.L(plain);
}

/// After a section of a row: the rest of the bodies from the first.
void MoverCode::replicate_section() {
  if (!is_replicated()) return;
  Label done;
  const MoverAxis& inner = layout_.axes[inner_];
  const std::uint64_t end = inner.head + inner.body * plan_.axes[inner_].repeat;
  code_.mov(rax, slot(inner_, &AxisFrame::section));
  code_.cmp(code_.qword[rax + offsetof(Section, is_body)], 0);
  code_.je(done, kNear);
  code_.mov(rdx, end);
  code_.mov(slot(inner_, &AxisFrame::coordinate), rdx);
  code_.mov(rax, slot(inner_, &AxisFrame::high));
  code_.cmp(rdx, rax);
  code_.cmova(rdx, rax);
  code_.mov(r9, inner.head);
  code_.mov(rax, slot(inner_, &AxisFrame::low));
  code_.cmp(r9, rax);
  code_.cmovb(r9, rax);
  code_.mov(rax, inner.body);
  code_.add(rax, r9);
  code_.sub(rdx, rax);
  code_.jbe(done, kNear);
  code_.imul(rdx, rdx, static_cast<int>(layout_.element_bytes));
  code_.imul(r9, r9, static_cast<int>(layout_.element_bytes));
  code_.add(r9, slot(inner_, &AxisFrame::origin));
  moves_.replicate_any(inner.body * static_cast<std::uint64_t>(layout_.element_bytes));
  code_.L(done);
}

}  // namespace dmlrun::jit::x64
