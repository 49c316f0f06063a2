#include "jit/x64/copy/shuffle_emitter.h"

#include <algorithm>

namespace dmlrun::jit::x64 {

using namespace Xbyak::util;
using Xbyak::Address;
using Xbyak::Xmm;

ShuffleEmitter::ShuffleEmitter(Assembler& code, const CopyLayout& layout, Tables& tables, const ShufflePlan& plan,
                               const std::vector<Xbyak::Reg64>& pointers, const ShuffleSettings& settings)
    : code_(code), layout_(layout), tables_(tables), plan_(plan), pointers_(pointers), settings_(settings) {
  for (const OutputVector& vector : plan.vectors)
    for (const Constant& mask : masks_of(vector)) ++masks_[mask].uses;
  if (settings.keeps_shuffles && settings.has_avx512) keep(masks_, 1, kFreeMask - 1);
  for (const OutputVector& vector : plan.vectors) {
    for (const Constant& shuffle : shuffles_of(vector)) ++shuffles_[shuffle].uses;
    if (!is_masked(vector)) continue;
    for (const Constant& mask : masks_of(vector))
      if (Storage& table = masks_[mask]; !table.at) table.at = tables_.add(mask.data(), kMaskBytes, kMaskBytes);
  }
  const auto width = static_cast<std::size_t>(plan_.width);
  for (auto& [shuffle, table] : shuffles_) table.at = tables_.add(shuffle.data(), width, width);
  if (!settings.keeps_shuffles) return;
  if (!settings.has_avx512) keep(shuffles_, kKeptAvx2, CopyPrimitives::kPattern - kKeptAvx2);
  else keep(shuffles_, kKept, (plan.form == ShuffleForm::lanes ? kRegisters : kIndex) - kKept);
}

/// In registers, those that are used most.
void ShuffleEmitter::keep(std::map<Constant, Storage>& tables, int first, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    Storage* best = nullptr;
    for (auto& [bytes, table] : tables)
      if (table.kept == 0 && (!best || table.uses > best->uses)) best = &table;
    if (!best) return;
    best->kept = first + static_cast<int>(i);
  }
}

/// The masks of units that each source but the first gives. Fill is the first source, if there is any.
std::vector<ShuffleEmitter::Constant> ShuffleEmitter::masks_of(const OutputVector& of) const {
  std::vector<Constant> masks;
  const auto add = [&](std::size_t mask, std::size_t unit) {
    masks[mask][unit / 8] |= static_cast<std::byte>(1 << unit % 8);
  };
  if (of.kind != OutputVector::Kind::wide || plan_.form == ShuffleForm::dwords) return masks;
  const std::size_t units = static_cast<std::size_t>(plan_.width) / unit(), first = of.has_fill ? 0 : 1;
  masks.resize(of.loads.size() - first);
  for (std::size_t u = 0; u < units; ++u) {
    const std::size_t source = of.from[u * unit()] / OutputVector::kMaxBytes;
    if (source >= first && source < of.loads.size()) add(source - first, u);
  }
  return masks;
}

/// Whether each source is shuffled into its place alone, which is one operation, and one for a mask that no register
/// keeps, instead of with what is there already, which is two.
bool ShuffleEmitter::is_masked(const OutputVector& of) const {
  const std::vector<Constant> masks = masks_of(of);
  std::size_t loads = 0;
  for (const Constant& mask : masks) loads += masks_.at(mask).kept == 0 ? 1 : 0;
  return !masks.empty() && of.loads.size() + loads <= 2 * masks.size();
}

Xbyak::Opmask ShuffleEmitter::mask(const Constant& units) {
  const Storage& found = masks_.at(units);
  if (found.kept > 0) return Xbyak::Opmask(found.kept);
  const Xbyak::Opmask free(kFreeMask);
  code_.kmovq(free, at(found));
  return free;
}

void ShuffleEmitter::load_shuffles() {
  for (const auto& [units, table] : masks_)
    if (table.kept > 0 && table.at) code_.kmovq(Xbyak::Opmask(table.kept), at(table));
  for (const auto& [bytes, table] : shuffles_)
    if (table.kept > 0) code_.vmovups(vector(table.kept), at(table));
}

Xmm ShuffleEmitter::vector(int number) const {
  if (plan_.width == 64) return Xbyak::Zmm(number);
  return Xbyak::Ymm(number);
}

Address ShuffleEmitter::address(const VectorLoad& load) const {
  return code_.ptr[pointers_[static_cast<std::size_t>(load.stream)] + static_cast<std::size_t>(load.offset)];
}

Address ShuffleEmitter::at(const Storage& table) {
  return code_.ptr[code_.saved(rbp) + static_cast<std::size_t>(*table.at)];
}

/// The shuffles of a vector in the order of their use.
std::vector<ShuffleEmitter::Constant> ShuffleEmitter::shuffles_of(const OutputVector& of) const {
  if (of.kind == OutputVector::Kind::lanes) return shuffles_in_lanes(of);
  std::vector<Constant> made;
  if (of.kind != OutputVector::Kind::wide) return made;
  const std::size_t unit = this->unit(), width = static_cast<std::size_t>(plan_.width);
  if (is_masked(of)) {
    made.emplace_back();
    for (std::size_t i = 0; i < width; i += unit)
      made.back()[i] = static_cast<std::byte>(of.from[i] % OutputVector::kMaxBytes / unit);
    return made;
  }
  const std::size_t sources = of.loads.size() + (of.has_fill ? 1 : 0);
  // Each step takes bytes in place, and those of one source more; the first takes two sources.
  for (std::size_t step = 1; step < std::max<std::size_t>(sources, 2); ++step) {
    made.emplace_back();
    for (std::size_t u = 0; u < width / unit; ++u) {
      const std::size_t source = of.from[u * unit] / OutputVector::kMaxBytes,
                        byte = of.from[u * unit] % OutputVector::kMaxBytes;
      std::size_t index = u;
      if (source == step) index = width / unit + byte / unit;
      else if (step == 1) index = source == 0 ? byte / unit : 0;
      made.back()[u * unit] = static_cast<std::byte>(index);
    }
  }
  return made;
}

void ShuffleEmitter::load_vector(int number, const VectorLoad& load) {
  const Address from = address(load);
  if (load.bytes == 64) return code_.vmovups(Xbyak::Zmm(number), from);
  if (load.bytes == 32) return code_.vmovups(Xbyak::Ymm(number), from);
  if (load.bytes == 16) return code_.vmovups(Xmm(number), from);
  if (load.bytes == 8) return code_.vmovq(Xmm(number), from);
  if (load.bytes == 4) return code_.vmovd(Xmm(number), from);
  load_broadcast(code_, Xmm(number), load.bytes, from);
}

/// The register that holds a shuffle: `free` where none keeps it.
int ShuffleEmitter::shuffle(const Constant& bytes, int free) {
  const Storage& found = shuffles_.at(bytes);
  if (found.kept > 0) return found.kept;
  code_.vmovups(vector(free), at(found));
  return free;
}

/// Bytes that a shuffle of whole vectors moves as one.
std::size_t ShuffleEmitter::unit() const {
  if (plan_.form == ShuffleForm::dwords)
    return 4;  // of two vectors: one operation where those of smaller units are three
  return plan_.form == ShuffleForm::words ? 2 : 1;
}

void ShuffleEmitter::permute(const Xmm& to, const Xmm& index, const Xbyak::Operand& from) {
  if (unit() == 1) return code_.vpermb(to, index, from);
  if (unit() == 2) return code_.vpermw(to, index, from);
  if (plan_.width == 64) return code_.vpermd(Xbyak::Zmm(to.getIdx()), Xbyak::Zmm(index.getIdx()), from);
  code_.vpermd(Xbyak::Ymm(to.getIdx()), Xbyak::Ymm(index.getIdx()), from);
}

void ShuffleEmitter::permute_two(const Xmm& to, const Xmm& index, const Xbyak::Operand& other) {
  if (unit() == 1) return code_.vpermt2b(to, index, other);
  if (unit() == 2) return code_.vpermt2w(to, index, other);
  code_.vpermt2d(to, index, other);
}

/// The register that holds what a vector reads, if several of the batch read it.
std::optional<Xmm> ShuffleEmitter::shared(const VectorLoad& load) const {
  const auto found = std::find(shared_.begin(), shared_.end(), load);
  if (found == shared_.end()) return std::nullopt;
  return vector(kShared + static_cast<int>(found - shared_.begin()));
}

/// Before vector `v` of the vectors up to `end`: registers for loads that it shares with a later one.
void ShuffleEmitter::share(std::size_t v, std::size_t end) {
  const std::vector<OutputVector>& vectors = plan_.vectors;
  if (vectors[v].kind != OutputVector::Kind::wide || plan_.width != 64) return;
  const auto reads = [&](std::size_t of, const VectorLoad& load) {
    const std::vector<VectorLoad>& loads = vectors[of].loads;
    return vectors[of].kind == OutputVector::Kind::wide && std::find(loads.begin(), loads.end(), load) != loads.end();
  };
  const auto is_read = [&](const VectorLoad& load, std::size_t from) {
    for (std::size_t of = from; of < end; ++of)
      if (reads(of, load)) return true;
    return false;
  };
  for (const VectorLoad& load : vectors[v].loads) {
    if (shared(load) || !is_read(load, v + 1)) continue;
    const auto free =
        std::find_if(shared_.begin(), shared_.end(), [&](const VectorLoad& held) { return !is_read(held, v); });
    if (free == shared_.end()) continue;
    *free = load;
    load_vector(kShared + static_cast<int>(free - shared_.begin()), load);
  }
}

void ShuffleEmitter::make_wide(const OutputVector& of, int number) {
  const std::vector<Constant> shuffles = shuffles_of(of);
  const int slot = number % kTurns;
  const Xmm to = vector(number);
  const auto is_whole = [&](std::size_t w) { return w < of.loads.size() && of.loads[w].bytes == plan_.width; };
  if (of.loads.size() == 1 && !of.has_fill) {
    const auto held = shared(of.loads[0]);
    const Xmm index = vector(shuffle(shuffles[0], held || is_whole(0) ? number : kIndex + slot));
    if (held) return permute(to, index, *held);
    if (is_whole(0)) return permute(to, index, address(of.loads[0]));
    load_vector(number, of.loads[0]);
    return permute(to, index, to);
  }
  if (is_masked(of)) {
    const Xmm index = vector(shuffle(shuffles[0], kIndex + slot)), other = vector(kOther + slot);
    const std::vector<Constant> masks = masks_of(of);
    const std::size_t first = of.loads.size() - masks.size();
    if (of.has_fill) code_.vmovups(to, vector(kPattern));
    for (std::size_t w = 0; w < of.loads.size(); ++w) {
      const Xmm target = w < first ? to : to | mask(masks[w - first]);
      if (const auto held = shared(of.loads[w])) {
        permute(target, index, *held);
        continue;
      }
      if (is_whole(w)) {
        permute(target, index, address(of.loads[w]));
        continue;
      }
      load_vector(other.getIdx(), of.loads[w]);
      permute(target, index, other);
    }
    return;
  }
  if (const auto held = shared(of.loads[0])) code_.vmovups(to, *held);
  else load_vector(number, of.loads[0]);
  for (std::size_t step = 0; step < shuffles.size(); ++step) {
    const Xmm index = vector(shuffle(shuffles[step], kIndex + slot));
    const bool is_fill = step + 1 == of.loads.size();
    if (const auto held = is_fill ? std::nullopt : shared(of.loads[step + 1])) {
      permute_two(to, index, *held);
      continue;
    }
    if (is_whole(step + 1)) {
      permute_two(to, index, address(of.loads[step + 1]));
      continue;
    }
    if (!is_fill) load_vector(kOther + slot, of.loads[step + 1]);
    permute_two(to, index, vector(is_fill ? kPattern : kOther + slot));
  }
}

void ShuffleEmitter::make(const OutputVector& of, int number) {
  const Xmm to = vector(number);
  switch (of.kind) {
    case OutputVector::Kind::plain: return code_.vmovups(to, address(of.loads[0]));
    case OutputVector::Kind::fill: return;
    case OutputVector::Kind::broadcast: return load_broadcast(code_, to, layout_.element_bytes, address(of.loads[0]));
    case OutputVector::Kind::wide: return make_wide(of, number);
    case OutputVector::Kind::lanes: return make_lanes(of, number);
  }
}

void ShuffleEmitter::emit(StoreMode mode, Entry* entry) {
  shared_ = {};
  const std::size_t count = plan_.vectors.size(), batches = (count + settings_.batch - 1) / settings_.batch;
  for (std::size_t b = 0; b < batches; ++b) {
    const std::size_t first = settings_.batch * (mode == StoreMode::descending ? batches - 1 - b : b);
    const std::size_t end = std::min(count, first + settings_.batch);
    if (entry && entry->batch == b) {
      shared_ = {};
      code_.L(entry->at);
    }
    prefetch(first, end, mode);
    batch(first, end, mode == StoreMode::non_temporal);
  }
}

/// For the lines that later rows write and read where vectors `first` ... `end` - 1 write and read these.
void ShuffleEmitter::prefetch(std::size_t first, std::size_t end, StoreMode mode) {
  for (std::size_t v = first; v < end; ++v) {
    const OutputVector& vector = plan_.vectors[v];
    const bool is_new = v == 0 || vector.to / kLineBytes != plan_.vectors[v - 1].to / kLineBytes;
    if (!is_new || mode == StoreMode::descending) continue;
    if (mode == StoreMode::ascending && settings_.prefetch_written > 0)
      code_.prefetchw(code_.ptr[rdi + static_cast<std::size_t>(vector.to + settings_.prefetch_written)]);
    if (mode == StoreMode::non_temporal && settings_.prefetch_read > 0 && !vector.loads.empty()) {
      const VectorLoad& from = vector.loads[0];
      code_.prefetcht1(address({from.stream, from.offset + settings_.prefetch_read, from.bytes}));
    }
  }
}

/// Whether both are made of the same load, which every lane has.
bool ShuffleEmitter::has_lanes_of(const OutputVector& of, const OutputVector& other) {
  return of.kind == OutputVector::Kind::lanes && other.kind == of.kind && of.lanes.size() == 1 &&
         other.lanes.size() == 1 && of.lanes[0].loads == other.lanes[0].loads &&
         of.lanes[0].loads[0] == of.lanes[0].loads[1];
}

/// Vectors `first` ... `end` - 1.
void ShuffleEmitter::batch(std::size_t first, std::size_t end, bool is_non_temporal) {
  const std::vector<OutputVector>& vectors = plan_.vectors;
  lanes_held_.reset();
  std::vector<int> registers;  // 32-byte vectors often equal the one before: halves of repeated rows.
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
    const bool is_fill = vectors[v].kind == OutputVector::Kind::fill;
    const Xmm from = vector(is_fill ? kPattern : registers[v - first]);
    const Address to = code_.ptr[rdi + static_cast<std::size_t>(vectors[v].to)];
    is_non_temporal ? code_.vmovntps(to, from) : code_.vmovups(to, from);
  }
}

}  // namespace dmlrun::jit::x64
