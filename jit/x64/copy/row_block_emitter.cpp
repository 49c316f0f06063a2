#include "jit/x64/copy/row_block_emitter.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <numeric>

namespace dmlrun::jit::x64 {

using namespace Xbyak::util;
using Xbyak::Label;

RowBlockEmitter::RowBlockEmitter(CopyEmission& e, std::size_t a, const ShuffledRows& rows, ReadOperand operand)
    : Emitter(e),
      a_(a),
      rows_(rows),
      is_chosen_(operand.is_chosen),
      min_rows_(static_cast<std::uint32_t>(std::min<std::uint64_t>(rows.min_rows, 1u << 30))),
      pointers_{rsi} {
  if (is_chosen_) return;
  // Registers that nothing else needs during blocks.
  const Xbyak::Reg64 free[] = {rsi, r8, r9, r10, r11, rdx, r12, r15};
  static_assert(std::size(free) == kMaxRowStreams);
  pointers_.assign(std::begin(free), std::end(free));
  pointers_.resize(rows.steps.size());
  for (const Xbyak::Reg64& pointer : pointers_) code_.saved(pointer);
}

/// `keeps_shuffles`: in registers that a loop around vectors does not need otherwise.
ShuffleEmitter RowBlockEmitter::vectors(bool keeps_shuffles) {
  const Tuning& tuning = e_.facts.target.tuning;
  ShuffleSettings settings;
  settings.has_avx512 = e_.facts.policy.has_avx512;
  settings.keeps_shuffles = keeps_shuffles;
  settings.batch = tuning.row_batch_vectors;
  settings.prefetch_written = e_.facts.policy.prefetch_written;
  settings.prefetch_read = tuning.row_prefetch_bytes;
  return {code_, layout_, e_.tables, rows_.plan, pointers_, settings};
}

void RowBlockEmitter::lone_row() { vectors(false).emit(); }

void RowBlockEmitter::emit() {
  using StoreMode = ShuffleEmitter::StoreMode;
  Label bypass, ascending, after, few, rest;
  ShuffleEmitter emitter = vectors(true);
  code_.cmp(r13, min_rows_);
  code_.jb(rest, kNear);
  if (rows_.can_be_aligned) unless_aligned(rest);
  emitter.load_shuffles();
  if (!is_chosen_) {
    code_.mov(frame_.slot(a_, &AxisFrame::count), r13);
    for (std::size_t s = 0; s < pointers_.size(); ++s) frame_.operand_address(s, pointers_[s]);
  }
  if (rows_.why_not_non_temporal.empty()) {
    Label cached;
    unless_non_temporal(cached);
    non_temporal(emitter, bypass);
    code_.cmp(r13, min_rows_);
    code_.jb(few, kNear);
    code_.L(cached);
  }
  if (rows_.why_not_descending.empty()) descending(emitter, ascending, after);
  ShuffleEmitter::Entry entry;
  if (rows_.min_overlapping > 0 && rows_.left >= rows_.min_overlapping)
    while (rows_from(entry.batch + 1) >= rows_.left) ++entry.batch;
  code_.align(32);
  code_.L(ascending);
  block(emitter, StoreMode::ascending, &entry);
  if (rows_.why_not_non_temporal.empty()) {
    Label cached;
    unless_non_temporal(cached);
    code_.jmp(bypass, kNear);
    code_.L(cached);
  }
  code_.cmp(r13, min_rows_);
  code_.jae(ascending, kNear);
  code_.L(after);
  overlap(ascending, entry);
  code_.L(few);
  if (!is_chosen_) advance_position();
  code_.L(rest);
}

/// To `otherwise` where a row that begins at rdi is not on a multiple of a vector, but one of the next will be.
void RowBlockEmitter::unless_aligned(Label& otherwise) {
  Label here;
  const auto width = static_cast<std::uint64_t>(rows_.plan.width);
  const std::uint64_t common = std::gcd(static_cast<std::uint64_t>(rows_.stride), width);
  if (common == width) return;
  code_.test(edi, static_cast<std::uint32_t>(width - 1));
  code_.jz(here);
  code_.test(edi, static_cast<std::uint32_t>(common - 1));
  code_.jz(otherwise, kNear);
  code_.L(here);
}

/// How many of a block's rows, and of those after it, begin with this batch of vectors or later ones.
std::uint64_t RowBlockEmitter::rows_from(std::size_t batch) const {
  const std::vector<OutputVector>& all = rows_.plan.vectors;
  const std::size_t first = batch * e_.facts.target.tuning.row_batch_vectors;
  if (first >= all.size()) return 0;
  const std::int64_t before = (all[first].to + rows_.stride - 1) / rows_.stride;
  return rows_.plan.rows + rows_.plan.rows_after - static_cast<std::uint64_t>(before);
}

void RowBlockEmitter::block(ShuffleEmitter& emitter, ShuffleEmitter::StoreMode mode, ShuffleEmitter::Entry* entry) {
  const auto rows = static_cast<std::int64_t>(rows_.plan.rows);
  emitter.emit(mode, entry);
  moves_.add(rdi, rows_.stride * rows, rax);
  for (std::size_t s = 0; s < pointers_.size(); ++s) moves_.add(pointers_[s], rows_.steps[s] * rows, rax);
  code_.sub(r13, static_cast<std::uint32_t>(rows));
}

/// Blocks that make whole lines: one or two.
std::uint64_t RowBlockEmitter::blocks_of_lines() const {
  return static_cast<std::uint64_t>(rows_.stride) * rows_.plan.rows % kLineBytes == 0 ? 1 : 2;
}

/// The least number of rows of a round of non-temporal stores.
std::uint32_t RowBlockEmitter::min_rows_non_temporal() const {
  return static_cast<std::uint32_t>((blocks_of_lines() - 1) * rows_.plan.rows) + min_rows_;
}

/// To `otherwise` unless a round of non-temporal stores may begin at rdi.
void RowBlockEmitter::unless_non_temporal(Label& otherwise) {
  moves_.unless_non_temporal(e_.facts.policy.non_temporal_copy, otherwise);
  code_.test(edi, kLineBytes - 1);
  code_.jnz(otherwise, kNear);
  code_.cmp(r13, min_rows_non_temporal());
  code_.jb(otherwise, kNear);
}

/// Whole lines from `begin` on. No block overlaps these: a line that is written both ways is fetched from memory in
/// between. 22 wide images with a border of 1 take 2.9 times memcpy's time so, else 1 (Zen 4).
void RowBlockEmitter::non_temporal(ShuffleEmitter& emitter, Label& begin) {
  code_.align(32);
  code_.L(begin);
  for (std::uint64_t i = 0; i < blocks_of_lines(); ++i) block(emitter, ShuffleEmitter::StoreMode::non_temporal);
  code_.cmp(r13, min_rows_non_temporal());
  code_.jae(begin, kNear);
  moves_.note_non_temporal();
}

/// As many whole blocks as r13 rows make, from the last to the first, and then to `after`: where the output lies so
/// little after the input modulo 4 KiB that loads would wait for stores. Else to `ascending`.
void RowBlockEmitter::descending(ShuffleEmitter& emitter, Label& ascending, Label& after) {
  Label round;
  const auto rows = static_cast<std::int64_t>(rows_.plan.rows);
  const std::int64_t stride = rows_.stride * rows, step = rows_.steps[0] * rows;
  const int shift = std::countr_zero(rows_.plan.rows);
  code_.mov(eax, edi);
  code_.sub(eax, esi);
  code_.and_(eax, kPageBytes - 1);
  code_.cmp(eax, e_.facts.target.tuning.alias_4k_bytes);
  code_.jae(ascending, kNear);
  // The number of blocks, and the offset of the last one.
  code_.mov(rcx, r13);
  code_.sub(rcx, static_cast<std::uint32_t>(rows_.min_rows));
  code_.shr(rcx, shift);
  code_.imul(r10, rcx, static_cast<int>(stride));
  code_.imul(r11, rcx, static_cast<int>(step));
  code_.inc(rcx);
  code_.mov(r8, rcx);
  code_.add(rdi, r10);
  code_.add(rsi, r11);
  code_.align(32);
  code_.L(round);
  emitter.emit(ShuffleEmitter::StoreMode::descending);
  code_.sub(rdi, static_cast<std::uint32_t>(stride));
  code_.sub(rsi, static_cast<std::uint32_t>(step));
  code_.dec(rcx);
  code_.jnz(round, kNear);
  code_.lea(rdi, code_.ptr[rdi + r10 + 2 * static_cast<std::size_t>(stride)]);
  code_.lea(rsi, code_.ptr[rsi + r11 + 2 * static_cast<std::size_t>(step)]);
  code_.shl(r8, shift);
  code_.sub(r13, r8);
  code_.jmp(after, kNear);
}

/// After whole blocks, of r13 rows that are left: to `again` for one more block, if there are enough of them. It steps
/// back so that min_rows rows are left, and writes rows of the block before once more:
///   | whole block | whole block | left |
///                          | one more  |
/// If few are left, it is entered at `entry`: batches of vectors before that hold only rows that are written already.
void RowBlockEmitter::overlap(Label& again, ShuffleEmitter::Entry& entry) {
  if (rows_.min_overlapping == 0) return;
  Label few;
  const auto back = [&](const Xbyak::Reg64& pointer, std::int64_t step) {
    if (step == 0) return;
    code_.imul(rax, rcx, static_cast<int>(step));
    code_.sub(pointer, rax);
  };
  const auto least = static_cast<std::uint32_t>(rows_.min_rows);
  code_.cmp(r13, static_cast<std::uint32_t>(rows_.min_overlapping));
  code_.jb(few, kNear);
  code_.mov(ecx, least);
  code_.sub(rcx, r13);
  back(rdi, rows_.stride);
  for (std::size_t s = 0; s < pointers_.size(); ++s) back(pointers_[s], rows_.steps[s]);
  code_.mov(r13d, least);
  if (entry.batch > 0) {
    code_.cmp(ecx, least - static_cast<std::uint32_t>(rows_from(entry.batch)));
    code_.jae(entry.at, kNear);
  }
  code_.jmp(again, kNear);
  code_.L(few);
}

/// AxisFrame::count rows are made but for r13.
void RowBlockEmitter::advance_position() {
  code_.mov(rcx, frame_.slot(a_, &AxisFrame::count));
  code_.sub(rcx, r13);
  moves_.multiply(rcx, rows_.position_step, rax);
  code_.add(frame_.position(a_), rcx);
}

}  // namespace dmlrun::jit::x64
