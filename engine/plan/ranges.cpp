#include "engine/plan/ranges.h"

#include <algorithm>
#include <cmath>

namespace dmlrun::plan {

namespace {

Range of_bits(int bits, bool is_signed) noexcept {
  const double size = std::ldexp(1.0, is_signed ? bits - 1 : bits);
  return {is_signed ? -size : 0, size - 1};
}

/// Both ends through a function that never falls.
template <class Function>
Range each(const Range& x, Function function) {
  return {function(x.low), function(x.high)};
}

Range of_load(const Operand& operand) noexcept {
  if (operand.input == kIndex) return {0, static_cast<double>(operand.span) - 1};
  return range_of(operand.element);
}

Range of_value(const Plan& plan, const Value& value, const std::vector<Range>& before) {
  const auto input = [&](std::size_t i) -> const Range& { return before[value.inputs[i]]; };
  const Range all = range_of(value.type);
  switch (value.op) {
    case Op::load: return of_load(plan.operands[value.immediate]);
    case Op::constant: {
      const double number = number_of(value.type, value.immediate);
      return number != number ? Range{} : Range{number, number};
    }
    // They give y for a NaN in x and x for one in y: the ends of what can be NaN bound nothing, so those of the other
    // hold.
    case Op::maximum: return {std::max(input(0).low, input(1).low), std::max(input(0).high, input(1).high)};
    case Op::minimum: return {std::min(input(0).low, input(1).low), std::min(input(0).high, input(1).high)};
    case Op::round: return each(input(0), [](double x) { return std::nearbyint(x); });
    case Op::truncate: return each(input(0), [](double x) { return std::trunc(x); });
    case Op::floor: return each(input(0), [](double x) { return std::floor(x); });
    case Op::ceil: return each(input(0), [](double x) { return std::ceil(x); });
    case Op::round_away: return each(input(0), [](double x) { return std::round(x); });
    case Op::select: return {std::min(input(1).low, input(2).low), std::max(input(1).high, input(2).high)};
    case Op::convert:
      if (value.type == Type::f32)
        return each(input(0), [](double x) { return static_cast<double>(static_cast<float>(x)); });
      return input(0).is_inside(all) ? input(0) : all;
    case Op::saturate: return each(input(0), [&](double x) { return std::clamp(std::trunc(x), all.low, all.high); });
    case Op::equal:
    case Op::less:
    case Op::less_or_equal: return {0, 1};
    default: return all;
  }
}

}  // namespace

Range range_of(Element element) noexcept {
  if (is_float(element)) return {};
  const Type type = type_of(element);
  return of_bits(static_cast<int>(8 * bytes_of(element)), is_signed(type));
}

Range range_of(Type type) noexcept {
  return is_float(type) ? Range{} : of_bits(static_cast<int>(8 * bytes_of(type)), is_signed(type));
}

std::vector<Range> ranges_of(const Plan& plan) {
  std::vector<Range> ranges;
  ranges.reserve(plan.values.size());
  for (const Value& value : plan.values) ranges.push_back(of_value(plan, value, ranges));
  return ranges;
}

}  // namespace dmlrun::plan
