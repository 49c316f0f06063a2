#include "jit/halide/pipeline/expression.h"

#include <bit>
#include <cmath>
#include <limits>
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
          stack_.push_back(
              {Halide::cast<float>(operands[step.operand]), plan.operands[step.operand].element != Element::f32});
          break;
        case Step::Op::constant:
          stack_.push_back({constant_of(step.value), true});
          break;
        case Step::Op::round: {
          const Value x = pop();
          push({Halide::round(x.expr), x.is_number});
          break;
        }
        default: {
          const Value y = pop(), x = pop();
          push(binary(step.op, x, y));
        }
      }
    }
    return pop().expr;
  }

 private:
  struct Value {
    Expr expr;
    bool is_number;  ///< certainly, and not NaN
  };

  Value pop() {
    Value top = std::move(stack_.back());
    stack_.pop_back();
    return top;
  }
  void push(Value value) { stack_.push_back({Halide::strict_float(value.expr), value.is_number}); }

  [[nodiscard]] Value binary(Step::Op op, const Value& x, const Value& y) const {
    switch (op) {
      case Step::Op::subtract:
        return {x.expr - y.expr, false};
      case Step::Op::add:
        return {x.expr + y.expr, false};
      case Step::Op::multiply:
        return {uncontracted(x.expr * y.expr), false};
      case Step::Op::divide:
        return {x.expr / nonzero(y.expr), false};
      default:
        return {Halide::select(is_replaced(op, x, y), y.expr, x.expr), y.is_number};
    }
  }

  /// Whether max or min of x and y is y: x is no number, or on the wrong side.
  [[nodiscard]] Expr is_replaced(Step::Op op, const Value& x, const Value& y) const {
    const bool is_max = op == Step::Op::max;
    if (comparison_ == Comparison::of_integers && Halide::Internal::as_const_float(y.expr))
      return !(is_max ? is_between(in_order(x.expr), order_of(y.expr), kInfinity)
                      : is_between(in_order(x.expr), -kInfinity, order_of(y.expr)));
    // Not turned into its opposite: the generator would forget that there are numbers in no order.
    const Expr is_beyond = is_max ? is_below(x.expr, y.expr) : is_below(y.expr, x.expr);
    return x.is_number ? is_beyond : is_nan(x.expr) || is_beyond;
  }

  [[nodiscard]] Expr constant_of(float value) const {
    if (value != 0 || !std::signbit(value)) return Expr(value);
    return Halide::reinterpret<float>(Halide::Internal::UIntImm::make(Halide::UInt(32), 0x80000000u) ^ zero_);
  }

  [[nodiscard]] Expr nonzero(const Expr& divisor) const {
    const auto value = Halide::Internal::as_const_float(divisor);
    return value && *value == 0 ? hidden(divisor) : divisor;
  }

  [[nodiscard]] static std::int32_t order_of(const Expr& number) {
    const auto bits = std::bit_cast<std::int32_t>(static_cast<float>(*Halide::Internal::as_const_float(number)));
    return bits < 0 ? std::numeric_limits<std::int32_t>::min() - bits : bits;
  }
  /// One comparison, in which what lies below wraps round to above.
  [[nodiscard]] static Expr is_between(const Expr& order, std::int32_t least, std::int32_t most) {
    const auto bits = static_cast<std::uint32_t>(least);
    const Expr first(bits), span(static_cast<std::uint32_t>(most) - bits);
    return Halide::reinterpret<std::uint32_t>(order) - first <= span;
  }

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
  std::vector<Value> stack_;
};

/// Whether the expression can only come to whole numbers, infinities aside.
bool is_whole(const Plan& plan) {
  std::vector<bool> stack;
  for (const Step& step : plan.expression) {
    if (step.op == Step::Op::load) {
      stack.push_back(plan.operands[step.operand].element != Element::f32);
    } else if (step.op == Step::Op::constant) {
      stack.push_back(step.value == std::trunc(step.value));
    } else if (step.op == Step::Op::round) {
      stack.back() = true;
    } else {
      const bool y = stack.back();
      stack.pop_back();
      stack.back() = stack.back() && y && step.op != Step::Op::divide;
    }
  }
  return stack.back();
}

}  // namespace

Halide::Type type_of(const Plan& plan, Element element) {
  return plan.expression.empty() ? Halide::UInt(static_cast<int>(plan::bytes_of(element)) * 8) : type_of(element);
}

Expr expression_of(const Plan& plan, const std::vector<Expr>& operands, const Expr& zero, Comparison comparison) {
  const Expr value = Arithmetic(zero, comparison).of(plan, operands);
  if (plan.output == Element::f32) return value;
  return Halide::cast(type_of(plan.output), Halide::cast<std::int32_t>(value));
}

Expr float_of_byte(const Expr& word, int byte, Element element) {
  // Exact, as the difference of two floats of one binade; a conversion is four times as slow on the devices measured.
  const bool is_signed = element == Element::i8;
  const Expr biased = is_signed ? word ^ Expr(0x80808080u) : word;
  const Expr bits = ((biased >> (8 * byte)) & Expr(0xFFu)) | Expr(0x4B000000u);  // 2^23 + the byte
  return Halide::strict_float(Halide::reinterpret<float>(bits) - (is_signed ? 8388736.0f : 8388608.0f));
}

Expr byte_of(const Plan& plan, const std::vector<Expr>& operands, const Expr& zero, Comparison comparison) {
  const Expr number = Arithmetic(zero, comparison).of(plan, operands);
  // A whole number of so few bits stands in the lowest ones after this sum.
  if (is_whole(plan)) return Halide::reinterpret<std::uint32_t>(Halide::strict_float(number + 12582912.0f)) & 0xFFu;
  const Expr value = Halide::cast<std::int32_t>(number);
  // Else the generator goes from the float to an unsigned number at once, which negative ones do not survive.
  return Halide::reinterpret<std::uint32_t>(value ^ Halide::reinterpret<std::int32_t>(zero)) & 0xFFu;
}

}  // namespace dmlrun::jit
