// Many kernels through little code memory, by the public calls.
#include <cstdio>

#include "dmlrun/dmlrun.h"
#include "engine/operators/operator_state.h"
#include "engine/plan/check.h"
#include "engine/plan/key.h"
#include "engine/plan/value_list.h"
#include "engine/run/backends.h"
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
                                               .padding_value = static_cast<float>(i % 250),
                                               .start_padding = {before},
                                               .end_padding = {after}});
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

/// No operator is known whose plan needs more code than a kernel may have, so one has its plan replaced. Each output is
/// a sum of kBytes bytes of the input; blocks of outputs stand in reverse, and a table behind the code has them all.
constexpr std::uint32_t kBlocks = 128, kBlock = 16, kOutputs = kBlocks * kBlock, kBytes = 64;
Operator with_long_plan() {
  auto op = Operator::make(TileDesc{{DataType::float32, {kOutputs}}, {DataType::float32, {kOutputs}}, {1}});
  REQUIRE(op);
  auto& state = const_cast<OperatorState&>(op->state());
  plan::Plan& plan = state.plans[0];
  plan.axes = {{}};
  for (std::uint32_t b = kBlocks; b-- > 0;) plan.axes[0].head.push_back({kBlock, b * kBlock, 1, plan::kUnchosen});
  plan.operands.clear();
  plan.output = plan::Element::f32;
  plan.output_strides[0] = 1;
  plan.output_span = kOutputs;
  plan::ValueList values(plan);
  plan::ValueList::Number sum = 0;
  for (std::uint32_t i = 0; i < kBytes; ++i) {
    plan.operands.push_back({0, plan::Element::u8, i, 4 * kOutputs, {1}});
    const auto byte = values.cast(plan::Op::convert, plan::Type::f32, values.load(i));
    sum = i > 0 ? values.apply(plan::Op::add, {sum, byte}) : byte;
  }
  values.store(sum);
  REQUIRE(plan::check(plan) == "");
  state.keys[0] = std::make_shared<const plan::Key>(plan::key_of(plan));
  return *op;
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

TEST_CASE("cache: X152: one plan whose code is too long is an Error, and the next back end's") {
  if (!makes_code()) return;
  const Operator op = with_long_plan();
  const CompileOptions options{.backend = "jit"};
  const auto built = find_backend("jit")->build({op.desc(), op.state().plans[0], 0, options});
  REQUIRE_FALSE(built);
  CHECK(built.error().code == ErrorCode::code_budget);
  CHECK_THAT(built.error().message, test::contains("the code is longer than"));
  const auto refused = compile(op, options);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::backend_unavailable);
  CHECK_THAT(refused.error().message, test::contains("jit cannot: the code is longer than"));

  const auto told = explain(op);
  REQUIRE(told);
  CHECK(told->chosen == "interpreter");
  const auto fallback = compile(op);
  REQUIRE(fallback);
  CHECK(fallback->backend() == "interpreter");
  std::vector<std::byte> input(4 * kOutputs);
  for (std::size_t i = 0; i < input.size(); ++i) input[i] = static_cast<std::byte>(i * i);
  std::vector<float> output(kOutputs);
  const std::span<const std::byte> inputs[] = {input};
  const std::span<std::byte> outputs[] = {std::as_writable_bytes(std::span(output))};
  REQUIRE(fallback->run(inputs, outputs));
  for (std::size_t i = 0; i < kOutputs; ++i) {
    float sum = 0;
    const std::size_t first = kOutputs - kBlock - i / kBlock * kBlock + i % kBlock;
    for (std::size_t k = first; k < first + kBytes; ++k) sum += static_cast<float>(std::to_integer<int>(input[k]));
    if (output[i] != sum) FAIL("output " << i << " is " << output[i] << ", not " << sum);
  }
}

TEST_CASE("cache: code memory that live kernels fill is an Error, or the next back end's, and room comes back") {
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
