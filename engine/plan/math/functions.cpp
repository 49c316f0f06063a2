#include "engine/plan/math/functions.h"

#include <limits>

#include "engine/plan/math/coefficients.h"
#include "engine/plan/math/parts.h"

namespace dmlrun::plan::math {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// An argument whose result, as a double, is the middle between two floats, and what it is rounded to.
Number except(double at, double value, Number x, Number otherwise) { return select(x == at, value, otherwise); }

Number exp(const Number* x) { return exponential(x[0]); }

Number log(const Number* inputs) {
  const Number x = inputs[0];
  const Number usual = select(x < kInfinity, logarithm(x), x);
  return select(x <= 0.0, select(x < 0.0, x.constant(kNaN), x.constant(-kInfinity)), usual);
}

Number tanh(const Number* x) {
  const Number e = exponential_less_one(at_most(40, x[0] + x[0]));
  return e / (e + 2);
}

/// Near 0 it is 1/2 + x/4 - x^3/48: of odd multiples of 2^-23 next to a middle between two floats, on the side of 1/2.
Number sigmoid(const Number* x) {
  const Number usual = 1 / (exponential(-x[0]) + 1);
  const Number near = select(absolute(x[0]) < 0x1p-11, fma(x[0], 0.25 - 0x1p-29, 0.5), usual);
  return except(-0x1.250c02p-10, 0x1.ffb6bep-2, x[0], near);
}

constexpr Function kFunctions[] = {{"exp", 1, exp}, {"log", 1, log}, {"sigmoid", 1, sigmoid}, {"tanh", 1, tanh}};

}  // namespace

std::span<const Function> functions() noexcept { return kFunctions; }

const Function* find_function(std::string_view name) noexcept {
  for (const Function& function : kFunctions)
    if (function.name == name) return &function;
  return nullptr;
}

}  // namespace dmlrun::plan::math
