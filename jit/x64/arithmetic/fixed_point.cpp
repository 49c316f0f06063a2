// Sums of two bytes' products in fixed point, for all elements of which it is certain what the exact computation rounds
// to. The exact results are r = clamp(rint(q) + z), q = fl(fl(fl(A a) + fl(B b)) / S) in FLOAT32 (fl).
//
//   symbol   meaning                                                  range
//   a, b     bytes less their zero points za and zb                   |a| <= ma <= 255, |b| <= mb <= 255
//   A, B, S  the scales of a and b, and the divisor: FLOAT32          kMinScale to kMaxScale in magnitude
//   z        the integer that is added to a rounded quotient q
//   k, l, K  A / S, B / S, and |k| ma + |l| mb, the largest |q|
//   F        bits behind the point                                    19 to 25 by dwords, 19 to 23 by words
//   in units of 2^-F:
//   w, v     the weights, rint(2^F k) and rint(2^F l)
//   X, T     2^F (q + z), which is rounded, and what code computes    X < T < X + D
//   E        the bound of |w a + v b + 2^F z - X|                     1 to 2^10
//   D        how far T may be off: 2 W by dwords, 2 E + 254 by words
//   W        of dwords: a power of two, E or more
//   C, g     of words: what is the same in all elements of T; F - 14
//
//  - |w a + v b + 2^F z - X| < E. A product, the sum and the quotient have a relative error of 2^-24 at most each, as
//    nothing is less than the least normal number where scales are bounded, or what is (a quotient) is less than
//    2^-126, whose error is nothing here: q is off by little more than 3 2^-24 K. The weights' roundings add |2^F k -
//    w| ma + |2^F l - v| mb. E is more than the sum of both, by kChainError, and 1; that 1 and what kChainError has
//    beyond 3 2^-24 are more than all roundings in computing E, which is at most 2^10, and k and l, which are doubles.
//  - rint(q) + z is floor(X / 2^F + 1/2) unless X / 2^F + 1/2 is an integer, where a tie is. Of a number T with X < T <
//    X + D for which T / 2^F + 1/2 is at least D / 2^F beyond an integer, all that holds floor(T / 2^F + 1/2). Else the
//    block is in doubt, and the exact instructions compute it.
// Packing clamps to words and then to bytes, as it does with rint(q) + z.
//
// Dwords, with VNNI: T = W + 2^F z + w a + v b, to which 2^F / 2 is added from the beginning. W is a power of two, E or
// more, and D = 2 W: of T + 2^F / 2, the bits of 2^F - 2 W must not all be 0. 2^F (K + |z| + 36) < 2^31, so that it is
// never beyond an int in the end, and may wrap on the way. A weight is 128 times one of 16 bits and one of 7: 2^F 513
// |k| < 2^31, so that |w| <= 2^22 - 1.
//
// Words, without: F = g + 14, a weight w = 2^14 w2 + 2^7 w1 + w0, w1 and w0 from -63 to 64, those of v from -64 to 63.
// Sums of two products of bytes s2 = a w2 + b v2, s1 and s0 alike, of bytes with their zero points, which C takes off:
// C = 2^F z - w za - v zb + E + 254, without its last 7 bits. Then t1 = s1 + floor(s0 / 2^7) + (bits 7 to 13 of C), t2
// = s2 + floor(t1 / 2^7) + (C's from 14 on).
//  - s1 and s0 are from -255 127 to 255 127, so that t1 is never beyond a word; 2^F 264 (|k| + |l|) < 2^29, so that
//    |w2| + |v2| <= 125, nor s2; 2^F (K + |z| + 36) < 2^29, nor t2 in the end, though it may wrap on the way.
//  - T = 2^7 (2^7 t2 + t1 modulo 2^7) is less by 0 to 254 than w a + v b + 2^F z + E + 254: X < T < X + D, D = 2 E +
//    254.
//  - floor(T / 2^F + 1/2) is floor((t2 + 2^(g-1)) / 2^g), what one multiplication makes of t2. T's fraction is 2^(16-g)
//    (s2 + C's) + 2^(9-g) t1 modulo 2^16: as signed words those in doubt are the least ones.
#include "jit/x64/arithmetic/fixed_point.h"

#include <algorithm>

namespace dmlrun::jit::x64::arithmetic {

namespace {

constexpr std::uint32_t kMagnitude = 0x7fffffff;
constexpr int kFloatBias = 127, kFloatBits = 23, kDoubleBias = 1023, kDoubleBits = 52;
constexpr int kMaxBits = 30, kMaxBitsOfWords = 28;  ///< F is this less the bound's exponent
constexpr int kMinBits = 19;                        ///< of fraction; with fewer, too much would be in doubt
constexpr int kTieBits = 8;                         ///< where weights have so few behind the point, ties are many
constexpr int kDigitBits = 7;                       ///< of a weight's parts, but the uppermost
constexpr int kDoubtBits = 10;  ///< of 2^10 elements or more one is in doubt, so of 16 blocks of 64 bytes
constexpr std::uint32_t kDigit = (1u << kDigitBits) - 1;
constexpr float kChainError = 0x1.810624p-23f;  ///< 3.0079 2^-24, between 3.005 and 3.01 of them

constexpr Emit kInteger = DMLRUN_EMITS(vcvtpd2dq(r.to, r.x));  ///< the nearest one
constexpr Emit kSingle = DMLRUN_EMITS(vcvtpd2ps(r.to, r.x));
constexpr Emit kFloat = DMLRUN_EMITS(vcvtdq2ps(r.to, r.x));

/// What is the same in all elements, in vectors of 16 bytes of which the first lane counts.
class Preparation {
 public:
  Preparation(VectorBuilder& b, const plan::Plan& plan, const FixedPoint& sum, const std::vector<Virtual>& numbers,
              bool is_of_words)
      : b_(b), plan_(plan), sum_(sum), numbers_(numbers), is_of_words_(is_of_words) {}

  void run();
  struct Dwords {
    Virtual lower_weights, upper_weights, beginning, fraction_bits, clear;
  };
  Dwords dwords();
  struct Words {
    Virtual low_weights, middle_weights, top_weights, fine, coarse, rounding, lower_factor, upper_factor, last_doubt;
  };
  Words words();

 private:
  Virtual low(std::uint32_t value) {
    return b_.apply(DMLRUN_EMITS(vmovaps(r.to, Xbyak::Xmm(r.x.getIdx()))), 4, numbers_[value]);
  }
  Virtual integer(std::int64_t number) { return b_.constant(4, static_cast<std::uint64_t>(number)); }
  Virtual add(Virtual x, Virtual y) { return b_.add(Type::i32, x, y); }
  Virtual subtract(Virtual x, Virtual y) { return b_.subtract(Type::i32, x, y); }
  Virtual magnitude(Virtual x) { return b_.bit_and(4, x, integer(kMagnitude)); }
  Virtual power(Virtual exponent) { return b_.shift_left_each(Type::i32, integer(1), exponent); }
  Virtual arithmetic_shift(Virtual x, std::uint8_t by) {
    return b_.apply(DMLRUN_EMITS(vpsrad(r.to, r.x, r.immediate)), 4, x, kNone, kNone, by);
  }
  Virtual as_double(Virtual x) { return b_.apply(DMLRUN_EMITS(vcvtps2pd(r.to, r.x)), 8, x); }
  Virtual is_whole(Virtual bits, Virtual exponent);
  void require(LaneMask mask);
  void require_bounded(Virtual scale);
  Virtual zero_of(const FixedPoint::Term& term);
  Virtual lost(Virtual weight);
  std::pair<Virtual, Virtual> digit(Virtual weight, int most);
  Virtual everywhere(Virtual number, bool is_word);
  Virtual pair_of(Virtual first, Virtual second, int bits);

  VectorBuilder& b_;
  const plan::Plan& plan_;
  const FixedPoint& sum_;
  const std::vector<Virtual>& numbers_;
  const bool is_of_words_;
  Virtual is_right_ = kNone;                                                   ///< 1 or 0
  Virtual fraction_ = kNone, first_ = kNone, second_ = kNone, error_ = kNone;  ///< F, w, v, E
  Virtual added_ = kNone, taken_ = kNone;                                      ///< z, w za + v zb
};

void Preparation::require(LaneMask mask) {
  const Virtual number = b_.number_of(mask);
  is_right_ = is_right_ == kNone ? number : b_.bit_and(4, is_right_, number);
}

void Preparation::require_bounded(Virtual scale) {
  const Virtual above = subtract(magnitude(scale), integer(kMinScale));
  require(b_.compare(Relation::less_or_equal, Type::u32, above, integer(kMaxScale - kMinScale)));
}

/// A zero point, of signed bytes more by 128, as bytes are then.
Virtual Preparation::zero_of(const FixedPoint::Term& term) {
  constexpr std::uint32_t kMaxByte = 255;
  const plan::Operand& operand = plan_.operands[plan_.values[term.byte].immediate];
  const int offset = operand.element == plan::Element::i8 ? 128 : 0;
  const Virtual zero = term.zero ? add(low(*term.zero), integer(offset)) : integer(offset);
  require(b_.compare(Relation::less_or_equal, Type::u32, zero, integer(kMaxByte)));
  return zero;
}

/// What rounding takes from a weight, a float.
Virtual Preparation::lost(Virtual weight) {
  const Virtual whole = b_.round(Type::f64, weight, VectorBuilder::Rounding::even);
  return magnitude(b_.apply(kSingle, 4, b_.subtract(Type::f64, weight, whole)));
}

/// 1 where the bits are a multiple of this power of two.
Virtual Preparation::is_whole(Virtual bits, Virtual exponent) {
  const Virtual below = subtract(power(exponent), integer(1));
  return b_.number_of(b_.compare(Relation::equal, Type::i32, b_.bit_and(4, bits, below), b_.zero(4)));
}

void Preparation::run() {
  const auto& [one, two] = sum_.terms;
  const Virtual scale = low(sum_.divisor), first_scale = low(one.scale), second_scale = low(two.scale);
  for (const Virtual each : {scale, first_scale, second_scale}) require_bounded(each);
  const Virtual first_zero = zero_of(one), second_zero = zero_of(two);
  const auto most_off = [&](Virtual zero) {
    return b_.apply(kFloat, 4, b_.maximum(Type::i32, subtract(integer(255), zero), zero));
  };
  const Virtual first_most = most_off(first_zero), second_most = most_off(second_zero);
  const auto ratio = [&](Virtual x) { return magnitude(b_.divide(Type::f32, x, scale)); };
  const Virtual first_ratio = ratio(first_scale), second_ratio = ratio(second_scale);
  // K, and F.
  const Virtual all = b_.fma(Type::f32, second_ratio, second_most, b_.multiply(Type::f32, first_ratio, first_most));
  added_ = sum_.added ? low(*sum_.added) : integer(0);
  const Virtual size = b_.apply(kFloat, 4, b_.maximum(Type::i32, added_, subtract(integer(0), added_)));
  Virtual range =
      is_of_words_ ? b_.add(Type::f32, first_ratio, second_ratio) : b_.maximum(Type::f32, first_ratio, second_ratio);
  range = b_.multiply(Type::f32, range, b_.constant(Type::f32, is_of_words_ ? 264 : 513));
  const Virtual sum = b_.add(Type::f32, b_.add(Type::f32, all, size), b_.constant(Type::f32, 36));
  const Virtual exponent = b_.shift_right(4, b_.maximum(Type::f32, range, sum), kFloatBits);
  fraction_ = subtract(integer((is_of_words_ ? kMaxBitsOfWords : kMaxBits) + kFloatBias), exponent);
  require(b_.compare(Relation::less, Type::i32, integer(kMinBits - 1), fraction_));
  // The weights.
  const Virtual biased =
      b_.add(Type::u64, b_.apply(DMLRUN_EMITS(vpmovzxdq(r.to, r.x)), 8, fraction_), b_.constant(8, kDoubleBias));
  const Virtual unit = b_.shift_left(8, biased, kDoubleBits), divisor = as_double(scale);
  const auto weight = [&](Virtual x) {
    return b_.multiply(Type::f64, b_.divide(Type::f64, as_double(x), divisor), unit);
  };
  const Virtual first = weight(first_scale), second = weight(second_scale);
  first_ = b_.apply(kInteger, 4, first);
  second_ = b_.apply(kInteger, 4, second);
  taken_ = add(b_.multiply(Type::i32, first_, first_zero), b_.multiply(Type::i32, second_, second_zero));
  const Virtual chain = b_.multiply(Type::f32, b_.apply(kSingle, 4, unit), b_.constant(Type::f32, kChainError));
  error_ = b_.fma(Type::f32, chain, all, b_.constant(Type::f32, 1));
  error_ = b_.fma(Type::f32, lost(first), first_most, error_);
  error_ = b_.fma(Type::f32, lost(second), second_most, error_);
  // Not where both are multiples of 2^(F - kTieBits), but not of 2^F.
  const Virtual bits = b_.bit_or(4, first_, second_);
  const Virtual are_ties =
      b_.and_not(4, is_whole(bits, fraction_), is_whole(bits, subtract(fraction_, integer(kTieBits))));
  is_right_ = b_.and_not(4, are_ties, is_right_);
}

Virtual Preparation::everywhere(Virtual number, bool is_word) {
  b_.set_uniform(false);
  const Emit emit = is_word ? Emit(DMLRUN_EMITS(vpbroadcastw(r.to, Xbyak::Xmm(r.x.getIdx()))))
                            : Emit(DMLRUN_EMITS(vpbroadcastd(r.to, Xbyak::Xmm(r.x.getIdx()))));
  const Virtual all = b_.apply(emit, 4, number);
  b_.set_uniform(true);
  return all;
}

/// The low bits of two numbers side by side.
Virtual Preparation::pair_of(Virtual first, Virtual second, int bits) {
  return b_.bit_or(4, b_.bit_and(4, first, integer((1 << bits) - 1)),
                   b_.shift_left(4, second, static_cast<std::uint8_t>(bits)));
}

/// E decides 2 W.
Preparation::Dwords Preparation::dwords() {
  const Virtual window = subtract(b_.shift_right(4, error_, kFloatBits), integer(kFloatBias - 2));
  const Virtual most = subtract(fraction_, integer(kDoubtBits - 1));
  require(b_.compare(Relation::less, Type::i32, window, most));
  const auto lower = [&](Virtual weight) { return b_.bit_and(4, weight, integer(kDigit)); };
  const auto upper = [&](Virtual weight) { return arithmetic_shift(weight, kDigitBits); };
  Dwords made{};
  made.lower_weights = everywhere(pair_of(lower(first_), lower(second_), 16), false);
  made.upper_weights = everywhere(pair_of(upper(first_), upper(second_), 16), false);
  // W + 2^F (z + 1/2) - w za - v zb, of which bits are lost that the sum has not.
  const Virtual twice = add(add(added_, added_), integer(1));
  const Virtual middle = b_.shift_left_each(Type::i32, twice, subtract(fraction_, integer(1)));
  const Virtual double_window = power(window);
  made.beginning = everywhere(add(subtract(middle, taken_), b_.shift_right(4, double_window, 1)), false);
  made.fraction_bits = everywhere(fraction_, false);
  made.clear = everywhere(subtract(power(fraction_), double_window), false);
  b_.decide(is_right_);
  return made;
}

/// A weight's last digit, from most - 127 to most, and what is left of the weight.
std::pair<Virtual, Virtual> Preparation::digit(Virtual weight, int most) {
  const Virtual low_bits = b_.bit_and(4, add(weight, integer(most)), integer(kDigit));
  const Virtual found = subtract(low_bits, integer(most));
  return {found, arithmetic_shift(subtract(weight, found), kDigitBits)};
}

Preparation::Words Preparation::words() {
  constexpr int kTwoTruncations = 254, kFactorBits = 23;
  constexpr std::uint32_t kMinWord = 0x8000;
  const auto put = [&](Virtual number) { return everywhere(number, true); };
  // E, rounded up; C, of which bits are lost that t2 has not.
  const Virtual error = add(b_.apply(DMLRUN_EMITS(vcvttps2dq(r.to, r.x)), 4, error_), integer(1));
  const Virtual whole = subtract(b_.shift_left_each(Type::i32, added_, fraction_), taken_);
  const Virtual constant = add(add(whole, error), integer(kTwoTruncations));
  Words made{};
  made.fine = put(b_.bit_and(4, b_.shift_right(4, constant, kDigitBits), integer(kDigit)));
  made.coarse = put(arithmetic_shift(constant, 2 * kDigitBits));
  // D, as words have it.
  const Virtual left = subtract(integer(kFactorBits), fraction_);
  const Virtual width = add(add(error, error), integer(kTwoTruncations + static_cast<int>(kDigit)));
  const Virtual doubt = b_.shift_left_each(Type::i32, b_.shift_right(4, width, kDigitBits), left);
  require(b_.compare(Relation::less_or_equal, Type::u32, doubt, integer(2 << (16 - kDoubtBits))));
  made.last_doubt = put(add(doubt, integer(kMinWord - 1)));
  const Virtual factor = power(left), upper_factor = b_.shift_left(4, factor, kDigitBits);
  made.lower_factor = put(factor);
  made.upper_factor = put(upper_factor);
  made.rounding = put(b_.shift_right(4, upper_factor, 1));
  const auto [first_low, first_rest] = digit(first_, 63);
  const auto [second_low, second_rest] = digit(second_, 64);
  const auto [first_middle, first_top] = digit(first_rest, 63);
  const auto [second_middle, second_top] = digit(second_rest, 64);
  made.low_weights = put(pair_of(first_low, second_low, 8));
  made.middle_weights = put(pair_of(first_middle, second_middle, 8));
  made.top_weights = put(pair_of(first_top, second_top, 8));
  b_.decide(is_right_);
  return made;
}

Virtual interleaved(VectorBuilder& b, Virtual x, Virtual y, bool is_upper) {
  return is_upper ? b.apply(DMLRUN_EMITS(vpunpckhbw(r.to, r.x, r.y)), 4, x, y)
                  : b.apply(DMLRUN_EMITS(vpunpcklbw(r.to, r.x, r.y)), 4, x, y);
}

/// Dwords of two words, a byte of each stream; times the lower weights, and times 128 times the upper ones.
Virtual sum_of_dwords(VectorBuilder& b, const Preparation::Dwords& with, Virtual first, Virtual second,
                      plan::Element to) {
  const Emit dot = [](Assembler& a, const Registers& r) {
    if (r.to.getIdx() != r.z.getIdx()) a.vmovaps(r.to, r.z);
    a.vpdpwssd(r.to, r.x, r.y, Xbyak::EvexEncoding);
  };
  Parts parts{};
  LaneMask certain;
  Virtual pairs = kNone;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    if (part % 2 == 0) pairs = interleaved(b, first, second, part == 2);
    const Virtual words = interleaved(b, pairs, b.zero(4), part % 2 == 1);
    const Virtual lower = b.apply_apart(dot, words, with.lower_weights, with.beginning);
    const Virtual higher = b.apply(DMLRUN_EMITS(vpsllw(r.to, r.x, r.immediate)), 4, words, kNone, kNone, kDigitBits);
    const Virtual sum = b.apply_apart(dot, higher, with.upper_weights, lower);
    const Emit first_test = DMLRUN_EMITS(vptestmd(r.to_k, r.x, r.y));
    const Emit next_test = DMLRUN_EMITS(vptestmd(r.to_k | r.k, r.x, r.y));
    certain = b.mask_by(part == 0 ? first_test : next_test, sum, with.clear, certain);
    parts[part] = b.apply(DMLRUN_EMITS(vpsravd(r.to, r.x, r.y)), 4, sum, with.fraction_bits);
  }
  b.certain(certain.number, 16);
  return packed_quantized(b, words_of_parts(b, parts), kNone, to, true);
}

/// Words of two bytes, one of each stream.
Virtual sum_of_words(VectorBuilder& b, const Preparation::Words& with, Virtual first, Virtual second,
                     plan::Element to) {
  const auto times = [&](Virtual x, Virtual y) { return b.apply(DMLRUN_EMITS(vpmaddubsw(r.to, r.x, r.y)), 4, x, y); };
  const auto add = [&](Virtual x, Virtual y) { return b.apply(DMLRUN_EMITS(vpaddw(r.to, r.x, r.y)), 4, x, y); };
  const auto multiply = [&](Virtual x, Virtual y) { return b.apply(DMLRUN_EMITS(vpmullw(r.to, r.x, r.y)), 4, x, y); };
  const auto carry = [&](Virtual x) {
    return b.apply(DMLRUN_EMITS(vpsraw(r.to, r.x, r.immediate)), 4, x, kNone, kNone, kDigitBits);
  };
  std::array<Virtual, 2> results{}, fractions{};
  for (std::size_t half = 0; half < 2; ++half) {
    const Virtual bytes = interleaved(b, first, second, half == 1);
    const Virtual last = carry(times(bytes, with.low_weights));
    const Virtual middle = add(add(times(bytes, with.middle_weights), with.fine), last);
    const Virtual top = add(times(bytes, with.top_weights), with.coarse);
    fractions[half] = add(multiply(middle, with.lower_factor), multiply(top, with.upper_factor));
    results[half] = b.apply(DMLRUN_EMITS(vpmulhrsw(r.to, r.x, r.y)), 4, add(carry(middle), top), with.rounding);
  }
  const Virtual least = b.apply(DMLRUN_EMITS(vpminsw(r.to, r.x, r.y)), 4, fractions[0], fractions[1]);
  const Virtual certain = b.has_avx512()
                              ? b.mask_by(DMLRUN_EMITS(vpcmpgtw(r.to_k, r.x, r.y)), least, with.last_doubt).number
                              : b.apply(DMLRUN_EMITS(vpcmpgtw(r.to, r.x, r.y)), 4, least, with.last_doubt);
  b.certain(certain, 32);
  return bytes_of_words(b, results[0], results[1], to);
}

/// (byte - zero) * scale, or byte * scale.
std::optional<FixedPoint::Term> term_of(const plan::Plan& plan, const Value& product,
                                        const std::vector<Variance>& variances) {
  if (product.op != Op::multiply || variances[product.inputs[1]] != Variance::invariant) return std::nullopt;
  FixedPoint::Term term;
  term.scale = product.inputs[1];
  const Value* byte = &plan.values[product.inputs[0]];
  if (byte->op == Op::subtract) {
    const Value& taken = plan.values[byte->inputs[1]];
    const bool is_integer = taken.op == Op::convert && is_byte_load(plan, plan.values[taken.inputs[0]]);
    if (!is_integer || variances[byte->inputs[1]] != Variance::invariant) return std::nullopt;
    term.zero = taken.inputs[0];
    byte = &plan.values[byte->inputs[0]];
  }
  if (byte->op != Op::convert || !is_byte_load(plan, plan.values[byte->inputs[0]])) return std::nullopt;
  term.byte = byte->inputs[0];
  return term;
}

}  // namespace

std::optional<FixedPoint> fixed_point(const plan::Plan& plan, const Quantized& quantized,
                                      const std::vector<Variance>& variances) {
  const Value& quotient = plan.values[quantized.number];
  if (quotient.op != Op::divide || variances[quotient.inputs[1]] != Variance::invariant) return std::nullopt;
  const Value& sum = plan.values[quotient.inputs[0]];
  if (sum.op != Op::add || sum.type != Type::f32) return std::nullopt;
  const auto first = term_of(plan, plan.values[sum.inputs[0]], variances);
  const auto second = term_of(plan, plan.values[sum.inputs[1]], variances);
  if (!first || !second) return std::nullopt;
  FixedPoint found{{*first, *second}, quotient.inputs[1], {}};
  if (!quantized.added) return found;
  if (variances[*quantized.added] != Variance::invariant) return std::nullopt;
  found.added = quantized.added;
  return found;
}

bool add_fixed_point(VectorBuilder& b, const plan::Plan& plan, const FixedPoint& sum,
                     const std::vector<Virtual>& numbers, const std::vector<Stream>& streams, bool has_dot_products) {
  const auto load_of = [&](const FixedPoint::Term& term) -> const Value& { return plan.values[term.byte]; };
  const auto changes = [&](const FixedPoint::Term& term) {
    return streams[stream_of(streams, load_of(term))].variance == Variance::per_element;
  };
  if (!std::ranges::all_of(sum.terms, changes)) return false;
  b.set_section(Section::prepare);
  b.set_uniform(true);
  Preparation preparation(b, plan, sum, numbers, !has_dot_products);
  preparation.run();
  const auto block = [&](std::size_t term) {
    const Value& load = load_of(sum.terms[term]);
    const Virtual bytes = b.load_block(stream_of(streams, load));
    const bool is_signed = plan.operands[load.immediate].element == plan::Element::i8;
    return is_signed ? b.bit_xor(4, bytes, b.constant(4, kFlip)) : bytes;
  };
  const auto begin = [&] {
    b.set_uniform(false);
    b.set_section(Section::fast);
  };
  if (has_dot_products) {
    const auto with = preparation.dwords();
    begin();
    const Virtual first = block(0), second = block(1);
    b.store(sum_of_dwords(b, with, first, second, plan.output));
    return true;
  }
  const auto with = preparation.words();
  begin();
  const Virtual first = block(0), second = block(1);
  b.store(sum_of_words(b, with, first, second, plan.output));
  return true;
}

}  // namespace dmlrun::jit::x64::arithmetic
