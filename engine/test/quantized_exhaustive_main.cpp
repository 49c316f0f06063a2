// dmlrun_quantized_exhaustive: all 65,536 pairs of bytes, for every mix of INT8 and UINT8 and 200 sets of scales and
// zero points (or as many as wanted), on every back end and by a formula of its own.
#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dmlrun/kernel.h"
#include "engine/fuzz/edge_values.h"
#include "engine/test/this_program.h"
#include "engine/test/variants.h"

namespace dmlrun::test {
namespace {

using fuzz::edge_float;
using fuzz::plain_float;
using fuzz::Random;

/// As many sets as a plain run has, and as there can be.
constexpr std::size_t kSets = 200, kMaxSets = 1'000'000, kMixes = 8;
/// Bits of a mix: whether A, B and the output are INT8.
constexpr std::size_t kSignedA = 1, kSignedB = 2, kSignedOutput = 4;

/// Scales and zero points. A zero point is a byte, read as the type of its tensor.
struct Set {
  float a_scale = 1, b_scale = 1, output_scale = 1;
  std::optional<std::uint8_t> a_zero, b_zero, output_zero;
};

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kTies[][3] = {{1, 1, 2},       {0.5f, 0.5f, 1}, {1, 1, 4},        {0.25f, 0.5f, 1},
                              {1.5f, 1.5f, 1}, {1, -1, 2},      {3, 1, 2},        {0.125f, 1, 2},
                              {2, 2, 8},       {1, 1, -2},      {0.5f, 0.25f, 2}, {1e-20f, 1e-20f, 2e-20f}};
const float kSpecial[] = {1.0f,
                          0.5f,
                          1024.0f,
                          0.1f,
                          0.3f,
                          0.039215686f,
                          0.0078125f,
                          -0.75f,
                          0.0f,
                          -0.0f,
                          std::numeric_limits<float>::denorm_min(),
                          -1.1e-38f,
                          std::numeric_limits<float>::min(),
                          std::numeric_limits<float>::max(),
                          std::numeric_limits<float>::lowest(),
                          3e38f,
                          kInfinity,
                          -kInfinity,
                          std::numeric_limits<float>::quiet_NaN(),
                          std::bit_cast<float>(0xffc12345u)};

/// First ties, then each special value in each of the three places, then whatever comes.
std::vector<Set> make_sets(std::size_t count) {
  std::vector<Set> sets;
  for (const auto& tie : kTies) sets.push_back({tie[0], tie[1], tie[2], {}, {}, {}});
  for (float special : kSpecial) {
    sets.push_back({special, 0.3f, 0.7f, {}, {}, {}});
    sets.push_back({0.3f, special, 1.0f, {}, {}, {}});
    sets.push_back({0.3f, 0.1f, special, {}, {}, {}});
  }
  for (std::uint64_t i = 0; sets.size() < count; ++i) {
    Random random(20, i);
    const auto scale = [&] { return random.one_in(2) ? edge_float(random) : plain_float(random); };
    Set set;
    set.a_scale = scale();
    set.b_scale = scale();
    set.output_scale = scale();
    sets.push_back(set);
  }
  for (std::size_t i = 0; i < sets.size(); ++i) {
    Random random(21, i);
    const std::uint64_t present = random.below(8);
    const auto zero = [&] { return random.pick<std::uint8_t>({0, 1, 3, 127, 128, 200, 255}); };
    if (present & 1) sets[i].a_zero = zero();
    if (present & 2) sets[i].b_zero = zero();
    if (present & 4) sets[i].output_zero = zero();
  }
  return sets;
}

int value_of(std::uint8_t byte, bool is_signed) { return is_signed ? static_cast<std::int8_t>(byte) : byte; }

/// The definition once more, in the words of DirectML's page: pair (a, b) is element 256 a + b.
std::vector<std::uint8_t> by_formula(const Set& set, std::size_t mix) {
  std::vector<std::uint8_t> results(65536);
  const int a_zero = value_of(set.a_zero.value_or(0), mix & kSignedA);
  const int b_zero = value_of(set.b_zero.value_or(0), mix & kSignedB);
  const int output_zero = value_of(set.output_zero.value_or(0), mix & kSignedOutput);
  const int least = mix & kSignedOutput ? -128 : 0, most = mix & kSignedOutput ? 127 : 255;
  for (std::size_t pair = 0; pair < results.size(); ++pair) {
    const int a = value_of(static_cast<std::uint8_t>(pair / 256), mix & kSignedA) - a_zero;
    const int b = value_of(static_cast<std::uint8_t>(pair % 256), mix & kSignedB) - b_zero;
    const float sum = static_cast<float>(a) * set.a_scale + static_cast<float>(b) * set.b_scale;
    const float rounded = std::nearbyint(sum / set.output_scale) + static_cast<float>(output_zero);
    int result = least;  // NaN, too
    if (rounded >= static_cast<float>(most)) result = most;
    else if (rounded > static_cast<float>(least)) result = static_cast<int>(rounded);
    results[pair] = static_cast<std::uint8_t>(result);
  }
  return results;
}

TensorDesc tensor_of(DataType type, Dimensions sizes) {
  TensorDesc tensor;
  tensor.type = type;
  tensor.sizes = sizes;
  return tensor;
}

/// A of shape [256, 256] is constant along the second axis and B along the first. `broadcast`: by stride 0.
Result<Operator> make_operator(const Set& set, std::size_t mix, bool broadcast) {
  const auto type = [&](std::size_t bit) { return mix & bit ? DataType::int8 : DataType::uint8; };
  ElementWiseQuantizedLinearAddDesc d;
  d.a = tensor_of(type(kSignedA), {256, 256});
  d.b = tensor_of(type(kSignedB), {256, 256});
  d.output = tensor_of(type(kSignedOutput), {256, 256});
  if (broadcast) {
    d.a.strides = {1, 0};
    d.b.strides = {0, 1};
  }
  d.a_scale = d.b_scale = d.output_scale = tensor_of(DataType::float32, {1, 1});
  if (set.a_zero) d.a_zero_point = tensor_of(d.a.type, {1, 1});
  if (set.b_zero) d.b_zero_point = tensor_of(d.b.type, {1, 1});
  if (set.output_zero) d.output_zero_point = tensor_of(d.output.type, {1, 1});
  return Operator::make(d);
}

struct Pairs {
  std::array<std::uint8_t, 65536> a, b;      ///< one byte per element
  std::array<std::uint8_t, 256> every_byte;  ///< for broadcasting
};

const Pairs& pairs() {
  static const Pairs made = [] {
    Pairs p;
    for (std::size_t i = 0; i < 65536; ++i) {
      p.a[i] = static_cast<std::uint8_t>(i / 256);
      p.b[i] = p.every_byte[i % 256] = static_cast<std::uint8_t>(i % 256);
    }
    return p;
  }();
  return made;
}

/// The back ends to run; only one when it was named.
std::vector<CompileOptions>& chosen_variants() {
  static std::vector<CompileOptions> variants;
  return variants;
}

/// The first difference between the formula and a back end, for people; "" when there is none.
std::string run_mix(const Set& set, std::size_t mix, bool broadcast) {
  const std::vector<std::uint8_t> expected = by_formula(set, mix);
  const auto op = make_operator(set, mix, broadcast);
  if (!op) return "refused: " + op.error().to_string();
  std::vector<std::span<const std::byte>> inputs;
  const auto add = [&](const auto& value) { inputs.push_back(std::as_bytes(std::span(&value, 1))); };
  broadcast ? add(pairs().every_byte) : add(pairs().a);
  add(set.a_scale);
  if (set.a_zero) add(*set.a_zero);
  broadcast ? add(pairs().every_byte) : add(pairs().b);
  add(set.b_scale);
  if (set.b_zero) add(*set.b_zero);
  add(set.output_scale);
  if (set.output_zero) add(*set.output_zero);
  const std::vector<CompileOptions>& variants = chosen_variants();
  for (const CompileOptions& options : variants) {
    const std::string who =
        std::string(options.backend) + (options.isa.empty() ? "" : " with no more than " + std::string(options.isa));
    const auto kernel = compile(*op, options);
    if (!kernel) return who + ": " + kernel.error().to_string();
    std::vector<std::uint8_t> found(65536, 0x5a);
    const std::span<std::byte> outputs[] = {std::as_writable_bytes(std::span(found))};
    if (auto done = kernel->run(inputs, outputs); !done) return who + ": " + done.error().to_string();
    const auto [e, f] = std::mismatch(expected.begin(), expected.end(), found.begin());
    if (e == expected.end()) continue;
    const auto pair = static_cast<std::size_t>(e - expected.begin());
    return who + ": bytes " + std::to_string(pair / 256) + " and " + std::to_string(pair % 256) + " give byte " +
           std::to_string(*f) + "; " + std::to_string(*e) + " was expected";
  }
  return {};
}

void print_failure(const Set& set, std::size_t number, std::size_t mix, const std::string& report) {
  const auto zero = [](const std::optional<std::uint8_t>& byte) { return byte ? std::to_string(*byte) : "none"; };
  std::printf("set %zu, A %s, B %s, output %s: scales %a %a %a, zero points (bytes) %s %s %s\n%s\n", number,
              mix & kSignedA ? "INT8" : "UINT8", mix & kSignedB ? "INT8" : "UINT8",
              mix & kSignedOutput ? "INT8" : "UINT8", static_cast<double>(set.a_scale),
              static_cast<double>(set.b_scale), static_cast<double>(set.output_scale), zero(set.a_zero).c_str(),
              zero(set.b_zero).c_str(), zero(set.output_zero).c_str(), report.c_str());
  std::printf("repeat with: %s --set %zu\n", dmlrun::test::this_program().c_str(), number);
}

/// Runs sets first ... last - 1; all mixes, or only one that changes from set to set.
int run_sets(std::size_t first, std::size_t last, bool all_mixes) {
  const std::vector<Set> sets = make_sets(std::max(last, kSets));
  const auto start = std::chrono::steady_clock::now();
  std::uint64_t results = 0;
  for (std::size_t number = first; number < last; ++number)
    for (std::size_t mix = 0; mix < kMixes; ++mix) {
      // Sets of one kind stand three apart, so this takes every mix to every kind.
      if (!all_mixes && mix != (number + number / 24) % kMixes) continue;
      const std::string report = run_mix(sets[number], mix, (number + mix) % 2 == 0);
      results += 65536;
      if (report.empty()) continue;
      print_failure(sets[number], number, mix, report);
      return 1;
    }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("%llu results, %zu sets, %s: every back end gives the formula's, in %.1f s\n",
              static_cast<unsigned long long>(results), last - first,
              all_mixes ? "all 8 mixes of INT8 and UINT8" : "one mix of INT8 and UINT8 each", seconds.count());
  return 0;
}

}  // namespace
}  // namespace dmlrun::test

int main(int argc, char** argv) {
  using dmlrun::test::kMaxSets;
  using dmlrun::test::run_sets;
  std::size_t first = 0, sets = dmlrun::test::kSets;
  bool all_mixes = true, good = true;
  dmlrun::CompileOptions named;
  for (int i = 1; good && i < argc; ++i) {
    const std::string_view option = argv[i];
    if (option == "--short" && argc == 2) {
      all_mixes = false;
      continue;
    }
    std::size_t number = kMaxSets + 1;
    const char* const text = ++i < argc ? argv[i] : "";
    if (option == "--backend" || option == "--device") {
      (option == "--backend" ? named.backend : named.device) = text;
      continue;
    }
    const auto [rest, error] = std::from_chars(text, text + std::strlen(text), number);
    good = error == std::errc() && *rest == 0 && number <= kMaxSets;
    if (option == "--sets") sets = number;
    else if (option == "--first" || option == "--set") first = number, sets = option == "--set" ? 1 : sets;
    else good = false;
  }
  dmlrun::test::chosen_variants() =
      named.backend == "auto" ? dmlrun::test::all_variants() : std::vector<dmlrun::CompileOptions>{named};
  if (good && first + sets <= kMaxSets) return run_sets(first, first + sets, all_mixes);
  std::fputs(
      "usage: dmlrun_quantized_exhaustive [--short | --set N | --first N --sets N] [--backend NAME [--device D]]\n"
      "  Each set of scales and zero points: 524,288 sums on every back end and by a formula. 200 sets, or those "
      "named;\n"
      "  --short: one mix of types per set.\n",
      stderr);
  return 2;
}
