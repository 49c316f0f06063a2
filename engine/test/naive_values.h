// What values mean, one number at a time, straight from docs/plan.md: integers as whole numbers that are cut to their
// type at the end, halves by their definition. Shares no code with engine/plan but the structs.
#pragma once

#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <vector>

#include "engine/plan/plan.h"

namespace dmlrun::plan_test {

__extension__ typedef __int128 Whole;

/// A number: the low bits, as many as the type has.
struct Scalar {
  plan::Type type = plan::Type::f32;
  std::uint64_t bits = 0;
};

inline bool has_sign(plan::Type type) { return type == plan::Type::i32 || type == plan::Type::i64; }
inline bool is_wide(plan::Type type) {
  return type == plan::Type::i64 || type == plan::Type::u64 || type == plan::Type::f64;
}
inline bool is_real(plan::Type type) { return type == plan::Type::f32 || type == plan::Type::f64; }

inline Whole two_to(int exponent) { return Whole{1} << exponent; }

inline Whole whole_of(const Scalar& x) {
  const int width = is_wide(x.type) ? 64 : 32;
  const Whole bits = static_cast<Whole>(x.bits) % two_to(width);
  return has_sign(x.type) && bits >= two_to(width - 1) ? bits - two_to(width) : bits;
}

/// Modulo the type's size.
inline Scalar scalar_of(plan::Type type, Whole whole) {
  const Whole size = two_to(is_wide(type) ? 64 : 32);
  return {type, static_cast<std::uint64_t>((whole % size + size) % size)};
}

inline double real_of(const Scalar& x) {
  if (x.type == plan::Type::f64) {
    double number;
    std::memcpy(&number, &x.bits, sizeof number);
    return number;
  }
  const auto bits = static_cast<std::uint32_t>(x.bits);
  float number;
  std::memcpy(&number, &bits, sizeof number);
  return static_cast<double>(number);
}

/// Rounded to the type, if the number is not one of it.
inline Scalar scalar_of(plan::Type type, double number) {
  Scalar result{type, 0};
  if (type == plan::Type::f64) {
    std::memcpy(&result.bits, &number, sizeof number);
  } else {
    const auto narrow = static_cast<float>(number);
    std::memcpy(&result.bits, &narrow, sizeof narrow);
  }
  return result;
}

inline double number_of_half(std::uint64_t bits) {
  const auto exponent = static_cast<int>(bits / 1024 % 32);
  const double part = static_cast<double>(bits % 1024), sign = bits / 32768 % 2 == 1 ? -1 : 1;
  if (exponent == 31) return part == 0 ? sign * INFINITY : NAN;
  return sign * (exponent == 0 ? std::ldexp(part, -24) : std::ldexp(1024 + part, exponent - 25));
}

/// The half whose distance is least, of two the one whose bits are even.
inline std::uint16_t nearest_half(double number) {
  if (std::isnan(number)) return 0x7e00;
  const auto sign = static_cast<std::uint16_t>(std::signbit(number) ? 0x8000 : 0);
  const double size = std::fabs(number);
  if (size >= 65520) return static_cast<std::uint16_t>(sign | 0x7c00);
  std::uint64_t low = 0, high = 0x7c00;  // the halves around it: bits of positive ones are in their order
  while (high - low > 1) {
    const std::uint64_t middle = (low + high) / 2;
    (number_of_half(middle) <= size ? low : high) = middle;
  }
  // As if there were a half behind the largest one.
  const double above = high == 0x7c00 ? 65536 : number_of_half(high);
  const double to_low = size - number_of_half(low), to_high = above - size;
  const bool is_high = to_high < to_low || (to_high == to_low && low % 2 == 1);
  return static_cast<std::uint16_t>(sign | (is_high ? high : low));
}

inline Scalar number_at(const std::byte* from, plan::Element element) {
  using plan::Element;
  std::uint64_t bits = 0;
  const std::size_t bytes = plan::bytes_of(element);
  std::memcpy(&bits, from, bytes);
  const plan::Type type = plan::type_of(element);
  if (element == Element::f16) {
    const double number = number_of_half(bits);
    if (!std::isnan(number)) return scalar_of(type, number);
    // Quiet, with its sign and its payload.
    return {type, (bits / 32768 << 31) + 0x7fc00000 + (bits % 512 << 13)};
  }
  const bool is_negative = bits >> (8 * bytes - 1) == 1;
  if ((element == Element::i8 || element == Element::i16) && is_negative)
    return scalar_of(type, static_cast<Whole>(bits) - two_to(static_cast<int>(8 * bytes)));
  return {type, bits};
}

inline void store(const Scalar& x, plan::Element element, std::byte* to) {
  std::uint64_t bits = x.bits;
  if (element == plan::Element::f16) bits = nearest_half(real_of(x));
  if (element == plan::Element::f32) bits = scalar_of(plan::Type::f32, real_of(x)).bits;
  std::memcpy(to, &bits, plan::bytes_of(element));
}

inline Whole integer_result(plan::Op op, const Scalar& of, Whole x, Whole y) {
  const int width = is_wide(of.type) ? 64 : 32;
  const Whole shift = y < 0 ? y + two_to(width) : y;
  Whole count = 0;
  switch (op) {
    case plan::Op::add: return x + y;
    case plan::Op::subtract: return x - y;
    case plan::Op::multiply: {
      // In halves of the second, as the product of two 64-bit numbers may be beyond 127 bits.
      const Whole low = y % two_to(32), high = (y - low) / two_to(32);
      return x * low + x * high % two_to(64) * two_to(32);
    }
    case plan::Op::divide: return y == 0 ? -1 : x / y;
    case plan::Op::remainder: return y == 0 ? -1 : x % y;
    case plan::Op::negate: return -x;
    case plan::Op::absolute: return x < 0 ? -x : x;
    case plan::Op::minimum: return x < y ? x : y;
    case plan::Op::maximum: return x < y ? y : x;
    case plan::Op::bit_not: return -x - 1;
    case plan::Op::shift_left:
      return shift >= width ? 0 : static_cast<Whole>(of.bits) * two_to(static_cast<int>(shift));
    case plan::Op::shift_right: {
      if (shift >= width) return 0;
      const Whole by = two_to(static_cast<int>(shift));
      return x >= 0 ? x / by : -((-x + by - 1) / by);
    }
    case plan::Op::count_bits:
      for (int bit = 0; bit < width; ++bit) count += static_cast<Whole>(of.bits) / two_to(bit) % 2;
      return count;
    default: throw std::logic_error("no operation of integers");
  }
}

inline std::uint64_t bitwise(plan::Op op, std::uint64_t x, std::uint64_t y) {
  return op == plan::Op::bit_and ? x & y : op == plan::Op::bit_or ? x | y : x ^ y;
}

/// In the float's own precision.
template <class T>
T real_result(plan::Op op, T x, T y, T z) {
  switch (op) {
    case plan::Op::add: return x + y;
    case plan::Op::subtract: return x - y;
    case plan::Op::multiply: return x * y;
    case plan::Op::divide: return x / y;
    case plan::Op::fma: return std::fma(x, y, z);
    case plan::Op::negate: return std::copysign(x, std::signbit(x) ? T{1} : T{-1});
    case plan::Op::absolute: return std::copysign(x, T{1});
    case plan::Op::minimum: return std::isnan(x) || y < x ? y : x;
    case plan::Op::maximum: return std::isnan(x) || x < y ? y : x;
    case plan::Op::square_root: return std::sqrt(x);
    case plan::Op::round: return std::nearbyint(x);
    case plan::Op::truncate: return std::trunc(x);
    case plan::Op::floor: return std::floor(x);
    case plan::Op::ceil: return std::ceil(x);
    case plan::Op::round_away: return std::round(x);
    default: throw std::logic_error("no operation of floats");
  }
}

inline Whole saturated(plan::Type type, const Scalar& x) {
  const int bits = is_wide(type) ? 64 : 32;
  const Whole least = has_sign(type) ? -two_to(bits - 1) : 0, most = two_to(has_sign(type) ? bits - 1 : bits) - 1;
  Whole whole = 0;
  if (!is_real(x.type)) {
    whole = whole_of(x);
  } else if (const double number = real_of(x); !std::isnan(number)) {
    whole = number >= 0x1p65 ? most : number <= -0x1p65 ? least : static_cast<Whole>(number);
  }
  return whole < least ? least : whole > most ? most : whole;
}

inline Scalar cast(plan::Op op, plan::Type type, const Scalar& x) {
  if (op == plan::Op::bit_cast) return {type, x.bits};
  if (op == plan::Op::saturate) return scalar_of(type, saturated(type, x));
  if (!is_real(type)) return scalar_of(type, whole_of(x));
  if (is_real(x.type)) return scalar_of(type, real_of(x));
  if (type == plan::Type::f64) return scalar_of(type, static_cast<double>(whole_of(x)));
  Scalar result{type, 0};
  const auto narrow = static_cast<float>(whole_of(x));
  std::memcpy(&result.bits, &narrow, sizeof narrow);
  return result;
}

inline int compared(const Scalar& x, const Scalar& y) {  // -1, 0, 1, or 2 where one is NaN
  if (!is_real(x.type)) return whole_of(x) < whole_of(y) ? -1 : whole_of(x) > whole_of(y) ? 1 : 0;
  const double a = real_of(x), b = real_of(y);
  return std::isnan(a) || std::isnan(b) ? 2 : a < b ? -1 : a > b ? 1 : 0;
}

/// `inputs`: three, of which the first ones count.
inline Scalar result_of(const plan::Value& value, const std::vector<Scalar>& inputs) {
  using plan::Op;
  const Scalar &x = inputs[0], &y = inputs[1], &z = inputs[2];
  const auto truth = [](bool holds) { return Scalar{plan::Type::u32, holds ? 1u : 0u}; };
  switch (value.op) {
    case Op::equal: return truth(compared(x, y) == 0);
    case Op::less: return truth(compared(x, y) == -1);
    case Op::less_or_equal: return truth(compared(x, y) <= 0);
    case Op::select: return x.bits == 0 ? z : y;
    case Op::convert:
    case Op::saturate:
    case Op::bit_cast: return cast(value.op, value.type, x);
    case Op::bit_and:
    case Op::bit_or:
    case Op::bit_xor: return {x.type, bitwise(value.op, x.bits, y.bits)};
    default: break;
  }
  if (!is_real(x.type)) return scalar_of(x.type, integer_result(value.op, x, whole_of(x), whole_of(y)));
  if (x.type == plan::Type::f64) return scalar_of(x.type, real_result(value.op, real_of(x), real_of(y), real_of(z)));
  const auto narrow = [](const Scalar& one) { return static_cast<float>(real_of(one)); };
  Scalar result{x.type, 0};
  const float number = real_result(value.op, narrow(x), narrow(y), narrow(z));
  std::memcpy(&result.bits, &number, sizeof number);
  return result;
}

/// Of a plan whose operands are these numbers.
inline Scalar value_of(const plan::Plan& plan, const std::vector<Scalar>& operands) {
  std::vector<Scalar> values;
  for (const plan::Value& value : plan.values) {
    if (value.op == plan::Op::load) {
      values.push_back(operands.at(value.immediate));
    } else if (value.op == plan::Op::constant) {
      values.push_back({value.type, value.immediate});
    } else {
      std::vector<Scalar> inputs;
      for (const std::uint32_t input : value.inputs) inputs.push_back(values.at(input));
      values.push_back(result_of(value, inputs));
    }
  }
  return values.back();
}

}  // namespace dmlrun::plan_test
