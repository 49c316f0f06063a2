#include "engine/bench/rounds.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <limits>

namespace dmlrun::bench {

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

double working_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double cycle_time() {
#if defined(__x86_64__)
  constexpr int kSteps = 1500;
  std::uint64_t value = 3;
  const double begin = seconds();
  for (int i = 0; i < kSteps; ++i) asm volatile("imul %0, %0" : "+r"(value));
  return (seconds() - begin) / (3 * kSteps);
#else
  return std::numeric_limits<double>::quiet_NaN();
#endif
}

double median(std::vector<double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double spread(std::vector<double> values) {
  if (values.size() < 2) return 0;
  std::sort(values.begin(), values.end());
  return (values[values.size() * 3 / 4] - values[values.size() / 4]) / values[values.size() / 2];
}

std::vector<double> Times::ratios(std::size_t of, std::size_t by) const {
  std::vector<double> result;
  for (std::size_t round = 0; round < calls[of].size(); ++round) result.push_back(calls[of][round] / calls[by][round]);
  return result;
}

double Times::ratio(std::size_t of, std::size_t by) const { return median(ratios(of, by)); }

Times run_rounds(std::span<const Contestant> contestants, const Effort& effort, const std::function<void()>& between) {
  constexpr double kMaxCalls = 1e7, kWarming = 20e-3, kMaxWarming = 4;
  const std::size_t count = contestants.size();
  std::vector<std::uint64_t> calls, warming;
  for (const Contestant& one : contestants) {
    // Doubled until the clock's own time does not matter. The first call may find its memory nowhere near.
    std::uint64_t times = 1;
    const double sample = effort.sample * one.share;
    static_cast<void>(one.time(1));
    double took = one.time(1);
    while (took < sample / 16 && static_cast<double>(times) < kMaxCalls) took = one.time(times *= 2);
    const double call = std::max(took, 1e-9) / static_cast<double>(times);
    calls.push_back(static_cast<std::uint64_t>(std::clamp(sample / call, 1.0, kMaxCalls)));
    warming.push_back(static_cast<std::uint64_t>(std::clamp(kWarming / call, 1.0, kMaxWarming)));
  }
  Times times;
  times.calls.resize(count);
  for (int round = 0; round < effort.rounds; ++round) {
    if (between) between();
    double cycle = cycle_time();
    for (std::size_t turn = 0; turn < count; ++turn) {
      const std::size_t at = (turn + static_cast<std::size_t>(round)) % count;
      for (std::uint64_t i = 0; i < warming[at]; ++i) static_cast<void>(contestants[at].time(1));
      times.calls[at].push_back(contestants[at].time(calls[at]) / static_cast<double>(calls[at]));
      cycle = std::fmin(cycle, cycle_time());
    }
    times.cycles.push_back(cycle);
  }
  return times;
}

}  // namespace dmlrun::bench
