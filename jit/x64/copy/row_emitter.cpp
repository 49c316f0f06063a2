#include "jit/x64/copy/row_emitter.h"

#include <algorithm>

#include "jit/x64/copy/row_block_emitter.h"

namespace dmlrun::jit::x64 {

using namespace Xbyak::util;
using Xbyak::Label;

void RowEmitter::emit() {
  const RowPlan& row = *plan_.row;
  const ReadOperand operand = plan_.operand;
  if (row.kind == RowPlan::Kind::straight) return straight(row, operand);
  if (row.kind == RowPlan::Kind::table) return table(row, operand);
  gather(row, operand);
}

void RowEmitter::straight(const RowPlan& row, ReadOperand operand) {
  const plan::Axis& axis = layout_.plan.axes[inner_];
  std::int64_t at = runs(axis.head, 0, operand);
  body(row.body, at, operand);
  at += static_cast<std::int64_t>(axis.repeat * layout_.axes[inner_].body) * layout_.axes[inner_].stride;
  runs(axis.tail, at, operand);
}

/// The runs from `at` bytes beyond rdi on; returns where the next would begin.
std::int64_t RowEmitter::runs(const Runs& runs, std::int64_t at, ReadOperand operand) {
  for (const plan::Run& one : runs) {
    run(one, at, operand);
    at += static_cast<std::int64_t>(one.count) * layout_.axes[inner_].stride;
  }
  return at;
}

void RowEmitter::run(const plan::Run& run, std::int64_t at, ReadOperand operand) {
  const std::int64_t output_step = layout_.axes[inner_].stride;
  const std::uint64_t bytes = run.count * static_cast<std::uint64_t>(layout_.element_bytes);
  const MemRef to{rdi, at};
  const RunMove move = run_move(layout_, run, operand);
  if (move == RunMove::fill) return moves_.fill(to, bytes);
  if (move == RunMove::fill_elements) return moves_.fill_elements(to, output_step, run.count);
  const MemRef from = input_of(run, operand);
  if (move == RunMove::copy) return moves_.copy(to, from, bytes);
  if (move == RunMove::broadcast) return moves_.broadcast(to, from, bytes);
  if (move == RunMove::reverse) return moves_.reverse(to, from, bytes);
  moves_.elements(to, output_step, from, input_step(layout_, run, operand), run.count);
}

/// Where the run's first element is read. Without a chosen operand that counts from r9.
MemRef RowEmitter::input_of(const plan::Run& run, ReadOperand operand) {
  const std::int64_t size = layout_.element_bytes;
  if (operand.is_chosen) return {rsi, run.begin * *operand.inner_stride * size};
  const auto number = static_cast<std::size_t>(std::max(run.source, 0));
  const plan::Operand& read = layout_.plan.operands[number];
  frame_.operand_address(number, r9);
  return {r9, (read.offset + run.begin * read.strides[inner_]) * size};
}

/// All bodies, from `at` bytes beyond rdi on.
void RowEmitter::body(RowPlan::Body how, std::int64_t at, ReadOperand operand) {
  using Body = RowPlan::Body;
  const plan::Axis& axis = layout_.plan.axes[inner_];
  const AxisLayout& inner = layout_.axes[inner_];
  const std::int64_t period = static_cast<std::int64_t>(inner.body) * inner.stride;
  const auto bytes = static_cast<std::uint64_t>(period);
  switch (how) {
    case Body::none: return;
    case Body::once: runs(axis.body, at, operand); return;
    case Body::advance: return advance(at, operand);
    case Body::from_registers:
      return e_.replicator.from_registers({rdi, at}, input_of(axis.body[0], operand), bytes, axis.repeat);
    case Body::from_input:
      moves_.point(r9, input_of(axis.body[0], operand));
      moves_.point(r8, {rdi, at});
      return e_.replicator.from_input(bytes, axis.repeat);
    case Body::from_output:
      runs(axis.body, at, operand);
      moves_.point(r9, {rdi, at});
      code_.mov(rdx, bytes * (axis.repeat - 1));
      return e_.replicator.from_output(bytes);
    case Body::each: {
      Label loop;
      code_.mov(rdx, axis.repeat);
      code_.L(loop);
      runs(axis.body, at, operand);
      moves_.add(rdi, period, rax);
      code_.dec(rdx);
      code_.jnz(loop, kNear);
      moves_.add(rdi, -period * static_cast<std::int64_t>(axis.repeat), rax);
    }
  }
}

/// The bodies of a row that advances, from `at` bytes beyond rdi on: as many as may be in blocks, the others singly.
void RowEmitter::advance(std::int64_t at, ReadOperand operand) {
  Label loop, done;
  const plan::Axis& axis = layout_.plan.axes[inner_];
  const auto repeat = static_cast<std::int64_t>(axis.repeat);
  const std::int64_t period = static_cast<std::int64_t>(layout_.axes[inner_].body) * layout_.axes[inner_].stride;
  const std::int64_t step = axis.advance * *operand.inner_stride * layout_.element_bytes;
  code_.mov(frame_.slot(inner_, &AxisFrame::count), code_.saved(r13));
  moves_.add(rdi, at, rax);
  code_.mov(r13, axis.repeat);
  code_.L(loop);
  if (plan_.bodies.shuffled) {
    RowBlockEmitter(e_, inner_, *plan_.bodies.shuffled, operand).emit();
    code_.test(r13, r13);
    code_.jz(done, kNear);
  }
  runs(axis.body, 0, operand);
  moves_.add(rdi, period, rax);
  moves_.add(rsi, step, rax);
  code_.dec(r13);
  code_.jnz(loop, kNear);
  code_.L(done);
  moves_.add(rdi, -at - period * repeat, rax);
  moves_.add(rsi, -step * repeat, rax);
  code_.mov(r13, frame_.slot(inner_, &AxisFrame::count));
}

}  // namespace dmlrun::jit::x64
