#include "jit/halide/pipeline/expression.h"

#include <cmath>
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
  Arithmetic(Expr zero, Comparison comparison) : zero_(std::move(zero)), comparison_(comparison) {}

  Expr of(const Plan& plan, const std::vector<Expr>& operands) {
    for (const Step& step : plan.expression) {
      switch (step.op) {
        case Step::Op::load:
          stack_.push_back(Halide::cast<float>(operands[step.operand]));
          break;
        case Step::Op::constant:
          stack_.push_back(constant_of(step.value));
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
    return pop();
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
        return x / nonzero(y);
      case Step::Op::max:
        if (is_number(y) && comparison_ == Comparison::of_floats) return Halide::select(y <= x, x, y);
        return Halide::select(is_nan(x) || is_below(x, y), y, x);
      default:
        if (is_number(y) && comparison_ == Comparison::of_floats) return Halide::select(x <= y, x, y);
        return Halide::select(is_nan(x) || is_below(y, x), y, x);
    }
  }

  [[nodiscard]] Expr constant_of(float value) const {
    if (value != 0 || !std::signbit(value)) return Expr(value);
    return Halide::reinterpret<float>(Halide::Internal::UIntImm::make(Halide::UInt(32), 0x80000000u) ^ zero_);
  }

  [[nodiscard]] Expr nonzero(const Expr& divisor) const {
    const auto value = Halide::Internal::as_const_float(divisor);
    return value && *value == 0 ? hidden(divisor) : divisor;
  }

  /// A constant is: with it, no number at all is in no order and needs no question of its own.
  [[nodiscard]] static bool is_number(const Expr& y) { return Halide::Internal::as_const_float(y).has_value(); }

  [[nodiscard]] Expr hidden(const Expr& value) const {
    return Halide::reinterpret<float>(Halide::reinterpret<std::uint32_t>(value) ^ zero_);
  }

  [[nodiscard]] Expr is_nan(const Expr& x) const {
    if (comparison_ == Comparison::of_floats) return Halide::is_nan(x);
    return Halide::abs(in_order(x)) > Halide::cast<std::uint32_t>(kInfinity);
  }

  [[nodiscard]] Expr is_below(const Expr& x, const Expr& y) const {
    if (comparison_ == Comparison::of_floats) return x < y;
    return in_order(x) < in_order(y) && !is_nan(x) && !is_nan(y);
  }

  [[nodiscard]] Expr uncontracted(const Expr& product) const { return hidden(Halide::strict_float(product)); }

  Expr zero_;
  Comparison comparison_;
  std::vector<Expr> stack_;
};

}  // namespace

Halide::Type type_of(const Plan& plan, Element element) {
  return plan.expression.empty() ? Halide::UInt(static_cast<int>(plan::bytes_of(element)) * 8) : type_of(element);
}

Expr expression_of(const Plan& plan, const std::vector<Expr>& operands, const Expr& zero, Comparison comparison) {
  const Expr value = Arithmetic(zero, comparison).of(plan, operands);
  if (plan.output == Element::f32) return value;
  return Halide::cast(type_of(plan.output), Halide::cast<std::int32_t>(value));
}

Expr byte_of(const Plan& plan, const std::vector<Expr>& operands, const Expr& zero, Comparison comparison) {
  const Expr value = Halide::cast<std::int32_t>(Arithmetic(zero, comparison).of(plan, operands));
  // Else the generator goes from the float to an unsigned number at once, which negative ones do not survive.
  return Halide::reinterpret<std::uint32_t>(value ^ Halide::reinterpret<std::int32_t>(zero)) & 0xFFu;
}

}  // namespace dmlrun::jit
