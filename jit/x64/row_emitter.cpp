#include "jit/x64/row_emitter.h"

#include <algorithm>

namespace dmlrun::jit::x64 {

using namespace Xbyak::util;
using Xbyak::Address;
using Xbyak::Xmm;

RowEmitter::RowEmitter(Assembler& code, MoverLayout& layout, const RowProgram& program, ShuffleForm form,
                       const std::vector<Xbyak::Reg64>& pointers, KeptShuffles kept, std::size_t batch, Ahead ahead)
    : code_(code), layout_(layout), program_(program), form_(form), pointers_(pointers), batch_(batch), ahead_(ahead) {
  for (const RowVector& vector : program.vectors)
    for (const Shuffle& mask : masks_of(vector)) ++masks_[mask].uses;
  // The last one is free, also for emitters of other programs. Without AVX-512 there are none.
  if (kept.first >= 16) keep(masks_, {1, kFreeMask - 1});
  for (const RowVector& vector : program.vectors) {
    for (const Shuffle& shuffle : shuffles_of(vector)) ++shuffles_[shuffle].uses;
    if (!is_masked(vector)) continue;
    for (const Shuffle& mask : masks_of(vector))
      if (Table& table = masks_[mask]; table.at == 0)
        table.at = layout_.tables.add(mask.data(), kMaskBytes, kMaskBytes);
  }
  const auto width = static_cast<std::size_t>(program_.width);
  for (auto& [shuffle, table] : shuffles_) table.at = layout_.tables.add(shuffle.data(), width, width);
  keep(shuffles_, kept);
}

/// In registers, those that are used most.
void RowEmitter::keep(std::map<Shuffle, Table>& tables, KeptShuffles kept) {
  for (std::size_t i = 0; i < kept.most; ++i) {
    Table* best = nullptr;
    for (auto& [bytes, table] : tables)
      if (table.kept == 0 && (!best || table.uses > best->uses)) best = &table;
    if (!best) return;
    best->kept = kept.first + static_cast<int>(i);
  }
}

/// Of each source but the first: which units it gives. Fill is the first where there is some.
std::vector<RowEmitter::Shuffle> RowEmitter::masks_of(const RowVector& of) const {
  std::vector<Shuffle> masks;
  const auto add = [&](std::size_t mask, std::size_t unit) {
    masks[mask][unit / 8] |= static_cast<std::byte>(1 << unit % 8);
  };
  if (of.kind == RowVector::Kind::lanes) {
    masks.resize(of.lanes.size() - 1);
    for (std::size_t s = 1; s < of.lanes.size(); ++s)
      for (std::size_t i = 0; i < of.lanes[s].shuffle.size(); ++i)
        if (of.lanes[s].shuffle[i] != LaneStep::kZero) add(s - 1, i);
  }
  if (of.kind != RowVector::Kind::wide || form_ == ShuffleForm::dwords) return masks;
  const std::size_t units = static_cast<std::size_t>(program_.width) / unit(), first = of.has_fill ? 0 : 1;
  masks.resize(of.windows.size() - first);
  for (std::size_t u = 0; u < units; ++u) {
    const std::size_t source = of.from[u * unit()] / RowVector::kMostBytes;
    if (source >= first && source < of.windows.size()) add(source - first, u);
  }
  return masks;
}

/// Whether each source is shuffled into its place alone, which is one operation, and one for a mask that no register
/// keeps, instead of with what is there already, which is two; lanes: without an operation that puts them together.
bool RowEmitter::is_masked(const RowVector& of) const {
  const std::vector<Shuffle> masks = masks_of(of);
  std::size_t loads = 0;
  for (const Shuffle& mask : masks) loads += masks_.at(mask).kept == 0 ? 1 : 0;
  if (of.kind == RowVector::Kind::lanes) return !masks.empty() && loads == 0;
  return !masks.empty() && of.windows.size() + loads <= 2 * masks.size();
}

Xbyak::Opmask RowEmitter::mask(const Shuffle& units) {
  const Table& found = masks_.at(units);
  if (found.kept > 0) return Xbyak::Opmask(found.kept);
  const Xbyak::Opmask free(kFreeMask);
  code_.kmovq(free, at(found));
  return free;
}

void RowEmitter::load_shuffles() {
  for (const auto& [units, table] : masks_)
    if (table.kept > 0 && table.at > 0) code_.kmovq(Xbyak::Opmask(table.kept), at(table));
  for (const auto& [bytes, table] : shuffles_)
    if (table.kept > 0) code_.vmovups(vector(table.kept), at(table));
}

Xmm RowEmitter::vector(int number) const {
  if (program_.width == 64) return Xbyak::Zmm(number);
  return Xbyak::Ymm(number);
}

Address RowEmitter::place(const Window& window) const {
  return code_.ptr[pointers_[static_cast<std::size_t>(window.stream)] + static_cast<std::size_t>(window.offset)];
}

Address RowEmitter::at(const Table& table) { return code_.ptr[code_.saved(rbp) + static_cast<std::size_t>(table.at)]; }

/// The shuffles of a vector in the order of their use.
std::vector<RowEmitter::Shuffle> RowEmitter::shuffles_of(const RowVector& of) const {
  if (of.kind == RowVector::Kind::lanes || of.kind == RowVector::Kind::spread) return shuffles_in_lanes(of);
  std::vector<Shuffle> made;
  if (of.kind != RowVector::Kind::wide) return made;
  const std::size_t unit = this->unit(), width = static_cast<std::size_t>(program_.width);
  if (is_masked(of)) {
    made.emplace_back();
    for (std::size_t i = 0; i < width; i += unit)
      made.back()[i] = static_cast<std::byte>(of.from[i] % RowVector::kMostBytes / unit);
    return made;
  }
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

/// The register that holds a shuffle: `free` where none keeps it.
int RowEmitter::shuffle(const Shuffle& bytes, int free) {
  const Table& found = shuffles_.at(bytes);
  if (found.kept > 0) return found.kept;
  code_.vmovups(vector(free), at(found));
  return free;
}

/// Bytes that a shuffle of whole vectors moves as one.
std::size_t RowEmitter::unit() const {
  if (form_ == ShuffleForm::dwords) return 4;  // of two vectors: one operation where those of smaller units are three
  return form_ == ShuffleForm::words ? 2 : 1;
}

void RowEmitter::permute(const Xmm& to, const Xmm& index, const Xbyak::Operand& from) {
  if (unit() == 4 && program_.width == 64)
    code_.vpermd(Xbyak::Zmm(to.getIdx()), Xbyak::Zmm(index.getIdx()), from);
  else if (unit() == 4)
    code_.vpermd(Xbyak::Ymm(to.getIdx()), Xbyak::Ymm(index.getIdx()), from);
  else if (unit() == 2)
    code_.vpermw(to, index, from);
  else
    code_.vpermb(to, index, from);
}

void RowEmitter::permute_two(const Xmm& to, const Xmm& index, const Xbyak::Operand& other) {
  if (unit() == 4)
    code_.vpermt2d(to, index, other);
  else if (unit() == 2)
    code_.vpermt2w(to, index, other);
  else
    code_.vpermt2b(to, index, other);
}

/// The register that holds what a vector reads, if several of the batch read it.
std::optional<Xmm> RowEmitter::shared(const Window& window) const {
  const auto found = std::find(shared_.begin(), shared_.end(), window);
  if (found == shared_.end()) return std::nullopt;
  return vector(kShared + static_cast<int>(found - shared_.begin()));
}

/// Before vector `v` of the vectors up to `end`: registers for what it reads and one behind it does, too.
void RowEmitter::share(std::size_t v, std::size_t end) {
  const std::vector<RowVector>& vectors = program_.vectors;
  if (vectors[v].kind != RowVector::Kind::wide || program_.width != 64) return;
  const auto reads = [&](std::size_t of, const Window& window) {
    const std::vector<Window>& windows = vectors[of].windows;
    return vectors[of].kind == RowVector::Kind::wide &&
           std::find(windows.begin(), windows.end(), window) != windows.end();
  };
  const auto is_read = [&](const Window& window, std::size_t from) {
    for (std::size_t of = from; of < end; ++of)
      if (reads(of, window)) return true;
    return false;
  };
  for (const Window& window : vectors[v].windows) {
    if (shared(window) || !is_read(window, v + 1)) continue;
    const auto free =
        std::find_if(shared_.begin(), shared_.end(), [&](const Window& held) { return !is_read(held, v); });
    if (free == shared_.end()) continue;
    *free = window;
    load(kShared + static_cast<int>(free - shared_.begin()), window);
  }
}

void RowEmitter::make_wide(const RowVector& of, int number) {
  const std::vector<Shuffle> shuffles = shuffles_of(of);
  const int slot = number % kTurns;
  const Xmm to = vector(number);
  const auto is_whole = [&](std::size_t w) { return w < of.windows.size() && of.windows[w].bytes == program_.width; };
  if (of.windows.size() == 1 && !of.has_fill) {
    const auto held = shared(of.windows[0]);
    const Xmm index = vector(shuffle(shuffles[0], held || is_whole(0) ? number : kIndex + slot));
    if (held) return permute(to, index, *held);
    if (is_whole(0)) return permute(to, index, place(of.windows[0]));
    load(number, of.windows[0]);
    return permute(to, index, to);
  }
  if (is_masked(of)) {
    const Xmm index = vector(shuffle(shuffles[0], kIndex + slot)), other = vector(kOther + slot);
    const std::vector<Shuffle> masks = masks_of(of);
    const std::size_t first = of.windows.size() - masks.size();
    if (of.has_fill) code_.vmovups(to, vector(kPattern));
    for (std::size_t w = 0; w < of.windows.size(); ++w) {
      const Xmm target = w < first ? to : to | mask(masks[w - first]);
      if (const auto held = shared(of.windows[w])) {
        permute(target, index, *held);
        continue;
      }
      if (is_whole(w)) {
        permute(target, index, place(of.windows[w]));
        continue;
      }
      load(other.getIdx(), of.windows[w]);
      permute(target, index, other);
    }
    return;
  }
  if (const auto held = shared(of.windows[0]))
    code_.vmovups(to, *held);
  else
    load(number, of.windows[0]);
  for (std::size_t step = 0; step < shuffles.size(); ++step) {
    const Xmm index = vector(shuffle(shuffles[step], kIndex + slot));
    const bool is_fill = step + 1 == of.windows.size();
    if (const auto held = is_fill ? std::nullopt : shared(of.windows[step + 1])) {
      permute_two(to, index, *held);
      continue;
    }
    if (is_whole(step + 1)) {
      permute_two(to, index, place(of.windows[step + 1]));
      continue;
    }
    if (!is_fill) load(kOther + slot, of.windows[step + 1]);
    permute_two(to, index, vector(is_fill ? kPattern : kOther + slot));
  }
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
    case RowVector::Kind::spread:
      return make_spread(of, number);
  }
}

void RowEmitter::emit(Way way) {
  shared_ = {};
  const std::size_t count = program_.vectors.size(), batches = (count + batch_ - 1) / batch_;
  for (std::size_t b = 0; b < batches; ++b) {
    const std::size_t first = batch_ * (way == Way::descending ? batches - 1 - b : b);
    const std::size_t end = std::min(count, first + batch_);
    ask_ahead(first, end, way);
    batch(first, end, way == Way::bypassing);
  }
}

/// For the lines that later rows write and read where vectors `first` ... `end` - 1 write and read these.
void RowEmitter::ask_ahead(std::size_t first, std::size_t end, Way way) {
  constexpr std::int64_t kLine = 64;
  for (std::size_t v = first; v < end; ++v) {
    const RowVector& vector = program_.vectors[v];
    const bool is_new = v == 0 || vector.to / kLine != program_.vectors[v - 1].to / kLine;
    if (!is_new || way == Way::descending) continue;
    if (way == Way::ascending && ahead_.written > 0)
      code_.prefetchw(code_.ptr[rdi + static_cast<std::size_t>(vector.to + ahead_.written)]);
    if (way == Way::bypassing && ahead_.read > 0 && !vector.windows.empty()) {
      const Window& from = vector.windows[0];
      code_.prefetcht1(place({from.stream, from.offset + ahead_.read, from.bytes}));
    }
  }
}

/// Whether both are made of the same load, which every lane has.
bool RowEmitter::has_lanes_of(const RowVector& of, const RowVector& other) {
  if (of.kind != other.kind) return false;
  if (of.kind == RowVector::Kind::spread) return of.windows == other.windows;
  return of.kind == RowVector::Kind::lanes && of.lanes.size() == 1 && other.lanes.size() == 1 &&
         of.lanes[0].windows == other.lanes[0].windows && of.lanes[0].windows[0] == of.lanes[0].windows[1];
}

/// Vectors `first` ... `end` - 1.
void RowEmitter::batch(std::size_t first, std::size_t end, bool bypasses) {
  const std::vector<RowVector>& vectors = program_.vectors;
  lanes_held_.reset();
  std::vector<int> registers;  // Those of 32 bytes are often made like the one before: halves of what is repeated.
  for (std::size_t v = first; v < end; ++v) {
    const bool is_again = v > first && vectors[v].is_made_like(vectors[v - 1]);
    registers.push_back(is_again ? registers.back() : static_cast<int>(v - first));
    if (is_again) continue;
    share(v, end);
    std::size_t last = v;
    while (last + 1 < end && has_lanes_of(vectors[last + 1], vectors[v])) ++last;
    lanes_free_ = static_cast<int>(last - first);
    make(vectors[v], registers.back());
  }
  for (std::size_t v = first; v < end; ++v) {
    const bool is_fill = vectors[v].kind == RowVector::Kind::fill;
    const Xmm from = vector(is_fill ? kPattern : registers[v - first]);
    const Address to = code_.ptr[rdi + static_cast<std::size_t>(vectors[v].to)];
    bypasses ? code_.vmovntps(to, from) : code_.vmovups(to, from);
  }
}

}  // namespace dmlrun::jit::x64
