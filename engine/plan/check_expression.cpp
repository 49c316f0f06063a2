#include "engine/plan/check_expression.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dmlrun::plan {

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// The numbers that a stack entry can be. Only what can be any number can also be NaN.
struct Interval {
  float low = -kInfinity;
  float high = kInfinity;
};

bool is_number(Element element) noexcept {
  return element == Element::i8 || element == Element::u8 || element == Element::f32;
}

Interval range_of(Element element) noexcept {
  if (element == Element::i8) return {-128, 127};
  if (element == Element::u8) return {0, 255};
  return {};
}

std::size_t inputs_of(Step::Op op) noexcept {
  if (op == Step::Op::load || op == Step::Op::constant) return 0;
  return op == Step::Op::round ? 1 : 2;
}

Interval apply(const Interval& x, const Interval& y, Step::Op op) noexcept {
  switch (op) {
    // max(x, y) and min(x, y) give y for a NaN in x and x for one in y: the bounds of what can be NaN bound nothing, so
    // those of the other hold for it alone too.
    case Step::Op::max: return {std::max(x.low, y.low), std::max(x.high, y.high)};
    case Step::Op::min: return {std::min(x.low, y.low), std::min(x.high, y.high)};
    case Step::Op::round: return {std::nearbyint(x.low), std::nearbyint(x.high)};
    default: return {};
  }
}

}  // namespace

std::string check_expression(const Plan& plan) {
  if (!is_number(plan.output)) return "an expression needs an output of numbers: i8, u8 or f32";
  if (plan.expression.size() > kMaxSteps) return "the expression has more than " + std::to_string(kMaxSteps) + " steps";
  for (std::size_t o = 0; o < plan.operands.size(); ++o)
    if (!is_number(plan.operands[o].element))
      return "operand " + std::to_string(o) + " of an expression does not hold numbers (i8, u8 or f32)";
  std::array<Interval, kMaxStack> stack;
  std::size_t depth = 0;
  for (std::size_t i = 0; i < plan.expression.size(); ++i) {
    const Step& step = plan.expression[i];
    const std::string where = "step " + std::to_string(i) + " of the expression ";
    if (step.op > Step::Op::min) return where + "is no known operation";
    const std::size_t inputs = inputs_of(step.op);
    if (depth < inputs) return where + "finds too few values on the stack";
    if (inputs == 0 && depth == kMaxStack) return where + "needs a deeper stack than " + std::to_string(kMaxStack);
    if (step.op != Step::Op::load && step.operand != 0) return where + "names an operand but does not load";
    if (step.op != Step::Op::constant && (step.value != 0 || std::signbit(step.value)))
      return where + "carries a value but is no constant";
    if (step.op == Step::Op::load) {
      if (step.operand >= plan.operands.size())
        return where + "loads operand " + std::to_string(step.operand) + " of " + std::to_string(plan.operands.size());
      stack[depth++] = range_of(plan.operands[step.operand].element);
    } else if (step.op == Step::Op::constant) {
      if (std::isnan(step.value)) return where + "is a NaN constant";
      stack[depth++] = {step.value, step.value};
    } else {
      depth -= inputs - 1;
      stack[depth - 1] = apply(stack[depth - 1], inputs == 2 ? stack[depth] : Interval{}, step.op);
    }
  }
  if (std::none_of(plan.expression.begin(), plan.expression.end(), [](const Step& s) { return s.op == Step::Op::load; }))
    return "the expression loads no operand; a constant is a fill";
  if (depth != 1) return "the expression leaves " + std::to_string(depth) + " values, 1 was expected";
  const Interval wanted = range_of(plan.output);
  if (stack[0].low < wanted.low || stack[0].high > wanted.high)
    return "the expression can leave a value outside the output's range";
  return {};
}

}  // namespace dmlrun::plan
