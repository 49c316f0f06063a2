#include "jit/halide/pipeline/expression.h"

#include <utility>

namespace dmlrun::jit {
namespace {

using Halide::Expr;
using plan::Element;
using plan::Plan;
using plan::Step;

Halide::Type type_of(Element element) {
  if (element == Element::f32) return Halide::Float(32);
  const int bits = static_cast<int>(plan::bytes_of(element)) * 8;
  return element == Element::i8 ? Halide::Int(bits) : Halide::UInt(bits);
}

constexpr std::int32_t kInfinity = 0x7F800000;

/// Integers in the order of the floats whose bits they are made of: both zeros are 0, and what is farther from it than
/// infinity is no number.
Expr in_order(const Expr& x) {
  const Expr bits = Halide::reinterpret<std::int32_t>(x);
  return Halide::select(bits < 0, Halide::Int(32).min() - bits, bits);
}

class Arithmetic {
 public:
  explicit Arithmetic(Expr zero) : zero_(std::move(zero)) {}

  Expr of(const Plan& plan, const std::vector<Expr>& operands) {
    for (const Step& step : plan.expression) {
      switch (step.op) {
        case Step::Op::load:
          stack_.push_back(Halide::cast<float>(operands[step.operand]));
          break;
        case Step::Op::constant:
          stack_.emplace_back(step.value);
          break;
        case Step::Op::round:
          push(Halide::round(pop()));
          break;
        default: {
          const Expr y = pop(), x = pop();
          push(binary(step.op, x, y));
        }
      }
    }
    const Expr value = pop();
    if (plan.output == Element::f32) return value;
    return Halide::cast(type_of(plan.output), Halide::cast<std::int32_t>(value));
  }

 private:
  Expr pop() {
    Expr top = stack_.back();
    stack_.pop_back();
    return top;
  }
  void push(const Expr& value) { stack_.push_back(Halide::strict_float(value)); }

  [[nodiscard]] Expr binary(Step::Op op, const Expr& x, const Expr& y) const {
    switch (op) {
      case Step::Op::subtract:
        return x - y;
      case Step::Op::add:
        return x + y;
      case Step::Op::multiply:
        return uncontracted(x * y);
      case Step::Op::divide:
        return x / y;
      case Step::Op::max:
        return Halide::select(is_nan(x) || is_below(x, y), y, x);
      default:
        return Halide::select(is_nan(x) || is_below(y, x), y, x);
    }
  }

  [[nodiscard]] bool is_for_device() const noexcept { return zero_.defined(); }

  [[nodiscard]] Expr is_nan(const Expr& x) const {
    if (!is_for_device()) return Halide::is_nan(x);
    return Halide::abs(in_order(x)) > Halide::cast<std::uint32_t>(kInfinity);
  }

  [[nodiscard]] Expr is_below(const Expr& x, const Expr& y) const {
    if (!is_for_device()) return x < y;
    return in_order(x) < in_order(y) && !is_nan(x) && !is_nan(y);
  }

  [[nodiscard]] Expr uncontracted(const Expr& product) const {
    if (!is_for_device()) return product;
    return Halide::reinterpret<float>(Halide::reinterpret<std::uint32_t>(Halide::strict_float(product)) ^ zero_);
  }

  Expr zero_;
  std::vector<Expr> stack_;
};

}  // namespace

Halide::Type type_of(const Plan& plan, Element element) {
  return plan.expression.empty() ? Halide::UInt(static_cast<int>(plan::bytes_of(element)) * 8) : type_of(element);
}

Expr expression_of(const Plan& plan, const std::vector<Expr>& operands, const Expr& zero) {
  return Arithmetic(zero).of(plan, operands);
}

}  // namespace dmlrun::jit
