// The kernel cache under many threads. P21, T159-T163 of the list of hostile inputs.
#include <sys/wait.h>
#include <unistd.h>

#include <barrier>
#include <thread>
#include <vector>

#include "engine/test/catch.h"
#include "engine/test/planted_backend.h"
#include "engine/test/random.h"

using namespace dmlrun;
using namespace dmlrun::test;

namespace {

constexpr std::uint32_t kThreads = 16;
constexpr std::uint64_t kPlans = 50;

/// 16 threads that compile, run, keep for a while and let go, in a cache with room for less than all.
void storm(std::uint32_t steps) {
  reset_planted();
  KernelCache cache({.entries = 20, .bytes = 1 << 20});
  std::vector<PlantedPlan> plans;
  for (std::uint64_t i = 1; i <= kPlans; ++i) plans.emplace_back(i);
  std::atomic<std::uint64_t> wrong{0}, refused{0};
  const auto work = [&](std::uint32_t thread) {
    Random random(21, thread);
    std::vector<SharedExecutable> used(4);
    for (std::uint32_t step = 0; step < steps; ++step) {
      const PlantedPlan& plan = plans[random.below(kPlans)];
      auto kernel = get(cache, plan);
      if (!kernel) {
        ++refused;
        continue;
      }
      if (written_by(*kernel) != plan.plan.output_span) ++wrong;
      used[random.below(used.size())] = std::move(*kernel);
      if (random.one_in(4)) used[random.below(used.size())] = nullptr;
      if (random.one_in(500)) cache.clear();
      if (random.one_in(300)) planted().failures = 1;
      if (random.one_in(200)) cache.set_limits({.entries = random.between(0, 60), .bytes = 1 << 20});
    }
  };
  std::vector<std::thread> threads;
  for (std::uint32_t i = 0; i < kThreads; ++i) threads.emplace_back(work, i);
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
  CHECK(refused <= std::uint64_t{kThreads} * steps / 10);
  for (const auto& [plan, count] : planted().counts) {
    CAPTURE(plan);
    // One that nobody owns any more may still be on its way out when the next is built; of those owned there is one.
    CHECK(count.most_alive <= 2);
  }
  cache.clear();
  CHECK(planted().alive == 0);
}

/// All threads ask for one plan at the same time.
std::vector<Result<SharedExecutable>> all_at_once(KernelCache& cache, const PlantedPlan& plan) {
  std::vector<Result<SharedExecutable>> results(kThreads, Error{});
  std::barrier start(kThreads);
  std::vector<std::thread> threads;
  for (std::uint32_t i = 0; i < kThreads; ++i)
    threads.emplace_back([&, i] {
      start.arrive_and_wait();
      results[i] = get(cache, plan);
    });
  for (std::thread& thread : threads) thread.join();
  return results;
}

}  // namespace

TEST_CASE("cache: P21: sixteen threads compile, run and evict, and no key has a second build") { storm(10'000); }

TEST_CASE("cache: T159: sixteen threads that ask at once have one kernel") {
  reset_planted();
  planted().build_milliseconds = 50;
  KernelCache cache;
  const auto results = all_at_once(cache, PlantedPlan(1));
  for (const auto& result : results) CHECK((result && *result == *results[0]));
  CHECK(planted().of(1).builds == 1);
  CHECK(cache.statistics().hits == kThreads - 1);
}

TEST_CASE("cache: T160: a failed build reaches all who wait, also one that throws, and the next call tries again") {
  for (const ErrorCode code : {ErrorCode::backend_failed, ErrorCode::out_of_memory}) {
    reset_planted();
    planted().build_milliseconds = 200;
    planted().failures = 1;
    planted().failure = code;
    KernelCache cache;
    std::uint64_t failed = 0;
    for (const auto& result : all_at_once(cache, PlantedPlan(1))) failed += !result && result.error().code == code;
    // A thread that the system starts late asks after the failure, and succeeds.
    CHECK(failed >= kThreads / 2);
    planted().build_milliseconds = 0;
    CHECK(get(cache, PlantedPlan(1)));
    CHECK(planted().of(1).builds == 1);
  }
}

TEST_CASE("cache: T163: a child forked while another thread compiles has a cache that works") {
  reset_planted();
  planted().build_milliseconds = 300;
  set_cache_limits({.entries = 77, .bytes = 1 << 20});
  const auto before = KernelCache::of_process().statistics();
  std::thread builder([] { (void)get(KernelCache::of_process(), PlantedPlan(201)); });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(30);
    planted().build_milliseconds = 0;
    const auto kernel = get(KernelCache::of_process(), PlantedPlan(201));
    const auto after = KernelCache::of_process().statistics();
    const bool good = kernel && written_by(*kernel) == 201 && after.builds == 1 && after.limits.entries == 77;
    ::_exit(good ? 0 : 1);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  builder.join();
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(KernelCache::of_process().statistics().builds == before.builds + 1);
  set_cache_limits({});
}
