#include "jit/x64/arithmetic/register_allocation.h"

#include <algorithm>
#include <array>
#include <utility>

namespace dmlrun::jit::x64::arithmetic {

namespace {

struct Interval {
  std::size_t begin = 0, end = 0;  ///< places of the first and the last instruction that has the value
  std::size_t section = 0;
  std::size_t uses = 0;  ///< of instructions that are not skipped as a rule
  unsigned often = 0;    ///< kOften of the sections that have it, the highest
};

/// Sections in the order of how often they run: `prepare` only in large calls, or for tables.
constexpr std::array<unsigned, kSections> kOften{1, 0, 2, 3, 3};

constexpr int kMasks = 7;  ///< values have k2 to k6; k7 is for single instructions

class LinearScan {
 public:
  LinearScan(const VectorCode& code, int registers)
      : code_(code), registers_(registers), intervals_(code.virtuals.size()) {
    result_.locations.resize(code.virtuals.size());
    find_intervals();
  }

  /// With `in_registers`, ends where a value gets none.
  RegisterAllocation run(bool in_registers) {
    for (auto& owners : owners_) owners.fill(kNone);
    free_.reserve(static_cast<std::size_t>(registers_));
    free_masks_.reserve(kMasks);
    for (int reg = registers_; reg-- > 0;) free_.push_back(reg);
    for (int mask = kMasks; mask-- > kFirstMask;) free_masks_.push_back(mask);
    std::size_t place = 0;
    for (const std::vector<Instruction>& section : code_.sections)
      for (const Instruction& one : section)
        if (visit(one, place++); in_registers && is_short_) return {};
    assign_slots();
    result_.first_scratch = registers_;
    return std::move(result_);
  }

 private:
  using Kind = Instruction::Kind;

  /// Another value than its first input, which it else changes.
  static bool makes(const Instruction& one) { return one.to != kNone && one.to != one.inputs[0]; }

  template <class Visit>
  static void for_each_input(const Instruction& one, Visit visit) {
    for (const Virtual input : one.inputs)
      if (input != kNone) visit(input);
    if (one.mask != kNone) visit(one.mask);
  }

  Virtual& owner(bool is_mask, int reg) { return owners_[is_mask][static_cast<std::size_t>(reg)]; }

  void find_intervals() {
    std::size_t total = 0;
    for (const auto& section : code_.sections) total += section.size();
    std::size_t place = 0;
    bool is_skipped = false;
    for (std::size_t s = 0; s < kSections; ++s)
      for (const Instruction& one : code_.sections[s]) {
        if (makes(one)) intervals_[one.to] = {place, place, s, 0, kOften[s]};
        const bool branches = one.kind == Kind::branch || one.kind == Kind::fallback;
        is_skipped = branches || (is_skipped && one.kind != Kind::label);
        for_each_input(one, [&](Virtual input) {
          Interval& interval = intervals_[input];
          const bool is_in_loop = interval.section < s && s != static_cast<std::size_t>(Section::prepare);
          interval.end = is_in_loop ? total : std::max(interval.end, place);
          interval.uses += is_skipped ? 0 : 1;
          interval.often = std::max(interval.often, kOften[s]);
        });
        ++place;
      }
    ending_.assign(total + 1, kNone);
    ends_beside_.resize(intervals_.size());
    for (Virtual v = static_cast<Virtual>(intervals_.size()); v-- > 0;) {
      Interval& interval = intervals_[v];
      interval.end = std::max(interval.end, interval.begin + 1);  // it is written, if nobody reads it
      ends_beside_[v] = std::exchange(ending_[interval.end], v);
    }
  }

  /// What is read last at this place leaves its register to others.
  void expire(std::size_t place, Virtual only = kNone) {
    for (Virtual v = ending_[place]; v != kNone; v = ends_beside_[v])
      if (only == kNone || v == only) release(v);
  }

  void release(Virtual v) {
    const int reg = result_.locations[v].reg;
    const bool is_mask = code_.virtuals[v].is_mask;
    if (reg < 0 || owner(is_mask, reg) != v) return;
    owner(is_mask, reg) = kNone;
    (is_mask ? free_masks_ : free_).push_back(reg);
  }

  void visit(const Instruction& one, std::size_t place) {
    // Operations of several instructions write their result before they have read all inputs.
    const bool is_plain = one.kind == Kind::plain;
    if (is_plain) expire(place);
    if (one.kind == Kind::apart) expire(place, one.inputs[2]);
    if (makes(one)) take(one);
    if (!is_plain) expire(place);
  }

  void take(const Instruction& one) {
    ValueLocation& location = result_.locations[one.to];
    if (one.kind == Kind::constant) location.constant = static_cast<std::int32_t>(one.index);
    if (code_.virtuals[one.to].is_mask) {
      if (free_masks_.empty()) throw Xbyak::Error(Xbyak::ERR_INTERNAL);
      return assign(one.to, free_masks_);
    }
    is_short_ = is_short_ || free_.empty();
    if (free_.empty() && !make_room(intervals_[one.to])) return;
    assign(one.to, free_);
  }

  void assign(Virtual v, std::vector<int>& free) {
    result_.locations[v].reg = static_cast<std::int8_t>(free.back());
    owner(code_.virtuals[v].is_mask, free.back()) = v;
    free.pop_back();
  }

  /// Takes the register of a value that is better spilled than `taker`; false where none is.
  bool make_room(const Interval& taker) {
    Virtual best = kNone;
    for (const Virtual v : owners_[false])
      if (v != kNone && (best == kNone || is_better_spilled(intervals_[v], intervals_[best]))) best = v;
    if (best == kNone || !is_better_spilled(intervals_[best], taker)) return false;
    release(best);
    result_.locations[best].reg = -1;
    return true;
  }

  /// First what runs less often, then what is needed longer, then what is used less.
  static bool is_better_spilled(const Interval& x, const Interval& y) {
    if (x.often != y.often) return x.often < y.often;
    return x.end != y.end ? x.end > y.end : x.uses < y.uses;
  }

  /// Values whose intervals do not meet share a place.
  void assign_slots() {
    struct Slot {
      std::int32_t at;
      std::size_t bytes, end;
    };
    std::vector<Slot> slots;
    for (Virtual v = 0; v < intervals_.size(); ++v) {
      ValueLocation& location = result_.locations[v];
      if (location.reg >= 0 || location.constant >= 0) continue;
      const std::size_t bytes = code_.virtuals[v].bytes;
      auto slot = std::find_if(slots.begin(), slots.end(),
                               [&](const Slot& s) { return s.bytes == bytes && s.end < intervals_[v].begin; });
      if (slot == slots.end()) {
        result_.spill_bytes = (result_.spill_bytes + bytes - 1) / bytes * bytes;
        slots.push_back({static_cast<std::int32_t>(result_.spill_bytes), bytes, 0});
        result_.spill_bytes += bytes;
        slot = slots.end() - 1;
      }
      slot->end = intervals_[v].end;
      location.slot = slot->at;
    }
  }

  const VectorCode& code_;
  int registers_;
  std::vector<Interval> intervals_;
  std::vector<Virtual> ending_, ends_beside_;        ///< by place, one whose interval ends there; the next such one
  std::array<std::array<Virtual, 32>, 2> owners_{};  ///< of registers, and of masks
  std::vector<int> free_, free_masks_;
  bool is_short_ = false;  ///< of registers, at some place
  RegisterAllocation result_;
};

}  // namespace

RegisterAllocation allocate_registers(const VectorCode& code) {
  const int all = code.has_avx512 ? 32 : 16;
  RegisterAllocation whole = LinearScan(code, all).run(true);
  if (!whole.locations.empty()) return whole;
  return LinearScan(code, all - kScratch).run(false);
}

}  // namespace dmlrun::jit::x64::arithmetic
