// The judge of dmlrun verify finds what is wrong in a function: faults in its values, one at a time.
#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <limits>
#include <vector>

#include "cli/test/judge_here.h"
#include "dmlrun/spec.h"
#include "engine/operators/operator_state.h"
#include "engine/plan/interpreter/interpret.h"
#include "engine/plan/math/coefficients.h"
#include "engine/test/catch.h"

namespace dmlrun::cli {
namespace {

using plan::Op;
using plan::Plan;
using plan::Type;
using plan::Value;
namespace math = plan::math;

/// Changes a plan; false where it has no such place.
using Fault = std::function<bool(Plan&)>;

Fault flipped(std::uint64_t constant, std::uint64_t bits) {
  return [=](Plan& plan) {
    const auto is_it = [&](const Value& value) { return value.op == Op::constant && value.immediate == constant; };
    const auto found = std::find_if(plan.values.begin(), plan.values.end(), is_it);
    if (found == plan.values.end()) return false;
    found->immediate ^= bits;
    return true;
  };
}
/// Of most coefficients the last bit alone changes no FLOAT32 result.
Fault last_bits(double coefficient, std::uint64_t bits) {
  return flipped(std::bit_cast<std::uint64_t>(coefficient), bits);
}

/// Without the value of this operation that has the constant among its inputs or its condition's: what is its last
/// input takes its place.
Fault without(Op op, double constant) {
  return [=](Plan& plan) {
    const auto has = [&](const Value& value) {
      return std::any_of(value.inputs.begin(), value.inputs.begin() + plan::operation(value.op).arity, [&](auto input) {
        return plan.values[input].op == Op::constant && plan.values[input].type == Type::f64 &&
               plan.values[input].immediate == std::bit_cast<std::uint64_t>(constant);
      });
    };
    for (std::uint32_t v = 0; v < plan.values.size(); ++v) {
      const Value value = plan.values[v];
      if (value.op != op || !(has(value) || has(plan.values[value.inputs[0]]))) continue;
      const std::uint32_t other = value.inputs[plan::operation(op).arity - 1];
      for (Value& user : plan.values) std::replace(user.inputs.begin(), user.inputs.end(), v, other);
      if (v + 1 == plan.values.size()) plan.values.resize(other + 1);
      return true;
    }
    return false;
  };
}

/// Results below the least normal number are 0.
Fault flushed(double least) {
  return [=](Plan& plan) {
    const auto result = static_cast<std::uint32_t>(plan.values.size() - 1);
    const auto constant = [](double number) {
      return Value{Op::constant, Type::f64, {}, std::bit_cast<std::uint64_t>(number)};
    };
    plan.values.insert(plan.values.end(), {{Op::absolute, Type::f64, {result}},
                                           constant(least),
                                           {Op::less, Type::u32, {result + 1, result + 2}},
                                           constant(0),
                                           {Op::select, Type::f64, {result + 3, result + 4, result}}});
    return true;
  };
}

constexpr auto kFloat32 = Domain::float32;
constexpr auto kFloat16 = Domain::float16;
constexpr double kMinNormal = std::numeric_limits<float>::min();

/// One fault, and an input whose result it changes: of the chunk with that all results are judged.
struct Plant {
  const char* title;
  const char* function;
  Domain domain;
  std::uint32_t input;
  Fault fault;
};

const std::vector<Plant>& plants() {
  static const std::vector<Plant> all = {
      {"exp: the last bit of ln 2", "EXP", kFloat32, 0xc16912cd, last_bits(-math::kLn2, 1)},
      {"log: the last bit of ln 2", "LOG", kFloat32, 0x66a8c860, last_bits(math::kLn2, 1)},
      {"sin: the last bit of pi", "SIN", kFloat32, 0xc7a0033a, last_bits(-2 * math::kHalfPi, 1)},
      {"exp: a coefficient's last byte", "EXP", kFloat32, 0x3fe67199, last_bits(math::kExp[0], 0xff)},
      {"log: a coefficient's last bytes", "LOG", kFloat32, 0x3f2f24ef, last_bits(math::kLog[0], 0xffff)},
      {"cos: a coefficient's last bytes", "COS", kFloat32, 0xd9443c0a, last_bits(math::kSin[1], 0xffff)},
      {"atan: a coefficient's last byte", "ATAN", kFloat32, 0x3ee06db1, last_bits(math::kAtan[0], 0xff)},
      {"erf: a coefficient's last byte", "ERF", kFloat32, 0xbab2e0cf, last_bits(math::kErf[0], 0xff)},
      {"gelu: a coefficient's last byte", "ACTIVATION_GELU", kFloat32, 0xb7f5c377, last_bits(math::kMills[0], 0xff)},
      {"sin: a wrong first word", "SIN", kFloat32, 0x63d00001, flipped(math::kTurns[0], 1)},
      {"cos: a wrong second word", "COS", kFloat32, 0xf3100001, flipped(math::kTurns[1], 1)},
      {"tan: a wrong third word", "TAN", kFloat32, 0xf310004c, flipped(math::kTurns[2], std::uint64_t{1} << 50)},
      {"log: no last bit is set", "LOG", kFloat32, 0x4c5d65a5, flipped(62, 1)},
      {"sin: a coefficient that is not nudged", "SIN", kFloat32, 0x46199998, last_bits(math::kSin[0], 2)},
      {"atanh: a missing exception", "ATANH", kFloat32, 0x39b89ba2, without(Op::select, 0x1.713744p-12)},
      {"sigmoid: no other way near 0", "ACTIVATION_SIGMOID", kFloat32, 0xb4400000, without(Op::select, 0x1p-11)},
      {"exp: a missing bound", "EXP", kFloat32, 0xc7a00000, without(Op::select, -1023 * math::kLn2)},
      {"erf: a missing bound", "ERF", kFloat16, 0, without(Op::select, 3.926)},
      {"tanh: a missing bound", "TANH", kFloat16, 0, without(Op::select, 40)},
      {"gelu: tails may be 1/2", "ACTIVATION_GELU", kFloat32, 0x00000001, without(Op::minimum, 0.5 - 0x1p-52)},
      {"acosh: numbers below 1", "ACOSH", kFloat16, 0, without(Op::select, 1)},
      {"exp: subnormal results are flushed", "EXP", kFloat32, 0xc2aeac50, flushed(kMinNormal)},
      {"gelu: subnormal results are flushed", "ACTIVATION_GELU", kFloat32, 1, flushed(kMinNormal)},
      {"sin: subnormal results are flushed", "SIN", kFloat16, 0, flushed(0x1p-14)},
  };
  return all;
}

Operator operator_of(const UnaryFunction& function, Domain domain) {
  auto op =
      parse_spec(R"({"type": ")" + std::string(function.type) + R"(", "desc": {"InputTensor": {"DataType": ")" +
                 std::string(name(domain)) + R"(", "Sizes": [)" + std::to_string(inputs_per_chunk(domain)) + "]}}}");
  REQUIRE(op);
  return std::move(*op);
}

/// What the plan makes of the numbers of a chunk.
std::vector<std::byte> results_of(const Plan& plan, Domain domain, std::size_t chunk) {
  const std::size_t count = inputs_per_chunk(domain), bytes = input_bytes(domain);
  std::vector<std::byte> inputs(count * bytes), results(count * bytes);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t input = chunk * count + i;
    std::memcpy(&inputs[i * bytes], &input, bytes);
  }
  const std::byte* const input = inputs.data();
  plan::interpret(plan, &input, results.data(), 0, count);
  return results;
}

}  // namespace

TEST_CASE("verify: faults in functions are found", "[exhaustive]") {
  auto judge = judge_here();
  if (!judge) return;
  for (const auto& [title, name, domain, input, fault] : plants()) {
    CAPTURE(title);
    const UnaryFunction& function = *find_function(name);
    const std::size_t chunk = input / inputs_per_chunk(domain);
    const auto right = judge->right_results(function, domain, chunk);
    Plan plan = operator_of(function, domain).state().plans[0];
    CHECK(wrong_results(function, domain, chunk, results_of(plan, domain, chunk), right).count == 0);
    REQUIRE(fault(plan));
    CHECK(wrong_results(function, domain, chunk, results_of(plan, domain, chunk), right).count > 0);
  }
}

}  // namespace dmlrun::cli
