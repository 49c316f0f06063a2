// Rows of many runs, each copied from an operand that it names: a loop that asks little, where a table of runs would be
// walked by code for all kinds of them.
#include <algorithm>
#include <cstddef>

#include "jit/x64/mover_code.h"

namespace dmlrun::jit {

using namespace Xbyak::util;

namespace {

constexpr auto kNear = Xbyak::CodeGenerator::T_NEAR;
/// Fewer runs gain less than the code for them takes.
constexpr std::size_t kLeastGathered = 8;
/// A turn of the loop over inputs that are all alike: so many, unless that is too much code.
constexpr std::uint64_t kInputsPerTurn = 8, kBytesPerTurn = 512;
/// What offsets of instructions hold, and more than any input's place.
constexpr std::int64_t kMostOffset = std::int64_t{1} << 29;

}  // namespace

/// The runs of a row as copies, one behind the other; none where some run is more than that.
std::vector<MoverCode::GatheredRun> MoverCode::gathered_runs(Operand operand) const {
  const plan::Axis& axis = plan_.axes[inner_];
  const std::int64_t size = layout_.element_bytes;
  if (operand.is_known || axis.head.size() < kLeastGathered || !axis.body.empty() || !axis.tail.empty()) return {};
  if (layout_.axes[inner_].stride != size) return {};
  std::vector<GatheredRun> runs;
  runs.reserve(axis.head.size());
  for (const plan::Run& run : axis.head) {
    if (run.source < 0) return {};
    const plan::Operand& read = plan_.operands[static_cast<std::size_t>(run.source)];
    if (run.count > 1 && run.step * read.strides[inner_] != 1) return {};
    GatheredRun made{read.input * sizeof(std::byte*), (read.offset + run.begin * read.strides[inner_]) * size,
                     run.count * static_cast<std::uint64_t>(size), {}};
    for (std::size_t outer = 0; outer < inner_; ++outer) made.strides[outer] = read.strides[outer] * size;
    runs.push_back(made);
  }
  return runs;
}

/// Whether each run but the first is as the one before, of the input behind that one's.
bool MoverCode::are_alike(const std::vector<GatheredRun>& runs) {
  const auto is_next = [](const GatheredRun& one, const GatheredRun& next) {
    return next.input == one.input + sizeof(std::byte*) && next.begin == one.begin && next.bytes == one.bytes &&
           next.strides == one.strides;
  };
  const auto differs = [&](const GatheredRun& one, const GatheredRun& next) { return !is_next(one, next); };
  return runs[0].begin > -kMostOffset && runs[0].begin < kMostOffset &&
         std::adjacent_find(runs.begin(), runs.end(), differs) == runs.end();
}

/// The row, if it is one of such.
bool MoverCode::gathered_row(Operand operand) {
  const std::vector<GatheredRun> runs = gathered_runs(operand);
  if (runs.empty()) return false;
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
void MoverCode::gather_alike(const std::vector<GatheredRun>& runs) {
  if (notes_) notes_->take(inner_, "a loop over its inputs, which are all alike");
  const std::uint64_t bytes = runs[0].bytes;
  const std::uint64_t per_turn = std::clamp<std::uint64_t>(kBytesPerTurn / bytes, 1, kInputsPerTurn);
  const std::uint64_t turns = runs.size() / per_turn;
  const auto one = [&](std::uint64_t i) {
    code_.mov(r9, code_.ptr[rsi + i * sizeof(std::byte*)]);
    if (inner_ > 0) code_.add(r9, r15);
    moves_.copy({rdx, static_cast<std::int64_t>(i * bytes)}, {r9, runs[0].begin}, bytes);
  };
  if (inner_ > 0) code_.xor_(r15d, r15d);
  for (std::size_t outer = 0; outer < inner_; ++outer) {
    if (runs[0].strides[outer] == 0) continue;
    code_.mov(rax, position(outer));
    moves_.multiply(rax, runs[0].strides[outer], rcx);
    code_.add(r15, rax);
  }
  code_.mov(rsi, code_.ptr[rbx + offsetof(MoverFrame, inputs)]);
  if (runs[0].input > 0) code_.add(rsi, static_cast<std::uint32_t>(runs[0].input));
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
void MoverCode::gather_by_list(const std::vector<GatheredRun>& runs) {
  if (notes_) notes_->take(inner_, "a loop over a list of copies");
  constexpr std::size_t kEntry = 3;
  std::vector<std::uint64_t> list;
  list.reserve(runs.size() * (kEntry + inner_));
  std::uint64_t most = 0;
  for (const GatheredRun& run : runs) {
    list.insert(list.end(), {run.input, static_cast<std::uint64_t>(run.begin), run.bytes});
    for (std::size_t outer = 0; outer < inner_; ++outer) list.push_back(static_cast<std::uint64_t>(run.strides[outer]));
    most = std::max(most, run.bytes);
  }
  const std::uint64_t at = layout_.tables.add(list.data(), list.size() * sizeof list[0], sizeof list[0]);
  const auto entry = [&](std::size_t i) { return code_.ptr[rsi + i * sizeof list[0]]; };
  code_.mov(r15, code_.ptr[rbx + offsetof(MoverFrame, inputs)]);
  code_.lea(rsi, code_.ptr[rbp + at]);
  code_.lea(r12, code_.ptr[rsi + list.size() * sizeof list[0]]);
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

}  // namespace dmlrun::jit
