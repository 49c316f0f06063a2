// Random plans on one back end against the interpreter.
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <optional>

#include "engine/plan/check.h"
#include "engine/plan/interpret.h"
#include "engine/plan/normalize.h"
#include "engine/plan/print.h"
#include "engine/run/backends.h"
#include "engine/test/random.h"
#include "engine/test/random_plan.h"
#include "jit/test/device/device_check.h"

namespace dmlrun::jit::test {
namespace {

using plan::Element;
using plan_test::Bytes;
using plan_test::RandomPlan;

/// Bytes as they come; floats of which many are awkward.
void fill(Bytes& bytes, Element element, dmlrun::test::Random& random) {
  random.fill(bytes);
  if (element != Element::f32) return;
  constexpr std::uint32_t kAwkward[] = {0,          0x80000000, 0x7F800000, 0xFF800000, 0x7FC00001, 0xFFABCDEF, 1,
                                        0x807FFFFF, 0x00800000, 0x7F7FFFFF, 0x3F800000, 0x3F000000, 0xBF000000};
  for (std::size_t at = 0; at + 4 <= bytes.size(); at += 4) {
    const auto small = static_cast<float>(static_cast<int>(random.below(1201)) - 600) * 0.5f;
    std::uint32_t bits = std::bit_cast<std::uint32_t>(small);
    if (random.one_in(6)) bits = kAwkward[random.below(std::size(kAwkward))];
    if (random.one_in(12)) continue;
    std::memcpy(&bytes[at], &bits, 4);
  }
}

/// The first element that differs. A NaN that was computed may be any: which one it is follows from no rule.
std::optional<std::size_t> first_difference(const plan::Plan& plan, const Bytes& expected, const Bytes& found) {
  const std::size_t bytes = plan::bytes_of(plan.output);
  const bool may_be_nan = !plan.expression.empty() && plan.output == Element::f32;
  for (std::size_t at = 0; at + bytes <= expected.size(); at += bytes) {
    if (std::memcmp(&expected[at], &found[at], bytes) == 0) continue;
    float a = 0, b = 0;
    if (may_be_nan) std::memcpy(&a, &expected[at], 4), std::memcpy(&b, &found[at], 4);
    if (!(may_be_nan && std::isnan(a) && std::isnan(b))) return at / bytes;
  }
  return std::nullopt;
}

struct Counts {
  std::uint64_t plans = 0, declined = 0, elements = 0;
};

/// "" or what is wrong with a plan's kernel.
std::string check_plan(const CheckOptions& options, std::uint64_t seed, Counts& counts) {
  RandomPlan random(seed);
  const plan::Plan plan = plan::normalize(random.plan);
  if (!plan::check(plan).empty()) return "the plan is not legal";
  CompileOptions compile;
  compile.backend = options.backend;
  compile.device = options.device;
  const Backend& backend = *find_backend(options.backend);
  const OperatorDesc desc;
  const Task task{desc, plan, 0, compile};
  if (!backend.why_not(task).empty()) {
    ++counts.declined;
    return {};
  }
  const auto kernel = backend.build(task);
  if (!kernel) return kernel.error().to_string();
  ++counts.plans;
  const std::uint64_t elements = plan::element_count(plan);
  for (std::uint64_t set = 0; set < options.sets; ++set) {
    dmlrun::test::Random numbers(seed, set);
    for (const plan::Operand& operand : plan.operands) fill(random.inputs[operand.input], operand.element, numbers);
    std::vector<const std::byte*> inputs;
    for (const Bytes& input : random.inputs) inputs.push_back(input.data());
    // Gaps, too, must be as they were.
    Bytes expected(plan.output_span * plan::bytes_of(plan.output));
    numbers.fill(expected);
    Bytes found = expected;
    plan::interpret(plan, inputs.data(), expected.data(), 0, elements);
    if (auto ran = (*kernel)->try_run(inputs.data(), found.data(), 0, elements); !ran) return ran.error().to_string();
    if (const auto at = first_difference(plan, expected, found))
      return "set " + std::to_string(set) + ": element " + std::to_string(*at) + " is wrong";
    counts.elements += elements;
  }
  return {};
}

}  // namespace

int check_plans(const CheckOptions& options) {
  Counts counts;
  const auto start = std::chrono::steady_clock::now();
  for (std::uint64_t seed = options.first; counts.plans < options.count; ++seed) {
    const std::string wrong = check_plan(options, seed, counts);
    if (wrong.empty()) continue;
    std::printf("seed %llu: %s\nrepeat with: dmlrun_device_check plans --backend %s --first %llu --count 1\n%s\n",
                static_cast<unsigned long long>(seed), wrong.c_str(), options.backend.c_str(),
                static_cast<unsigned long long>(seed), plan::print(plan::normalize(RandomPlan(seed).plan)).c_str());
    std::printf("0 passed, 1 failed\n");
    return 1;
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf(
      "%llu plans from seed %llu, %llu sets each, %llu elements, 0 wrong; %llu declined; %.1f s\n1 passed, 0 failed\n",
      static_cast<unsigned long long>(counts.plans), static_cast<unsigned long long>(options.first),
      static_cast<unsigned long long>(options.sets), static_cast<unsigned long long>(counts.elements),
      static_cast<unsigned long long>(counts.declined), seconds.count());
  return 0;
}

}  // namespace dmlrun::jit::test
