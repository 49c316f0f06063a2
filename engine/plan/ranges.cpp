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

/// A number that is no NaN. A double holds every 64-bit integer that is a multiple of 2^11; from 2^53 on, others lie
/// between two of these.
Range of_number(Type type, std::uint64_t bits) noexcept {
  constexpr std::uint64_t kBelow = (std::uint64_t{1} << 11) - 1;
  const double number = number_of(type, bits);
  if (is_float(type) || std::abs(number) < 0x1p53 || (bits & kBelow) == 0) return {number, number};
  const double low = number_of(type, bits & ~kBelow);
  return {low, low + 0x1p11};
}

Range of_load(const Operand& operand) noexcept {
  if (operand.input == kIndex) return {0, of_number(Type::u64, operand.span - 1).high};
  return range_of(operand.element);
}

/// Whether an integer type has every integer of the range. The end 2^63 is not of i64, though i64's range has it.
bool holds(Type type, const Range& range) noexcept {
  return range.is_inside(range_of(type)) && (type != Type::i64 || range.high < 0x1p63);
}

/// The largest 64-bit integer lies below its range's end, 2^63 or 2^64, by less than 2^11.
Range saturated(const Range& x, Type type) noexcept {
  const Range all = range_of(type);
  const Range made = each(x, [&](double end) { return std::clamp(std::trunc(end), all.low, all.high); });
  return {bytes_of(type) == 8 ? std::min(made.low, all.high - 0x1p11) : made.low, made.high};
}

Range of_value(const Plan& plan, const Value& value, const std::vector<Range>& before) {
  const auto input = [&](std::size_t i) -> const Range& { return before[value.inputs[i]]; };
  const Range all = range_of(value.type);
  switch (value.op) {
    case Op::load: return of_load(plan.operands[value.immediate]);
    case Op::constant: return is_nan(value.type, value.immediate) ? Range{} : of_number(value.type, value.immediate);
    // The result for a NaN is the other input. What can be NaN has infinite ends, so the other input's ends hold.
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
      return is_float(value.type) || holds(value.type, input(0)) ? input(0) : all;
    case Op::saturate: return saturated(input(0), value.type);
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
