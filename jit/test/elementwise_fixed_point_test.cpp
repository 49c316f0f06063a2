// Sums of two products in fixed point: the interpreter's bytes also where results are all but in doubt, and where fixed
// point is used.
#include <xmmintrin.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "engine/plan/check.h"
#include "engine/plan/interpreter/interpret.h"
#include "engine/plan/normalize.h"
#include "engine/test/catch.h"
#include "engine/test/sanitized.h"
#include "jit/test/elementwise_kernel.h"
#include "jit/test/scaled_sum.h"
#include "jit/test/setting.h"

namespace dmlrun::jit::test {
namespace {

using dmlrun::test::Random;
constexpr std::size_t kFixedPointPairs = 65536, kMin = 1024, kNarrowMin = 512;
constexpr Parameters kPlain{{0.0213f, 0.0337f, 0.0419f}, {128, 121, 117}}, kTies{{0.5f, 0.5f, 1.0f}, {}},
    kSixths{{1.0f, 1.0f, 6.0f}, {}};

x64::Tuning with_fixed_point() {
  x64::Tuning tuning = x64::measured_tunings()[0].tuning;
  REQUIRE(tuning.fixed_point_elements > 0);
  tuning.fixed_point_elements = kMin;
  return tuning;
}

using Bytes = std::vector<std::byte>;

Bytes random_bytes(std::size_t count, std::uint64_t seed) {
  Random random(41, seed);
  Bytes bytes(count);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.below(256));
  return bytes;
}

/// "" or where `found` is not what the interpreter gives.
std::string first_difference(const plan::Plan& plan, const std::vector<const std::byte*>& inputs, const Bytes& found) {
  Bytes expected(found.size());
  plan::interpret(plan, inputs.data(), expected.data(), 0, found.size());
  const auto at =
      static_cast<std::size_t>(std::mismatch(expected.begin(), expected.end(), found.begin()).first - expected.begin());
  if (at == expected.size()) return {};
  return "element " + std::to_string(at) + " is " + std::to_string(std::to_integer<int>(found[at])) + " instead of " +
         std::to_string(std::to_integer<int>(expected[at]));
}

/// Makes all instructions that only fixed point has others: of dwords each vpsravd a vpsllvd, of words each vpmulhrsw a
/// vpmaddubsw. Returns how many there were.
std::size_t spoil(x64::Isa isa, Bytes& code) {
  const bool is_of_words = isa < x64::Isa::avx512_vbmi;
  const unsigned opcode = is_of_words ? 0x0b : 0x46;
  std::size_t instructions = 0;
  for (std::size_t at = 0; at + 6 <= code.size(); ++at) {
    const auto byte = [&](std::size_t i) { return std::to_integer<unsigned>(code[at + i]); };
    // 0F38, prefix 66, EVEX.512 or VEX.256, registers only.
    const bool is_wide = byte(0) == 0x62 && (byte(1) & 0x0f) == 0x02 && (byte(2) & 0x07) == 0x05 &&
                         (byte(3) & 0xf7) == 0x40 && byte(4) == opcode && byte(5) >= 0xc0;
    const bool is_narrow =
        byte(0) == 0xc4 && (byte(1) & 0x1f) == 0x02 && (byte(2) & 0x07) == 0x05 && byte(3) == opcode && byte(4) >= 0xc0;
    if (!is_wide && !is_narrow) continue;
    code[at + (is_wide ? 4 : 3)] = std::byte{static_cast<unsigned char>(is_of_words ? 0x04 : 0x47)};
    ++instructions;
  }
  CHECK(instructions % (is_of_words ? 2 : 4) == 0);
  return instructions;
}

/// Whether results come from a kernel's fixed point: then they change when it computes something else.
bool uses_fixed_point(x64::Isa isa, const plan::Plan& plan, const std::vector<const std::byte*>& inputs,
                      const x64::Tuning& tuning) {
  const auto kernel = x64::arithmetic::make_kernel(plan, isa, tuning);
  REQUIRE(kernel);
  Bytes changed = kernel->bytes;
  if (spoil(isa, changed) == 0) return false;
  auto arena = memory::CodeArena::of_process();
  REQUIRE(arena);
  auto block = arena->build(changed);
  REQUIRE(block);
  Bytes found(plan.output_span);
  const x64::KernelArguments arguments{inputs.data(), found.data(), 0, plan.output_span, nullptr, plan.output_span};
  block->function<x64::KernelFunction>()(&arguments);
  return !first_difference(plan, inputs, found).empty();
}

float bumped(float x, int steps) {
  const float to = steps < 0 ? 0.0f : std::copysign(std::numeric_limits<float>::infinity(), x);
  for (int i = 0; i < std::abs(steps); ++i) x = std::nextafter(x, to);
  return x;
}

/// Scales of which some pairs' sums lie a few units in the last place beside a tie, among them one tie in four by
/// chance, and some whose ratios are anything.
Parameters near_ties(std::uint64_t seed) {
  Random random(42, seed);
  const auto number = [&](std::uint64_t below) { return static_cast<float>(random.below(below)); };
  const auto chance = [&] { return number(1 << 23) * 0x1p-23f; };
  Parameters set;
  const float out =
      std::ldexp(1 + chance(), static_cast<int>(random.below(40)) - 20) * (random.one_in(8) ? -1.0f : 1.0f);
  const auto steps = [&] { return static_cast<int>(random.below(7)) - 3; };
  float first = 0, second = 0;
  switch (seed % 4) {
    case 0:
      first = out * std::exp2(chance() * 12 - 10);
      second = out * std::exp2(chance() * 12 - 10);
      break;
    case 1:
      first = bumped(out * (number(600) - 299.5f) / (1 + number(255)), steps());
      second = bumped(out * (number(600) - 299) / (1 + number(255)), steps());
      break;
    case 2: {
      const float parts = 1 + number(64);
      first = bumped(out * (1 + number(128)) / parts, steps());
      second = bumped(out * (1 + number(128)) / (2 * parts), steps());
      break;
    }
    default: first = out * (1 + number(32)) / 16; second = out * (1 + chance());
  }
  set.scale[0] = first == 0 ? out : first;
  set.scale[1] = second == 0 ? out : second;
  set.scale[2] = out;
  for (auto& zero : set.zero)
    if (!random.one_in(4))
      zero = random.one_in(2) ? static_cast<std::uint8_t>(random.below(256))
                              : random.pick<std::uint8_t>({0, 127, 128, 255});
  return set;
}

void run_near_ties(std::uint64_t first, std::uint64_t count) {
  const std::vector<x64::Isa> isas = usable_isas();
  if (isas.empty()) return;
  Bytes a(kFixedPointPairs), b(kFixedPointPairs), found(kFixedPointPairs);
  for (std::size_t i = 0; i < kFixedPointPairs; ++i) {
    a[i] = static_cast<std::byte>(i / 256);
    b[i] = static_cast<std::byte>(i % 256);
  }
  std::uint64_t used = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const x64::Isa isa = isas[seed % isas.size()];
    const Parameters set = near_ties(seed / isas.size());
    const plan::Plan plan = scaled_sum(kFixedPointPairs, seed / 8 % kMixes, set);
    const auto inputs = inputs_of(a.data(), b.data(), set);
    ElementwiseKernel(plan, isa, with_fixed_point()).run(inputs.data(), found.data(), 0, kFixedPointPairs);
    if (const std::string wrong = first_difference(plan, inputs, found); !wrong.empty())
      FAIL(wrong << ": scales " << set.scale[0] << ' ' << set.scale[1] << ' ' << set.scale[2] << ", seed " << seed);
    used += uses_fixed_point(isa, plan, inputs, with_fixed_point());
  }
  std::printf("fixed point computes part of %llu of %llu sums of all pairs of bytes\n",
              static_cast<unsigned long long>(used), static_cast<unsigned long long>(count));
  CHECK(used > count / 2);
}

}  // namespace

TEST_CASE("sums near ties are the interpreter's in fixed point", "[elementwise]") {
  run_near_ties(setting("DMLRUN_FIXED_SEED", 1), setting("DMLRUN_FIXED_SETS", dmlrun::test::repeats(160)));
}

// dmlrun_jit_tests "[long]"
TEST_CASE("sums near ties are the interpreter's in fixed point, for 6,000 sets of scales", "[.long][elementwise]") {
  run_near_ties(1000, 6000);
}

TEST_CASE("fixed point computes where it pays, and nothing elsewhere", "[elementwise]") {
  for (const x64::Isa isa : usable_isas()) {
    const Bytes a = random_bytes(4 * kMin, 1), b = random_bytes(4 * kMin, 2);
    const auto uses = [&](const Parameters& set, std::uint64_t count, const x64::Tuning& tuning) {
      return uses_fixed_point(isa, scaled_sum(count, 0, set), inputs_of(a.data(), b.data(), set), tuning);
    };
    const x64::Tuning tuning = with_fixed_point();
    const std::uint64_t least = isa == x64::Isa::avx2 ? kNarrowMin : kMin;
    CHECK(uses(kPlain, least, tuning));
    CHECK_FALSE(uses(kPlain, least - 1, tuning));
    CHECK(uses(kPlain, kNarrowMin, *x64::find_tuning("safe")) == (isa == x64::Isa::avx2));
    CHECK_FALSE(uses(kTies, 4 * kMin, tuning));
    Parameters set = kPlain;
    set.scale[0] = -0.03f;
    CHECK(uses(set, kMin, tuning));
    // A weight at the end of its range, and zero points at the end of theirs.
    set = {{-1.995f, 0.0013f, 1.0f}, {128, 0, 255}};
    CHECK(uses(set, kMin, tuning));
    // Ratios of which the window would be too wide, and scales that are not bounded.
    for (const float large :
         {20.0f, 1e30f, std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN(), 0.0f,
          std::numeric_limits<float>::denorm_min()}) {
      set = kPlain;
      set.scale[1] = large;
      CHECK_FALSE(uses(set, kMin, tuning));
    }
  }
}

TEST_CASE("weights with the largest parts are right in fixed point, for all pairs of bytes", "[elementwise]") {
  Bytes a(kFixedPointPairs), b(kFixedPointPairs), found(kFixedPointPairs);
  for (std::size_t i = 0; i < kFixedPointPairs; ++i) {
    a[i] = static_cast<std::byte>(i / 256);
    b[i] = static_cast<std::byte>(i % 256);
  }
  // Of 20 bits behind the point; as words, the lower parts are 64 or -63, and the uppermost ones 124 together.
  const auto weight = [](int upper, int low) { return static_cast<float>(upper * 16384 + low * 129) * 0x1p-20f; };
  for (const x64::Isa isa : usable_isas())
    for (const auto& [first, second] :
         {std::pair(62, 61), std::pair(-62, 61), std::pair(-62, -61), std::pair(123, 0), std::pair(0, -123)})
      for (const int low : {64, -64, 63, -63})
        for (const std::uint8_t zero : {std::uint8_t{0}, std::uint8_t{128}, std::uint8_t{255}}) {
          const Parameters set{{weight(first, low), weight(second, low == 64 ? 64 : -low), 1.0f}, {128, 127, zero}};
          const plan::Plan plan = scaled_sum(kFixedPointPairs, 0, set);
          const auto inputs = inputs_of(a.data(), b.data(), set);
          ElementwiseKernel(plan, isa, with_fixed_point()).run(inputs.data(), found.data(), 0, kFixedPointPairs);
          INFO(first << ' ' << second << ' ' << low << ", zero point " << int{zero});
          REQUIRE(first_difference(plan, inputs, found) == "");
          CHECK(uses_fixed_point(isa, plan, inputs, with_fixed_point()));
        }
}

TEST_CASE("fixed point is right for every number of elements, part of an output and place in memory", "[elementwise]") {
  for (const x64::Isa isa : usable_isas()) {
    constexpr std::size_t kMax = 2 * kMin + 200;
    const Bytes a = random_bytes(kMax + 64, 3), b = random_bytes(kMax + 64, 4);
    for (const unsigned mix : {0u, 3u, 5u, 6u})
      for (std::size_t count = kMin - 2; count <= kMax; count += count < kMin + 70 ? 1 : 97) {
        const std::size_t offset = count % 67 % 64, first = count % 3 == 0 ? count % 190 : 0;
        const plan::Plan plan = scaled_sum(count, mix, kPlain);
        const auto inputs = inputs_of(a.data() + offset, b.data() + (count % 61), kPlain);
        Bytes found(count + 64, std::byte{0x5a}), expected = found;
        x64::Tuning tuning = with_fixed_point();
        if (count % 2 == 0) tuning.non_temporal_bytes = 256;  // Then blocks begin at the output's next line.
        plan::interpret(plan, inputs.data(), expected.data() + offset % 8 + first, first, count);
        ElementwiseKernel(plan, isa, tuning).run(inputs.data(), found.data() + offset % 8 + first, first, count);
        INFO(count << " elements from " << first << " on, mix " << mix);
        REQUIRE(found == expected);
      }
  }
}

TEST_CASE("rows that repeat and rows one by one are right in fixed point", "[elementwise]") {
  for (const x64::Isa isa : usable_isas()) {
    const Bytes a = random_bytes(kFixedPointPairs, 5), b = random_bytes(kFixedPointPairs, 6);
    for (const std::uint64_t columns : {3u, 64u, 100u, 256u, 700u})
      for (const bool repeats : {true, false}) {
        const std::uint64_t rows = 9000 / columns;
        const auto stride = static_cast<std::int64_t>(columns);
        plan::Plan plan = scaled_sum(rows * columns, 0, kPlain);
        plan.axes = {{{{rows, 0, 1, plan::kUnchosen}}, {}, 0, {}}, {{{columns, 0, 1, plan::kUnchosen}}, {}, 0, {}}};
        plan.output_strides = {stride, 1};
        plan.operands[0].strides = {stride, 1};
        plan.operands[1].strides = {repeats ? 0 : stride + 5, 1};
        plan.operands[1].span = repeats ? columns : (rows - 1) * (columns + 5) + columns;
        REQUIRE(plan::check(plan) == "");
        const auto inputs = inputs_of(a.data(), b.data(), kPlain);
        Bytes found(rows * columns);
        ElementwiseKernel(plan, isa, with_fixed_point()).run(inputs.data(), found.data(), 0, found.size());
        INFO(columns << " columns, " << repeats);
        CHECK(first_difference(plan, inputs, found) == "");
        if (columns >= 64) CHECK(uses_fixed_point(isa, plan, inputs, with_fixed_point()));
      }
  }
}

TEST_CASE("ties in any part of an output are right, and fixed point goes on where they are few", "[elementwise]") {
  for (const x64::Isa isa : usable_isas()) {
    constexpr std::size_t kCount = 16 * kMin;
    for (const std::size_t begin : {std::size_t{0}, std::size_t{128}, kCount / 2, kCount - 640})
      for (const std::size_t step : {1, 32, 64, 300, 512, 700}) {
        Bytes a(kCount), b = random_bytes(kCount, 7);
        for (std::size_t i = 0; i < kCount; ++i) {
          // Sums of sixths: of multiples of 6 there is no tie.
          b[i] = static_cast<std::byte>(std::to_integer<int>(b[i]) / 6 * 6);
          a[i] = static_cast<std::byte>(i >= begin && (i - begin) % step == 0 ? 3 : 6);
        }
        const plan::Plan plan = scaled_sum(kCount, 0, kSixths);
        const auto inputs = inputs_of(a.data(), b.data(), kSixths);
        for (const std::uint64_t bypass : {std::uint64_t{0}, std::uint64_t{4096}}) {
          x64::Tuning tuning = with_fixed_point();
          tuning.non_temporal_bytes = bypass;
          Bytes found(kCount);
          ElementwiseKernel(plan, isa, tuning).run(inputs.data(), found.data(), 0, kCount);
          INFO("ties from " << begin << " on, every " << step);
          REQUIRE(first_difference(plan, inputs, found) == "");
          CHECK(uses_fixed_point(isa, plan, inputs, tuning) ==
                (begin > 0 || step >= 300 || (isa == x64::Isa::avx2 && step >= 64)));
        }
      }
  }
}

TEST_CASE("fixed point neither obeys nor changes the caller's floating-point control", "[elementwise]") {
  for (const x64::Isa isa : usable_isas()) {
    constexpr unsigned kNearest = 0x1f80, kDown = 0x3f80, kUp = 0x5f80, kToZero = 0x7f80, kFlush = 0x9fc0,
                       kTraps = 0x0000;
    Bytes a(kFixedPointPairs), b(kFixedPointPairs);
    for (std::size_t i = 0; i < kFixedPointPairs; ++i) {
      a[i] = static_cast<std::byte>(i / 256);
      b[i] = static_cast<std::byte>(i % 256);
    }
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      const Parameters set = near_ties(seed);
      const plan::Plan plan = scaled_sum(kFixedPointPairs, 0, set);
      const auto inputs = inputs_of(a.data(), b.data(), set);
      const ElementwiseKernel kernel(plan, isa, with_fixed_point());
      for (const unsigned control : {kNearest, kDown, kUp, kToZero, kFlush, kTraps}) {
        Bytes found(kFixedPointPairs);
        const unsigned before = _mm_getcsr();
        _mm_setcsr(control);
        kernel.run(inputs.data(), found.data(), 0, kFixedPointPairs);
        const unsigned after = _mm_getcsr();
        _mm_setcsr(before);
        INFO("control " << control << ", seed " << seed);
        CHECK(after == control);
        CHECK(first_difference(plan, inputs, found) == "");
      }
    }
  }
}

}  // namespace dmlrun::jit::test
