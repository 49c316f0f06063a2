// Rows of many runs, each copied from an operand that it names: a loop that asks little, where a table of runs would be
// walked by code for all kinds of them.
#include <algorithm>
#include <cstddef>

#include "jit/x64/mover_code.h"

namespace dmlrun::jit::x64 {

using namespace Xbyak::util;

namespace {

constexpr auto kNear = Xbyak::CodeGenerator::T_NEAR;
/// Fewer runs gain less than the code for them takes, and so do longer ones, in the mean.
constexpr std::size_t kLeastGathered = 8;
constexpr std::uint64_t kMostMeanBytes = 2048;
/// A turn of the loop over inputs that are all alike: so many, unless that is too much code.
constexpr std::uint64_t kInputsPerTurn = 8, kBytesPerTurn = 512;
/// What offsets of instructions hold, and more than any input's place.
constexpr std::int64_t kMostOffset = std::int64_t{1} << 29;

}  // namespace

/// Whether a row is copies one behind the other, each of an operand that its run names.
bool MoverCode::is_gathered(Operand operand) const {
  const plan::Axis& axis = plan_.axes[inner_];
  const std::int64_t size = layout_.element_bytes;
  if (operand.is_known || axis.head.size() < kLeastGathered || !axis.body.empty() || !axis.tail.empty()) return false;
  if (layout_.axes[inner_].stride != size) return false;
  if (layout_.axes[inner_].extent * static_cast<std::uint64_t>(size) / axis.head.size() > kMostMeanBytes) return false;
  return std::all_of(axis.head.begin(), axis.head.end(), [&](const plan::Run& run) {
    return run.source >= 0 && (run.count == 1 || run.step * operand_of(run).strides[inner_] == 1);
  });
}

const plan::Operand& MoverCode::operand_of(const plan::Run& run) const {
  return plan_.operands[static_cast<std::size_t>(run.source)];
}

/// What a run adds to its input's address, in bytes.
std::int64_t MoverCode::gathered_from(const plan::Run& run) const {
  const plan::Operand& read = operand_of(run);
  return (read.offset + run.begin * read.strides[inner_]) * layout_.element_bytes;
}

/// Whether each run but the first is as the one before, of the input behind that one's.
bool MoverCode::are_alike(const std::vector<plan::Run>& runs) const {
  const std::int64_t from = gathered_from(runs[0]);
  const auto differs = [&](const plan::Run& run, const plan::Run& next) {
    const plan::Operand &read = operand_of(run), &then = operand_of(next);
    return then.input != read.input + 1 || next.count != run.count || gathered_from(next) != from ||
           !std::equal(read.strides.begin(), read.strides.begin() + static_cast<std::ptrdiff_t>(inner_),
                       then.strides.begin());
  };
  return from > -kMostOffset && from < kMostOffset &&
         std::adjacent_find(runs.begin(), runs.end(), differs) == runs.end();
}

/// The row, if it is one of such.
bool MoverCode::gathered_row(Operand operand) {
  if (!is_gathered(operand)) return false;
  const std::vector<plan::Run>& runs = plan_.axes[inner_].head;
  Label in_part, done;
  const bool may_be_part = layout_.split == static_cast<int>(inner_);
  if (may_be_part) {
    code_.mov(rax, layout_.axes[inner_].extent);
    code_.cmp(slot(inner_, &AxisFrame::low), 0);
    code_.jne(in_part, kNear);
    code_.cmp(slot(inner_, &AxisFrame::high), rax);
    code_.jne(in_part, kNear);
  }
  code_.mov(rdx, rdi);
  if (are_alike(runs)) gather_alike(runs);
  else gather_by_list(runs);
  if (!may_be_part) return true;
  code_.jmp(done, kNear);
  code_.L(in_part);
  table_row(operand);
  code_.L(done);
  return true;
}

/// To rdx and on. rsi is where the next input's address lies, r15 what the outer axes add to each.
void MoverCode::gather_alike(const std::vector<plan::Run>& runs) {
  if (notes_) notes_->take(inner_, "a loop over its inputs, which are all alike");
  const plan::Operand& first = operand_of(runs[0]);
  const std::int64_t size = layout_.element_bytes, from = gathered_from(runs[0]);
  const std::uint64_t bytes = runs[0].count * static_cast<std::uint64_t>(size);
  const std::uint64_t per_turn = std::clamp<std::uint64_t>(kBytesPerTurn / bytes, 1, kInputsPerTurn);
  const std::uint64_t turns = runs.size() / per_turn;
  const auto one = [&](std::uint64_t i) {
    code_.mov(r9, code_.ptr[rsi + i * sizeof(std::byte*)]);
    if (inner_ > 0) code_.add(r9, r15);
    moves_.copy({rdx, static_cast<std::int64_t>(i * bytes)}, {r9, from}, bytes);
  };
  code_.saved(r12), code_.saved(r15);
  if (inner_ > 0) code_.xor_(r15d, r15d);
  for (std::size_t outer = 0; outer < inner_; ++outer) {
    if (first.strides[outer] == 0) continue;
    code_.mov(rax, position(outer));
    moves_.multiply(rax, first.strides[outer] * size, rcx);
    code_.add(r15, rax);
  }
  code_.mov(rsi, code_.ptr[frame() + offsetof(MoverFrame, inputs)]);
  moves_.add(rsi, static_cast<std::int64_t>(first.input * sizeof(std::byte*)), rax);
  code_.lea(r12, code_.ptr[rsi + turns * per_turn * sizeof(std::byte*)]);
  Label loop;
  code_.align(32);
  code_.L(loop);
  if (per_turn > 1) moves_.ask_ahead(rdx, per_turn * bytes);
  for (std::uint64_t i = 0; i < per_turn; ++i) one(i);
  code_.add(rsi, static_cast<std::uint32_t>(per_turn * sizeof(std::byte*)));
  moves_.add(rdx, static_cast<std::int64_t>(per_turn * bytes), rax);
  code_.cmp(rsi, r12);
  code_.jb(loop, kNear);
  for (std::uint64_t i = 0; i < runs.size() % per_turn; ++i) one(i);
}

/// To rdx and on. rsi is at the next entry of the list: an input's place, offset and length, and what each coordinate of
/// an outer axis adds. r15 points at the inputs.
void MoverCode::gather_by_list(const std::vector<plan::Run>& runs) {
  if (notes_) notes_->take(inner_, "a loop over a list of copies");
  constexpr std::size_t kEntry = 3;
  const std::int64_t size = layout_.element_bytes;
  std::vector<std::uint64_t> list;
  list.reserve(runs.size() * (kEntry + inner_));
  std::uint64_t most = 0;
  for (const plan::Run& run : runs) {
    const plan::Operand& read = operand_of(run);
    const std::uint64_t bytes = run.count * static_cast<std::uint64_t>(size);
    list.insert(list.end(), {read.input * sizeof(std::byte*), static_cast<std::uint64_t>(gathered_from(run)), bytes});
    for (std::size_t outer = 0; outer < inner_; ++outer)
      list.push_back(static_cast<std::uint64_t>(read.strides[outer] * size));
    most = std::max(most, bytes);
  }
  const std::uint64_t at = layout_.tables.add(list.data(), list.size() * sizeof list[0], sizeof list[0]);
  const auto entry = [&](std::size_t i) { return code_.ptr[rsi + i * sizeof list[0]]; };
  code_.mov(code_.saved(r15), code_.ptr[frame() + offsetof(MoverFrame, inputs)]);
  code_.lea(rsi, code_.ptr[code_.saved(rbp) + at]);
  code_.lea(code_.saved(r12), code_.ptr[rsi + list.size() * sizeof list[0]]);
  Label loop;
  code_.L(loop);
  code_.mov(r9, entry(0));
  code_.mov(r9, code_.ptr[r15 + r9]);
  code_.add(r9, entry(1));
  code_.mov(rcx, entry(2));
  for (std::size_t outer = 0; outer < inner_; ++outer) {
    code_.mov(rax, position(outer));
    code_.imul(rax, entry(kEntry + outer));
    code_.add(r9, rax);
  }
  code_.mov(r8, rdx);
  moves_.copy_any(most);
  code_.add(rdx, rcx);
  code_.add(rsi, static_cast<std::uint32_t>((kEntry + inner_) * sizeof list[0]));
  code_.cmp(rsi, r12);
  code_.jb(loop, kNear);
}

}  // namespace dmlrun::jit::x64
