// When a kernel's runs are shared: what is learnt of the times that they took.
#include "engine/run/sharing_trial.h"

#include <functional>

#include "engine/test/catch.h"

namespace dmlrun {
namespace {

using Way = SharingTrial::Way;

constexpr std::uint64_t kLarge = 64 << 20, kSmall = 256 << 10;
constexpr std::int64_t kMicrosecond = 1000;

/// Runs that take so long, by their way and by how many of that way there were in a row before.
struct Runs {
  SharingTrial trial;
  std::function<std::int64_t(Way, int)> time;
  Way last = Way::alone;
  int row = 0;
  std::int64_t timed = 0;

  /// Runs that are certainly between two trials, after as many as a trial has at most.
  [[nodiscard]] int between() const { return static_cast<int>((SharingTrial::kChangedBetween - 2) * trial.runs_each()); }
  Way one() {
    const SharingTrial::Turn turn = trial.next();
    row = turn.way == last ? row + 1 : 0;
    last = turn.way;
    trial.took(turn, time(turn.way, row));
    timed += turn.number == SharingTrial::kNotTimed ? 0 : 1;
    return turn.way;
  }
  /// How many of so many are shared.
  int shared(int count) {
    int found = 0;
    for (int i = 0; i < count; ++i) found += one() == Way::shared ? 1 : 0;
    return found;
  }
};

/// Times in microseconds.
std::function<std::int64_t(Way, int)> times(std::int64_t alone, std::int64_t shared) {
  return [=](Way way, int) { return (way == Way::shared ? shared : alone) * kMicrosecond; };
}

}  // namespace

TEST_CASE("sharing: the quicker way is taken, whichever was the first") {
  for (const Way first : {Way::alone, Way::shared})
    for (const std::uint64_t bytes : {kLarge, kSmall}) {
      Runs gain{SharingTrial(first, bytes), times(100, 60)}, loss{SharingTrial(first, bytes), times(100, 130)};
      const int each = static_cast<int>(gain.trial.runs_each());
      gain.shared(2 * each), loss.shared(2 * each);
      CHECK(gain.shared(gain.between()) == gain.between());
      CHECK(loss.shared(loss.between()) == 0);
    }
}

TEST_CASE("sharing: where it gains nothing, one thread works") {
  Runs even{SharingTrial(Way::shared, kLarge), times(100, 98)}, little{SharingTrial(Way::alone, kLarge), times(100, 93)};
  CHECK(even.shared(6) == 3);
  CHECK(little.shared(6) == 3);
  CHECK(even.shared(even.between()) == 0);
  CHECK(little.shared(little.between()) == 0);
}

TEST_CASE("sharing: one run that was disturbed decides nothing") {
  for (const int disturbed : {0, 1, 2}) {
    Runs runs{SharingTrial(Way::shared, kLarge),
              [=](Way way, int row) { return (way == Way::alone ? 100 : row == disturbed ? 900 : 60) * kMicrosecond; }};
    runs.shared(6);
    CHECK(runs.shared(50) == 50);
  }
}

TEST_CASE("sharing: a trial of which all was disturbed is made up for soon") {
  int runs_so_far = 0;
  Runs runs{SharingTrial(Way::shared, kLarge),
            [&](Way way, int) { return (way == Way::alone ? 100 : runs_so_far++ < 3 ? 500 : 60) * kMicrosecond; }};
  CHECK(runs.shared(6) == 3);
  const int each = static_cast<int>(SharingTrial::kCounted);
  CHECK(runs.shared(static_cast<int>(SharingTrial::kChangedBetween) * each) == 0);
  runs.shared(2 * each);
  CHECK(runs.shared(runs.between()) == runs.between());
}

TEST_CASE("sharing: small work is judged after threads are awake and caches are filled") {
  Runs runs{SharingTrial(Way::alone, kSmall),
            [](Way way, int row) { return way == Way::alone ? 5 * kMicrosecond : (row < 8 ? 9 : 3) * kMicrosecond; }};
  runs.shared(static_cast<int>(2 * runs.trial.runs_each()));
  CHECK(runs.shared(50) == 50);
}

TEST_CASE("sharing: a way that takes very long is not tried often") {
  Runs runs{SharingTrial(Way::alone, kSmall), times(5, 500)};
  CHECK(runs.shared(static_cast<int>(2 * runs.trial.runs_each())) == 1 + static_cast<int>(SharingTrial::kCounted));
}

TEST_CASE("sharing: a trial waits for threads that have not come yet, and not for ever") {
  for (const int late : {0, 1, 20, 300, 1000}) {
    SharingTrial trial(Way::shared, kSmall);
    int missed = 0, shared = 0;
    for (int i = 0; i < 3000; ++i) {
      const SharingTrial::Turn turn = trial.next();
      const bool is_shared = turn.way == Way::alone || missed++ >= late;
      trial.took(turn, (turn.way == Way::shared && is_shared ? 3 : 5) * kMicrosecond, is_shared);
      shared = turn.way == Way::shared ? shared + 1 : 0;
    }
    CHECK(shared > 100);
  }
  SharingTrial nobody(Way::shared, kSmall);
  std::int64_t waited = 0;
  for (int i = 0; i < 100'000; ++i) {
    const SharingTrial::Turn turn = nobody.next();
    nobody.took(turn, 5 * kMicrosecond, turn.way == Way::alone);
    waited += turn.way == Way::shared ? 5 * kMicrosecond : 0;
  }
  CHECK(waited > 1000 * kMicrosecond);
  CHECK(waited < 100'000 * kMicrosecond);
  CHECK(nobody.next().way == Way::alone);
}

TEST_CASE("sharing: what has changed is noticed, and what does not is asked less and less") {
  bool is_busy = true;
  Runs runs{SharingTrial(Way::shared, kLarge),
            [&](Way way, int) { return (way == Way::alone ? 100 : is_busy ? 150 : 60) * kMicrosecond; }};
  runs.shared(6);
  const int each = static_cast<int>(runs.trial.runs_each());
  CHECK(runs.shared(runs.between()) == 0);
  is_busy = false;
  runs.shared(4 * each);
  CHECK(runs.shared(runs.between()) == runs.between());
  runs.shared(100000);
  runs.timed = 0;
  runs.shared(100000);
  CHECK(runs.timed > 0);
  CHECK(runs.timed <= 17 * 2 * each);
}

}  // namespace dmlrun
