// The checks of kernels, proved on kernels with planted defects (P31).
#include "jit/test/kernel_check.h"

#include <algorithm>
#include <cstdio>
#include <set>

#include "engine/test/catch.h"
#include "jit/test/child_process.h"
#include "jit/test/planted_kernels.h"

using namespace dmlrun;
using namespace dmlrun::jit::memory;
using namespace dmlrun::jit::x64;
using namespace dmlrun::jit::test;

namespace {

constexpr std::size_t kBytes = 77;

CodeArena& arena() {
  static CodeArena made = *CodeArena::make({});
  return made;
}

KernelThunk new_thunk() {
  auto thunk = KernelThunk::make(arena());
  if (!thunk) FAIL(thunk.error().to_string());
  return std::move(*thunk);
}

/// Checks a planted kernel in a child, because a fault ends the process, and returns all that was found as text.
std::string found_in(const PlantedKernel& planted) {
  auto code = arena().build(planted.code);
  REQUIRE(code);
  KernelThunk thunk = new_thunk();
  GuardedBuffer input("input", 100), output("output", 100);
  const ChildOutcome outcome = run_in_child([&] {
    const auto source = input.place(kBytes, planted.input_side);
    input.forbid_writing();
    const std::byte* inputs[] = {source.data()};
    set_fault_subject(planted.name.c_str());
    const Findings findings = check_kernel(
        thunk, code->function<KernelFunction>(),
        {.inputs = inputs, .output = output, .output_bytes = kBytes, .side = planted.output_side, .last = kBytes});
    std::fputs(findings.to_string().c_str(), stderr);
    const auto copied = output.bytes();
    if (planted.found.empty() && !std::equal(copied.begin(), copied.end(), source.begin()))
      std::fputs("the copy is wrong", stderr);
    return findings.none() ? 0 : 1;
  });
  CHECK(outcome.signal == 0);
  if (outcome.exit_code == kFaultExitCode) {
    CHECK(outcome.output.find("FAULT: SIG") != std::string::npos);
    CHECK(outcome.output.find("while running: " + planted.name) != std::string::npos);
    CHECK(outcome.output.find("code: ") != std::string::npos);
  } else {
    CHECK(outcome.exit_code == (outcome.output.empty() ? 0 : 1));
  }
  return outcome.output;
}

}  // namespace

TEST_CASE("P31: each planted defect is found by its check, and kernels without one pass") {
  const auto kernels = planted_kernels();
  std::set<std::string> names;
  int defects_found = 0;
  for (const PlantedKernel& planted : kernels) {
    const std::string found = found_in(planted);
    CAPTURE(planted.name, planted.found, found);
    if (planted.found.empty()) CHECK(found.empty());
    else CHECK(found.find(planted.found) != std::string::npos);
    // No violation hides another: what a kernel with one defect leaves behind is that one and nothing else.
    if (found.starts_with("not as it was")) CHECK(found == "not as it was: " + planted.found);
    CHECK(names.insert(planted.name).second);
    if (!planted.found.empty() && found.find(planted.found) != std::string::npos) ++defects_found;
  }
  CHECK(defects_found >= 35);
  std::printf("%d planted defects found in kernels\n", defects_found);
}

TEST_CASE("the code around a fault is shown as it is in memory") {
  std::vector<std::byte> code(40, std::byte{0x90});
  code[20] = std::byte{0x0F};  // ud2
  code[21] = std::byte{0x0B};
  const ChildOutcome outcome = run_in_child([&] {
    auto block = arena().build(code);
    report_faults();
    block->function<void()>()();
    return 0;
  });
  CHECK(outcome.exit_code == kFaultExitCode);
  CHECK(outcome.output.find("90 90 90 [0f] 0b 90 90") != std::string::npos);
}

TEST_CASE("a kernel finds the stack aligned as at any call, MXCSR as wished and DF clear") {
  // mov rax, [rdi + 8]; mov [rax], rsp; stmxcsr [rax + 8]; pushfq; pop [rax + 16]; ret
  constexpr unsigned char kCode[] = {0x48, 0x8B, 0x47, 0x08, 0x48, 0x89, 0x20, 0x0F,
                                     0xAE, 0x58, 0x08, 0x9C, 0x8F, 0x40, 0x10, 0xC3};
  auto block = arena().build(std::as_bytes(std::span(kCode)));
  REQUIRE(block);
  KernelThunk thunk = new_thunk();
  std::set<std::uint64_t> alignments, flags;
  for (std::uint64_t seed = 0; seed < 64; ++seed) {
    for (const std::uint32_t mxcsr : {0x1F80u, 0x9FC0u, 0x3F80u, 0x5F80u, 0x7F80u, 0x1F00u}) {
      CAPTURE(seed, mxcsr);
      std::uint64_t seen[3] = {};
      const KernelArguments arguments{nullptr, reinterpret_cast<std::byte*>(seen), 0, 0};
      REQUIRE(violation_names(
                  thunk.run(block->function<KernelFunction>(), arguments, {.seed = seed, .mxcsr = mxcsr})) == "");
      REQUIRE(seen[0] % 16 == 8);
      REQUIRE(seen[1] == mxcsr);
      REQUIRE((seen[2] & 0x400) == 0);
      CHECK(thunk.mxcsr_after() == mxcsr);
      alignments.insert(seen[0] % 64);
      flags.insert(seen[2] & 0x8D5);
    }
  }
  CHECK(alignments == std::set<std::uint64_t>{8, 24, 40, 56});
  CHECK(flags.size() > 20);
}

TEST_CASE("guarded buffers lie where they were asked to lie and know what was changed") {
  GuardedBuffer buffer("tested", 300);
  for (const Side side : {Side::begin, Side::end}) {
    for (std::size_t bytes = 0; bytes <= 200; bytes += 7) {
      for (const std::size_t distance : {0, 1, 63, 100}) {
        CAPTURE(bytes, distance);
        const auto placed = buffer.place(bytes, side, distance);
        REQUIRE(placed.size() == bytes);
        const auto address = reinterpret_cast<std::uintptr_t>(placed.data());
        REQUIRE((side == Side::begin ? address - distance : address + bytes + distance) % 4096 == 0);
        for (std::size_t i = 0; i < bytes; ++i) REQUIRE(placed[i] == buffer.untouched(i));
        std::fill(placed.begin(), placed.end(), std::byte{7});
        REQUIRE_FALSE(buffer.first_damage());
        if (side == Side::end || distance > 0) {
          placed.data()[-1] ^= std::byte{1};
          REQUIRE(buffer.first_damage() == -1);
          placed.data()[-1] ^= std::byte{1};
        }
        if (side == Side::begin || distance > 0) {
          placed.data()[bytes] ^= std::byte{1};
          REQUIRE(buffer.first_damage() == static_cast<std::ptrdiff_t>(bytes));
        }
      }
    }
  }
}
