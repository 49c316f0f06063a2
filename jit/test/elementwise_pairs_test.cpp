// Every pair of bytes through sums of scaled bytes, bit for bit as the interpreter has it.
#include <algorithm>
#include <cstdio>

#include "engine/plan/check.h"
#include "engine/plan/interpreter/interpret.h"
#include "engine/test/catch.h"
#include "jit/test/elementwise_kernel.h"
#include "jit/test/scaled_sum.h"

namespace dmlrun::jit::test {
namespace {

constexpr std::size_t kPairs = 65536;

struct Pairs {
  Pairs() : a(kPairs), b(kPairs), every(256) {
    for (std::size_t i = 0; i < kPairs; ++i) {
      a[i] = static_cast<std::byte>(i / 256);
      b[i] = static_cast<std::byte>(i % 256);
    }
    std::copy_n(b.begin(), 256, every.begin());
  }
  std::vector<std::byte> a, b, every;
};

/// The same plan over 256 rows: the first input changes from row to row, the second within.
plan::Plan by_rows(plan::Plan plan, std::uint64_t columns) {
  plan.axes = {{{{256, 0, 1, plan::kUnchosen}}, {}, 0, {}}, {{{columns, 0, 1, plan::kUnchosen}}, {}, 0, {}}};
  plan.output_strides = {static_cast<std::int64_t>(columns), 1};
  plan.output_span = 256 * columns;
  plan.operands[0].strides = {1, 0};
  plan.operands[1].strides = {0, 1};
  plan.operands[0].span = 256;
  plan.operands[1].span = columns;
  return plan;
}

/// Rows so long that results come out of tables; "" or what is wrong.
std::string run_long_rows(const plan::Plan& plan, const Parameters& set, const std::byte* bytes) {
  constexpr std::uint64_t kColumns = 1100;
  const plan::Plan rows = by_rows(plan, kColumns);
  const auto inputs = inputs_of(bytes, bytes, set);
  std::vector<std::byte> expected(rows.output_span), found(rows.output_span);
  plan::interpret(rows, inputs.data(), expected.data(), 0, rows.output_span);
  for (const x64::Isa isa : usable_isas()) {
    ElementwiseKernel(rows, isa).run(inputs.data(), found.data(), 0, rows.output_span);
    if (expected != found) return std::string(name(isa)) + " by long rows: wrong bytes";
  }
  return {};
}

std::string difference(const std::vector<std::byte>& expected, const std::vector<std::byte>& found) {
  const auto [e, f] = std::mismatch(expected.begin(), expected.end(), found.begin());
  if (e == expected.end()) return {};
  const auto pair = static_cast<std::size_t>(e - expected.begin());
  return "bytes " + std::to_string(pair / 256) + " and " + std::to_string(pair % 256) + " give byte " +
         std::to_string(std::to_integer<int>(*f)) + "; " + std::to_string(std::to_integer<int>(*e)) + " was expected";
}

std::string run_set(const Parameters& set, unsigned mix, const Pairs& pairs) {
  const plan::Plan plan = scaled_sum(kPairs, mix, set), rows = by_rows(plan, 256);
  if (std::string wrong = plan::check(plan) + plan::check(rows); !wrong.empty()) return wrong;
  const auto inputs = inputs_of(pairs.a.data(), pairs.b.data(), set);
  const auto row_inputs = inputs_of(pairs.every.data(), pairs.every.data(), set);
  std::vector<std::byte> expected(kPairs), found(kPairs);
  plan::interpret(plan, inputs.data(), expected.data(), 0, kPairs);
  for (const x64::Isa isa : usable_isas())
    for (const x64::Tuning& tuning : x64::tunings()) {
      if (isa > x64::Isa::avx512_vbmi) continue;  // what it adds is not for bytes
      std::fill(found.begin(), found.end(), std::byte{0x5a});
      ElementwiseKernel(plan, isa, tuning).run(inputs.data(), found.data(), 0, kPairs);
      if (std::string wrong = difference(expected, found); !wrong.empty())
        return std::string(name(isa)) + " for " + std::string(tuning.name) + ": " + wrong;
      if (isa == x64::Isa::avx512_vbmi || &tuning != &x64::tunings()[mix % x64::tunings().size()]) continue;
      std::fill(found.begin(), found.end(), std::byte{0x5a});
      ElementwiseKernel(rows, isa, tuning).run(row_inputs.data(), found.data(), 0, kPairs);
      if (std::string wrong = difference(expected, found); !wrong.empty())
        return std::string(name(isa)) + " by rows for " + std::string(tuning.name) + ": " + wrong;
    }
  return {};
}

/// All mixes of types with so many sets of parameters, beside the 91 awkward ones.
void run_sets(std::size_t more) {
  const Pairs pairs;
  const std::vector<Parameters> sets = edge_parameters(more);
  REQUIRE(sets.size() == 91 + more);
  for (std::size_t number = 0; number < sets.size(); ++number)
    for (unsigned mix = 0; mix < kMixes; ++mix) {
      std::string wrong = run_set(sets[number], mix, pairs);
      if (wrong.empty() && mix == number % kMixes)
        wrong = run_long_rows(scaled_sum(kPairs, mix, sets[number]), sets[number], pairs.b.data());
      if (wrong.empty()) continue;
      const Parameters& set = sets[number];
      INFO("set " << number << ", mix " << mix << ", scales " << set.scale[0] << ' ' << set.scale[1] << ' '
                  << set.scale[2]);
      FAIL(wrong);
    }
  std::printf("%zu sets of scales and zero points, %llu pairs of bytes\n", sets.size(),
              static_cast<unsigned long long>(sets.size() * kMixes * kPairs));
}

}  // namespace

TEST_CASE("every pair of bytes gives the interpreter's byte, whatever the scales and zero points",
          "[elementwise][exhaustive]") {
  run_sets(16);
}

// dmlrun_jit_tests "[long]"
TEST_CASE("every pair of bytes gives the interpreter's byte for 1,200 scales and zero points", "[.long][elementwise]") {
  run_sets(1109);
}

}  // namespace dmlrun::jit::test
