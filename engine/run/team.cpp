#include "engine/run/team.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "engine/run/module_file.h"
#include "engine/tensor/floating_point.h"
#include "engine/threads/threads_interface.h"

namespace dmlrun {
namespace {

/// Threads that ended their work so long ago are taken to be still awake. oneTBB's wait for some ten microseconds.
constexpr std::int64_t kAwakeNanoseconds = 50'000;
/// Who has not come by then, in nanoseconds, is not waited for: the machine is busy, or the executor has one thread.
constexpr std::int64_t kLongestWait = 100'000;

/// Smaller shares gained nothing anywhere.
constexpr std::uint64_t kLeastShare = 48 << 10;

std::atomic<std::uint64_t> forced_bytes{0};

struct OwnThreads {
  Executor executor;  ///< without run(): there are none, because ...
  std::string why_not;
};

OwnThreads load_own_threads() {
  const std::string path = module_file(kThreadsFile);
  if (path.empty())
    return {{}, std::string("threads are not installed: their module, ") + kThreadsFile +
                    ", is not where this program or library is, nor where it is installed; builds with oneTBB make it"};
  Module loaded = load_module(path, kThreadsSymbol);
  if (!loaded.interface) return {{}, std::move(loaded.why_not)};
  const auto* module = static_cast<const ThreadsModule*>(loaded.interface);
  constexpr std::string_view kOurs = DMLRUN_THREADS_VERSION(DMLRUN_VERSION);
  if (module->version != kOurs)
    return {{}, path + " is of version " + module->version + "; " + std::string(kOurs) + " was expected"};
  return {{module->run, nullptr}, {}};
}

// What follows has no locks: a child of fork() may find them held by a thread that it does not have. What two threads
// make at once is kept twice, and never freed, because kernels may outlive objects with static storage.

const OwnThreads& own_threads() {
  static std::atomic<const OwnThreads*> loaded{nullptr};
  if (!loaded.load(std::memory_order_acquire)) loaded.store(new OwnThreads(load_own_threads()), std::memory_order_release);
  return *loaded.load(std::memory_order_acquire);
}

/// Parts that end when all of them have begun, or when one has waited long enough.
struct Meeting {
  unsigned expected;
  std::int64_t deadline;
  std::atomic<unsigned> arrived{0};
  std::int64_t first_part = 0, last_arrival = 0;

  void attend(std::size_t index) noexcept {
    const std::int64_t moment = now();
    if (index == 0) first_part = moment;
    if (arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == expected) last_arrival = moment;
    // Who is waited for may need this processor to come.
    for (unsigned turns = 1; arrived.load(std::memory_order_relaxed) < expected && now() < deadline;)
      if (++turns % 128 == 0) std::this_thread::yield();
  }
};

/// In nanoseconds: until the whole team is there and gone, and by how much the first part was ahead of the last one to come.
struct MeetingTimes {
  double all, ahead;
};
MeetingTimes time_to_meet(const Executor& executor, unsigned threads) noexcept {
  const std::int64_t begin = now();
  Meeting meeting{threads, begin + kLongestWait};
  executor.run(
      executor.self, threads,
      [](void* context, std::size_t index) noexcept { static_cast<Meeting*>(context)->attend(index); }, &meeting);
  return {static_cast<double>(now() - begin), static_cast<double>(meeting.last_arrival - meeting.first_part)};
}

constexpr std::size_t kMostTimes = 17;

/// The lower quartile of so many: what disturbs a measurement makes it longer.
template <class Measure>
double typical(std::size_t count, Measure measure) {
  std::array<double, kMostTimes> times;  // in order
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t at = i;
    for (const double time = times[i] = measure(); at > 0 && times[at - 1] > time; --at) std::swap(times[at - 1], times[at]);
  }
  return times[count / 4];
}

/// Of copies within the nearer caches, where time per byte is shortest and sharing pays least.
double bytes_per_nanosecond() {
  constexpr std::size_t kBytes = 64 << 10;
  std::vector<std::byte> from(kBytes), to(kBytes);
  const double time = typical(9, [&] {
    const std::int64_t begin = now();
    for (int i = 0; i < 4; ++i) {
      std::memcpy(to.data(), from.data(), kBytes);
      from[static_cast<std::size_t>(i)] = to[kBytes - 1];  // so that no copy is left out
    }
    return static_cast<double>(std::max<std::int64_t>(now() - begin, 1));
  });
  return 4 * kBytes / time;
}

void measure(ExecutorState& state) {
  const DefaultFloatingPoint environment;
  const double speed = bytes_per_nanosecond();
  const auto meet = [&] { return time_to_meet(state.executor, state.threads).all; };
  meet();  // makes the threads
  const double asleep = typical(7, [&] {
    std::this_thread::sleep_for(std::chrono::microseconds(200));
    return meet();
  });
  // Again where nobody came: a thread may need some milliseconds to get a processor of its own.
  double awake = kLongestWait;
  for (int attempt = 0; attempt < 3 && awake > kLongestWait / 2; ++attempt) {
    if (attempt > 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    awake = std::min(awake, typical(kMostTimes, meet));
  }
  const double ahead = typical(kMostTimes, [&] { return time_to_meet(state.executor, state.threads).ahead; });
  state.awake_bytes = static_cast<std::uint64_t>(speed * awake);
  // Half as much again, because the others' answer takes a while to come, too: 256 KiB, where 220 to 310 ns were measured,
  // took least with 300 to 700, and 4 % more with none. Executors whose parts begin in any order have none ahead.
  state.ahead_bytes = static_cast<std::uint64_t>(speed * std::clamp(1.5 * ahead, 0.0, awake));
  state.asleep_bytes = std::max(state.awake_bytes, static_cast<std::uint64_t>(speed * asleep));
}

/// One for each executor and number of threads, measured once.
ExecutorState* state_of(const Executor& executor, unsigned threads) {
  static std::atomic<ExecutorState*> newest{nullptr};
  for (ExecutorState* state = newest.load(std::memory_order_acquire); state; state = state->older)
    if (state->executor.run == executor.run && state->executor.self == executor.self && state->threads == threads)
      return state;
  auto state = std::make_unique<ExecutorState>(executor, threads);
  measure(*state);
  state->older = newest.load(std::memory_order_relaxed);
  while (!newest.compare_exchange_weak(state->older, state.get(), std::memory_order_release)) {
  }
  return state.release();
}

}  // namespace

Result<Team> team_of(const CompileOptions& options) {
  if (options.executor && !options.executor->run)
    return Error{ErrorCode::usage, {}, {}, "the executor has no function that runs parts", {}};
  unsigned threads = options.threads == 0 ? std::max(std::thread::hardware_concurrency(), 1u) : options.threads;
  threads = std::min(threads, kMostThreads);
  if (threads == 1) return Team{};
  if (options.executor) return Team{threads, state_of(*options.executor, threads)};
  const OwnThreads& own = own_threads();
  if (!own.executor.run) return Error{ErrorCode::backend_unavailable, {}, {}, own.why_not, {}};
  return Team{threads, state_of(own.executor, threads)};
}

std::int64_t now() noexcept { return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1); }

bool is_forced() noexcept { return forced_bytes.load(std::memory_order_relaxed) > 0; }

bool may_share(const Team& team, std::uint64_t bytes) noexcept {
  if (!team.state) return false;
  return bytes >= (is_forced() ? forced_bytes.load(std::memory_order_relaxed) : 2 * kLeastShare);
}

std::uint64_t least_shared(const Team& team) noexcept {
  // With two threads work takes half the time and what the second one takes to come; and a quarter of that again, because
  // what it then finds is not in its caches.
  return 2 * std::max(team.state->awake_bytes * 5 / 4, kLeastShare);
}

std::uint64_t least_shared_asleep(const Team& team) noexcept {
  return std::max(least_shared(team), team.state->asleep_bytes * 3 / 2);
}

unsigned sharers(const Team& team, std::uint64_t bytes) noexcept {
  if (is_forced()) return team.threads;
  return static_cast<unsigned>(std::clamp<std::uint64_t>(2 * bytes / least_shared(team), 2, team.threads));
}

bool is_awake(const Team& team, std::int64_t moment) noexcept {
  return moment - team.state->last_used.load(std::memory_order_relaxed) < kAwakeNanoseconds;
}

void mark_used(const Team& team, std::int64_t moment) noexcept {
  team.state->last_used.store(moment, std::memory_order_relaxed);
}

void share_from(std::uint64_t bytes) noexcept { forced_bytes.store(bytes, std::memory_order_relaxed); }

}  // namespace dmlrun
