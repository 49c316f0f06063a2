// The kernel cache under many threads. P21, T159-T163 of the list of hostile inputs.
#include <sys/wait.h>
#include <unistd.h>

#include <barrier>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
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

/// Builds that should not have been: one that began while another of its key was in flight, while the cache could hand
/// a kernel out, or while somebody held one. A kernel that nobody owns any more may still be on its way out meanwhile.
struct Violations {
  std::atomic<std::uint64_t> in_flight{0}, findable{0}, held{0};
};

/// A kernel that a thread holds. Looked at when it is let go, for then every build since it was built has begun.
struct Held {
  SharedExecutable kernel;
  void replace(SharedExecutable next, Violations& violations) {
    if (kernel && static_cast<const PlantedKernel&>(*kernel).is_outdated()) ++violations.held;
    kernel = std::move(next);
  }
};

struct Storm {
  KernelCache cache{{.entries = 20, .bytes = 1 << 20}};  // room for less than all
  std::vector<PlantedPlan> plans;
  Violations violations;
  std::atomic<std::uint64_t> wrong{0}, refused{0};
};

/// Compiles, runs, keeps for a while and lets go.
void compile_run_evict(Storm& storm, std::uint32_t thread, std::uint32_t steps) {
  Random random(21, thread);
  std::vector<Held> held(4);
  const auto place = [&]() -> Held& { return held[random.below(held.size())]; };
  for (std::uint32_t step = 0; step < steps; ++step) {
    const PlantedPlan& plan = storm.plans[random.below(kPlans)];
    auto kernel = get(storm.cache, plan);
    if (!kernel) {
      ++storm.refused;
      continue;
    }
    if (written_by(*kernel) != plan.plan.output_span) ++storm.wrong;
    place().replace(std::move(*kernel), storm.violations);
    if (random.one_in(4)) place().replace(nullptr, storm.violations);
    if (random.one_in(500)) storm.cache.clear();
    if (random.one_in(300)) planted().failures = 1;
    if (random.one_in(200)) storm.cache.set_limits({.entries = random.between(0, 60), .bytes = 1 << 20});
  }
  for (Held& each : held) each.replace(nullptr, storm.violations);
}

/// 16 threads at once.
void check_storm(std::uint32_t steps) {
  reset_planted();
  Storm storm;
  for (std::uint64_t i = 1; i <= kPlans; ++i) storm.plans.emplace_back(i);
  planted().on_build = [&](std::uint64_t plan) {
    if (storm.cache.find(storm.plans[plan - 1].kernel_key())) ++storm.violations.findable;
  };
  std::vector<std::thread> threads;
  for (std::uint32_t i = 0; i < kThreads; ++i) threads.emplace_back([&, i] { compile_run_evict(storm, i, steps); });
  for (std::thread& thread : threads) thread.join();
  std::uint64_t builds = 0;
  for (const PlantedCounts& count : planted().counts) {
    storm.violations.in_flight += count.begun_in_flight;
    builds += count.builds;
  }
  CHECK(storm.violations.in_flight == 0);
  CHECK(storm.violations.findable == 0);
  CHECK(storm.violations.held == 0);
  CHECK(storm.wrong == 0);
  CHECK(storm.refused <= std::uint64_t{kThreads} * steps / 10);
  CHECK(builds > steps);  // the storm evicts
  storm.cache.clear();
  CHECK(planted().alive == 0);
  std::printf("%u compilations by %u threads of %u keys: %llu builds\n", kThreads * steps, kThreads,
              static_cast<unsigned>(kPlans), static_cast<unsigned long long>(builds));
  reset_planted();
}

/// Whether each other thread of this process waits in a system call.
bool all_others_sleep() {
  std::uint32_t awake = 0;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream file(task.path() / "stat");
    const std::string words((std::istreambuf_iterator<char>(file)), {});
    const std::size_t state = words.rfind(") ");  // what comes before is the program's name, which may be anything
    awake += state == std::string::npos || words.compare(state + 2, 1, "S") != 0;
  }
  return awake <= 1;
}

/// All threads ask for one plan at the same time.
std::vector<Result<SharedExecutable>> all_at_once(KernelCache& cache, const PlantedPlan& plan,
                                                  std::atomic<std::uint32_t>* asking = nullptr) {
  std::vector<Result<SharedExecutable>> results(kThreads, Error{});
  std::barrier start(kThreads);
  std::vector<std::thread> threads;
  for (std::uint32_t i = 0; i < kThreads; ++i)
    threads.emplace_back([&, i] {
      start.arrive_and_wait();
      if (asking) ++*asking;
      results[i] = get(cache, plan);
    });
  for (std::thread& thread : threads) thread.join();
  return results;
}

}  // namespace

TEST_CASE("cache: P21: while sixteen threads compile, run and evict, no key is built that is being built or lives") {
  check_storm(10'000);
}

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
    std::atomic<std::uint32_t> asking{0};
    planted().on_build = [&](std::uint64_t) {
      constexpr auto kLongest = std::chrono::minutes(2);  // and all fail who wait by then
      const auto end = std::chrono::steady_clock::now() + kLongest;
      while ((asking < kThreads || !all_others_sleep()) && std::chrono::steady_clock::now() < end)
        std::this_thread::yield();
    };
    planted().failures = 1;
    planted().failure = code;
    KernelCache cache;
    std::uint64_t failed = 0;
    for (const auto& result : all_at_once(cache, PlantedPlan(1), &asking))
      failed += !result && result.error().code == code;
    CHECK(failed == kThreads);
    planted().on_build = nullptr;
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
