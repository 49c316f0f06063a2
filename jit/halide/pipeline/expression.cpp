#include "jit/halide/pipeline/expression.h"

#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace dmlrun::jit::halide {
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

class Arithmetic {
 public:
  Arithmetic(Expr zero, Generator generator) : zero_(std::move(zero)), generator_(generator) {}

  /// Of the first so many steps.
  Expr of(const Plan& plan, std::size_t steps, const std::vector<Loaded>& operands) {
    for (std::size_t s = 0; s < steps; ++s) {
      const Step& step = plan.expression[s];
      switch (step.op) {
        case Step::Op::load:
          stack_.push_back(load(operands[step.operand], plan.operands[step.operand].element));
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

  /// The number, or the nearest of -1024 and 1024; -1024 where it is none.
  Expr bounded(const Expr& x) const {
    constexpr float kBound = 1024;
    if (generator_ != Generator::source) {
      // Ordered, and with bounds that are not 0: what a device has one instruction for.
      const Expr from_below = Halide::strict_float(Halide::select(x > -kBound, x, -kBound));
      return Halide::strict_float(Halide::select(from_below < kBound, from_below, kBound));
    }
    const Value below = binary(Step::Op::max, {x, false}, {Expr(-kBound), true});
    return binary(Step::Op::min, below, {Expr(kBound), true}).expr;
  }

 private:
  struct Value {
    Expr expr;
    bool is_number;        ///< certainly, and not NaN
    bool is_byte = false;  ///< certainly: a whole number of 8 bits
    Expr biased{};         ///< where it is defined: the number, plus `bias`
    float bias = 0;
  };

  [[nodiscard]] Value load(const Loaded& loaded, Element element) const {
    const bool is_byte = plan::bytes_of(element) == 1;
    if (loaded.byte < 0) return {Halide::cast<float>(loaded.value), element != Element::f32, is_byte};
    // Exact, as the difference of two floats of one binade; a conversion is four times as slow on the devices measured.
    const bool is_signed = element == Element::i8;
    const Expr word = is_signed ? loaded.value ^ Expr(0x80808080u) : loaded.value;
    const Expr none(0x4B000000u);  // 2^23
    // An instruction takes one constant: better the selector, of which there are four.
    const Expr bits = generator_ == Generator::cuda
                          ? permuted(word, none ^ zero_, 0x7440u + static_cast<unsigned>(loaded.byte))
                          : ((word >> (8 * loaded.byte)) & Expr(0xFFu)) | none;
    const float bias = is_signed ? 8388736.0f : 8388608.0f;
    const Expr biased = Halide::reinterpret<float>(bits);
    return {Halide::strict_float(biased - bias), true, true, biased, bias};
  }

  Value pop() {
    Value top = std::move(stack_.back());
    stack_.pop_back();
    return top;
  }
  void push(Value value) { stack_.push_back({Halide::strict_float(value.expr), value.is_number}); }

  [[nodiscard]] Value binary(Step::Op op, const Value& x, const Value& y) const {
    switch (op) {
      case Step::Op::subtract:
        // As exact as the difference of the numbers: all of them are whole and below 2^24.
        if (x.biased.defined() && y.is_byte) return {x.biased - Halide::strict_float(y.expr + x.bias), false};
        return {x.expr - y.expr, false};
      case Step::Op::add:
        return {x.expr + y.expr, false};
      case Step::Op::multiply:
        return {product_of(x.expr, y.expr), false};
      case Step::Op::divide:
        return {x.expr / nonzero(y.expr), false};
      default:
        return {Halide::select(is_replaced(op, x, y), y.expr, x.expr), y.is_number};
    }
  }

  /// Whether max or min of x and y is y: x is no number, or on the wrong side.
  [[nodiscard]] Expr is_replaced(Step::Op op, const Value& x, const Value& y) const {
    const bool is_max = op == Step::Op::max;
    if (generator_ == Generator::source && Halide::Internal::as_const_float(y.expr))
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
    if (generator_ != Generator::source) return Halide::is_nan(x);
    return Halide::abs(in_order(x)) > Halide::cast<std::uint32_t>(kInfinity);
  }

  [[nodiscard]] Expr is_below(const Expr& x, const Expr& y) const {
    if (generator_ != Generator::source) return x < y;
    return in_order(x) < in_order(y) && !is_nan(x) && !is_nan(y);
  }

  [[nodiscard]] Expr product_of(const Expr& x, const Expr& y) const {
    if (generator_ != Generator::cuda || !(reads(x) || reads(y))) return hidden(Halide::strict_float(x * y));
    return rounded_product(x, y);
  }

  Expr zero_;
  Generator generator_;
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

bool is_whole_up_to(const Step& step, float bound) {
  return step.op == Step::Op::constant && step.value == std::trunc(step.value) && std::abs(step.value) <= bound;
}

/// The least bits of these hold the byte. Every x beyond 1024 ends at a bound, as 1024 does; and what is left is rounded by
/// a sum whose units are whole numbers, half to even because the constant is even.
Expr ended(const Plan& plan, const Ending& ending, const Expr& bounded, const std::vector<Loaded>& operands) {
  constexpr float kWhole = 12582912.0f;  // 1.5 * 2^23
  Expr number = Halide::reinterpret<std::int32_t>(Halide::strict_float(bounded + kWhole)) - 0x4B400000;
  if (const Step* added = ending.zero_point) {
    if (added->op == Step::Op::constant) {
      number = number + static_cast<std::int32_t>(added->value);
    } else {
      const Loaded& loaded = operands[added->operand];
      Expr byte = loaded.value;
      if (loaded.byte >= 0)
        byte = Halide::cast(type_of(plan.operands[added->operand].element), byte >> (8 * loaded.byte));
      number = number + Halide::cast<std::int32_t>(byte);
    }
  }
  return Halide::max(Halide::min(number, ending.most), ending.least);
}

}  // namespace

Expr in_order(const Expr& x) {
  const Expr bits = Halide::reinterpret<std::int32_t>(x);
  return Halide::select(bits < 0, Halide::Int(32).min() - bits, bits);
}

bool reads(const Expr& x) {
  class Search : public Halide::Internal::IRGraphVisitor {
   public:
    bool found = false;

   private:
    using IRGraphVisitor::visit;
    void visit(const Halide::Internal::Call* call) override {
      found = found || call->call_type == Halide::Internal::Call::Halide;  // an input is a function, too
      IRGraphVisitor::visit(call);
    }
  } search;
  x.accept(&search);
  return search.found;
}

Expr rounded_product(const Expr& x, const Expr& y) {
  return Halide::Internal::Call::make(Halide::Float(32), "llvm.nvvm.mul.rn.f", {x, y},
                                      Halide::Internal::Call::PureExtern);
}

Expr permuted(const Expr& low, const Expr& high, std::uint32_t selector) {
  return Halide::Internal::Call::make(low.type(), "llvm.nvvm.prmt", {low, high, Expr(selector)},
                                      Halide::Internal::Call::PureExtern);
}

std::optional<Ending> ending_of(const Plan& plan) {
  const std::vector<Step>& steps = plan.expression;
  if (steps.size() < 6) return std::nullopt;
  const std::size_t max = steps.size() - 3;
  constexpr float kMostBound = 512, kMostZeroPoint = 255;
  if (steps[max + 2].op != Step::Op::min || steps[max].op != Step::Op::max ||
      !is_whole_up_to(steps[max + 1], kMostBound) || !is_whole_up_to(steps[max - 1], kMostBound))
    return std::nullopt;
  Ending ending;
  ending.least = static_cast<std::int32_t>(steps[max - 1].value);
  ending.most = static_cast<std::int32_t>(steps[max + 1].value);
  std::size_t last = max - 2;
  if (steps[last].op == Step::Op::add && last >= 3) {
    const Step& added = steps[last - 1];
    const bool is_byte = added.op == Step::Op::load && plan::bytes_of(plan.operands[added.operand].element) == 1;
    if (!is_byte && !is_whole_up_to(added, kMostZeroPoint)) return std::nullopt;
    ending.zero_point = &added;
    last -= 2;
  }
  if (steps[last].op != Step::Op::round) return std::nullopt;
  ending.before = last;
  return ending;
}

Halide::Type type_of(const Plan& plan, Element element) {
  return plan.expression.empty() ? Halide::UInt(static_cast<int>(plan::bytes_of(element)) * 8) : type_of(element);
}

Expr expression_of(const Plan& plan, const std::vector<Expr>& operands, const Expr& zero, Generator generator) {
  std::vector<Loaded> loaded;
  for (const Expr& operand : operands) loaded.push_back({operand});
  const Expr value = Arithmetic(zero, generator).of(plan, plan.expression.size(), loaded);
  if (plan.output == Element::f32) return value;
  return Halide::cast(type_of(plan.output), Halide::cast<std::int32_t>(value));
}

Expr byte_of(const Plan& plan, const std::vector<Loaded>& operands, const Expr& zero, Generator generator) {
  Arithmetic arithmetic(zero, generator);
  if (const auto ending = ending_of(plan)) {
    const Expr bounded = arithmetic.bounded(arithmetic.of(plan, ending->before, operands));
    return Halide::reinterpret<std::uint32_t>(ended(plan, *ending, bounded, operands)) & 0xFFu;
  }
  const Expr number = arithmetic.of(plan, plan.expression.size(), operands);
  // A whole number of so few bits stands in the lowest ones after this sum.
  if (is_whole(plan)) return Halide::reinterpret<std::uint32_t>(Halide::strict_float(number + 12582912.0f)) & 0xFFu;
  const Expr value = Halide::cast<std::int32_t>(number);
  // Else the generator goes from the float to an unsigned number at once, which negative ones do not survive.
  return Halide::reinterpret<std::uint32_t>(value ^ Halide::reinterpret<std::int32_t>(zero)) & 0xFFu;
}

Expr value_of_steps(const Plan& plan, std::size_t steps, const std::vector<Loaded>& operands, const Expr& zero,
                    Generator generator) {
  return Arithmetic(zero, generator).of(plan, steps, operands);
}

}  // namespace dmlrun::jit::halide
