#include "jit/memory/code_arena.h"

#include <algorithm>
#include <csignal>
#include <deque>

#include "engine/test/catch.h"
#include "engine/test/random.h"
#include "engine/test/sanitized.h"
#include "jit/test/child_process.h"
#include "jit/test/failing_pages.h"
#include "jit/test/mappings.h"
#include "jit/test/memory_map.h"
#include "jit/test/small_code.h"

using namespace dmlrun;
using namespace dmlrun::jit::memory;
using namespace dmlrun::jit::test;

namespace {

CodeArena arena_with(const ArenaSettings& settings) {
  auto arena = CodeArena::make(settings);
  REQUIRE(arena);
  return *arena;
}

CodeBlock built(CodeArena& arena, std::span<const std::byte> code) {
  auto block = arena.build(code);
  if (!block) FAIL(block.error().to_string());
  return std::move(*block);
}

bool is_int3(const std::byte* begin, std::size_t bytes) {
  return std::all_of(begin, begin + bytes, [](std::byte b) { return b == std::byte{0xCC}; });
}

}  // namespace

TEST_CASE("code is built, runs where it lies and is released") {
  REQUIRE_FALSE(working_mappings().empty());
  for (const CodeMapping mapping : working_mappings()) {
    CAPTURE(name(mapping));
    CodeArena arena = arena_with({.mapping = mapping});
    CHECK(arena.why_not().empty());
    CodeBlock block = built(arena, returns(1234567));
    CHECK(call(block) == 1234567);
    CHECK(reinterpret_cast<std::uintptr_t>(block.code().data()) % 64 == 0);
    CHECK(block.code().size() == 6);
    CodeBlock moved = std::move(block);
    CHECK(block.code().empty());
    CHECK(call(moved) == 1234567);
    const CodeStatistics one = arena.statistics();
    CHECK(one.mapping == mapping);
    CHECK(one.blocks == 1);
    CHECK(one.chunks == 1);
    CHECK(one.used_bytes == (mapping == CodeMapping::dual ? 64 : 4096));
    CHECK(one.mapped_bytes == 64u << 10);
    CHECK(one.budget_bytes == 64u << 20);
    moved = CodeBlock();
    CHECK(arena.statistics().blocks == 0);
    CHECK(arena.statistics().used_bytes == 0);
  }
}

TEST_CASE("a writer learns where its code will run") {
  CodeArena arena = arena_with({});
  CodeSpace seen;
  bool was_int3 = false;
  auto block = arena.build(100, [&](const CodeSpace& space) noexcept {
    seen = space;
    was_int3 = is_int3(space.bytes.data(), space.bytes.size());
    std::memcpy(space.bytes.data(), returns(7).data(), 6);
  });
  REQUIRE(block);
  CHECK(seen.bytes.size() == 100);
  CHECK(seen.address == block->code().data());
  CHECK(was_int3);
  CHECK(call(*block) == 7);
  CHECK(is_int3(block->code().data() + 6, 128 - 6));
}

TEST_CASE("free space holds int3: before, between and after blocks, and again after release") {
  for (const CodeMapping mapping : working_mappings()) {
    CAPTURE(name(mapping));
    CodeArena arena = arena_with({.mapping = mapping});
    CodeBlock first = built(arena, returns(1, 70)), second = built(arena, returns(2));
    const std::byte* address = first.code().data();
    const std::size_t step = mapping == CodeMapping::dual ? 128 : 4096;
    CHECK(second.code().data() == address + step);
    CHECK(is_int3(address - 64, 64));
    CHECK(is_int3(address + 70, step - 70));
    CHECK(is_int3(second.code().data() + 6, 4096 - 6));
    first = CodeBlock();
    CHECK(is_int3(address, step));
    CHECK(call(second) == 2);
  }
}

TEST_CASE("released code cannot run: it traps") {
  CodeArena arena = arena_with({});
  const ChildOutcome outcome = run_in_child([&] {
    auto block = arena.build(returns(1));
    if (!block) return 9;
    auto* function = block->function<std::uint32_t()>();
    if (function() != 1) return 8;
    *block = CodeBlock();
    std::signal(SIGTRAP, SIG_DFL);
    return static_cast<int>(function());
  });
  CHECK(outcome.signal == SIGTRAP);
}

TEST_CASE("rewritten code is never stale") {
  for (const CodeMapping mapping : working_mappings()) {
    CAPTURE(name(mapping));
    CodeArena arena = arena_with({.mapping = mapping});
    const std::byte* address = nullptr;
    for (std::uint32_t i = 0; i < 20'000; ++i) {
      const CodeBlock block = built(arena, returns(i));
      if (!address) address = block.code().data();
      if (block.code().data() != address) FAIL("the block was not reused");
      if (call(block) != i) FAIL("stale at " << i);
    }
  }
}

TEST_CASE("P11: no memory is ever writable and executable, and no write view stays open") {
  for (const CodeMapping mapping : working_mappings()) {
    CAPTURE(name(mapping));
    const std::size_t descriptors = open_descriptors();
    const std::size_t others = arena_mappings().executable;
    CodeArena arena = arena_with({.mapping = mapping});
    const std::uint64_t seed = 11;  // the steps of the script follow from it
    dmlrun::test::Random random(seed, 0);
    std::deque<CodeBlock> live;
    const std::uint64_t steps = dmlrun::test::repeats(mapping == CodeMapping::dual ? 10'000 : 2'000);
    for (std::uint64_t step = 0; step < steps; ++step) {
      CAPTURE(step);
      if (live.size() > 40 || (!live.empty() && random.one_in(3))) live.pop_front();
      const std::size_t bytes = random.one_in(50) ? random.between(1000, 60'000) : random.between(6, 300);
      const auto code = returns(static_cast<std::uint32_t>(step), bytes);
      std::size_t writable_while_building = 0;
      auto block = arena.build(bytes, [&](const CodeSpace& space) noexcept {
        std::memcpy(space.bytes.data(), code.data(), bytes);
        if (step % 4 == 0) writable_while_building = writable_and_executable().size();
      });
      REQUIRE(block);
      live.push_back(std::move(*block));
      if (call(live.back()) != static_cast<std::uint32_t>(step)) FAIL("wrong code");
      if (writable_while_building != 0) FAIL("writable and executable while building");
      if (const auto found = writable_and_executable(); !found.empty()) FAIL(found[0]);
      if (arena_mappings().writable != 0) FAIL("a write view is open between builds");
    }
    CHECK(arena.statistics().blocks == live.size());
    const std::size_t chunks = mapping == CodeMapping::dual ? arena.statistics().chunks : 0;
    CHECK(arena_mappings().executable == others + chunks);
    CHECK(open_descriptors() == descriptors);
  }
}

TEST_CASE("a block outlives its arena") {
  const ArenaMappings before = arena_mappings();
  CodeBlock block;
  {
    CodeArena arena = arena_with({});
    block = built(arena, returns(99));
  }
  CHECK(call(block) == 99);
  block = CodeBlock();
  CHECK(arena_mappings() == before);
}

TEST_CASE("the arena of the process is one, and its blocks may be static") {
  static CodeBlock kept;
  auto arena = CodeArena::of_process();
  REQUIRE(arena);
  const auto before = arena->statistics().blocks;  // of other tests
  kept = built(*arena, returns(5));
  CHECK(call(kept) == 5);
  auto again = CodeArena::of_process();
  REQUIRE(again);
  CHECK(again->statistics().blocks == before + 1);
}

TEST_CASE("a forced mapping is used or there is none, and none gives no code but says why") {
  CodeArena none = arena_with({.mapping = CodeMapping::none});
  CHECK(none.mapping() == CodeMapping::none);
  CHECK_FALSE(none.why_not().empty());
  auto block = none.build(returns(1));
  REQUIRE_FALSE(block);
  CHECK(block.error().code == ErrorCode::no_executable_memory);
  CHECK(block.error().message == none.why_not());
  CHECK(arena_with({}).mapping() == working_mappings().front());
}

TEST_CASE("chunks are mapped as they are needed and given back when they are empty") {
  auto pages = std::make_shared<FailingPages>();
  {
    CodeArena arena = arena_with({.pages = pages});
    CHECK(pages->mapped_bytes() == 0);
    std::vector<CodeBlock> blocks;
    for (std::uint32_t i = 0; i < 400; ++i) blocks.push_back(built(arena, returns(i, 10'000)));
    CHECK(arena.statistics().chunks == (arena.mapping() == CodeMapping::dual ? 5 : 6));
    CHECK(pages->mapped_bytes() == arena.statistics().mapped_bytes);
    for (std::uint32_t i = 0; i < blocks.size(); ++i) CHECK(call(blocks[i]) == i);
    blocks.clear();
    CHECK(arena.statistics().chunks == 1);
    CHECK(pages->mapped_bytes() == arena.statistics().mapped_bytes);
  }
  CHECK(pages->mapped_bytes() == 0);
}
