// Code memory that runs out: of budget, of system memory, of bookkeeping.
#include <cstdio>
#include <deque>

#include "engine/test/catch.h"
#include "engine/test/sanitized.h"
#include "jit/memory/code_arena.h"
#include "jit/test/failing_pages.h"
#include "jit/test/mappings.h"
#include "jit/test/memory_map.h"
#include "jit/test/small_code.h"

using namespace dmlrun;
using namespace dmlrun::jit::memory;
using namespace dmlrun::jit::test;

namespace {

constexpr std::uint64_t kSmallBudget = 64u << 10;

/// Builds distinct kernels, releasing the oldest ones only when there is no room, and returns how many releases there
/// were. Each kernel is run; the budget is checked.
std::uint64_t build_many(CodeArena& arena, std::uint64_t kernels) {
  std::deque<CodeBlock> live;
  std::uint64_t releases = 0;
  for (std::uint32_t i = 0; i < kernels; ++i) {
    auto block = arena.build(returns(i, 6 + i % 100));
    while (!block) {
      if (block.error().code != ErrorCode::code_budget || live.empty()) FAIL(block.error().to_string());
      live.pop_front();
      ++releases;
      block = arena.build(returns(i, 6 + i % 100));
    }
    if (call(*block) != i) FAIL("kernel " << i << " is wrong");
    live.push_back(std::move(*block));
    if (i % 1024 == 0 && arena.statistics().mapped_bytes > kSmallBudget) FAIL("over budget at " << i);
  }
  return releases;
}

}  // namespace

TEST_CASE("P14: X153: many distinct kernels stay within a budget of 64 KiB") {
  CodeArena arena = *CodeArena::make({.budget_bytes = kSmallBudget});
  CHECK(build_many(arena, dmlrun::test::repeats(100'000)) > dmlrun::test::repeats(90'000));
}

TEST_CASE("long: P14: a million distinct kernels stay within a budget of 64 KiB", "[.long]") {
  CodeArena arena = *CodeArena::make({.budget_bytes = kSmallBudget});
  CHECK(build_many(arena, 1'000'000) > 990'000);
  std::puts("1000000 distinct kernels through a budget of 64 KiB");
}

TEST_CASE("more code than the budget has is refused with the sizes, and room comes back") {
  CodeArena arena = *CodeArena::make({.budget_bytes = kSmallBudget});
  auto large = arena.build(returns(1, 40'000));
  REQUIRE(large);
  auto other = arena.build(returns(2, 40'000));
  REQUIRE_FALSE(other);
  CHECK(other.error().code == ErrorCode::code_budget);
  CHECK(other.error().message.find("40000") != std::string::npos);
  CHECK(other.error().message.find("65536") != std::string::npos);
  *large = CodeBlock();
  other = arena.build(returns(2, 40'000));
  REQUIRE(other);
  CHECK(call(*other) == 2);
}

TEST_CASE("a budget below a page, a block above a chunk and the largest sizes are refused") {
  for (const std::uint64_t budget : {0, 1, 4095}) {
    CodeArena arena = *CodeArena::make({.budget_bytes = budget});
    CHECK(arena.build(returns(1)).error().code == ErrorCode::code_budget);
  }
  CodeArena arena = *CodeArena::make({});
  const auto write_nothing = [](const CodeSpace&) noexcept {};
  for (const std::size_t bytes : {std::size_t{1} << 20, SIZE_MAX - 4096, SIZE_MAX})
    CHECK(arena.build(bytes, write_nothing).error().code == ErrorCode::code_budget);
  CHECK(arena.build((std::size_t{1} << 20) - 4096, write_nothing));
  CHECK(arena.build(0, write_nothing));
}

TEST_CASE("P14: when the n-th request for memory fails, the build fails, old code runs and later builds work") {
  for (const CodeMapping mapping : working_mappings()) {
    CAPTURE(name(mapping));
    bool was_reached = true;
    for (std::uint64_t n = 1; was_reached; ++n) {
      CAPTURE(n);
      auto pages = std::make_shared<FailingPages>();
      CodeArena arena = *CodeArena::make({.mapping = mapping, .pages = pages});
      pages->fail(n, 1 + n % 3);
      std::vector<CodeBlock> live;
      std::size_t failures = 0;
      for (std::uint32_t i = 0; i < 30; ++i) {
        auto block = arena.build(returns(i, 10'000));
        if (!block) {
          ++failures;
          REQUIRE(block.error().code == ErrorCode::no_executable_memory);
        } else {
          REQUIRE(call(*block) == i);
          live.push_back(std::move(*block));
        }
        if (i % 3 == 2 && !live.empty()) live.erase(live.begin());
        REQUIRE(writable_and_executable().empty());
      }
      was_reached = pages->requests() >= n;
      pages->fail(0, 0);
      CHECK(failures <= 1 + n % 3);
      // Everything works again, and no old code is left in free space.
      for (CodeBlock& block : live) REQUIRE(block.code()[0] == std::byte{0xB8});
      CodeBlock last = std::move(*arena.build(returns(77)));
      REQUIRE(call(last) == 77);
      if (mapping == CodeMapping::dual) CHECK(arena_mappings().writable == 0);
      live.clear();
      last = CodeBlock();
      CHECK(arena.statistics().blocks == 0);
      CHECK(arena.statistics().used_bytes == 0);
    }
  }
}

TEST_CASE("X147: when every request fails there is no executable memory, with a reason") {
  auto pages = std::make_shared<FailingPages>();
  pages->fail(1, UINT64_MAX);
  CodeArena arena = *CodeArena::make({.pages = pages});
  CHECK(arena.mapping() == CodeMapping::none);
  CHECK(arena.why_not().find("refused by the test") != std::string::npos);
  CHECK(arena.build(returns(1)).error().code == ErrorCode::no_executable_memory);
}

TEST_CASE("X146: when the first way is refused the second is taken") {
  auto pages = std::make_shared<FailingPages>();
  pages->fail(1);
  CodeArena arena = *CodeArena::make({.pages = pages});
  CHECK(arena.mapping() == (works(CodeMapping::flip) ? CodeMapping::flip : CodeMapping::none));
}
