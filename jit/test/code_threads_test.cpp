// Code memory among threads and processes.
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "engine/test/catch.h"
#include "engine/test/random.h"
#include "engine/test/sanitized.h"
#include "jit/memory/code_arena.h"
#include "jit/test/child_process.h"
#include "jit/test/mappings.h"
#include "jit/test/memory_map.h"
#include "jit/test/small_code.h"

using namespace dmlrun;
using namespace dmlrun::jit::memory;
using namespace dmlrun::jit::test;

namespace {

constexpr int kThreads = 16;
constexpr std::uint32_t kSteps = dmlrun::test::kSanitized ? 300 : 1000;

struct Counts {
  std::atomic<std::uint64_t> wrong{0}, refused{0}, run{0};
};

/// Builds, runs and releases, keeping a few blocks for a while.
void work(CodeArena arena, std::uint32_t thread, Counts& counts) {
  dmlrun::test::Random random(21, thread);
  std::vector<std::pair<std::uint32_t, CodeBlock>> live;
  for (std::uint32_t step = 0; step < kSteps; ++step) {
    const std::uint32_t value = thread << 16 | step;
    auto block = arena.build(returns(value, random.between(6, 2000)));
    if (block) live.emplace_back(value, std::move(*block));
    else ++(block.error().code == ErrorCode::code_budget ? counts.refused : counts.wrong);
    for (const auto& [expected, code] : live) {
      if (call(code) != expected) ++counts.wrong;
      ++counts.run;
    }
    while (live.size() > 8 || (!live.empty() && random.one_in(4))) {
      std::swap(live[random.below(live.size())], live.back());
      live.pop_back();
    }
  }
}

/// A place where threads hand blocks to one another.
class Exchange {
 public:
  std::shared_ptr<const CodeBlock> swap(std::shared_ptr<const CodeBlock> block) {
    const std::lock_guard lock(mutex_);
    block.swap(block_);
    return block;
  }

 private:
  std::mutex mutex_;
  std::shared_ptr<const CodeBlock> block_;
};

}  // namespace

TEST_CASE("P22: sixteen threads build, run and release at once", "[threads]") {
  for (const CodeMapping mapping : working_mappings()) {
    for (const std::uint64_t budget : {64u << 20, 128u << 10}) {
      CAPTURE(name(mapping), budget);
      CodeArena arena = *CodeArena::make({.budget_bytes = budget, .mapping = mapping});
      Counts counts;
      std::vector<std::thread> threads;
      for (std::uint32_t i = 0; i < kThreads; ++i) threads.emplace_back([&, i] { work(arena, i, counts); });
      for (std::thread& thread : threads) thread.join();
      CHECK(counts.wrong == 0);
      CHECK(counts.run > 10 * kSteps);
      CHECK(arena.statistics().blocks == 0);
      CHECK(arena.statistics().used_bytes == 0);
      if (budget > 1u << 20) CHECK(counts.refused == 0);
    }
  }
}

TEST_CASE("code that one thread rewrites is never stale in another", "[threads]") {
  CodeArena arena = *CodeArena::make({});
  Exchange exchange;
  std::atomic<std::uint64_t> stale{0}, run{0};
  std::atomic<bool> done{false};
  // Every block holds two copies of its number, far apart; the address is reused over and over.
  std::thread runner([&] {
    while (!done) {
      const auto block = exchange.swap(nullptr);
      if (!block) continue;
      const auto first = block->function<std::uint32_t()>()(), second = block->function<std::uint32_t()>(64)();
      std::uint32_t written;
      std::memcpy(&written, block->code().data() + 1, sizeof written);
      if (first != second || first != written) ++stale;
      ++run;
    }
  });
  for (std::uint32_t i = 0; i < 10'000; ++i) {
    auto code = returns(i, 70);
    std::memcpy(code.data() + 64, returns(i).data(), 6);
    auto block = arena.build(code);
    if (!block) break;
    exchange.swap(std::make_shared<const CodeBlock>(std::move(*block)));
  }
  done = true;
  runner.join();
  CHECK(stale == 0);
  CHECK(run > 0);
}

TEST_CASE("a child of fork() that gives up an arena disturbs nobody") {
  for (const CodeMapping mapping : working_mappings()) {
    CAPTURE(name(mapping));
    std::optional<CodeArena> arena = *CodeArena::make({.mapping = mapping});
    auto old = arena->build(returns(1));
    REQUIRE(old);
    const ChildOutcome outcome = run_in_child([&] {
      Claims claims;
      claims.claim(call(*old) == 1, "inherited code runs");
      *old = CodeBlock();
      arena.reset();
      claims.claim(writable_and_executable().empty(), "no memory is writable and executable");
      return claims.exit_code();
    });
    CHECK(outcome.output == "");
    CHECK(outcome.exit_code == 0);
    CHECK(call(*old) == 1);
    const auto fresh = arena->build(returns(2));
    REQUIRE(fresh);
    CHECK(call(*fresh) == 2);
  }
}

#ifdef __linux__
TEST_CASE("a child of fork() with its parent's process id, as in nested PID namespaces, builds in chunks of its own") {
  for (const CodeMapping mapping : working_mappings()) {
    CAPTURE(name(mapping));
    const ChildOutcome outcome = run_in_child([&] {
      if (::unshare(CLONE_NEWPID) != 0 && ::unshare(CLONE_NEWUSER | CLONE_NEWPID) != 0) {
        std::printf("skipped: unshare(CLONE_NEWPID): %s", std::strerror(errno));
        return 0;
      }
      // The first process of a namespace, which makes another one.
      const ChildOutcome first = run_in_child([&] {
        Claims claims;
        CodeArena arena = *CodeArena::make({.mapping = mapping});
        auto old = arena.build(returns(1));
        const auto kept = arena.build(returns(2));
        claims.claim(::getpid() == 1 && old && kept, "the first process builds");
        claims.claim(::unshare(CLONE_NEWPID) == 0, "a namespace in a namespace");
        const ChildOutcome inner = run_in_child([&] {
          Claims inside;
          inside.claim(::getpid() == 1, "the child has its parent's id");
          inside.claim(call(*old) == 1, "inherited code runs");
          *old = CodeBlock();
          const auto fresh = arena.build(returns(3));
          inside.claim(fresh && call(*fresh) == 3, "the child builds");
          inside.claim(arena.statistics().blocks == 1, "in chunks of its own");
          return inside.exit_code();
        });
        claims.claim(inner.exit_code == 0, inner.output + " (in the child)");
        claims.claim(call(*old) == 1 && call(*kept) == 2, "the parent's code is as it was");
        return claims.exit_code();
      });
      std::printf("%s", first.output.c_str());
      return first.exit_code;
    });
    if (outcome.output.find("skipped: ") == 0) WARN(outcome.output);
    else CHECK(outcome.output == "");
    CHECK(outcome.exit_code == 0);
  }
}
#endif

TEST_CASE("T163: a child forked while another thread builds runs old code and builds anew, and disturbs nobody",
          "[threads]") {
  for (const CodeMapping mapping : working_mappings()) {
    CAPTURE(name(mapping));
    CodeArena arena = *CodeArena::make({.mapping = mapping});
    auto old = arena.build(returns(1)), released = arena.build(returns(2));
    REQUIRE((old && released));
    std::atomic<bool> is_building{false}, may_end{false};
    std::thread builder([&] {
      (void)arena.build(100, [&](const CodeSpace&) noexcept {
        is_building = true;
        while (!may_end) std::this_thread::yield();
      });
    });
    while (!is_building) std::this_thread::yield();
    const std::byte* place = released->code().data();
    const ChildOutcome outcome = run_in_child([&] {
      Claims claims;
      claims.claim(call(*old) == 1, "inherited code runs");
      *released = CodeBlock();
      std::vector<CodeBlock> fresh;
      for (std::uint32_t i = 0; i < 2000; ++i) {
        auto block = arena.build(returns(i));
        claims.claim(block && call(*block) == i, "the child builds");
        if (!block) break;
        fresh.push_back(std::move(*block));
      }
      claims.claim(arena.statistics().blocks == 2000, "the child counts its own blocks");
      fresh.clear();
      claims.claim(call(*old) == 1, "inherited code still runs");
      *old = CodeBlock();
      claims.claim(writable_and_executable().empty(), "no memory is writable and executable");
      return claims.exit_code();
    });
    may_end = true;
    builder.join();
    CHECK(outcome.output == "");
    CHECK(outcome.exit_code == 0);
    CHECK(call(*old) == 1);
    CHECK(released->code().data() == place);
    CHECK(call(*released) == 2);
    CHECK(arena.statistics().blocks == 2);
  }
}
