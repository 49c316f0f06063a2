// The judge of dmlrun verify: what it computes in two ways agrees, and it notices where that is not so.
#include <cmath>

#include "cli/report/failure.h"
#include "cli/test/judge_here.h"
#include "cli/verify/sampled_functions.h"
#include "engine/fuzz/random.h"
#include "engine/test/catch.h"

namespace dmlrun::cli {
namespace {

/// How far the double numbers are off on some inputs, relative to the value.
double largest_error(const SampledFunction& function) {
  fuzz::Random random(1, 2);
  double error = 0;
  for (int i = 0; i < 2000; ++i) {
    double numbers[3];
    for (double& number : numbers) {
      const double size = std::exp2(static_cast<double>(random.below(1000)) / 100 - 5);
      number = static_cast<double>(static_cast<float>(random.one_in(2) ? -size : size));
    }
    const double near = function.near(numbers);
    if (!std::isfinite(near) || std::abs(near) < 1e-46 || std::abs(near) > 1e40) continue;
    const double exact = function.exact(numbers);
    error = std::max(error, std::abs(near - exact) / std::abs(exact));
  }
  return error;
}

/// Right but for a factor.
template <int digits>
double off(double x) {
  return std::exp(x) * (1 + std::ldexp(1.0, -digits));
}

}  // namespace

TEST_CASE("verify: every FLOAT16 result is computed in both ways") {
  auto decides = judge_here();
  if (!decides) return;
  LongArithmetic exact;
  for (const UnaryFunction& function : unary_functions()) {
    const auto right = decides->right_results(function, Domain::float16, 0);
    for (std::uint32_t input = 0; input < right.size(); input += 61) {
      const std::uint32_t rounded_once =
          rounded(Domain::float16, exact.value(function, input_value(Domain::float16, input)));
      if (right[input] != rounded_once) FAIL(function.name << " of " << input << ": " << right[input]);
    }
  }
}

TEST_CASE("verify: a value that is just below a middle is rounded down") {
  if (!judge_here()) return;
  LongArithmetic exact;
  const auto gelu = [&](double x) {
    return rounded(Domain::narrowed, exact.value(*find_function("ACTIVATION_GELU"), x));
  };
  CHECK(gelu(512.75) == 0x6001);
  CHECK(gelu(512.5) == 0x6001);
  CHECK(gelu(0x1p-24) == 1);
  CHECK(gelu(-0x1p-24) == 0x8000);
  CHECK(gelu(std::numeric_limits<double>::infinity()) == 0x7c00);
}

TEST_CASE("verify: double numbers that are off are noticed") {
  auto decides = judge_here();
  if (!decides) return;
  const auto judges = [&](double (*near)(double)) {
    return decides->right_results({"EXP", "ELEMENT_WISE_EXP", near}, Domain::float32, 0x3f9).size();
  };
  CHECK(judges(off<48>) == inputs_per_chunk(Domain::float32));
  CHECK_THROWS_AS(judges(off<42>), Failure);
}

TEST_CASE("verify: formulas are the same in double and long numbers") {
  if (!judge_here()) return;
  for (const SampledFunction& function : sampled_functions()) {
    CAPTURE(function.name);
    CHECK(largest_error(function) < 0x1p-46);
  }
}

TEST_CASE("verify: a result's error is told in units of the value's last place") {
  CHECK(ulps_between(Domain::float32, 0x3f800001, 1) == 1);
  CHECK(ulps_between(Domain::float32, 0x3f7fffff, 1) == 0.5);
  CHECK(ulps_between(Domain::float32, 3, 0) == 3);
  CHECK(ulps_between(Domain::float32, 0x7f800000, 0x1.fffffep127) == 1);
  CHECK(ulps_between(Domain::float16, 0x7bff, 1e30) == 1);
  CHECK(std::isinf(ulps_between(Domain::float16, 0x7e00, 1)));
}

TEST_CASE("verify: functions have their operators' names, as people write them") {
  for (const char* name : {"exp", "Exp", "element-wise-exp", "ELEMENT_WISE_EXP", "dml_operator_element_wise_exp"})
    CHECK(find_function(name) == find_function("EXP"));
  REQUIRE(find_function("EXP") != nullptr);
  CHECK(find_function("tanh")->type == "ELEMENT_WISE_TANH");
  CHECK(find_function("activation_tanh")->type == "ACTIVATION_TANH");
  CHECK(find_function("sigmoid") == find_function("ACTIVATION_SIGMOID"));
  CHECK(find_function("ex") == nullptr);
  CHECK(find_function("") == nullptr);
  REQUIRE(find_sampled("pow") != nullptr);
  CHECK(find_sampled("swish")->type == "ACTIVATION_SWISH");
}

}  // namespace dmlrun::cli
