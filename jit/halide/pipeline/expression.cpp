#include "jit/halide/pipeline/expression.h"

#include <cmath>

#include "jit/halide/pipeline/ending.h"

namespace dmlrun::jit::halide {
namespace {

using Halide::Expr;
using plan::Element;
using plan::Op;
using plan::Plan;
using plan::Value;

Halide::Type storage_of(Element element) {
  const int bits = static_cast<int>(plan::bytes_of(element)) * 8;
  if (element == Element::f32 || element == Element::f64) return Halide::Float(bits);
  const bool is_signed =
      plan::is_number(element) && !plan::is_float(element) && plan::is_signed(plan::type_of(element));
  return is_signed ? Halide::Int(bits) : Halide::UInt(bits);
}

/// Exact; see engine/plan/scalar.h. Halide's own conversions of halves may call functions that nobody brings along.
Expr widened_half(const Expr& half) {
  const Expr bits = Halide::cast<std::uint32_t>(half);
  const Expr size = bits & 0x7fffu, infinite(0x7c00u);
  const Expr finite = bits_of(Halide::reinterpret<float>(size << 13) * 0x1p112f);
  const Expr other = (size << 13) | 0x7f800000u | Halide::select(size > infinite, Expr(0x400000u), Expr(0u));
  return Halide::reinterpret<float>(Halide::select(size >= infinite, other, finite) | ((bits & 0x8000u) << 16));
}

/// Rounds once, for floats of either size.
Expr narrowed_half(const Expr& x) {
  const int width = x.type().bits(), digits = width == 32 ? 23 : 52, dropped = digits - 10;
  const int bias = width == 32 ? 127 : 1023;
  const auto of = [&](std::uint64_t value) { return unsigned_of(width, value); };
  const auto power = [&](int exponent) { return static_cast<std::uint64_t>(bias + exponent) << digits; };
  const Expr bits = bits_of(x), size = bits & ~of(std::uint64_t{1} << (width - 1));
  const Expr units = from_bits(x.type(), of(power(digits - 24)));  // whose last bit counts 2^-24, as the least half's
  const Expr small = bits_of(from_bits(x.type(), size) + units) - of(power(digits - 24));
  const Expr even =
      of((std::uint64_t{1} << (dropped - 1)) - 1) + ((size >> of(static_cast<std::uint64_t>(dropped))) & of(1));
  const Expr normal =
      ((size + even) >> of(static_cast<std::uint64_t>(dropped))) - of(static_cast<std::uint64_t>(bias - 15) << 10);
  const Expr nan = of(0x7e00) | ((size >> of(static_cast<std::uint64_t>(dropped))) & of(0x3ff));
  const std::uint64_t too_large = power(15) + ((std::uint64_t{0x7ff} << digits) >> 11);  // 65520, between 2^15 and 2^16
  const Expr half = Halide::select(size > of(power(bias + 1)), nan, size < of(power(-14)), small, size < of(too_large),
                                   normal, of(0x7c00));
  const Expr sign = (bits >> of(static_cast<std::uint64_t>(width - 16))) & of(0x8000);
  return Halide::cast<std::uint16_t>(half | sign);
}

class Arithmetic {
 public:
  Arithmetic(const Plan& plan, const std::vector<Loaded>& operands, const Expr& zero, Generator generator)
      : plan_(plan), operands_(operands), operations_(zero, generator) {}

  [[nodiscard]] Expr of(std::uint32_t value) {
    while (numbers_.size() <= value) numbers_.push_back(next());
    return numbers_[value].expr;
  }

  /// The number, or the nearest of -1024 and 1024; -1024 where it is none.
  [[nodiscard]] Expr bounded(const Expr& x) const {
    constexpr float kBound = 1024;
    if (operations_.generator() != Generator::source) {
      // Ordered, and with bounds that are not 0: what a device has one instruction for.
      const Expr from_below = Halide::select(x > -kBound, x, -kBound);
      return Halide::select(from_below < kBound, from_below, kBound);
    }
    const auto bound = [&](Op op, const Expr& number, float by) {
      return operations_.apply({op, plan::Type::f32, {}, 0}, {{number}, {Expr(by), true}}).expr;
    };
    return bound(Op::minimum, bound(Op::maximum, x, -kBound), kBound);
  }

 private:
  [[nodiscard]] Number next() {
    const Value& value = plan_.values[numbers_.size()];
    const Value& first = plan_.values[value.inputs[0]];
    if (value.op == Op::load) return load(operands_[value.immediate], plan_.operands[value.immediate].element);
    if (value.op == Op::constant) return operations_.constant(value.type, value.immediate);
    if (value.op == Op::convert && value.type == plan::Type::f32 && first.op == Op::load &&
        plan::bytes_of(plan_.operands[first.immediate].element) == 1)
      return float_of_byte(operands_[first.immediate], plan_.operands[first.immediate].element);
    std::vector<Number> inputs;
    for (std::size_t i = 0; i < plan::operation(value.op).arity; ++i) inputs.push_back(numbers_[value.inputs[i]]);
    return operations_.apply(value, inputs);
  }

  [[nodiscard]] Number load(const Loaded& loaded, Element element) const {
    Expr number = loaded.value;
    if (loaded.byte >= 0) number = Halide::cast(storage_of(element), number >> (8 * loaded.byte));
    if (element == Element::f16) return {widened_half(number)};
    number = Halide::cast(halide::type_of(plan::type_of(element)), number);
    return {operations_.apart_from_bytes(number, element), !plan::is_float(element)};
  }

  [[nodiscard]] Number float_of_byte(const Loaded& loaded, Element element) const {
    if (loaded.byte < 0) return {Halide::cast<float>(loaded.value), true, true};
    // Exact, as the difference of two floats of one binade; a conversion is four times as slow on the devices measured.
    const bool is_signed = element == Element::i8;
    const Expr word = is_signed ? loaded.value ^ Expr(0x80808080u) : loaded.value;
    const Expr none(0x4B000000u);  // 2^23
    // An instruction takes one constant: better the selector, of which there are four.
    const Expr bits = operations_.generator() == Generator::cuda
                          ? permuted(word, none ^ operations_.zero(), 0x7440u + static_cast<unsigned>(loaded.byte))
                          : ((word >> (8 * loaded.byte)) & Expr(0xFFu)) | none;
    const float bias = is_signed ? 8388736.0f : 8388608.0f;
    const Expr biased = Halide::reinterpret<float>(bits);
    return {biased - bias, true, true, biased, bias, {}};
  }

  const Plan& plan_;
  const std::vector<Loaded>& operands_;
  Operations operations_;
  std::vector<Number> numbers_;
};

/// Whether a value is known to be a whole number or infinite.
bool is_whole(const Plan& plan, std::uint32_t last) {
  std::vector<bool> whole;
  for (const Value& value : plan.values) {
    bool are_whole = true;
    for (std::size_t i = 0; i < plan::operation(value.op).arity; ++i) are_whole = are_whole && whole[value.inputs[i]];
    const auto constant = constant_float(value);
    switch (value.op) {
      case Op::load: whole.push_back(value.type != plan::Type::f32 && value.type != plan::Type::f64); break;
      case Op::constant: whole.push_back(constant && *constant == std::trunc(*constant)); break;
      case Op::round: whole.push_back(true); break;
      case Op::convert:
      case Op::add:
      case Op::subtract:
      case Op::multiply:
      case Op::maximum:
      case Op::minimum: whole.push_back(are_whole); break;
      default: whole.push_back(false); break;
    }
  }
  return whole[last];
}

/// The least bits of these hold the byte. Every x beyond 1024 ends at a bound, as 1024 does; and what is left is
/// rounded by a sum whose units are whole numbers, half to even because the constant is even.
Expr ended(const Plan& plan, const Ending& ending, const Expr& bounded, const std::vector<Loaded>& operands) {
  constexpr float kRoundingShift = 12582912.0f;  // 1.5 * 2^23
  Expr number = Halide::reinterpret<std::int32_t>(bounded + kRoundingShift) - 0x4B400000;
  if (ending.added) {
    if (const Value* load = load_behind(plan, *ending.added)) {
      const Loaded& loaded = operands[load->immediate];
      Expr byte = loaded.value;
      if (loaded.byte >= 0)
        byte = Halide::cast(storage_of(plan.operands[load->immediate].element), byte >> (8 * loaded.byte));
      number = number + Halide::cast<std::int32_t>(byte);
    } else {
      number = number + static_cast<std::int32_t>(*constant_float(plan.values[*ending.added]));
    }
  }
  return Halide::max(Halide::min(number, ending.most), ending.least);
}

Expr as_element(const Plan& plan, const std::vector<Expr>& operands, const Expr& zero, Generator generator) {
  std::vector<Loaded> loaded;
  for (const Expr& operand : operands) loaded.push_back({operand});
  Arithmetic arithmetic(plan, loaded, zero, generator);
  if (const auto number = float_in_range(plan))
    return Halide::cast(storage_of(plan.output), Halide::cast<std::int32_t>(arithmetic.of(*number)));
  const Expr value = arithmetic.of(static_cast<std::uint32_t>(plan.values.size() - 1));
  if (plan.output == Element::f16) return narrowed_half(value);
  return Halide::cast(storage_of(plan.output), Operations(zero, generator).apart_from_bytes(value, plan.output));
}

Expr as_byte(const Plan& plan, const std::vector<Loaded>& operands, const Expr& zero, Generator generator) {
  Arithmetic arithmetic(plan, operands, zero, generator);
  if (const auto ending = ending_of(plan)) {
    const Expr bounded = arithmetic.bounded(arithmetic.of(ending->number));
    return Halide::reinterpret<std::uint32_t>(ended(plan, *ending, bounded, operands)) & 0xFFu;
  }
  const auto in_range = float_in_range(plan);
  if (!in_range)
    return Halide::cast<std::uint32_t>(arithmetic.of(static_cast<std::uint32_t>(plan.values.size() - 1))) & 0xFFu;
  const Expr number = arithmetic.of(*in_range);
  // A whole number of so few bits stands in the lowest ones after this sum.
  if (is_whole(plan, *in_range)) return Halide::reinterpret<std::uint32_t>(number + 12582912.0f) & 0xFFu;
  const Expr value = Halide::cast<std::int32_t>(number);
  // Else the generator goes from the float to an unsigned number at once, which negative ones do not survive.
  return Halide::reinterpret<std::uint32_t>(value ^ Halide::reinterpret<std::int32_t>(zero)) & 0xFFu;
}

/// Each step rounds by itself. Halide's function walks its argument as a tree, which is of any size where values are
/// used more than once: here they stand once.
Expr strict(const Expr& x) { return Halide::strict_float(Halide::Internal::common_subexpression_elimination(x)); }

}  // namespace

Expr permuted(const Expr& low, const Expr& high, std::uint32_t selector) {
  return Halide::Internal::Call::make(low.type(), "llvm.nvvm.prmt", {low, high, Expr(selector)},
                                      Halide::Internal::Call::PureExtern);
}

Halide::Type type_of(const Plan& plan, Element element) {
  return plan.values.empty() ? Halide::UInt(static_cast<int>(plan::bytes_of(element)) * 8) : storage_of(element);
}

std::vector<Halide::Argument> arguments_of(const std::vector<Halide::ImageParam>& operands) {
  std::vector<Halide::Argument> arguments;
  for (const Halide::ImageParam& operand : operands)
    if (operand.defined()) arguments.emplace_back(operand);
  return arguments;
}

Expr element_at(const Halide::ImageParam& operand, const Expr& place) {
  return operand.defined() ? operand(place) : Halide::cast<std::int64_t>(place);
}

Expr expression_of(const Plan& plan, const std::vector<Expr>& operands, const Expr& zero, Generator generator) {
  return strict(as_element(plan, operands, zero, generator));
}

Expr byte_of(const Plan& plan, const std::vector<Loaded>& operands, const Expr& zero, Generator generator) {
  return strict(as_byte(plan, operands, zero, generator));
}

Expr value_of(const Plan& plan, std::uint32_t value, const std::vector<Loaded>& operands, const Expr& zero,
              Generator generator) {
  return strict(Arithmetic(plan, operands, zero, generator).of(value));
}

}  // namespace dmlrun::jit::halide
