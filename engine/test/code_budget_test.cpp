// Many kernels through little code memory, by the public calls.
#include <cstdio>

#include "dmlrun/dmlrun.h"
#include "engine/test/catch.h"

using namespace dmlrun;

namespace {

bool makes_code() {
  for (const BackendInfo& backend : backends())
    if (backend.name == "jit" && backend.why_not.empty()) return true;
  return false;
}

/// The process's settings, put back at the end.
struct SmallMemory {
  explicit SmallMemory(std::uint64_t budget) {
    clear_cache();
    set_code_budget(budget);
  }
  SmallMemory(const SmallMemory&) = delete;
  SmallMemory& operator=(const SmallMemory&) = delete;
  ~SmallMemory() {
    set_code_budget(64ull << 20);
    clear_cache();
  }
};

/// Compiles pads that are all different, and runs each.
void compile_many(std::uint32_t kernels) {
  const SmallMemory memory(64u << 10);
  std::vector<std::byte> input(64, std::byte{7}), output(4096);
  const std::span<const std::byte> inputs[] = {input};
  const std::uint64_t builds = cache_statistics().builds;
  for (std::uint32_t i = 0; i < kernels; ++i) {
    const std::uint32_t before = i % 1000, after = i / 1000, size = 3 + before + after;
    const auto op = Operator::make(PaddingDesc{.input = {.type = DataType::uint8, .sizes = {3}},
                                               .output = {.type = DataType::uint8, .sizes = {size}},
                                               .value = static_cast<float>(i % 250), .start = {before}, .end = {after}});
    if (!op) FAIL(i << ": " << op.error().to_string());
    const auto kernel = compile(*op, {.backend = "jit"});
    if (!kernel) FAIL(i << ": " << kernel.error().to_string());
    const std::span<std::byte> outputs[] = {std::span(output).first(size)};
    if (!kernel->run(inputs, outputs)) FAIL(i << " does not run");
    const std::byte fill = static_cast<std::byte>(i % 250);
    if ((before > 0 && output[before - 1] != fill) || output[before] != std::byte{7} ||
        output[before + 2] != std::byte{7} || (after > 0 && output[size - 1] != fill))
      FAIL(i << " is wrong");
    if (i % 64 == 0 && cache_statistics().code_mapped > 64u << 10) FAIL("over the budget at " << i);
  }
  CHECK(cache_statistics().builds - builds == kernels);
  CHECK(cache_statistics().evictions > kernels / 2);
}

}  // namespace

TEST_CASE("cache: P14: distinct kernels through 64 KiB of code memory") {
  if (makes_code()) compile_many(3000);
}

// Its name begins as no other's does: a pattern for the cache's tests would run it, though it is hidden.
TEST_CASE("long: P14: the cache has a million distinct kernels pass through 64 KiB of code memory", "[.long]") {
  if (!makes_code()) return;
  compile_many(1'000'000);
  std::puts("1000000 distinct kernels through the cache and a budget of 64 KiB");
}

TEST_CASE("cache: X152: code memory that live kernels fill is an Error, or the next back end's, and room comes back") {
  if (!makes_code()) return;
  const SmallMemory memory(64u << 10);
  std::vector<Kernel> live;
  const auto tile = [](std::uint32_t i) {
    return *Operator::make(TileDesc{{DataType::uint8, {3, 1 + i}}, {DataType::uint8, {3, 2 + 2 * i}}, {1, 2}});
  };
  for (std::uint32_t i = 0; i < 2000; ++i) {
    auto kernel = compile(tile(i), {.backend = "jit"});
    if (!kernel) {
      CHECK(kernel.error().code == ErrorCode::code_budget);
      break;
    }
    live.push_back(std::move(*kernel));
  }
  REQUIRE(live.size() < 2000);
  const auto fallback = compile(tile(5000));
  REQUIRE(fallback);
  CHECK(fallback->backend() == "interpreter");
  live.resize(live.size() / 2, live[0]);
  CHECK(compile(tile(5000), {.backend = "jit"}));
}
