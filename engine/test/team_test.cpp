// The team of threads by itself: loops that count what is run.
#include "engine/run/threads/team.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
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

/// New threads for every call; the calling thread runs the first member.
constexpr Executor kThreads{[](void*, std::size_t count, Executor::Part part, void* context) noexcept {
                              std::vector<std::thread> threads;
                              for (std::size_t i = 1; i < count; ++i) threads.emplace_back(part, context, i);
                              part(context, 0);
                              for (std::thread& thread : threads) thread.join();
                            },
                            nullptr};

/// Whether others than the thread of chunk 0, which waits for them, run all other chunks, its own among them.
bool others_come() {
  struct State {
    std::atomic<int> others{0};
    std::atomic<bool> is_late{false};
  } state;
  const auto chunk = [](const void* all, std::uint64_t i) noexcept {
    auto& my = *const_cast<State*>(static_cast<const State*>(all));
    if (i > 0) {
      ++my.others;
      return;
    }
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (my.others < 39 && !my.is_late) {
      std::this_thread::yield();
      my.is_late = std::chrono::steady_clock::now() > end;
    }
  };
  run_loop({}, {chunk, &state, 4, 10});
  return !state.is_late;
}

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

TEST_CASE("team: threads that sleep come and take the chunks of one that is late") {
  for (int i = 0; i < 3; ++i) {
    CHECK(others_come());
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

// ThreadSanitizer knows nothing of threads that a child of a process with threads starts.
#ifndef __SANITIZE_THREAD__
TEST_CASE("team: a child of fork() has threads of its own") {
  CHECK(others_come());
  for (int i = 0; i < 5; ++i) {
    const pid_t child = ::fork();
    if (child == 0) {
      ::alarm(60);
      ::_exit(others_come() && others_come() ? 0 : 1);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(status == 0);
  }
}
#endif

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
