// Timing in rounds: each round runs everything that is compared, each time in another order, so that clock drift and
// other load affect all alike. Only figures of the same round are compared.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace dmlrun::bench {

/// Seconds of a monotonic clock.
[[nodiscard]] double seconds();
/// Processor seconds of this process, all threads together: little affected by other load. Used for work of one thread.
[[nodiscard]] double working_seconds();
/// Seconds of one core cycle now, by a chain of dependent multiplications of 3 cycles each.
[[nodiscard]] double cycle_time();
/// The median; of an even number of values the upper one; NaN if there are none.
[[nodiscard]] double median(std::vector<double> values);
/// The distance between the quartiles divided by the median: how much the values differ.
[[nodiscard]] double spread(std::vector<double> values);

/// A contestant: does its work a given number of times and returns the seconds of all of them.
struct Contestant {
  std::string name;
  std::function<double(std::uint64_t times)> time;
  double share = 1;  ///< of Effort::sample
};

/// A contestant made of a callable; work of several threads needs the other clock, `seconds`.
template <class Work>
[[nodiscard]] Contestant contestant(std::string name, Work work, double (*clock)() = working_seconds,
                                    double share = 1) {
  return {std::move(name),
          [work, clock](std::uint64_t times) {
            const double begin = clock();
            for (std::uint64_t i = 0; i < times; ++i) work();
            return clock() - begin;
          },
          share};
}

struct Effort {
  int rounds = 9;
  double sample = 20e-3;                ///< least seconds of one contestant's turn that has all of its share
  double (*clock)() = working_seconds;  ///< that measure() takes; work of several threads needs `seconds`
};

/// Seconds of one call, for each round of each contestant; and of a core cycle in each round.
struct Times {
  std::vector<std::vector<double>> calls;
  std::vector<double> cycles;
  /// Median over the rounds of one contestant's time by another's in the same round.
  [[nodiscard]] double ratio(std::size_t of, std::size_t by) const;
  [[nodiscard]] std::vector<double> ratios(std::size_t of, std::size_t by) const;
};

/// Each turn begins with four calls that are not timed, as many as take 20 ms if those are fewer, and at least one: the
/// work is to find in the caches what it left there. Where the last-level cache holds 64 MB, one call is not enough:
/// two threads, whose turn follows memset's, were 1.62 to 1.77 times as fast as one, whose turn follows theirs, and
/// 1.91 to 2.03 times after four or five. `between` is called between rounds and may throw.
[[nodiscard]] Times run_rounds(std::span<const Contestant> contestants, const Effort& effort,
                               const std::function<void()>& between = {});

}  // namespace dmlrun::bench
