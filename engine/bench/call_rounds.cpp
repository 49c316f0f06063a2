// The rounds of rounds.h for functions of other libraries, as a shared library for the program that measures peers:
// calls that go through C only, timed without the calling language between them.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/bench/plain_move.h"
#include "engine/bench/rounds.h"

#pragma GCC visibility push(default)
extern "C" {

/// A function that takes up to six whole numbers or pointers.
struct dmlrun_bench_call {
  void (*function)(std::uintptr_t, std::uintptr_t, std::uintptr_t, std::uintptr_t, std::uintptr_t, std::uintptr_t);
  std::uintptr_t arguments[6];
};

/// Calls, one after another; or, where there are none, a function that does its work so many times and returns the
/// seconds, by the clock of dmlrun_bench_seconds.
struct dmlrun_bench_contestant {
  const dmlrun_bench_call* calls;
  std::size_t call_count;
  double (*time)(std::uint64_t times);
};

/// Seconds that processors worked for this process.
double dmlrun_bench_seconds() { return dmlrun::bench::working_seconds(); }

/// A copy, or where `from` is null a fill, by a number of threads of its own, not those of the library under test.
void dmlrun_bench_plain(void* to, const void* from, std::size_t bytes, std::int32_t is_non_temporal,
                        std::uint32_t threads) {
  dmlrun::CompileOptions options;
  options.threads = threads;
  const auto team = dmlrun::team_of(options);
  dmlrun::bench::PlainMove{{static_cast<std::byte*>(to), bytes},
                           static_cast<const std::byte*>(from),
                           is_non_temporal != 0,
                           team ? *team : dmlrun::Team{}}
      .run();
}

/// Seconds by the wall clock of so many calls, one after another.
double dmlrun_bench_repeat(const dmlrun_bench_call* call, std::uint64_t times) {
  using Clock = std::chrono::steady_clock;
  const auto& [function, a] = *call;
  const Clock::time_point begin = Clock::now();
  for (std::uint64_t i = 0; i < times; ++i) function(a[0], a[1], a[2], a[3], a[4], a[5]);
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Seconds of one call into seconds[contestant * rounds + round], and of a core cycle into cycles[round]. `at_work`,
/// which another process may look at when this one dies, holds the number of the contestant whose turn it is, and at
/// the end -1.
void dmlrun_bench_rounds(const dmlrun_bench_contestant* contestants, std::size_t count, int rounds, double sample,
                         double* seconds, double* cycles, volatile std::int32_t* at_work) {
  using namespace dmlrun::bench;
  std::vector<Contestant> all;
  for (const dmlrun_bench_contestant& one : std::vector(contestants, contestants + count)) {
    if (one.call_count == 0) {
      all.push_back({"", one.time});
      continue;
    }
    all.push_back(contestant("", [one] {
      for (std::size_t i = 0; i < one.call_count; ++i) {
        const auto& [function, a] = one.calls[i];
        function(a[0], a[1], a[2], a[3], a[4], a[5]);
      }
    }));
  }
  for (std::size_t i = 0; i < count; ++i)
    all[i].time = [work = std::move(all[i].time), i, at_work](std::uint64_t times) {
      *at_work = static_cast<std::int32_t>(i);
      return work(times);
    };
  const Times times = run_rounds(all, {rounds, sample});
  *at_work = -1;
  for (std::size_t i = 0; i < count; ++i) std::copy(times.calls[i].begin(), times.calls[i].end(), seconds + i * rounds);
  std::copy(times.cycles.begin(), times.cycles.end(), cycles);
}
}
#pragma GCC visibility pop
