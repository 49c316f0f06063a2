// The team of threads by itself: loops that count what is run.
#include "engine/run/team.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "engine/test/catch.h"

namespace dmlrun {
namespace {

/// A loop whose chunks count their runs, and may run loops themselves.
struct Counted {
  unsigned threads;
  std::uint32_t each;
  int depth = 0;
  Executor executor{};
  mutable std::vector<std::atomic<int>> runs{std::vector<std::atomic<int>>(threads * each)};

  void run() const noexcept {
    const auto chunk = [](const void* all, std::uint64_t i) noexcept {
      const auto& me = *static_cast<const Counted*>(all);
      ++me.runs[i];
      if (me.depth == 0) return;
      const Counted inner{3, 2, me.depth - 1, me.executor};
      inner.run();
      if (!inner.is_right()) me.runs[i] = 1000;
    };
    run_loop(executor, {chunk, this, threads, each});
  }
  [[nodiscard]] bool is_right() const noexcept {
    return std::all_of(runs.begin(), runs.end(), [](const auto& count) { return count == 1; });
  }
};

/// Threads for every call; who calls runs the first member.
constexpr Executor kThreads{[](void*, std::size_t count, Executor::Part part, void* context) noexcept {
                              std::vector<std::thread> threads;
                              for (std::size_t i = 1; i < count; ++i) threads.emplace_back(part, context, i);
                              part(context, 0);
                              for (std::thread& thread : threads) thread.join();
                            },
                            nullptr};

}  // namespace

TEST_CASE("team: every chunk runs once, whoever is awake, in loops of many callers, and in loops within loops") {
  std::atomic<int> wrong{0};
  const auto work = [&](int rounds) {
    for (int i = 0; i < rounds; ++i)
      for (const unsigned threads : {2u, 3u, 16u, 64u}) {
        const Counted counted{threads, i % 3 + 1u, i % 10 == 0 ? 2 : 0};
        counted.run();
        wrong += counted.is_right() ? 0 : 1;
        // Now and then the threads go to sleep meanwhile, or are about to.
        if (i % 50 == 0) std::this_thread::sleep_for(std::chrono::microseconds(45 + i / 10));
      }
  };
  work(300);
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) threads.emplace_back(work, 100);
  for (std::thread& thread : threads) thread.join();
  work(100);
  CHECK(wrong == 0);
}

TEST_CASE("team: a pool of the caller's runs every chunk once, and loops within its loops") {
  for (const unsigned threads : {2u, 16u, 64u})
    for (const int depth : {0, 1}) {
      const Counted pooled{threads, 5, depth, kThreads};
      pooled.run();
      CHECK(pooled.is_right());
    }
}

TEST_CASE("team: threads that come take chunks of their own, and one that is late loses its chunks to the others") {
  struct Blocked {
    std::atomic<bool> is_open{false};
    std::atomic<int> others{0};
    std::mutex mutex;
    std::set<std::thread::id> ids;
  } blocked;
  // Chunk 0 waits until all others are done, so others than its thread did them.
  const auto chunk = [](const void* all, std::uint64_t i) noexcept {
    auto& state = *const_cast<Blocked*>(static_cast<const Blocked*>(all));
    {
      const std::scoped_lock lock(state.mutex);
      state.ids.insert(std::this_thread::get_id());
    }
    if (i > 0) {
      ++state.others;
      return;
    }
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (state.others < 39 && std::chrono::steady_clock::now() < end) std::this_thread::yield();
  };
  run_loop({}, {chunk, &blocked, 4, 10});
  CHECK(blocked.others == 39);
  CHECK(blocked.ids.size() >= 2);
}

TEST_CASE("team: as many threads as asked for, at most 64, and no executor without a function") {
  CHECK(team_of({})->threads == 1);
  for (const auto& [asked, given] : {std::pair{2u, 2u}, {64u, 64u}, {65u, 64u}, {100'000u, 64u}}) {
    CompileOptions options;
    options.threads = asked;
    CHECK(team_of(options)->threads == given);
  }
  CompileOptions all;
  all.threads = 0;
  CHECK(team_of(all)->threads == std::clamp(std::thread::hardware_concurrency(), 1u, 64u));
}

}  // namespace dmlrun
