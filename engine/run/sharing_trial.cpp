#include "engine/run/sharing_trial.h"

#include <algorithm>

namespace dmlrun {
namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;

/// Other threads have other work, so sharing is to gain so many hundredths; and what is not clearly better changes nothing.
constexpr std::int64_t kLeastGain = 105, kClearGain = 110;

/// Runs that do not count copy so much together, or take so long; larger ones need none. At 256 KiB three runs do not show
/// what thirty do.
constexpr std::uint64_t kWarmingBytes = 4 << 20, kMostWarming = 32;
constexpr std::int64_t kWarmingNanoseconds = 150'000;
/// Runs of a trial that others were to share and did not come to take so long together before they are counted.
constexpr std::int64_t kWaitingNanoseconds = 5'000'000;

std::int64_t middle(const std::atomic<std::int64_t>* times) noexcept {
  std::array<std::int64_t, SharingTrial::kCounted> sorted;
  for (std::size_t i = 0; i < sorted.size(); ++i) sorted[i] = times[i].load(kRelaxed);
  std::sort(sorted.begin(), sorted.end());
  return sorted[sorted.size() / 2];
}

}  // namespace

SharingTrial::SharingTrial(Way first, std::uint64_t bytes) noexcept
    : each_(kCounted + static_cast<std::uint32_t>(std::min(kWarmingBytes / std::max<std::uint64_t>(bytes, 1), kMostWarming))),
      way_(first) {}

SharingTrial::Turn SharingTrial::next() noexcept {
  const Way way = way_.load(kRelaxed);
  std::uint32_t turn = next_.load(kRelaxed);
  if (turn >= 2 * each_) {
    // Two threads may count a run once: nothing depends on how many there were.
    if (const std::uint32_t left = left_.load(kRelaxed); left > 0) {
      left_.store(left - 1, kRelaxed);
      return {way};
    }
    turn = 0;
  }
  next_.store(turn + 1, kRelaxed);
  const bool is_other = turn >= each_;
  return {is_other == (way == Way::shared) ? Way::alone : Way::shared, turn};
}

void SharingTrial::took(Turn turn, std::int64_t nanoseconds, bool is_shared) noexcept {
  if (turn.number >= 2 * each_) return;
  if (turn.way == Way::shared && !is_shared) {
    const std::int64_t before = waiting_.load(kRelaxed);
    if (before < kWaitingNanoseconds) {
      waiting_.store(before + nanoseconds, kRelaxed);
      next_.store(turn.number, kRelaxed);
      return;
    }
  }
  const std::uint32_t counts_from = each_ - kCounted + (turn.number < each_ ? 0 : each_);
  if (turn.number < counts_from) {
    const std::int64_t before = turn.number % each_ == 0 ? 0 : warming_.load(kRelaxed);
    warming_.store(before + nanoseconds, kRelaxed);
    if (before + nanoseconds >= kWarmingNanoseconds) next_.store(counts_from, kRelaxed);
    return;
  }
  times_[turn.number - counts_from + (turn.number < each_ ? 0 : kCounted)].store(nanoseconds, kRelaxed);
  if (turn.number + 1 == 2 * each_) decide();
}

void SharingTrial::decide() noexcept {
  const Way way = way_.load(kRelaxed);
  const std::int64_t present = middle(&times_[0]), other = middle(&times_[kCounted]);
  const bool is_shared = way == Way::shared ? present * kLeastGain <= other * 100 : other * kClearGain <= present * 100;
  const Way better = is_shared ? Way::shared : Way::alone;
  const std::uint32_t between = better == way ? std::min(kSlower * between_.load(kRelaxed), kMostBetween) : kChangedBetween;
  way_.store(better, kRelaxed);
  between_.store(between, kRelaxed);
  left_.store(between * each_, kRelaxed);
  waiting_.store(0, kRelaxed);
}

}  // namespace dmlrun
