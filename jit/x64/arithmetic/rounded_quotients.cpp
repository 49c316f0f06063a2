#include "jit/x64/arithmetic/rounded_quotients.h"

#include "jit/x64/arithmetic/conversions.h"

namespace dmlrun::jit::x64::arithmetic {

namespace {

constexpr std::uint32_t kSign = 0x80000000, kNan = 0x7fc00000, kMinWords = 0x80008000;  // two words of -32768
/// One block does not pay for the reciprocal: 64 sums take 1.04 of the time of division (Zen 4), 96 sums 0.96.
constexpr std::uint64_t kMinRounded = 65;
/// Of scales and divisor, in a float's bits: 2^19. A sum of two products with less than 2^9 is below 2^31 divisors.
constexpr std::uint32_t kMaxRatio = 19 << 23;
/// Elements for which one look at the flags pays.
constexpr std::uint32_t kMinWatched = 512;

Words rounded_products(VectorBuilder& b, const Parts& numbers, const Reciprocal& reciprocal) {
  Parts integers;
  for (std::size_t part = 0; part < kByteParts; ++part) {
    const Virtual product = b.multiply(Type::f32, numbers[part], reciprocal.rest);
    const Virtual quotient = b.fma(Type::f32, numbers[part], reciprocal.nearest, product);
    integers[part] = b.apply(DMLRUN_EMITS(vcvtps2dq(r.to, r.x)), 4, quotient);
  }
  return words_of_parts(b, integers);
}

}  // namespace

bool has_rounded_quotients(const plan::Plan& plan, const Quantized& quantized, const std::vector<Variance>& variances,
                           bool has_avx512) {
  const Value& quotient = plan.values[quantized.number];
  return has_avx512 && quotient.op == Op::divide && plan::element_count(plan) >= kMinRounded &&
         variances[quotient.inputs[0]] == Variance::per_element &&
         variances[quotient.inputs[1]] != Variance::per_element;
}

/// In vectors of 16 bytes, whose divisions take a third of the time.
Reciprocal reciprocal_of(VectorBuilder& b, Virtual divisor, std::span<const Virtual> scales) {
  b.set_uniform(true);
  const auto low = [&](Virtual x) { return b.apply(DMLRUN_EMITS(vmovaps(r.to, Xbyak::Xmm(r.x.getIdx()))), 4, x); };
  const auto magnitude_of = [&](Virtual x) { return b.and_not(4, b.constant(4, kSign), x); };
  const Virtual by = low(divisor);
  const Virtual one = b.constant(Type::f32, 1), nearest = b.divide(Type::f32, one, by);
  const Virtual negated = b.bit_xor(4, by, b.constant(4, kSign));
  const Virtual rest = b.divide(Type::f32, b.fma(Type::f32, nearest, negated, one), by);
  const Virtual magnitude = magnitude_of(by), least = b.constant(4, kMinScale);
  const LaneMask is_bounded = b.compare(Relation::less_or_equal, Type::u32, b.subtract(Type::u32, magnitude, least),
                                        b.constant(4, kMaxScale - kMinScale));
  Virtual used = nearest;
  LaneMask in_doubt;
  if (scales.empty()) {
    used = b.select(is_bounded, 4, nearest, b.constant(4, kNan));
  } else {
    // At least `least`, so that it is far above a divisor that is taken for 0.
    Virtual largest = least;
    for (const Virtual scale : scales) largest = b.maximum(Type::u32, largest, magnitude_of(low(scale)));
    const Virtual ratio = b.subtract(Type::i32, largest, b.zero_unless(is_bounded, 4, magnitude));
    in_doubt = b.compare(Relation::less_or_equal, Type::i32, ratio, b.constant(4, kMaxRatio), true);
  }
  b.set_uniform(false);
  const Emit everywhere = DMLRUN_EMITS(vbroadcastss(r.to, Xbyak::Xmm(r.x.getIdx())));
  return {divisor, b.apply(everywhere, 4, used), b.apply(everywhere, 4, rest), in_doubt};
}

/// One rest is enough: 1 - y d is a float, which one fma gives, so that y + z is 1 / d but for z's rounding, 2^-48 of
/// it, and s y + s z before its last rounding is s / d but for 3 2^-48 of that. The last rounding is the quotient's
/// own, so integers differ only where s / d lies so close to where floats begin to be rounded to half an integer; the
/// test finds none. A word of -32768 tells of all that may be wrong: of NaN and of what is beyond, also upwards, the
/// conversion makes -2^31, and packing makes -32768 of that. Quotients that are so small are divided in vain, and those
/// from 2^15 to 2^31 become 32767, which is beyond bytes as well.
Words rounded_quotients(VectorBuilder& b, const Parts& numbers, const Reciprocal& reciprocal) {
  const Words words = rounded_products(b, numbers, reciprocal);
  if (reciprocal.in_doubt.number != kNone) {
    b.fall_back_if(reciprocal.in_doubt, 4);
  } else {
    const Virtual least = b.apply(DMLRUN_EMITS(vpminsw(r.to, r.x, r.y)), 4, words[0], words[1]);
    b.fall_back_if(b.mask_by(DMLRUN_EMITS(vpcmpeqw(r.to_k, r.x, r.y)), least, b.constant(4, kMinWords)), 32);
  }
  Parts integers;
  for (std::size_t part = 0; part < kByteParts; ++part)
    integers[part] = nearest_integer(b, b.divide(Type::f32, numbers[part], reciprocal.divisor));
  for (std::size_t half = 0; half < 2; ++half)
    b.change(words[half], DMLRUN_EMITS(vpackssdw(r.to, r.y, r.z)), integers[2 * half], integers[2 * half + 1]);
  b.label();
  return words;
}

void add_watched_quotients(VectorBuilder& b, VectorCode& code, const plan::Plan& plan,
                           const std::vector<Stream>& streams, const Value& quotient, const Reciprocal& reciprocal,
                           Virtual added) {
  const Value& load = plan.values[quotient.inputs[0]];
  if (load.op != Op::load) return;
  code.fast = FastPath{FastPath::Kind::watched_quotients, kMinWatched, code.block_elements};
  b.set_section(Section::fast);
  Parts numbers;
  for (std::size_t part = 0; part < kByteParts; ++part)
    numbers[part] = b.load(stream_of(streams, load), load_of(plan.operands[load.immediate].element), 4, part);
  b.store(packed_quantized(b, rounded_products(b, numbers, reciprocal), added, plan.output, false));
}

}  // namespace dmlrun::jit::x64::arithmetic
