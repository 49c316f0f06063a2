#include "cli/model/sampling.h"

#include <chrono>
#include <ctime>

#include "cli/interrupt.h"

namespace dmlrun::cli {
namespace {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::duration<double, std::milli>;

/// Sleeps in one piece; a signal wakes it.
void sleep_until(Clock::time_point when) {
  for (;;) {
    check_interrupted();
    const auto left = std::chrono::duration_cast<std::chrono::nanoseconds>(when - Clock::now()).count();
    if (left <= 0) return;
    constexpr long kSecond = 1'000'000'000;
    const timespec time{static_cast<std::time_t>(left / kSecond), static_cast<long>(left % kSecond)};
    nanosleep(&time, nullptr);
  }
}

}  // namespace

Samples sample_dispatch(const Session& session, std::size_t command, const DxDispatchOptions& options) {
  Samples samples(options.warmup);
  const Clock::time_point begin = Clock::now();
  Clock::time_point start = begin;
  for (;;) {
    for (std::uint32_t i = 0; i < options.repeat; ++i) {
      check_interrupted();
      session.dispatch(command);
    }
    const Clock::time_point end = Clock::now();
    samples.add(Milliseconds(end - start).count() / options.repeat);
    const bool enough = options.milliseconds ? Milliseconds(end - begin).count() >= *options.milliseconds
                                             : samples.count() >= options.iterations;
    if (enough) return samples;
    check_interrupted();
    start = end;
    if (options.interval_ms == 0) continue;
    sleep_until(start + std::chrono::milliseconds(options.interval_ms));
    start = Clock::now();
  }
}

}  // namespace dmlrun::cli
