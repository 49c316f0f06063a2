// Sums of two bytes' products in fixed point, for all elements of which it is certain what the exact computation rounds to.
//
// The exact results are r = clamp(rint(q) + z), q = fl(fl(fl(A a) + fl(B b)) / S) in floats, or products with a reciprocal that round
// to the same integer; a and b are bytes less their zero points, |a| <= ma <= 255, |b| <= mb <= 255.
//
// With k = A / S and l = B / S, K = |k| ma + |l| mb and F bits behind the point, w = rint(2^F k), v = rint(2^F l) and X = 2^F (q + z):
//  - |w a + v b + 2^F z - X| < E. A product, the sum and the quotient have a relative error of 2^-24 at most each, as nothing is less
//    than the least normal number where scales are quiet, or what is (a quotient) is less than 2^-126, whose error is nothing here: q
//    is off by 3.01 2^-24 K at most. The weights' roundings add |2^F k - w| ma + |2^F l - v| mb. E is more than the sum of both and 1;
//    that 1 and the 0.01 are more than all roundings in computing E, which is at most 2^10, and k and l, which are doubles.
//  - rint(q) + z is floor(X / 2^F + 1/2) unless X / 2^F + 1/2 is an integer, where a tie is. Of a number T with X < T < X + D for which
//    T / 2^F + 1/2 is at least D / 2^F beyond an integer, all that holds floor(T / 2^F + 1/2). Else the block is in doubt, and the
//    exact instructions compute it.
// Packing clamps to words and then to bytes, as it does with rint(q) + z.
//
// Dwords, with VNNI: T = W + 2^F z + w a + v b, to which 2^F / 2 is added from the beginning. W is a power of two, E or more, and
// D = 2 W: of T + 2^F / 2, the bits of 2^F - 2 W must not all be 0. 2^F (K + |z| + 36) < 2^31, so that it is never beyond an int in the
// end, and may wrap on the way. A weight is 128 times one of 16 bits and one of 7: 2^F 513 |k| < 2^31, so that |w| <= 2^22 - 1.
//
// Words, without: F = g + 14, a weight w = 2^14 w2 + 2^7 w1 + w0, w1 and w0 from -63 to 64, those of v from -64 to 63. Sums of two
// products of bytes s2 = a w2 + b v2, s1 and s0 alike, of bytes with their zero points, which C takes off: C = 2^F z - w za - v zb + E +
// 254, without its last 7 bits. Then t1 = s1 + floor(s0 / 2^7) + (bits 7 to 13 of C), t2 = s2 + floor(t1 / 2^7) + (C's from 14 on).
//  - s1 and s0 are from -255 127 to 255 127, so that t1 is never beyond a word; 2^F 264 (|k| + |l|) < 2^29, so that |w2| + |v2| <= 125,
//    nor s2; 2^F (K + |z| + 36) < 2^29, nor t2 in the end, though it may wrap on the way.
//  - T = 2^7 (2^7 t2 + t1 modulo 2^7) is less by 0 to 254 than w a + v b + 2^F z + E + 254: X < T < X + D, D = 2 E + 254.
//  - floor(T / 2^F + 1/2) is floor((t2 + 2^(g-1)) / 2^g), what one multiplication makes of t2. T's fraction is 2^(16-g) (s2 + C's) +
//    2^(9-g) t1 modulo 2^16: as signed words those in doubt are the least ones.
#include "jit/x64/elementwise_vectors.h"
#include "jit/x64/kernel_arguments.h"

namespace dmlrun::jit::x64 {
namespace {

using plan::Op;
constexpr auto kNear = Xbyak::CodeGenerator::T_NEAR;
constexpr std::uint32_t kMagnitude = 0x7fffffff;
constexpr int kFloatBias = 127, kFloatBits = 23, kDoubleBias = 1023, kDoubleBits = 52;
constexpr int kMostBits = 30, kMostBitsOfWords = 28;  ///< of T's magnitude, less those of the bound's logarithm
constexpr int kLeastBits = 19;                        ///< of fraction; with fewer, too much would be in doubt
constexpr int kTieBits = 8;                           ///< where weights have so few behind the point, ties are many
constexpr std::uint8_t kNearestQuietly = 8;

}  // namespace

/// node = (stream - zero) * scale, or stream * scale.
std::optional<Vectors::FixedPoint::Term> Vectors::match_term(int n) const {
  const auto node_of = [&](int of) -> const Node& { return p_.nodes[static_cast<std::size_t>(of)]; };
  if (node_of(n).op != Op::multiply || number_of(node_of(n).y) < 0) return std::nullopt;
  const int x = node_of(n).x;
  const bool is_difference = node_of(x).op == Op::subtract;
  const Node& load = node_of(is_difference ? node_of(x).x : x);
  if (load.op != Op::load || load.level != Level::element) return std::nullopt;
  const int taken = is_difference ? node_of(x).y : Node::kNone;
  FixedPoint::Term term{0, 0, number_of(node_of(n).y)};
  while (p_.streams[static_cast<std::size_t>(term.stream)].operand != load.operand) ++term.stream;
  // The loading instruction and the one that takes the zero point off follow one another for one place.
  for (const Uniform& uniform : p_.uniforms) {
    const float bias = kMagic + (c_.operand(term.stream).element == plan::Element::i8 ? 128.0f : 0.0f);
    if (uniform == Uniform{taken, Uniform::Form::biased, bias}) return term;
    ++term.zero;
  }
  return std::nullopt;
}

std::optional<Vectors::FixedPoint> Vectors::match_fixed_point() const {
  if (!p_.is_packed || p_.moving != 2 || !p_.finish.is_saturating || p_.finish.division == Node::kNone) return std::nullopt;
  const Node& division = p_.nodes[static_cast<std::size_t>(p_.finish.division)];
  const Node& sum = p_.nodes[static_cast<std::size_t>(division.x)];
  if (sum.op != Op::add || number_of(division.y) < 0) return std::nullopt;
  const auto first = match_term(sum.x), second = match_term(sum.y);
  if (!first || !second) return std::nullopt;
  FixedPoint found;
  found.terms = {*first, *second};
  found.scale = number_of(division.y);
  return found;
}

/// Whether all elements of all pieces do.
bool Vectors::lies_side_by_side() const {
  const std::size_t inner = c_.plan.axes.size() - 1;
  bool all = c_.plan.output_strides[inner] == 1;
  visit_runs(c_.plan.axes[inner], [&](const plan::Run& run) {
    for (int s = 0; s < c_.moving(); ++s) all = all && (run.count == 1 || run.step * c_.operand(s).strides[inner] == 1);
  });
  return all;
}

std::string_view Vectors::why_not_fixed_point() const {
  if (!match_fixed_point()) return "the results are no rounded quotients of a sum of two products";
  if (c_.fixed_point_elements() == 0) return "the tuning never does";
  if (plan::element_count(c_.plan) < c_.fixed_point_elements()) return "elements are too few";
  if (c_.is_wide ? !is_quiet_ || !uses_reciprocal() : !bounded_place_ || bound_level() != Level::kernel) return "scales are not bounded";
  if (!lies_side_by_side()) return "elements do not always lie side by side";
  if (c_.is_wide ? next_register_ + kFixedPointRegisters > 32 : free_registers() < kWordRegisters)
    return "there are not enough registers";
  return {};
}

/// A uniform's first lane.
void Vectors::load_uniform(const Xbyak::Xmm& to, int uniform) {
  with_uniform(uniform, [&](const Xbyak::Operand& from) {
    if (from.isMEM()) a_.vmovss(to, static_cast<const Xbyak::Address&>(from));
    else a_.vmovaps(to, Xbyak::Xmm(from.getIdx()));
  });
}

void Vectors::load_uniform(const Xbyak::Reg32& to, int uniform) {
  with_uniform(uniform, [&](const Xbyak::Operand& from) {
    if (from.isMEM()) a_.mov(to, static_cast<const Xbyak::Address&>(from));
    else a_.vmovd(to, Xbyak::Xmm(from.getIdx()));
  });
}

/// The zero point of a byte, the highest bit of an i8 flipped, into `to`; the most that a byte is off it into `most`, a
/// float. Clobbers rax.
void Vectors::fixed_point_zero(const FixedPoint::Term& term, const Xbyak::Reg32& to, const Xbyak::Xmm& most, Xbyak::Label& skip) {
  constexpr std::uint32_t kMostByte = 255;
  load_uniform(to, term.zero);
  a_.sub(to, kMagicBits);
  a_.mov(a_.eax, kMostByte);
  a_.sub(a_.eax, to);
  a_.jb(skip, kNear);
  a_.cmp(a_.eax, to);
  a_.cmovb(a_.eax, to);
  a_.vcvtsi2ss(most, most, a_.eax);
}

/// The integer that is added to rounded quotients.
void Vectors::fixed_point_added(const Xbyak::Reg32& to) {
  if (!p_.finish.add_words) return a_.xor_(to, to);
  load_uniform(to, *p_.finish.add_words);
  a_.movsx(to, Xbyak::Reg16(to.getIdx()));
}

/// Goes on with the byte at fixed_point_place() set to 1 where fixed point is of use, which is 0 before. Quiet code does not depend on
/// the control register: instructions that are not told how to round are exact; other code is what has set it. Clobbers rax, rcx and r8
/// to r11.
void Vectors::begin_fixed_point() {
  constexpr std::uint32_t kChainError = 0x34408312;  // 3.0079 2^-24, between 3.005 and 3.01 of them
  constexpr std::uint32_t kRange = 0x42100000, kWeight = 0x44004000, kWeights = 0x43840000, kOne = 0x3f800000;  // 36, 513, 264, 1
  Xbyak::Label skip;
  const Xbyak::Xmm divisor(0), first(1), second(2), first_ratio(3), second_ratio(4), first_most(5), second_most(6), all(7),
      range(8), scale(9), unit(10);
  const auto quiet = [&](const Xbyak::Xmm& last) { return is_quiet_ ? last | Xbyak::util::T_rn_sae : last; };
  const bool is_of_words = !c_.has_byte_tables;
  const auto& [one, two] = fixed_point_.terms;
  a_.mov(a_.rax, a_.ptr[a_.rdi + kLastOffset]);
  a_.sub(a_.rax, a_.ptr[a_.rdi + kFirstOffset]);
  a_.cmp(a_.rax, c_.fixed_point_elements());
  a_.jb(skip, kNear);
  if (!is_quiet_) {
    a_.cmp(a_.byte[a_.rsp + *bounded_place_], 0);
    a_.je(skip, kNear);
    for (const int uniform : {one.scale, two.scale, fixed_point_.scale}) {
      load_uniform(a_.eax, uniform);
      a_.and_(a_.eax, kMagnitude);
      a_.sub(a_.eax, kLeastScale);
      a_.cmp(a_.eax, kMostScale - kLeastScale);
      a_.ja(skip, kNear);
    }
  }
  // k, l, as doubles, and their magnitudes as floats.
  load_uniform(first_ratio, one.scale);
  load_uniform(second_ratio, two.scale);
  load_uniform(scale, fixed_point_.scale);
  a_.vcvtss2sd(divisor, scale, scale);
  a_.vcvtss2sd(first, first_ratio, first_ratio);
  a_.vcvtss2sd(second, second_ratio, second_ratio);
  a_.vdivss(first_ratio, first_ratio, quiet(scale));
  a_.vdivss(second_ratio, second_ratio, quiet(scale));
  a_.vdivsd(first, first, quiet(divisor));
  a_.vdivsd(second, second, quiet(divisor));
  fixed_point_zero(one, a_.r8d, first_most, skip);
  fixed_point_zero(two, a_.r9d, second_most, skip);
  a_.vpand(first_ratio, first_ratio, c_.vector_of({kMagnitude}));
  a_.vpand(second_ratio, second_ratio, c_.vector_of({kMagnitude}));
  // K, and F, which is in r10.
  a_.vmulss(all, first_ratio, quiet(first_most));
  a_.vfmadd231ss(all, second_ratio, quiet(second_most));
  if (is_of_words) a_.vaddss(range, first_ratio, quiet(second_ratio));
  else a_.vmaxss(range, first_ratio, second_ratio);
  a_.vmovss(scale, c_.dword_of(is_of_words ? kWeights : kWeight));
  a_.vmulss(range, range, quiet(scale));
  fixed_point_added(a_.eax);
  a_.mov(a_.ecx, a_.eax);
  a_.neg(a_.ecx);
  a_.cmovs(a_.ecx, a_.eax);
  a_.vcvtsi2ss(scale, scale, a_.ecx);
  a_.vaddss(scale, all, quiet(scale));
  a_.vmovss(unit, c_.dword_of(kRange));
  a_.vaddss(scale, scale, quiet(unit));
  a_.vmaxss(range, range, scale);
  a_.vmovd(a_.eax, range);
  a_.shr(a_.eax, kFloatBits);
  a_.mov(a_.r10d, (is_of_words ? kMostBitsOfWords : kMostBits) + kFloatBias);
  a_.sub(a_.r10d, a_.eax);
  a_.cmp(a_.r10d, kLeastBits);
  a_.jl(skip, kNear);
  // The weights.
  a_.lea(a_.eax, a_.ptr[a_.r10 + kDoubleBias]);
  a_.shl(a_.rax, kDoubleBits);
  a_.vmovq(unit, a_.rax);
  a_.vmulsd(first, first, quiet(unit));
  a_.vmulsd(second, second, quiet(unit));
  a_.vcvtsd2si(a_.eax, quiet(first));
  a_.vcvtsd2si(a_.r11d, quiet(second));
  // Where both are multiples of 2^(F - kTieBits), but not of 2^F.
  a_.mov(a_.ecx, a_.eax);
  a_.or_(a_.ecx, a_.r11d);
  a_.tzcnt(a_.ecx, a_.ecx);
  a_.sub(a_.ecx, a_.r10d);
  a_.add(a_.ecx, kTieBits);
  a_.cmp(a_.ecx, kTieBits);
  a_.jb(skip, kNear);
  // What rounding takes from them, and E.
  for (const Xbyak::Xmm& weight : {first, second}) {
    if (is_quiet_) {
      a_.vreducesd(weight, weight, weight, kNearestQuietly);
    } else {
      a_.vroundsd(divisor, weight, weight, kNearestQuietly);
      a_.vsubsd(weight, weight, divisor);
    }
    a_.vcvtsd2ss(weight, weight, quiet(weight));
    a_.vpand(weight, weight, c_.vector_of({kMagnitude}));
  }
  a_.vcvtsd2ss(unit, unit, quiet(unit));
  a_.vmovss(scale, c_.dword_of(kChainError));
  a_.vmulss(unit, unit, quiet(scale));
  a_.vmovss(scale, c_.dword_of(kOne));
  a_.vfmadd231ss(scale, unit, quiet(all));
  a_.vfmadd231ss(scale, first, quiet(first_most));
  a_.vfmadd231ss(scale, second, quiet(second_most));
  // w za + v zb.
  a_.imul(a_.r8d, a_.eax);
  a_.imul(a_.r9d, a_.r11d);
  a_.add(a_.r8d, a_.r9d);
  if (is_of_words) begin_words(scale, skip);
  else begin_dwords(scale, skip);
  a_.mov(a_.byte[a_.rsp + *fixed_point_.place], 1);
  a_.L(skip);
}

}  // namespace dmlrun::jit::x64
