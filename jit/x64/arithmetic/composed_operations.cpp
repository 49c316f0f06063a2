#include "jit/x64/arithmetic/composed_operations.h"

#include "jit/x64/arithmetic/conversions.h"

namespace dmlrun::jit::x64::arithmetic {

namespace {

/// Quotients of 32-bit numbers in f64: a result that rounds up to an integer is one. MIN / -1 is 2^31, which is
/// converted to MIN.
Virtual narrow_quotient(VectorBuilder& b, Type type, Virtual x, Virtual y) {
  const plan::Range all = plan::range_of(type);
  const Virtual exact =
      b.divide(Type::f64, convert(b, {x, type, all}, Type::f64), convert(b, {y, type, all}, Type::f64));
  if (type == Type::i32) return b.apply(DMLRUN_EMITS(vcvttpd2dq(r.to, r.x)), 4, exact);
  return saturate(b, {exact, Type::f64, {}}, Type::u32);
}

}  // namespace

Virtual negate(VectorBuilder& b, Type type, Virtual x) {
  const std::size_t bytes = plan::bytes_of(type);
  if (!plan::is_float(type)) return b.subtract(type, b.zero(bytes), x);
  return b.bit_xor(bytes, x, b.constant(bytes, std::uint64_t{1} << (8 * bytes - 1)));
}

Virtual absolute(VectorBuilder& b, Type type, Virtual x) {
  const std::size_t bytes = plan::bytes_of(type);
  if (plan::is_float(type)) return b.bit_and(bytes, x, b.constant(bytes, ~std::uint64_t{0} >> (bytes == 4 ? 33 : 1)));
  if (!plan::is_signed(type)) return x;
  if (bytes == 4) return b.apply(DMLRUN_EMITS(vpabsd(r.to, r.x)), 4, x);
  if (b.has_avx512()) return b.apply(DMLRUN_EMITS(vpabsq(r.to, r.x)), 8, x);
  return b.select(b.compare(Relation::less, type, x, b.zero(8)), 8, negate(b, type, x), x);
}

Virtual round_away(VectorBuilder& b, Type type, Virtual x) {
  const std::size_t bytes = plan::bytes_of(type);
  const Virtual size = absolute(b, type, x);
  const Virtual below = b.round(type, size, VectorBuilder::Rounding::toward_zero);
  const LaneMask is_up = b.compare(Relation::less_or_equal, type, b.constant(type, 0.5), b.subtract(type, size, below));
  const Virtual near = b.add(type, below, b.zero_unless(is_up, bytes, b.constant(type, 1)));
  const Virtual sign = b.bit_and(bytes, x, b.constant(bytes, std::uint64_t{1} << (8 * bytes - 1)));
  return b.bit_or(bytes, near, sign);
}

/// Sums of neighbours: of bits, pairs, then within bytes, whose sum is the upper byte of a product.
Virtual count_bits(VectorBuilder& b, Type type, Virtual x) {
  const std::size_t bytes = plan::bytes_of(type);
  const auto all = [&](std::uint8_t byte) { return b.constant(bytes, byte * 0x0101010101010101u); };
  const Type integer = bytes == 4 ? Type::u32 : Type::u64;
  x = b.subtract(integer, x, b.bit_and(bytes, b.shift_right(bytes, x, 1), all(0x55)));
  x = b.add(integer, b.bit_and(bytes, x, all(0x33)), b.bit_and(bytes, b.shift_right(bytes, x, 2), all(0x33)));
  x = b.bit_and(bytes, b.add(integer, x, b.shift_right(bytes, x, 4)), all(0x0f));
  if (bytes == 8) return b.apply(DMLRUN_EMITS(vpsadbw(r.to, r.x, r.y)), 8, x, b.zero(8));
  return b.shift_right(4, b.multiply(Type::u32, x, all(0x01)), 24);
}

std::optional<std::array<std::uint32_t, 2>> integer_difference(const plan::Plan& plan, const Value& value,
                                                               const std::vector<plan::Range>& ranges) {
  constexpr plan::Range kExact{-(1 << 23), 1 << 23};  // differences are floats, too
  std::array<std::uint32_t, 2> integers{};
  if (value.op != Op::subtract || value.type != plan::Type::f32) return std::nullopt;
  for (std::size_t i = 0; i < integers.size(); ++i) {
    const Value& number = plan.values[value.inputs[i]];
    if (number.op != Op::convert || !ranges[value.inputs[i]].is_inside(kExact)) return std::nullopt;
    integers[i] = number.inputs[0];
    const plan::Type type = plan.values[integers[i]].type;
    if (plan::is_float(type) || plan::bytes_of(type) != 4) return std::nullopt;
  }
  return integers;
}

std::optional<std::uint8_t> constant_shift(const plan::Plan& plan, const Value& value) {
  const bool is_logical = value.op == Op::shift_right && (value.type == Type::u32 || value.type == Type::u64);
  if (value.op != Op::shift_left && !is_logical) return std::nullopt;
  const Value& by = plan.values[value.inputs[1]];
  if (by.op != Op::constant || by.immediate >= 8 * plan::bytes_of(value.type)) return std::nullopt;
  return static_cast<std::uint8_t>(by.immediate);
}

Virtual shift(VectorBuilder& b, const Value& value, std::optional<std::uint8_t> places, Virtual x, Virtual y) {
  const std::size_t bytes = plan::bytes_of(value.type);
  if (value.op == Op::shift_left) return places ? b.shift_left(bytes, x, *places) : b.shift_left_each(value.type, x, y);
  return places ? b.shift_right(bytes, x, *places) : b.shift_right_each(value.type, x, y);
}

Virtual quotient(VectorBuilder& b, Type type, bool is_remainder, Virtual x, Virtual y) {
  if (plan::bytes_of(type) == 8)
    return b.divide_integers(is_remainder ? Instruction::Kind::remainder : Instruction::Kind::quotient, x, y,
                             plan::is_signed(type));
  Virtual result = narrow_quotient(b, type, x, y);
  if (is_remainder) result = b.subtract(type, x, b.multiply(type, result, y));
  return b.select(b.compare(Relation::equal, type, y, b.zero(4)), 4, b.all_ones(4), result);
}

}  // namespace dmlrun::jit::x64::arithmetic
