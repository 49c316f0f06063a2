// Whether a kernel's runs gain by being shared, learnt from the runs themselves.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace dmlrun {

/// What was measured of an executor says when its threads come, not what memory gives them: where one core's stores already
/// take all of it, sharing loses, and what the machine was busy with once may be over. So some runs are timed now and then,
/// first the present way and then the other one, and the runs between take the way that was quicker. Any number of threads
/// may use it; turns that they take at once spoil a trial, and nothing else.
class SharingTrial {
 public:
  enum class Way : std::uint8_t { alone, shared };
  static constexpr std::uint32_t kNotTimed = ~0u;
  struct Turn {
    Way way;
    std::uint32_t number = kNotTimed;
  };
  /// Runs of each way that count: one may be disturbed, so the one in the middle does.
  static constexpr std::uint32_t kCounted = 3;
  /// How many times as many runs lie between two trials as one has of each way: fewer after one that changes something,
  /// which may have been disturbed, and kSlower times as many after each that changes nothing.
  static constexpr std::uint32_t kChangedBetween = 8, kLeastBetween = 32, kMostBetween = 2048, kSlower = 4;

  /// `bytes`: a run is like copying so many. Small ones have more before those that count: until the other threads are
  /// awake, and the caches hold what this way finds in them.
  SharingTrial(Way first, std::uint64_t bytes) noexcept;

  /// For the next run. The first trial is at once.
  [[nodiscard]] Turn next() noexcept;
  /// How long that turn's run took; nothing is learnt of one that is not timed. Until the other threads have come once,
  /// `is_shared` being false, a trial waits for them for some milliseconds: Linux may let them wait so long for a processor.
  void took(Turn turn, std::int64_t nanoseconds, bool is_shared = true) noexcept;
  /// The runs of each way in a trial, at most.
  [[nodiscard]] std::uint32_t runs_each() const noexcept { return each_; }

 private:
  void decide() noexcept;

  std::uint32_t each_;
  std::atomic<Way> way_;
  std::atomic<std::uint32_t> next_{0};  ///< the trial's next turn; beyond its turns there is none
  std::atomic<std::uint32_t> left_{0};  ///< runs until the next trial
  std::atomic<std::uint32_t> between_{kLeastBetween / kSlower};
  std::atomic<std::int64_t> warming_{0};  ///< what the runs took that do not count
  std::atomic<std::int64_t> waiting_{0};  ///< and those that nobody came to
  std::array<std::atomic<std::int64_t>, 2 * kCounted> times_{};
};

}  // namespace dmlrun
