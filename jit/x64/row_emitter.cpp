#include "jit/x64/row_emitter.h"

#include <algorithm>

namespace dmlrun::jit {

using namespace Xbyak::util;
using Xbyak::Address;
using Xbyak::Xmm;

RowEmitter::RowEmitter(Assembler& code, MoverLayout& layout, const RowProgram& program, ShuffleForm form,
                       const std::vector<Xbyak::Reg64>& pointers, KeptShuffles kept, std::size_t batch)
    : code_(code), layout_(layout), program_(program), form_(form), pointers_(pointers),
      batch_(batch) {
  std::vector<Shuffle> all;
  std::map<Shuffle, int> uses;
  for (const RowVector& vector : program.vectors)
    for (const Shuffle& shuffle : shuffles_of(vector)) {
      ++uses[shuffle];
      if (tables_.emplace(shuffle, 0).second) all.push_back(shuffle);
    }
  const auto width = static_cast<std::size_t>(program.width);
  for (const Shuffle& shuffle : all) tables_[shuffle] = layout_.tables.add(shuffle.data(), width, width);
  std::stable_sort(all.begin(), all.end(), [&](const Shuffle& a, const Shuffle& b) { return uses[a] > uses[b]; });
  for (std::size_t i = 0; i < std::min(all.size(), kept.most); ++i) kept_[all[i]] = kept.first + static_cast<int>(i);
}

void RowEmitter::load_shuffles() {
  for (const auto& [shuffle, number] : kept_) code_.vmovups(vector(number), table(shuffle));
}

Xmm RowEmitter::vector(int number) const {
  if (program_.width == 64) return Xbyak::Zmm(number);
  return Xbyak::Ymm(number);
}

Address RowEmitter::place(const Window& window) const {
  return code_.ptr[pointers_[static_cast<std::size_t>(window.stream)] + static_cast<std::size_t>(window.offset)];
}

Address RowEmitter::table(const Shuffle& bytes) { return code_.ptr[rbp + static_cast<std::size_t>(tables_.at(bytes))]; }

/// The shuffles of a vector in the order of their use.
std::vector<RowEmitter::Shuffle> RowEmitter::shuffles_of(const RowVector& of) const {
  std::vector<Shuffle> made;
  if (of.kind == RowVector::Kind::lanes) {
    for (const LaneStep& step : of.lanes) {
      made.emplace_back();
      std::copy(step.shuffle.begin(), step.shuffle.end(), made.back().begin());
    }
    if (!of.has_fill) return made;
    made.emplace_back();
    for (std::size_t i = 0; i < 32; ++i)
      if (of.is_fill[i]) made.back()[i] = layout_.plan.fill[i % static_cast<std::size_t>(layout_.element_bytes)];
    if (made.back() == Shuffle{}) made.pop_back();
  }
  if (of.kind != RowVector::Kind::wide) return made;
  const std::size_t unit = form_ == ShuffleForm::words ? 2 : 1, width = static_cast<std::size_t>(program_.width);
  const std::size_t sources = of.windows.size() + (of.has_fill ? 1 : 0);
  // Each step takes bytes in place, and those of one source more; the first takes two sources.
  for (std::size_t step = 1; step < std::max<std::size_t>(sources, 2); ++step) {
    made.emplace_back();
    for (std::size_t u = 0; u < width / unit; ++u) {
      const std::size_t source = of.from[u * unit] / RowVector::kMostBytes,
                        byte = of.from[u * unit] % RowVector::kMostBytes;
      std::size_t index = u;
      if (source == step)
        index = width / unit + byte / unit;
      else if (step == 1)
        index = source == 0 ? byte / unit : 0;
      made.back()[u * unit] = static_cast<std::byte>(index);
    }
  }
  return made;
}

void RowEmitter::load(int number, const Window& window) {
  const Xmm to(number);
  switch (window.bytes) {
    case 64:
      return code_.vmovups(Xbyak::Zmm(number), place(window));
    case 32:
      return code_.vmovups(Xbyak::Ymm(number), place(window));
    case 16:
      return code_.vmovups(to, place(window));
    case 8:
      return code_.vmovq(to, place(window));
    case 4:
      return code_.vmovd(to, place(window));
    case 2:
      return code_.vpbroadcastw(to, place(window));
    default:
      return code_.vpbroadcastb(to, place(window));
  }
}

/// To both lanes.
void RowEmitter::load_twice(const Xbyak::Ymm& to, const Window& window) {
  switch (window.bytes) {
    case 16:
      return code_.vbroadcasti128(to, place(window));
    case 8:
      return code_.vpbroadcastq(to, place(window));
    case 4:
      return code_.vpbroadcastd(to, place(window));
    case 2:
      return code_.vpbroadcastw(to, place(window));
    default:
      return code_.vpbroadcastb(to, place(window));
  }
}

/// The register that holds a shuffle: `free` where none keeps it.
int RowEmitter::shuffle(const Shuffle& bytes, int free) {
  if (const auto kept = kept_.find(bytes); kept != kept_.end()) return kept->second;
  code_.vmovups(vector(free), table(bytes));
  return free;
}

void RowEmitter::make_wide(const RowVector& of, int number) {
  // Registers that the vectors of a batch use in turn.
  constexpr int kIndex = 28, kOther = 8, kTurns = 4;
  const std::vector<Shuffle> shuffles = shuffles_of(of);
  const bool is_bytes = form_ == ShuffleForm::bytes;
  const int slot = number % kTurns;
  const Xmm to = vector(number);
  const auto is_whole = [&](std::size_t w) { return w < of.windows.size() && of.windows[w].bytes == program_.width; };
  if (of.windows.size() == 1 && !of.has_fill) {
    const Xmm index = vector(shuffle(shuffles[0], kIndex + slot));
    if (!is_whole(0)) load(number, of.windows[0]);
    const Address whole = place(of.windows[0]);
    if (is_bytes && is_whole(0))
      code_.vpermb(to, index, whole);
    else if (is_bytes)
      code_.vpermb(to, index, to);
    else if (is_whole(0))
      code_.vpermw(to, index, whole);
    else
      code_.vpermw(to, index, to);
    return;
  }
  load(number, of.windows[0]);
  for (std::size_t step = 0; step < shuffles.size(); ++step) {
    const Xmm index = vector(shuffle(shuffles[step], kIndex + slot));
    if (is_whole(step + 1)) {
      const Address other = place(of.windows[step + 1]);
      if (is_bytes)
        code_.vpermt2b(to, index, other);
      else
        code_.vpermt2w(to, index, other);
      continue;
    }
    const bool is_fill = step + 1 == of.windows.size();
    if (!is_fill) load(kOther + slot, of.windows[step + 1]);
    const Xmm other = vector(is_fill ? kPattern : kOther + slot);
    if (is_bytes)
      code_.vpermt2b(to, index, other);
    else
      code_.vpermt2w(to, index, other);
  }
}

void RowEmitter::make_lanes(const RowVector& of, int number) {
  constexpr int kPart = 8, kHalf = 10, kTurns = 2;
  const std::vector<Shuffle> shuffles = shuffles_of(of);
  const auto with = [&](const Shuffle& shuffle, const auto& use) {
    if (const auto kept = kept_.find(shuffle); kept != kept_.end())
      use(Xbyak::Ymm(kept->second));
    else
      use(table(shuffle));
  };
  const Xbyak::Ymm sum(number);
  for (std::size_t s = 0; s < of.lanes.size(); ++s) {
    const LaneStep& step = of.lanes[s];
    const Xbyak::Ymm to(s == 0 ? number : number % kTurns + kPart);
    if (step.windows[0] == step.windows[1]) {
      load_twice(to, step.windows[0]);
    } else {
      load(to.getIdx(), step.windows[0]);
      if (step.windows[1].bytes == 16) {
        code_.vinserti128(to, to, place(step.windows[1]), 1);
      } else {
        load(number % kTurns + kHalf, step.windows[1]);
        code_.vinserti128(to, to, Xmm(number % kTurns + kHalf), 1);
      }
    }
    with(shuffles[s], [&](const Xbyak::Operand& shuffle) { code_.vpshufb(to, to, shuffle); });
    if (s > 0) code_.vpor(sum, sum, to);
  }
  if (shuffles.size() == of.lanes.size()) return;
  with(shuffles.back(), [&](const Xbyak::Operand& fill) {
    if (fill.isYMM() && fill.getIdx() >= 16) code_.vpord(sum, sum, fill);
    else code_.vpor(sum, sum, fill);
  });
}

void RowEmitter::make(const RowVector& of, int number) {
  const Xmm to = vector(number);
  switch (of.kind) {
    case RowVector::Kind::plain:
      return code_.vmovups(to, place(of.windows[0]));
    case RowVector::Kind::fill:
      return;
    case RowVector::Kind::splat:
      switch (layout_.element_bytes) {
        case 1:
          return code_.vpbroadcastb(to, place(of.windows[0]));
        case 2:
          return code_.vpbroadcastw(to, place(of.windows[0]));
        case 4:
          return code_.vpbroadcastd(to, place(of.windows[0]));
        default:
          return code_.vpbroadcastq(to, place(of.windows[0]));
      }
    case RowVector::Kind::wide:
      return make_wide(of, number);
    case RowVector::Kind::lanes:
      return make_lanes(of, number);
  }
}

void RowEmitter::emit(Way way) {
  const std::size_t count = program_.vectors.size(), batches = (count + batch_ - 1) / batch_;
  for (std::size_t b = 0; b < batches; ++b) {
    const std::size_t first = batch_ * (way == Way::descending ? batches - 1 - b : b);
    batch(first, std::min(count, first + batch_), way == Way::bypassing);
  }
}

/// Vectors `first` ... `end` - 1.
void RowEmitter::batch(std::size_t first, std::size_t end, bool bypasses) {
  const std::vector<RowVector>& vectors = program_.vectors;
  std::vector<int> registers;  // Those of 32 bytes are often made like the one before: halves of what is repeated.
  for (std::size_t v = first; v < end; ++v) {
    const bool is_again = v > first && vectors[v].is_made_like(vectors[v - 1]);
    registers.push_back(is_again ? registers.back() : static_cast<int>(v - first));
    if (!is_again) make(vectors[v], registers.back());
  }
  for (std::size_t v = first; v < end; ++v) {
    const bool is_fill = vectors[v].kind == RowVector::Kind::fill;
    const Xmm from = vector(is_fill ? kPattern : registers[v - first]);
    const Address to = code_.ptr[rdi + static_cast<std::size_t>(vectors[v].to)];
    bypasses ? code_.vmovntps(to, from) : code_.vmovups(to, from);
  }
}

}  // namespace dmlrun::jit
