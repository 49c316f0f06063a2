// Random plans on one back end against the interpreter.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>

#include "engine/plan/check.h"
#include "engine/plan/interpreter/interpret.h"
#include "engine/plan/print.h"
#include "engine/run/backends.h"
#include "engine/test/random.h"
#include "engine/test/this_program.h"
#include "jit/test/device/device_check.h"
#include "jit/test/device/device_plans.h"
#include "jit/test/device/plan_data.h"

namespace dmlrun::jit::test {
namespace {

using plan::Element;
using plan_test::Bytes;

struct Counts {
  std::uint64_t plans = 0, declined = 0, elements = 0;
};

/// A random plan of those that random tests of devices are about, or a random list of values.
DevicePlan random_plan(const CheckOptions& options, std::uint64_t seed) {
  if (!options.are_values) return device_plan(seed);
  constexpr std::int64_t kShort = 25, kLong = 200;
  plan_test::RandomValues random(seed, seed % 10 == 0 ? kLong : kShort);
  return {std::move(random.plan), std::move(random.inputs)};
}

/// The bytes of an element, the highest first.
std::string hexadecimal(const std::byte* element, std::size_t bytes) {
  std::string text;
  for (std::size_t i = bytes; i-- > 0;) {
    std::array<char, 3> digits{};
    std::snprintf(digits.data(), digits.size(), "%02x", std::to_integer<unsigned>(element[i]));
    text += digits.data();
  }
  return text;
}

/// "" or what is wrong with a plan's kernel.
std::string check_plan(const CheckOptions& options, std::uint64_t seed, Counts& counts) {
  DevicePlan random = random_plan(options, seed);
  const plan::Plan& plan = random.plan;
  if (!plan::check(plan).empty()) return "the plan is not legal";
  CompileOptions compile;
  compile.backend = options.backend;
  compile.device = options.device;
  const Backend& backend = *find_backend(options.backend);
  const Desc desc;
  const CompileRequest task{desc, plan, 0, compile};
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
    if (!options.are_values || set > 0)  // the lists bring a first set with them
      for (const plan::Operand& operand : plan.operands)
        if (operand.input != plan::kIndex) fill(random.inputs[operand.input], operand.element, numbers);
    std::vector<const std::byte*> inputs;
    for (const Bytes& input : random.inputs) inputs.push_back(input.data());
    // Gaps, too, must be as they were.
    Bytes expected(plan.output_span * plan::bytes_of(plan.output));
    numbers.fill(expected);
    // Every other output begins beside the places that vectors like.
    Bytes room(expected.size() + 1);
    std::byte* const output = room.data() + set % 2;
    std::copy(expected.begin(), expected.end(), output);
    plan::interpret(plan, inputs.data(), expected.data(), 0, elements);
    if (auto ran = (*kernel)->try_run(inputs.data(), output, 0, elements); !ran) return ran.error().to_string();
    if (const auto at = first_difference(plan, expected, Bytes(output, output + expected.size()))) {
      const std::size_t bytes = plan::bytes_of(plan.output);
      return "set " + std::to_string(set) + ": element " + std::to_string(*at) + " is " +
             hexadecimal(output + *at * bytes, bytes) + ", expected " + hexadecimal(&expected[*at * bytes], bytes);
    }
    counts.elements += elements;
  }
  return {};
}

}  // namespace

int check_plans(const CheckOptions& options) {
  constexpr unsigned kMaxWrong = 5;  // each may have a cause of its own, and a device is not always at hand
  Counts counts;
  unsigned wrong_plans = 0;
  const auto start = std::chrono::steady_clock::now();
  for (std::uint64_t seed = options.first; counts.plans < options.count && wrong_plans < kMaxWrong; ++seed) {
    const std::string wrong = check_plan(options, seed, counts);
    if (wrong.empty()) continue;
    ++wrong_plans;
    std::printf("seed %llu: %s\nrepeat with: %s %s --backend %s --first %llu --count 1\n%s\n",
                static_cast<unsigned long long>(seed), wrong.c_str(), dmlrun::test::this_program().c_str(),
                options.are_values ? "values" : "plans", options.backend.c_str(), static_cast<unsigned long long>(seed),
                plan::print(random_plan(options, seed).plan).c_str());
  }
  if (wrong_plans > 0) {
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
