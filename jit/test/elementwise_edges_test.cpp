// Element-wise kernels at the edges: every length and misalignment beside inaccessible memory, slices, and whatever
// state the caller's floating-point unit is in.
#include <algorithm>
#include <array>
#include <cstdio>

#include "engine/plan/check.h"
#include "engine/plan/interpreter/interpret.h"
#include "engine/plan/normalize.h"
#include "engine/test/catch.h"
#include "engine/test/random_plan.h"
#include "engine/test/sanitized.h"
#include "jit/test/elementwise_kernel.h"
#include "jit/test/kernel_check.h"
#include "jit/test/scaled_sum.h"
#include "jit/test/setting.h"

namespace dmlrun::jit::test {
namespace {

constexpr std::size_t kLongest = 257, kRoom = 16384;

KernelThunk new_thunk() {
  auto arena = memory::CodeArena::of_process();
  REQUIRE(arena);
  auto thunk = KernelThunk::make(*arena);
  REQUIRE(thunk);
  return std::move(*thunk);
}

/// A kernel with its inputs under guard, and room for its output.
class Bench {
 public:
  Bench() : thunk_(new_thunk()) { report_faults(); }

  /// "" or what is wrong with elements first ... last - 1 of a kernel of a packed plan. `sides`: which ends of the
  /// inputs, from bit 1 on, and of the output, bit 0, lie at inaccessible memory.
  std::string run(const plan::Plan& plan, const ElementwiseKernel& kernel, std::uint64_t first, std::uint64_t last,
                  unsigned sides, std::size_t distance, const KernelEntry& entry) {
    const std::size_t bytes = (last - first) * plan::bytes_of(plan.output);
    std::vector<std::byte> expected(bytes);
    plan::interpret(plan, inputs_.data(), expected.data(), first, last);
    const Side side = sides & 1 ? Side::end : Side::begin;
    const Findings findings =
        check_kernel(thunk_, kernel.function(), {inputs_.data(), output_, bytes, side, distance, first, last}, entry);
    if (!findings.none()) return findings.to_string();
    if (thunk_.mxcsr_after() != entry.mxcsr) return "the floating-point unit's flags are not as they were found";
    const auto found = output_.bytes();
    const auto at = std::mismatch(expected.begin(), expected.end(), found.begin()).first - expected.begin();
    return static_cast<std::size_t>(at) == bytes ? "" : "byte " + std::to_string(at) + " is wrong";
  }

  /// Puts a plan's inputs under guard.
  void place(const std::vector<plan_test::Bytes>& contents, unsigned sides) {
    inputs_.clear();
    for (std::size_t i = 0; i < contents.size(); ++i) {
      const auto to = buffers_.at(i)->place(contents[i].size(), sides >> (i + 1) & 1 ? Side::end : Side::begin);
      std::copy(contents[i].begin(), contents[i].end(), to.begin());
      buffers_[i]->forbid_writing();
      inputs_.push_back(to.data());
    }
  }

 private:
  KernelThunk thunk_;
  std::array<const char*, 8> names_{"input 0", "input 1", "input 2", "input 3",
                                    "input 4", "input 5", "input 6", "input 7"};
  std::vector<std::unique_ptr<GuardedBuffer>> buffers_ = [this] {
    std::vector<std::unique_ptr<GuardedBuffer>> made;
    for (const char* name : names_) made.push_back(std::make_unique<GuardedBuffer>(name, kRoom));
    return made;
  }();
  GuardedBuffer output_{"output", kRoom};
  std::vector<const std::byte*> inputs_;
};

std::vector<plan_test::Bytes> contents_of(const plan::Plan& plan, const Parameters& set, std::uint64_t seed) {
  std::vector<plan_test::Bytes> contents;
  dmlrun::test::Random random(seed, 0);
  std::size_t scale = 0;
  for (const plan::Operand& operand : plan.operands) {
    plan_test::Bytes bytes(operand.span * plan::bytes_of(operand.element));
    random.fill(bytes);
    if (operand.element == plan::Element::f32) std::memcpy(bytes.data(), &set.scale[scale++], 4);
    contents.push_back(std::move(bytes));
  }
  return contents;
}

Parameters plain_parameters() {
  Parameters set;
  set.scale[0] = 0.3f;
  set.scale[1] = 0.7f;
  set.scale[2] = 0.5f;
  for (auto& zero : set.zero) zero = std::uint8_t{5};
  return set;
}

/// Every instruction set as this processor is tuned, and with results by non-temporal stores, and inputs that are
/// asked for ahead, wherever they can.
std::vector<std::pair<x64::Isa, x64::Tuning>> makings() {
  std::vector<std::pair<x64::Isa, x64::Tuning>> all;
  for (const x64::Isa isa : usable_isas())
    for (const bool bypasses : {false, true}) {
      x64::Tuning tuning = x64::tuning_of(x64::this_processor());
      if (bypasses) tuning.non_temporal_bytes = tuning.prefetch_elements = 1, tuning.non_temporal_results = true;
      all.emplace_back(isa, tuning);
    }
  return all;
}

/// The control bits of MXCSR: rounding, flushing of results and of inputs, with no exception trapped or all of them.
std::vector<std::uint32_t> float_states() {
  std::vector<std::uint32_t> states;
  for (std::uint32_t rounding = 0; rounding < 4; ++rounding)
    for (const std::uint32_t flush : {0u, 0x8000u})
      for (const std::uint32_t zeros : {0u, 0x40u})
        states.push_back(rounding << 13 | flush | zeros | (rounding == 1 ? 0u : 0x1f80u) |
                         (rounding == 2 ? 0x3fu : 0u));
  return states;
}

}  // namespace

TEST_CASE("every length and misalignment of packed bytes stays inside its buffers", "[elementwise]") {
  Bench bench;
  const Parameters set = plain_parameters();
  std::uint64_t runs = 0;
  for (std::uint64_t length = 1; length <= kLongest; ++length) {
    const plan::Plan plan = scaled_sum(length, length % kMixes, set);
    const auto contents = contents_of(plan, set, length);
    for (const auto& [isa, tuning] : makings()) {
      const ElementwiseKernel kernel(plan, isa, tuning);
      for (const unsigned sides : {0u, 1u, 2u, 4u, 6u, 7u}) {
        bench.place(contents, sides);
        const std::size_t distance = (length * 7 + sides * 11) % 64;
        for (const auto& [first, last] : {std::pair{std::uint64_t{0}, length}, std::pair{length / 3, length}}) {
          const std::string wrong =
              bench.run(plan, kernel, first, last, sides, sides & 2 ? 0 : distance, {.seed = length});
          INFO("length " << length << ", from " << first << ", sides " << sides << ", distance " << distance << ", "
                         << name(isa));
          if (!wrong.empty()) FAIL(wrong);
          ++runs;
        }
      }
    }
  }
  CHECK(runs == kLongest * 12 * makings().size());
}

TEST_CASE("pieces so long that results are looked up stay inside their buffers, whatever is left over",
          "[elementwise]") {
  Bench bench;
  for (std::uint64_t length = 1280; length < 1280 + 2 * 64 + 3; ++length)
    for (const bool is_clamped : {false, true}) {
      Parameters set = plain_parameters();
      if (is_clamped) set.scale[0] = 2;
      plan::Plan plan = scaled_sum(length, length % kMixes, set);
      plan.operands[1].strides[0] = 0;
      plan.operands[1].span = 1;
      const auto contents = contents_of(plan, set, length);
      for (const x64::Isa isa : usable_isas()) {
        const ElementwiseKernel kernel(plan, isa);
        for (const unsigned sides : {0u, 3u}) {
          bench.place(contents, sides);
          const std::string wrong = bench.run(plan, kernel, 0, length, sides, 0, {.seed = length});
          INFO("length " << length << ", sides " << sides << ", " << name(isa));
          if (!wrong.empty()) FAIL(wrong);
        }
      }
    }
}

TEST_CASE("random packed plans keep to their buffers and their caller's registers, under any floating-point state",
          "[elementwise]") {
  Bench bench;
  const auto states = float_states();
  REQUIRE(states.size() == 16);
  const std::uint64_t wanted = setting("DMLRUN_STATE_PLANS", dmlrun::test::repeats(600));
  std::uint64_t plans = 0;
  for (std::uint64_t seed = 1000001; plans < wanted; ++seed) {
    plan_test::RandomPlan random(seed);
    const plan::Plan& plan = random.plan;
    std::int64_t packed = 1;
    bool is_packed = !plan::normalize(plan).values.empty();  // else an axis may be all fill
    for (std::size_t a = plan.axes.size(); a-- > 0; packed *= static_cast<std::int64_t>(plan::extent(plan.axes[a])))
      is_packed = is_packed && plan.output_strides[a] == packed;
    for (const auto& input : random.inputs) is_packed = is_packed && input.size() <= kRoom;
    is_packed = is_packed && plan.output_span * plan::bytes_of(plan.output) <= kRoom;
    if (!is_packed) continue;
    ++plans;
    const std::uint64_t count = plan::element_count(plan);
    for (const x64::Isa isa : usable_isas()) {
      const ElementwiseKernel kernel(plan, isa);
      const auto sides = static_cast<unsigned>(seed % 32);
      bench.place(random.inputs, sides);
      for (const std::uint32_t state : states) {
        const std::uint64_t first = state == 0x1f80 ? 0 : seed % count;
        const std::string wrong = bench.run(plan, kernel, first, count, sides, 0, {.seed = seed, .mxcsr = state});
        INFO("seed " << seed << ", " << name(isa) << ", MXCSR " << std::hex << state);
        if (!wrong.empty()) FAIL(wrong);
      }
    }
  }
  std::printf("%llu random plans in 16 floating-point states\n", static_cast<unsigned long long>(plans));
}

/// `rows` rows of `period` bytes; of the inputs, those of the bits of `repeated` are one row.
plan::Plan repeated_rows(std::uint64_t rows, std::uint64_t period, unsigned repeated, unsigned mix,
                         const Parameters& set) {
  plan::Plan plan = scaled_sum(rows * period, mix, set);
  plan.axes = {{{{rows, 0, 1, plan::kUnchosen}}, {}, 0, {}}, {{{period, 0, 1, plan::kUnchosen}}, {}, 0, {}}};
  plan.output_strides = {static_cast<std::int64_t>(period), 1};
  for (std::size_t n = 0; n < plan.operands.size(); ++n) {
    const bool is_row = n < 2 && (repeated >> n & 1) != 0;
    plan.operands[n].strides = {n < 2 && !is_row ? static_cast<std::int64_t>(period) : 0, n < 2 ? 1 : 0};
    if (!is_row) continue;
    plan.operands[n].offset = static_cast<std::int64_t>(period % 3);
    plan.operands[n].span = period + period % 3;
  }
  return plan;
}

TEST_CASE("rows of every length that an operand repeats, whole and from any element on", "[elementwise][exhaustive]") {
  Bench bench;
  const Parameters set = plain_parameters();
  std::uint64_t runs = 0;
  for (std::uint64_t period = 2; period <= 150; ++period)
    for (const std::uint64_t rows : {std::uint64_t{7}, std::uint64_t{8}, 9 + 300 / period}) {
      const auto mix = static_cast<unsigned>(period % kMixes);
      const plan::Plan plan = repeated_rows(rows, period, 1 + static_cast<unsigned>(period / kMixes % 2), mix, set);
      REQUIRE(plan::check(plan) == "");
      const std::uint64_t count = rows * period;
      const auto contents = contents_of(plan, set, count);
      for (const x64::Isa isa : usable_isas()) {
        const ElementwiseKernel kernel(plan, isa);
        for (const auto& [first, last] : {std::pair{std::uint64_t{0}, count}, std::pair{count / 3, count},
                                          std::pair{period + 1, period + 20}, std::pair{count / 2, count / 2 + 1}}) {
          if (last > count) continue;
          const auto sides = static_cast<unsigned>(runs % 8);
          bench.place(contents, sides);
          const std::string wrong = bench.run(plan, kernel, first, last, sides, 0, {.seed = runs});
          INFO(rows << " rows of " << period << ", elements " << first << " to " << last << ", " << name(isa));
          if (!wrong.empty()) FAIL(wrong);
          ++runs;
        }
      }
    }
  CHECK(runs > 4000);
}

TEST_CASE(
    "scales around 2^-103 and 2^60, and around the largest quotients, are computed alike in any floating-point state",
    "[elementwise][exhaustive]") {
  Bench bench;
  const auto states = float_states();
  const float kScales[] = {0x1p-126f, 0x1.fffffep-104f, 0x1p-103f,    0x1.000002p-103f, 0x1.8p-84f, 0x1.5p-30f,
                           1.0f,      0x1.fffffep18f,   0x1p19f,      0x1p20f,          0x1p28f,    0x1.fffffep59f,
                           0x1p60f,   0x1.000002p60f,   -0x1.3p-103f, -0x1.7p59f,       0x1p-149f,  0.0f};
  const std::size_t n = std::size(kScales);
  std::uint64_t runs = 0;
  for (std::size_t set_number = 0; set_number < n * n * n; ++set_number) {
    Parameters set;
    set.scale[0] = kScales[set_number % n];
    set.scale[1] = kScales[set_number / n % n];
    set.scale[2] = kScales[set_number / n / n];
    if (set_number % 3 > 0) set.zero[set_number % 2] = std::uint8_t{131};
    if (set_number % 5 > 0) set.zero[2] = std::uint8_t{3};
    const std::uint64_t count = set_number % 4 == 0 ? 64 : 150;
    const plan::Plan plan = scaled_sum(count, static_cast<unsigned>(set_number % kMixes), set);
    bench.place(contents_of(plan, set, set_number), 0);
    const x64::Tuning& tuning = x64::tunings()[set_number % x64::tunings().size()];
    for (const x64::Isa isa : usable_isas()) {
      const ElementwiseKernel kernel(plan, isa, tuning);
      for (const std::size_t turn : {std::size_t{0}, 1 + set_number % (states.size() - 1)}) {
        const std::string wrong = bench.run(plan, kernel, 0, count, 0, 0, {.seed = set_number, .mxcsr = states[turn]});
        if (!wrong.empty())
          FAIL(wrong << ", scales " << set.scale[0] << ", " << set.scale[1] << ", " << set.scale[2] << ", " << name(isa)
                     << ", MXCSR " << std::hex << states[turn]);
        ++runs;
      }
    }
  }
  CHECK(runs == n * n * n * 2 * usable_isas().size());
}

}  // namespace dmlrun::jit::test
