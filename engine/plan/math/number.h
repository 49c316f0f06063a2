// Values written as C++ writes arithmetic: what functions are made of. Each operator appends an operation to a list.
#pragma once

#include <span>

#include "engine/plan/value_list.h"

namespace dmlrun::plan::math {

/// A value of a list. A double beside it is a constant of its type.
class Number {
 public:
  Number(ValueList& list, ValueList::Number value) : list_(&list), value_(value) {}

  [[nodiscard]] ValueList::Number value() const { return value_; }
  [[nodiscard]] Type type() const { return list_->type_of_value(value_); }
  [[nodiscard]] Number constant(double number) const { return {*list_, list_->constant(type(), number)}; }
  [[nodiscard]] Number constant_bits(std::uint64_t bits) const { return {*list_, list_->constant_bits(type(), bits)}; }
  [[nodiscard]] Number cast(Op op, Type to) const { return {*list_, list_->cast(op, to, value_)}; }
  [[nodiscard]] Number apply(Op op) const { return {*list_, list_->apply(op, {value_})}; }
  [[nodiscard]] Number apply(Op op, Number y) const { return {*list_, list_->apply(op, {value_, y.value_})}; }
  [[nodiscard]] Number apply(Op op, Number y, Number z) const {
    return {*list_, list_->apply(op, {value_, y.value_, z.value_})};
  }

 private:
  ValueList* list_;
  ValueList::Number value_;
};

#define DMLRUN_BINARY(name, op)                                                     \
  inline Number name(Number x, Number y) { return x.apply(Op::op, y); }             \
  inline Number name(Number x, double y) { return x.apply(Op::op, x.constant(y)); } \
  inline Number name(double x, Number y) { return y.constant(x).apply(Op::op, y); }
DMLRUN_BINARY(operator+, add)
DMLRUN_BINARY(operator-, subtract)
DMLRUN_BINARY(operator*, multiply)
DMLRUN_BINARY(operator/, divide)
DMLRUN_BINARY(operator<, less)
DMLRUN_BINARY(operator<=, less_or_equal)
DMLRUN_BINARY(operator==, equal)
DMLRUN_BINARY(minimum, minimum)
DMLRUN_BINARY(maximum, maximum)
#undef DMLRUN_BINARY
/// For unsigned integers; a number as operand stands for its bits.
#define DMLRUN_INTEGER(name, op)                                        \
  inline Number name(Number x, Number y) { return x.apply(Op::op, y); } \
  inline Number name(Number x, std::uint64_t y) { return x.apply(Op::op, x.constant_bits(y)); }
DMLRUN_INTEGER(operator&, bit_and)
DMLRUN_INTEGER(operator|, bit_or)
DMLRUN_INTEGER(operator^, bit_xor)
DMLRUN_INTEGER(operator<<, shift_left)
DMLRUN_INTEGER(operator>>, shift_right)
DMLRUN_INTEGER(plus_bits, add)
#undef DMLRUN_INTEGER

inline Number operator-(Number x) { return x.apply(Op::negate); }
inline Number absolute(Number x) { return x.apply(Op::absolute); }
inline Number square_root(Number x) { return x.apply(Op::square_root); }
inline Number fma(Number x, Number y, Number z) { return x.apply(Op::fma, y, z); }
inline Number fma(Number x, Number y, double z) { return x.apply(Op::fma, y, x.constant(z)); }
inline Number fma(Number x, double y, Number z) { return x.apply(Op::fma, x.constant(y), z); }
inline Number fma(Number x, double y, double z) { return x.apply(Op::fma, x.constant(y), x.constant(z)); }
inline Number select(Number condition, Number y, Number z) { return condition.apply(Op::select, y, z); }
inline Number select(Number condition, double y, Number z) { return select(condition, z.constant(y), z); }
inline Number select(Number condition, Number y, double z) { return select(condition, y, y.constant(z)); }

inline Number bits_of(Number x) { return x.cast(Op::bit_cast, Type::u64); }
inline Number from_bits(Number x) { return x.cast(Op::bit_cast, Type::f64); }

/// Up to the eighth coefficient, x by its powers.
struct Powers {
  Number x, square, fourth;
};
inline Number short_polynomial(std::span<const double> c, const Powers& of) {
  const auto pair = [&](std::size_t i) { return i + 1 < c.size() ? fma(of.x, c[i + 1], c[i]) : of.x.constant(c[i]); };
  const auto four = [&](std::size_t i) { return i + 2 < c.size() ? fma(of.square, pair(i + 2), pair(i)) : pair(i); };
  return c.size() > 4 ? fma(of.fourth, four(4), four(0)) : four(0);
}

/// c[0] + x * c[1] + x^2 * c[2] ..., each step rounded once: of parts that do not wait for each other.
template <std::size_t n>
Number polynomial(const double (&c)[n], Number x) {
  constexpr std::size_t kPart = n > 16 ? 8 : 4;
  const Number square = x * x, fourth = square * square;
  const Powers powers{x, square, fourth};
  const Number step = kPart == 8 ? fourth * fourth : fourth;
  const std::span<const double> all(c);
  std::size_t at = (n - 1) / kPart * kPart;
  Number sum = short_polynomial(all.subspan(at), powers);
  while (at > 0) {
    at -= kPart;
    sum = fma(sum, step, short_polynomial(all.subspan(at, kPart), powers));
  }
  return sum;
}

}  // namespace dmlrun::plan::math
