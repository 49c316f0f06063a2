// Processes in which the system refuses something: each in a child, because it cannot be undone.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <iterator>
#include <memory>

#include "dmlrun/dmlrun.h"
#include "engine/test/catch.h"
#include "engine/test/sanitized.h"
#include "jit/memory/code_arena.h"
#include "jit/test/allocation_failure.h"
#include "jit/test/child_process.h"
#include "jit/test/failing_pages.h"
#include "jit/test/mappings.h"
#include "jit/test/memory_map.h"
#include "jit/test/small_code.h"
#include "jit/test/system_refusal.h"

using namespace dmlrun;
using namespace dmlrun::jit::memory;
using namespace dmlrun::jit::test;

namespace {

constexpr int kSkipped = 77;

/// Builds, runs and releases some code; claims that all of it works.
void use_memory(Claims& claims, CodeArena& arena) {
  for (std::uint32_t i = 0; i < 300; ++i) {
    auto block = arena.build(returns(i, 6 + i * 10));
    claims.claim(block.has_value(), "building works: " + (block ? "" : block.error().to_string()));
    if (block) claims.claim(call(*block) == i, "the code is right");
  }
  claims.claim(writable_and_executable().empty(), "no memory is writable and executable");
}

void claim_mapping(Claims& claims, const CodeArena& arena, CodeMapping expected) {
  claims.claim(arena.mapping() == expected, "the mapping is " + std::string(name(expected)) + ", not " +
                                                std::string(name(arena.mapping())) + "; " +
                                                std::string(arena.why_not()));
}

void check(const ChildOutcome& outcome) {
  if (outcome.exit_code == kSkipped) {
    WARN("skipped: this system cannot refuse that, or has no dual mapping");
    return;
  }
  CHECK(outcome.output == "");
  CHECK(outcome.signal == 0);
  CHECK(outcome.exit_code == 0);
}

/// The second choice after dual, in this process.
CodeMapping second_choice() { return works(CodeMapping::flip) ? CodeMapping::flip : CodeMapping::none; }

std::uint64_t virtual_bytes() {
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * 4096;
}

bool limit(int resource, rlim_t value) {
  rlimit limits{};
  ::getrlimit(static_cast<__rlimit_resource>(resource), &limits);
  limits.rlim_cur = value;
  return ::setrlimit(static_cast<__rlimit_resource>(resource), &limits) == 0;
}

Operator example() {
  std::ifstream file(DMLRUN_SOURCE_DIR "/specs/examples/tile/rows_and_columns.json");
  auto op = parse_spec(std::string(std::istreambuf_iterator<char>(file), {}));
  REQUIRE(op);
  return *op;
}

}  // namespace

TEST_CASE("P12: in a process under PR_SET_MDWE code runs by a dual mapping, and flip is found not to work") {
  check(run_in_child([] {
    if (!works(CodeMapping::dual) || !harden()) return kSkipped;
    Claims claims;
    CodeArena arena = *CodeArena::make({});
    claim_mapping(claims, arena, CodeMapping::dual);
    use_memory(claims, arena);
    claim_mapping(claims, *CodeArena::make({.mapping = CodeMapping::flip}), CodeMapping::none);
    return claims.exit_code();
  }));
}

TEST_CASE("P13: where executable memory is refused there is none, and the reason says what was tried") {
  check(run_in_child([] {
    const ArenaMappings before = arena_mappings();
    if (!refuse_executable_memory()) return kSkipped;
    Claims claims;
    CodeArena arena = *CodeArena::make({});
    claim_mapping(claims, arena, CodeMapping::none);
    const std::string why(arena.why_not());
    claims.claim(why.find("dual mapping") != std::string::npos, "dual was tried: " + why);
    claims.claim(why.find("flip mapping") != std::string::npos, "flip was tried: " + why);
    claims.claim(why.find("Permission denied") != std::string::npos, "the system's words are given: " + why);
    auto block = arena.build(returns(1));
    claims.claim(!block && block.error().code == ErrorCode::no_executable_memory, "building is refused");
    claims.claim(arena_mappings() == before, "nothing stays mapped");
    return claims.exit_code();
  }));
}

TEST_CASE("X146: without memory files, for whatever reason, flip takes over") {
  for (const int reason : {ENOSYS, EACCES, EPERM, EINVAL, EMFILE}) {
    CAPTURE(reason);
    check(run_in_child([&] {
      const CodeMapping expected = second_choice();
      if (!refuse_system_call(SYS_memfd_create, reason)) return kSkipped;
      Claims claims;
      CodeArena arena = *CodeArena::make({});
      claim_mapping(claims, arena, expected);
      if (expected != CodeMapping::none) use_memory(claims, arena);
      return claims.exit_code();
    }));
  }
}

TEST_CASE("a system without fallocate or without MADV_DONTFORK gets flip: its memory files are not safe to use") {
  for (const long call_number : {SYS_fallocate, SYS_madvise}) {
    CAPTURE(call_number);
    check(run_in_child([&] {
      const CodeMapping expected = second_choice();
      const ArenaMappings before = arena_mappings();
      if (!refuse_system_call(call_number, ENOSYS)) return kSkipped;
      Claims claims;
      claim_mapping(claims, *CodeArena::make({}), expected);
      claims.claim(arena_mappings() == before, "nothing stays mapped");
      return claims.exit_code();
    }));
  }
}

TEST_CASE("X147: with too little address space building is refused, and works when there is room again") {
  if (dmlrun::test::kSanitized) return;  // a sanitizer's own mappings are above any limit
  check(run_in_child([] {
    Claims claims;
    if (!works(CodeMapping::dual)) return kSkipped;
    CodeArena arena = *CodeArena::make({});
    if (!limit(RLIMIT_AS, virtual_bytes() + (32u << 10))) return kSkipped;
    auto block = arena.build(returns(1));
    claims.claim(!block && block.error().code == ErrorCode::no_executable_memory, "building is refused");
    limit(RLIMIT_AS, RLIM_INFINITY);
    use_memory(claims, arena);
    return claims.exit_code();
  }));
}

TEST_CASE(
    "X147: with too little address space for code the interpreter takes over, and machine code comes back with room") {
  if (dmlrun::test::kSanitized) return;  // as above
  const Operator op = example();
  check(run_in_child([&] {
    Claims claims;
    if (!works(CodeMapping::dual)) return kSkipped;
    const std::vector<std::byte> input(buffer_bytes(op.inputs()[0].desc), std::byte{7});
    std::vector<Kernel> live;
    // Whether machine code was made, of which every kernel here has its own.
    const auto add = [&] {
      auto kernel = compile(op, {.use_cache = false});
      claims.claim(kernel.has_value(), "auto compiles");
      if (!kernel) return false;
      std::vector<std::byte> output(buffer_bytes(op.outputs()[0].desc));
      const std::span<const std::byte> inputs[] = {input};
      const std::span<std::byte> outputs[] = {output};
      const bool is_right =
          kernel->run(inputs, outputs) && output == std::vector<std::byte>(output.size(), std::byte{7});
      claims.claim(is_right, std::string(kernel->backend()) + " is right");
      live.push_back(std::move(*kernel));
      return live.back().backend() == "jit";
    };
    if (!add()) return kSkipped;  // no machine code is made here
    // What is needed beside code has its room already.
    std::vector<std::unique_ptr<char[]>> heap;
    for (int i = 0; i < 4000; ++i) heap.push_back(std::make_unique<char[]>(1000));
    heap.erase(heap.begin(), heap.end() - 1);
    if (!limit(RLIMIT_AS, virtual_bytes() + (32u << 10))) return kSkipped;
    constexpr std::size_t kMax = 2000;
    while (live.size() < kMax && add()) continue;
    claims.claim(live.size() < kMax && live.back().backend() == "interpreter", "the interpreter takes over");
    const auto refused = compile(op, {.backend = "jit", .use_cache = false});
    claims.claim(!refused && refused.error().code == ErrorCode::no_executable_memory, "jit by its name is refused");
    limit(RLIMIT_AS, RLIM_INFINITY);
    claims.claim(add(), "machine code is made again");
    return claims.exit_code();
  }));
}

TEST_CASE("X148: without descriptors flip takes over, and an arena that has memory goes on with it") {
  check(run_in_child([] {
    Claims claims;
    if (!works(CodeMapping::dual)) return kSkipped;
    const CodeMapping expected = second_choice();
    CodeArena before = *CodeArena::make({});
    auto block = before.build(returns(42));
    limit(RLIMIT_NOFILE, 0);
    claim_mapping(claims, *CodeArena::make({}), expected);
    auto second = before.build(returns(43));
    claims.claim(block && second && call(*block) == 42 && call(*second) == 43, "the arena goes on");
    auto large = before.build(returns(44, 100'000));
    claims.claim(!large && large.error().code == ErrorCode::no_executable_memory, "more memory is refused");
    limit(RLIMIT_NOFILE, 100);
    large = before.build(returns(44, 100'000));
    claims.claim(large && call(*large) == 44, "the arena grows again");
    return claims.exit_code();
  }));
}

TEST_CASE("a limit on the size of files is no death by SIGXFSZ, and flip takes over where it is below any chunk") {
  for (const rlim_t bytes : {1000u, 4096u, 20000u, 63u << 10, 64u << 10, 1023u << 10, 1u << 20}) {
    CAPTURE(bytes);
    check(run_in_child([&] {
      Claims claims;
      const CodeMapping expected =
          bytes >= kMaxMappedBytes && works(CodeMapping::dual) ? CodeMapping::dual : second_choice();
      limit(RLIMIT_FSIZE, bytes);
      CodeArena arena = *CodeArena::make({});
      claim_mapping(claims, arena, expected);
      auto large = arena.build(returns(1, 100'000));
      claims.claim(large.has_value() == (expected != CodeMapping::none), "building much works");
      if (expected != CodeMapping::none) use_memory(claims, arena);
      limit(RLIMIT_FSIZE, RLIM_INFINITY);
      return claims.exit_code();
    }));
  }
}

TEST_CASE("P15: when the n-th allocation fails, making an arena and building are out_of_memory") {
  for (const CodeMapping mapping : {working_mappings().front(), CodeMapping::none}) {
    const auto pages = std::make_shared<SystemPages>();
    bool has_struck = true;
    std::uint64_t n = 0;
    while (has_struck) {
      CAPTURE(name(mapping), ++n);
      std::uint32_t value = 0;
      ErrorCode code = ErrorCode::internal;
      {
        const AllocationFailure failure(n);
        auto arena = CodeArena::make({.mapping = mapping, .pages = pages});
        auto block = arena ? arena->build(returns(3)) : Result<CodeBlock>(std::move(arena).error());
        if (block) value = call(*block);
        else code = block.error().code;
        has_struck = failure.has_struck();
      }
      if (has_struck) CHECK(code == ErrorCode::out_of_memory);
      else CHECK((mapping != CodeMapping::none ? value == 3 : code == ErrorCode::no_executable_memory));
    }
    CHECK(n > 3);
  }
}
