// What the kernel cache keeps, finds and lets go, seen by one thread.
#include "engine/run/cache/kernel_cache.h"

#include "engine/test/catch.h"
#include "engine/test/planted_backend.h"

using namespace dmlrun;
using namespace dmlrun::test;

namespace {

bool finds(KernelCache& cache, std::uint64_t number) { return cache.find(PlantedPlan(number).kernel_key()) != nullptr; }

void build(KernelCache& cache, std::uint64_t number) { REQUIRE(get(cache, PlantedPlan(number))); }

/// Bytes of a planted kernel with its key.
std::uint64_t bytes_of_one() {
  return planted().kernel_bytes + PlantedPlan(1).key->words.size() * sizeof(std::uint64_t);
}

}  // namespace

TEST_CASE("cache: equal keys share one kernel, and keys are equal only in all their parts") {
  reset_planted();
  KernelCache cache;
  Backend other = kPlanted;
  const auto first = get(cache, PlantedPlan(1));
  REQUIRE(first);
  CHECK(*get(cache, PlantedPlan(1)) == *first);
  CHECK(cache.find(PlantedPlan(1).kernel_key()) == *first);
  CHECK(*get(cache, PlantedPlan(2)) != *first);
  CHECK(*get(cache, PlantedPlan(1), 1) != *first);
  CHECK(*get(cache, PlantedPlan(1), 0, other) != *first);
  CHECK(cache.statistics().builds == 4);
  CHECK(cache.statistics().hits == 2);
  CHECK(cache.statistics().entries == 4);
}

TEST_CASE("cache: plans whose hashes are equal are still two") {
  reset_planted();
  KernelCache cache;
  std::vector<PlantedPlan> plans;
  for (std::uint64_t i = 1; i <= 200; ++i) {
    plans.emplace_back(i);
    auto key = *plans.back().key;
    key.hash = 7;
    plans.back().key = std::make_shared<const plan::Key>(key);
  }
  for (const PlantedPlan& plan : plans) CHECK(written_by(*get(cache, plan)) == plan.plan.output_span);
  for (const PlantedPlan& plan : plans) CHECK(written_by(*get(cache, plan)) == plan.plan.output_span);
  CHECK(cache.statistics().builds == 200);
  CHECK(cache.statistics().hits == 200);
}

TEST_CASE("cache: the least recently used kernel makes way") {
  reset_planted();
  KernelCache cache({.entries = 3, .bytes = 1 << 20});
  for (const std::uint64_t number : {1, 2, 3}) build(cache, number);
  CHECK(finds(cache, 1));
  build(cache, 4);
  CHECK_FALSE(finds(cache, 2));
  CHECK(finds(cache, 3));
  build(cache, 5);
  // Of 1, 3 and 4 only 3 was used since 4 was added.
  CHECK(finds(cache, 3));
  CHECK(finds(cache, 5));
  CHECK(static_cast<int>(finds(cache, 1)) + static_cast<int>(finds(cache, 4)) == 1);
  CHECK(cache.statistics().evictions == 2);
  CHECK(planted().alive == 3);
}

TEST_CASE("cache: kernels that are used in turn stay, however many others come") {
  reset_planted();
  KernelCache cache({.entries = 40, .bytes = 1 << 20});
  for (std::uint64_t number = 1; number <= 5000; ++number) {
    build(cache, number + 100);
    for (std::uint64_t kept = 1; kept <= 30; ++kept) build(cache, kept);
  }
  for (std::uint64_t kept = 1; kept <= 30; ++kept) CHECK(planted().of(kept).builds == 1);
  CHECK(cache.statistics().entries == 40);
  CHECK(cache.statistics().evictions == 5000 + 30 - 40);
}

TEST_CASE("cache: the limit in bytes counts kernels and keys, and one above it drives out nothing") {
  reset_planted();
  KernelCache cache({.entries = 1000, .bytes = 10 * bytes_of_one()});
  for (std::uint64_t number = 1; number <= 11; ++number) build(cache, number);
  CHECK(cache.statistics().entries == 10);
  CHECK(cache.statistics().bytes == 10 * bytes_of_one());
  CHECK_FALSE(finds(cache, 1));
  planted().kernel_bytes = 10 * bytes_of_one();
  const auto large = get(cache, PlantedPlan(12));
  REQUIRE(large);
  CHECK(cache.statistics().entries == 10);
  CHECK(finds(cache, 12));  // in use, though not kept
  planted().kernel_bytes = 100;
  build(cache, 13);
  CHECK(cache.statistics().bytes == 10 * bytes_of_one());
}

TEST_CASE("cache: limits that are lowered hold at once, and 0 keeps nothing") {
  reset_planted();
  KernelCache cache;
  for (std::uint64_t number = 1; number <= 20; ++number) build(cache, number);
  cache.set_limits({.entries = 5, .bytes = 1 << 20});
  CHECK(planted().alive == 5);
  CHECK(finds(cache, 20));
  cache.set_limits({.entries = 5, .bytes = 2 * bytes_of_one() + 1});
  CHECK(planted().alive == 2);
  cache.set_limits({.entries = 0, .bytes = 1 << 20});
  CHECK(planted().alive == 0);
  build(cache, 1);
  CHECK(planted().alive == 0);
  const auto used = get(cache, PlantedPlan(1));
  CHECK(*get(cache, PlantedPlan(1)) == *used);
}

TEST_CASE("cache: X154: a kernel in use outlives its eviction, its cache and the plan, and is found while it lives") {
  reset_planted();
  SharedExecutable kernel;
  {
    KernelCache cache({.entries = 2, .bytes = 1 << 20});
    kernel = *get(cache, PlantedPlan(1));
    for (std::uint64_t number = 2; number <= 300; ++number) build(cache, number);
    CHECK(written_by(kernel) == 1);
    CHECK(*get(cache, PlantedPlan(1)) == kernel);
    CHECK(planted().of(1).builds == 1);
    cache.clear();
    CHECK(planted().alive == 1);
    CHECK(cache.statistics().bytes == 0);
    CHECK(*get(cache, PlantedPlan(1)) == kernel);
    kernel = nullptr;
    CHECK_FALSE(finds(cache, 1));
    CHECK(planted().alive == 0);
    kernel = *get(cache, PlantedPlan(1));
  }
  CHECK(written_by(kernel) == 1);
}

TEST_CASE("cache: a failed build is an Error now and tried again by the next call") {
  reset_planted();
  KernelCache cache;
  for (const ErrorCode code : {ErrorCode::backend_failed, ErrorCode::out_of_memory, ErrorCode::no_executable_memory}) {
    planted().failure = code;
    planted().failures = 1;
    const auto failed = get(cache, PlantedPlan(1 + static_cast<std::uint64_t>(code)));
    REQUIRE_FALSE(failed);
    CHECK(failed.error().code == code);
    CHECK(get(cache, PlantedPlan(1 + static_cast<std::uint64_t>(code))));
  }
  CHECK(cache.statistics().failures == 3);
  CHECK(cache.statistics().builds == 3);
}

TEST_CASE("cache: where code memory has no room, kernels that nobody uses make way, the oldest first") {
  reset_planted();
  planted().room = 8;
  KernelCache cache;
  const auto used = *get(cache, PlantedPlan(1));
  for (std::uint64_t number = 2; number <= 8; ++number) build(cache, number);
  build(cache, 9);  // 2 and 3 go, a quarter of the seven that are not in use
  for (const std::uint64_t number : {1, 4, 8, 9}) CHECK(finds(cache, number));
  for (const std::uint64_t number : {2, 3}) CHECK_FALSE(finds(cache, number));
  CHECK(planted().alive == 7);
  std::vector<SharedExecutable> all;
  for (std::uint64_t number = 10; number <= 16; ++number) all.push_back(*get(cache, PlantedPlan(number)));
  const auto full = get(cache, PlantedPlan(17));
  REQUIRE_FALSE(full);
  CHECK(full.error().code == ErrorCode::code_budget);
  CHECK(written_by(used) == 1);
  all.pop_back();
  CHECK(get(cache, PlantedPlan(17)));
}

TEST_CASE("cache: a kernel that is too long for any code memory drives out nothing") {
  reset_planted();
  KernelCache cache({}, []() noexcept { return std::uint64_t{0}; });
  build(cache, 1);
  planted().failures = 100;
  planted().failure = ErrorCode::code_budget;
  CHECK_FALSE(get(cache, PlantedPlan(2)));
  CHECK(planted().failures == 99);
  CHECK(planted().alive == 1);
}

TEST_CASE("cache: kernels built on their own are not shared, and make room too") {
  reset_planted();
  planted().room = 2;
  KernelCache cache;
  const Desc none{};
  const CompileOptions options{};
  const PlantedPlan plan(1);
  build(cache, 1);
  const auto own = cache.build(kPlanted, {none, plan.plan, 0, options});
  REQUIRE(own);
  CHECK(*own != *get(cache, plan));
  CHECK(cache.build(kPlanted, {none, plan.plan, 0, options}));
  CHECK_FALSE(finds(cache, 1));
}
