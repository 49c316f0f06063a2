// Rows of many runs, each copied from the operand that it names, by a short loop: a loop over a table of runs would
// handle all kinds of runs.
#include <algorithm>
#include <cstddef>

#include "jit/x64/copy/row_emitter.h"

namespace dmlrun::jit::x64 {

using namespace Xbyak::util;
using Xbyak::Label;

namespace {

/// Inputs per iteration of the loop over equal inputs, unless that is too much code.
constexpr std::uint64_t kInputsPerRound = 8, kBytesPerRound = 512;

}  // namespace

/// The row as a whole; where calls may want a part of it, that by table.
void RowEmitter::gather(const RowPlan& row, ReadOperand operand) {
  const Runs& runs = layout_.plan.axes[inner_].head;
  Label in_part, done;
  const bool may_be_part = layout_.rows_may_be_split();
  if (may_be_part) {
    code_.mov(rax, layout_.axes[inner_].extent);
    code_.cmp(frame_.slot(inner_, &AxisFrame::low), 0);
    code_.jne(in_part, kNear);
    code_.cmp(frame_.slot(inner_, &AxisFrame::high), rax);
    code_.jne(in_part, kNear);
  }
  code_.mov(rdx, rdi);
  if (row.kind == RowPlan::Kind::gather_alike) gather_alike(runs);
  else gather_list(runs);
  if (!may_be_part) return;
  code_.jmp(done, kNear);
  code_.L(in_part);
  table(row, operand);
  code_.L(done);
}

/// Writes to rdx and on. rsi: where the next input's address lies; r15: what the outer axes add to each. Times relative
/// to gather_list() (Intel Xeon): 64 inputs of 3 bytes 0.28, 16 bytes 0.20, 64 bytes 0.66, 256 bytes 0.83; 1000 inputs
/// of 16 bytes 0.41, 32 bytes 0.57, 64 bytes 0.73.
void RowEmitter::gather_alike(const Runs& runs) {
  const plan::Operand& first = layout_.plan.operands[static_cast<std::size_t>(runs[0].source)];
  const std::int64_t size = layout_.element_bytes, from = gathered_offset(layout_, runs[0]);
  const std::uint64_t bytes = runs[0].count * static_cast<std::uint64_t>(size);
  const std::uint64_t per_round = std::clamp<std::uint64_t>(kBytesPerRound / bytes, 1, kInputsPerRound);
  const std::uint64_t rounds = runs.size() / per_round;
  const auto one = [&](std::uint64_t i) {
    code_.mov(r9, code_.ptr[rsi + i * sizeof(std::byte*)]);
    if (inner_ > 0) code_.add(r9, r15);
    moves_.copy({rdx, static_cast<std::int64_t>(i * bytes)}, {r9, from}, bytes);
  };
  code_.saved(r12), code_.saved(r15);
  if (inner_ > 0) code_.xor_(r15d, r15d);
  for (std::size_t outer = 0; outer < inner_; ++outer) {
    if (first.strides[outer] == 0) continue;
    code_.mov(rax, frame_.position(outer));
    moves_.multiply(rax, first.strides[outer] * size, rcx);
    code_.add(r15, rax);
  }
  code_.mov(rsi, frame_.inputs());
  moves_.add(rsi, static_cast<std::int64_t>(first.input * sizeof(std::byte*)), rax);
  code_.lea(r12, code_.ptr[rsi + rounds * per_round * sizeof(std::byte*)]);
  Label loop;
  code_.align(32);
  code_.L(loop);
  if (per_round > 1) moves_.prefetch_written(rdx, per_round * bytes);
  for (std::uint64_t i = 0; i < per_round; ++i) one(i);
  code_.add(rsi, static_cast<std::uint32_t>(per_round * sizeof(std::byte*)));
  moves_.add(rdx, static_cast<std::int64_t>(per_round * bytes), rax);
  code_.cmp(rsi, r12);
  code_.jb(loop, kNear);
  for (std::uint64_t i = 0; i < runs.size() % per_round; ++i) one(i);
}

/// Writes to rdx and on. rsi: the next entry of the list, which has the offset of the input's address, the offset in
/// the input, the length, and what each coordinate of an outer axis adds. r15: the inputs' addresses. Times relative to
/// the table of runs (Intel Xeon): 40 inputs of 3 to 19 bytes 0.60, 80 to 119 bytes 0.54, 900 to 1099 bytes 0.87; 200
/// of 8 to 23 bytes 0.59, 1400 to 1599 bytes 0.96; 100 rows of 30, 50 to 79 bytes 0.61; 20 rows of 30, 400 to 599 bytes
/// 1.04.
void RowEmitter::gather_list(const Runs& runs) {
  constexpr std::size_t kEntry = 3;
  const std::int64_t size = layout_.element_bytes;
  std::vector<std::uint64_t> list;
  list.reserve(runs.size() * (kEntry + inner_));
  std::uint64_t longest = 0;
  for (const plan::Run& run : runs) {
    const plan::Operand& read = layout_.plan.operands[static_cast<std::size_t>(run.source)];
    const std::uint64_t bytes = run.count * static_cast<std::uint64_t>(size);
    list.insert(list.end(),
                {read.input * sizeof(std::byte*), static_cast<std::uint64_t>(gathered_offset(layout_, run)), bytes});
    for (std::size_t outer = 0; outer < inner_; ++outer)
      list.push_back(static_cast<std::uint64_t>(read.strides[outer] * size));
    longest = std::max(longest, bytes);
  }
  const std::uint64_t at = e_.tables.add(list.data(), list.size() * sizeof list[0], sizeof list[0]);
  const auto entry = [&](std::size_t i) { return code_.ptr[rsi + i * sizeof list[0]]; };
  code_.mov(code_.saved(r15), frame_.inputs());
  code_.lea(rsi, code_.ptr[code_.saved(rbp) + at]);
  code_.lea(code_.saved(r12), code_.ptr[rsi + list.size() * sizeof list[0]]);
  Label loop;
  code_.L(loop);
  code_.mov(r9, entry(0));
  code_.mov(r9, code_.ptr[r15 + r9]);
  code_.add(r9, entry(1));
  code_.mov(rcx, entry(2));
  for (std::size_t outer = 0; outer < inner_; ++outer) {
    code_.mov(rax, frame_.position(outer));
    code_.imul(rax, entry(kEntry + outer));
    code_.add(r9, rax);
  }
  code_.mov(r8, rdx);
  moves_.copy_any(longest);
  code_.add(rdx, rcx);
  code_.add(rsi, static_cast<std::uint32_t>((kEntry + inner_) * sizeof list[0]));
  code_.cmp(rsi, r12);
  code_.jb(loop, kNear);
}

}  // namespace dmlrun::jit::x64
