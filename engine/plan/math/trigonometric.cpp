// x = n u + r with |r| <= u / 2, where u is a half turn for sine and cosine, a quarter for tangent.
#include "engine/plan/math/coefficients.h"
#include "engine/plan/math/elementary_functions.h"

namespace dmlrun::plan::math {

namespace {

/// Only the lowest bit of n counts.
struct Reduced {
  Number n, r;
};

/// What a whole turn has of u, by its logarithm to base 2.
constexpr unsigned kHalves = 1, kQuarters = 2;
constexpr double kRoundingShift = 0x1.8p52;  // a sum with it has an integer in its lowest bits
constexpr double kLarge = 0x1p23;            // from there on FLOAT32 numbers are integers

/// Of numbers m 2^e, whose m has 24 bits, and e from 0 to 104: m times 2^e / (2 pi) without whole turns, in two words
/// of which 80 bits are right. Infinities give NaN.
Reduced reduce_large(Number x, unsigned parts, std::uint64_t quarters) {
  const Number bits = bits_of(x);
  const Number m = ((bits & 0x000fffffffffffffu) | std::uint64_t{1} << 52) >> 29;
  const Number e = plus_bits((bits << 1) >> 53, -std::uint64_t{1023 + 23});
  const Number is_far = e.constant_bits(63) < e, by = e & 63, rest = e.constant_bits(64) - by;
  const auto word = [&](std::size_t i) {
    return select(is_far, e.constant_bits(kTurns[i + 1]), e.constant_bits(kTurns[i]));
  };
  const Number middle = word(1);
  const Number low = m * (((middle << by) | (word(2) >> rest)) >> 24);
  // For negative numbers all bits are inverted: less by 2^-128 turns.
  const Number sign = select(x < 0, bits.constant_bits(~std::uint64_t{0}), bits.constant_bits(0));
  const Number usual = plus_bits(m * ((word(0) << by) | (middle >> rest)), low >> 40) ^ sign;
  const Number turns = quarters == 0 ? usual : plus_bits(usual, quarters << 62);
  const Number behind = (low << 24) ^ sign;
  // What is left of the nearest part, in 2^-64 of it: an integer and its fraction.
  const Number left =
      ((turns << parts) | (behind >> (64 - parts))).cast(Op::bit_cast, Type::i64).cast(Op::convert, Type::f64);
  const Number fraction = from_bits(((behind << parts) >> 12) | std::uint64_t{1023} << 52) - 1;
  const double unit = kHalfPi * (parts == kHalves ? 0x1p-63 : 0x1p-64);
  return {plus_bits(turns, std::uint64_t{1} << (63 - parts)) >> (64 - parts), fma(x, 0, left + fraction) * unit};
}

/// x + quarters pi / 2, quarters being 0 or 1.
Reduced reduce(Number x, unsigned parts, std::uint64_t quarters) {
  const double scale = parts == kHalves ? 0.5 : 1, unit = kHalfPi / scale, unit_low = kHalfPiLow / scale;
  const Number sum =
      quarters == 0 ? fma(x, kTwoOverPi * scale, kRoundingShift) : fma(x, kTwoOverPi * scale, 0.5) + kRoundingShift;
  const Number k = quarters == 0 ? sum - kRoundingShift : sum - kRoundingShift - 0.5;
  const Number r = fma(k, -unit_low, fma(k, -unit, x));
  const Number is_large = kLarge <= absolute(x);
  const Reduced large = reduce_large(x, parts, quarters);
  return {select(is_large, large.n, bits_of(sum)), select(is_large, large.r, r)};
}

/// sin(r) of |r| <= pi / 2, and cos(r) of half that; the sign of 0 stays.
Number sine_of(Number r) {
  const Number z = r * r;
  return r * fma(z, polynomial(kSin, z), 1);
}
Number cosine_of(Number r) { return polynomial(kCos, r * r); }

/// The sine of x + quarters pi / 2.
Number wave(Number x, std::uint64_t quarters) {
  const Reduced reduced = reduce(x, kHalves, quarters);
  return from_bits(bits_of(sine_of(reduced.r)) ^ reduced.n << 63);
}

/// asin(x) = x + x^3 P(x^2) up to 1/2.
Number short_arc(Number x, Number square) { return fma(x * square, polynomial(kAsin, square), x); }

struct Arc {
  Number is_short, size;
};

/// asin(|x|) where it is short, else half of acos(|x|) = 2 asin(sqrt((1 - |x|) / 2)).
Arc arc(Number x) {
  const Number size = absolute(x);
  const Number is_short = size <= 0.5;
  const Number square = select(is_short, x * x, fma(size, -0.5, 0.5));
  return {is_short, short_arc(select(is_short, size, square_root(square)), square)};
}

/// atan(y / x) of y, x >= 0: of the smaller by the greater, and where y is greater a quarter less that.
Number arc_of_quotient(Number y, Number x) {
  const Number is_steep = x < y;
  const Number quotient = select(is_steep, x, y) / select(is_steep, y, x);
  const Number z = quotient * quotient;
  const Number size = fma(quotient * z, polynomial(kAtan, z), quotient);
  return select(is_steep, kHalfPi - size, size);
}

}  // namespace

Number sine(Number x) { return wave(x, 0); }
Number cosine(Number x) { return wave(x, 1); }

Number tangent(Number x) {
  const Reduced reduced = reduce(x, kQuarters, 0);
  const Number is_even = (reduced.n & 1) == reduced.n.constant_bits(0);
  const Number s = sine_of(reduced.r), c = cosine_of(reduced.r);
  const Number size = select(is_even, s, c) / select(is_even, c, s);
  return from_bits(bits_of(size) ^ reduced.n << 63);
}

Number arc_sine(Number x) {
  const Arc a = arc(x);
  return with_sign_of(select(a.is_short, a.size, fma(a.size, -2.0, kHalfPi)), x);
}

Number arc_cosine(Number x) {
  const Arc a = arc(x);
  const Number is_negative = x < 0.0;
  const Number small = with_sign_of(a.size, x);
  const Number twice = a.size + a.size;
  const Number large = select(is_negative, 2 * kHalfPi - twice, twice);
  return select(a.is_short, kHalfPi - small, large);
}

Number arc_tangent(Number x) { return arc_of_quotient(x, x.constant(1)); }

Number arc_of_point(Number y, Number x) {
  constexpr double kNear = 0x1p-1000,
                   kFar = 0x1p1000;  // beyond floats: instead of 0 and infinity, whose quotients are NaN
  const Number size = arc_of_quotient(at_most(kFar, absolute(y)), at_least(kNear, at_most(kFar, absolute(x))));
  const Number is_left = with_sign_of(x.constant(1), x) < 0.0;
  return with_sign_of(select(is_left, 2 * kHalfPi - size, size), y);
}

}  // namespace dmlrun::plan::math
