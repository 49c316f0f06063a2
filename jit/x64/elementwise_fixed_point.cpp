// Sums of two bytes' products in fixed point, for all elements of which it is certain what the exact computation rounds to.
//
// The exact results are r = clamp(rint(q) + z), q = fl(fl(fl(A a) + fl(B b)) / S) in floats, or products with a reciprocal that round
// to the same integer; a and b are bytes less their zero points, |a| <= ma <= 255, |b| <= mb <= 255.
//
// With k = A / S and l = B / S the fixed-point number of F bits behind the point is
//     T = W + 2^F (z + 1/2) + w a + v b,    w = rint(2^F k), v = rint(2^F l)
// Let K = |k| ma + |l| mb, and X = 2^F (q + z + 1/2): rint(q) + z is floor(X / 2^F) unless X is a multiple of 2^F, where a tie is.
//  - T is never beyond an int: 2^F (K + 260) < 2^31, and |z + 1/2| <= 256.5, W <= 2^F / 2048, the weights' roundings <= 255.
//    So sums may wrap on the way.
//  - |T - W - X| < W. A product, the sum and the quotient have a relative error of 2^-24 at most each, as nothing is less than the
//    least normal number where scales are quiet, or what is (a quotient) is less than 2^-126, whose error is nothing here: q is off by
//    3.01 2^-24 K at most. The weights' roundings add |2^F k - w| ma + |2^F l - v| mb. W is a power of two above the sum of both
//    and 1; that 1 and the 0.01 are more than all roundings in computing the bound, which is at most 2^10, and k and l, which
//    are doubles.
//  - So T - 2W < X < T. Where T modulo 2^F is 2W or more, no multiple of 2^F lies in between or is X, and rint(q) + z is
//    floor(T / 2^F), T shifted. Else the block is in doubt, and the exact instructions compute it.
// Packing clamps T / 2^F to words and then to bytes, as it does with rint(q) + z.
//
// A weight is 128 times one of 16 bits and one of 7: 2^F 513 |k| < 2^31, so that |w| <= 2^22 - 1.
#include "jit/x64/elementwise_vectors.h"
#include "jit/x64/kernel_arguments.h"

namespace dmlrun::jit {
namespace {

using Op = plan::Step::Op;
constexpr auto kNear = Xbyak::CodeGenerator::T_NEAR;
constexpr int kLowerBits = 7;      ///< of a weight
constexpr std::uint32_t kMagnitude = 0x7fffffff;
constexpr int kFloatBias = 127, kFloatBits = 23, kDoubleBias = 1023, kDoubleBits = 52;
constexpr int kMostBits = 30;      ///< of T's magnitude, less those of the bound's logarithm
constexpr int kDoubtBits = 10;     ///< of 2^10 elements or more one is in doubt, so of 16 blocks
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
  if (!c_.is_wide) return "it needs avx512";
  if (!match_fixed_point()) return "the results are no rounded quotients of a sum of two products";
  if (c_.tuning.fixed_point_elements == 0) return "the tuning never does";
  if (plan::element_count(c_.plan) < c_.tuning.fixed_point_elements) return "elements are too few";
  if (!is_quiet_ || !uses_reciprocal()) return "scales are not bounded";
  if (!lies_side_by_side()) return "elements do not always lie side by side";
  if (next_register_ + kFixedPointRegisters > 32) return "there are not enough registers";
  return {};
}

/// The zero point of a byte, the highest bit of an i8 flipped, into `to`; the most that a byte is off it into `most`, a
/// float. Clobbers rax.
void Vectors::fixed_point_zero(const FixedPoint::Term& term, const Xbyak::Reg32& to, const Xbyak::Xmm& most, Xbyak::Label& skip) {
  constexpr std::uint32_t kMostByte = 255;
  a_.vmovd(to, uniform_register(term.zero));
  a_.sub(to, kMagicBits);
  a_.mov(a_.eax, kMostByte);
  a_.sub(a_.eax, to);
  a_.jb(skip, kNear);
  a_.cmp(a_.eax, to);
  a_.cmovb(a_.eax, to);
  a_.vcvtsi2ss(most, most, a_.eax);
}

/// Goes on with the byte at fixed_point_place() set to 1 where fixed point is of use, which is 0 before. No instruction depends on the
/// control register: those that are not told how to round are exact. Clobbers rax, rcx and r8 to r11.
void Vectors::begin_fixed_point() {
  constexpr std::uint32_t kChainError = 0x34408312;  // 3.0079 2^-24, between 3.005 and 3.01 of them
  constexpr std::uint32_t kRange = 0x43820000, kWeight = 0x44004000, kOne = 0x3f800000;  // 260, 513, 1
  Xbyak::Label skip;
  const Xbyak::Xmm divisor(0), first(1), second(2), first_ratio(3), second_ratio(4), first_most(5), second_most(6), all(7),
      range(8), scale(9), unit(10);
  const auto quiet = [](const Xbyak::Xmm& last) { return last | Xbyak::util::T_rn_sae; };
  const auto& [one, two] = fixed_point_.terms;
  a_.mov(a_.rax, a_.ptr[a_.rdi + kLastOffset]);
  a_.sub(a_.rax, a_.ptr[a_.rdi + kFirstOffset]);
  a_.cmp(a_.rax, c_.tuning.fixed_point_elements);
  a_.jb(skip, kNear);
  const Xbyak::Xmm by = uniform_register(fixed_point_.scale);
  // k, l, as doubles, and their magnitudes as floats.
  a_.vmovaps(Xbyak::Xmm(first_ratio), uniform_register(one.scale));
  a_.vmovaps(Xbyak::Xmm(second_ratio), uniform_register(two.scale));
  a_.vmovaps(scale, by);
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
  a_.vmaxss(range, first_ratio, second_ratio);
  a_.vmovss(scale, c_.dword_of(kWeight));
  a_.vmulss(range, range, quiet(scale));
  a_.vmovss(scale, c_.dword_of(kRange));
  a_.vaddss(scale, all, quiet(scale));
  a_.vmaxss(range, range, scale);
  a_.vmovd(a_.eax, range);
  a_.shr(a_.eax, kFloatBits);
  a_.mov(a_.r10d, kMostBits + kFloatBias);
  a_.sub(a_.r10d, a_.eax);
  // The weights, and what rounding takes from them.
  a_.lea(a_.eax, a_.ptr[a_.r10 + kDoubleBias]);
  a_.shl(a_.rax, kDoubleBits);
  a_.vmovq(unit, a_.rax);
  a_.vmulsd(first, first, quiet(unit));
  a_.vmulsd(second, second, quiet(unit));
  a_.vcvtsd2si(a_.eax, quiet(first));
  a_.vcvtsd2si(a_.r11d, quiet(second));
  a_.vreducesd(first, first, first, kNearestQuietly);
  a_.vreducesd(second, second, second, kNearestQuietly);
  a_.vcvtsd2ss(first, first, quiet(first));
  a_.vcvtsd2ss(second, second, quiet(second));
  a_.vpand(first, first, c_.vector_of({kMagnitude}));
  a_.vpand(second, second, c_.vector_of({kMagnitude}));
  // The bound: of the logarithm of 2 W, which is in rcx.
  a_.vcvtsd2ss(unit, unit, quiet(unit));
  a_.vmovss(scale, c_.dword_of(kChainError));
  a_.vmulss(unit, unit, quiet(scale));
  a_.vmovss(scale, c_.dword_of(kOne));
  a_.vfmadd231ss(scale, unit, quiet(all));
  a_.vfmadd231ss(scale, first, quiet(first_most));
  a_.vfmadd231ss(scale, second, quiet(second_most));
  a_.vmovd(a_.ecx, scale);
  a_.shr(a_.ecx, kFloatBits);
  a_.sub(a_.ecx, kFloatBias - 2);
  // w za + v zb in r8, and the weights' halves beside one another.
  a_.imul(a_.r8d, a_.eax);
  a_.imul(a_.r9d, a_.r11d);
  a_.add(a_.r8d, a_.r9d);
  a_.mov(a_.r9d, a_.r11d);
  a_.sar(a_.r9d, kLowerBits);
  a_.shl(a_.r9d, 16);
  a_.and_(a_.r11d, (1u << kLowerBits) - 1);
  a_.shl(a_.r11d, 16);
  a_.vmovd(range, a_.eax);
  a_.and_(a_.eax, (1u << kLowerBits) - 1);
  a_.or_(a_.r11d, a_.eax);
  a_.vpbroadcastd(fixed_point(kLowerWeights), a_.r11d);
  a_.vmovd(a_.eax, range);
  a_.sar(a_.eax, kLowerBits);
  a_.movzx(a_.eax, a_.ax);
  a_.or_(a_.eax, a_.r9d);
  a_.vpbroadcastd(fixed_point(kUpperWeights), a_.eax);
  a_.lea(a_.eax, a_.ptr[a_.rcx + kDoubtBits]);
  a_.cmp(a_.eax, a_.r10d);
  a_.jg(skip, kNear);
  // W + 2^F (z + 1/2) - w za - v zb, of which bits are lost that the sum has not.
  if (p_.finish.add_words) {
    a_.vmovd(a_.eax, uniform_register(*p_.finish.add_words));
    a_.movsx(a_.rax, a_.ax);
    a_.lea(a_.rax, a_.ptr[a_.rax + a_.rax + 1]);
  } else {
    a_.mov(a_.eax, 1);
  }
  a_.shlx(a_.rax, a_.rax, a_.r10);
  a_.shr(a_.rax, 1);
  a_.sub(a_.eax, a_.r8d);
  a_.mov(a_.r9d, 1);
  a_.shlx(a_.r11d, a_.r9d, a_.ecx);
  a_.shlx(a_.r9d, a_.r9d, a_.r10d);
  a_.sub(a_.r9d, a_.r11d);
  a_.vpbroadcastd(fixed_point(kClear), a_.r9d);
  a_.shr(a_.r11d, 1);
  a_.add(a_.eax, a_.r11d);
  a_.vpbroadcastd(fixed_point(kBeginning), a_.eax);
  a_.vpbroadcastd(fixed_point(kFractionBits), a_.r10d);
  a_.mov(a_.byte[a_.rsp + *fixed_point_.place], 1);
  a_.L(skip);
}

/// Dwords of two words, a byte of each stream, in the order of magic numbers, as packing wants it; times the lower weights, and times
/// 128 times the upper ones.
void Vectors::fixed_point_block(Xbyak::Label& doubtful) {
  const auto load = [&](const FixedPoint::Term& term, const Xbyak::Xmm& raw) {
    a_.vmovups(raw, stream_address(term.stream, Where::direct));
    if (c_.operand(term.stream).element == plan::Element::i8) a_.vpxord(raw, raw, fixed_address(Fixed::flip));
  };
  const Xbyak::Xmm first = temporary(0), second = temporary(1), zero = temporary(2);
  load(fixed_point_.terms[0], first);
  load(fixed_point_.terms[1], second);
  const auto bytes = [](int chain) { return Xbyak::Zmm(4 + chain); };
  const auto sum = [](int chain) { return Xbyak::Zmm(chain); };
  const auto chains = [](auto use) {
    for (int chain = 0; chain < 4; ++chain) use(chain);
  };
  a_.vpunpcklbw(bytes(1), first, second);
  a_.vpunpckhbw(bytes(3), first, second);
  a_.vpxord(zero, zero, zero);
  for (const int chain : {0, 2}) {
    a_.vpunpcklbw(bytes(chain), bytes(chain + 1), zero);
    a_.vpunpckhbw(bytes(chain + 1), bytes(chain + 1), zero);
  }
  const bool has_dot_products = c_.has_byte_tables;
  chains([&](int chain) {
    if (has_dot_products) {
      a_.vmovaps(sum(chain), fixed_point(kBeginning));
      a_.vpdpwssd(sum(chain), bytes(chain), fixed_point(kLowerWeights));
    } else {
      a_.vpmaddwd(sum(chain), bytes(chain), fixed_point(kLowerWeights));
      a_.vpaddd(sum(chain), sum(chain), fixed_point(kBeginning));
    }
  });
  chains([&](int chain) { a_.vpsllw(bytes(chain), bytes(chain), kLowerBits); });
  chains([&](int chain) {
    if (has_dot_products) return a_.vpdpwssd(sum(chain), bytes(chain), fixed_point(kUpperWeights));
    a_.vpmaddwd(bytes(chain), bytes(chain), fixed_point(kUpperWeights));
    a_.vpaddd(sum(chain), sum(chain), bytes(chain));
  });
  // k6: which of all four are certain.
  a_.vptestmd(a_.k6, sum(0), fixed_point(kClear));
  for (int chain = 1; chain < 4; ++chain) a_.vptestmd(a_.k6 | a_.k6, sum(chain), fixed_point(kClear));
  a_.kortestw(a_.k6, a_.k6);
  a_.jae(doubtful, kNear);
  chains([&](int chain) { a_.vpsravd(sum(chain), sum(chain), fixed_point(kFractionBits)); });
  a_.vpackssdw(sum(0), sum(0), sum(1));
  a_.vpackssdw(sum(2), sum(2), sum(3));
  pack_bytes(sum(0), sum(0), sum(2));
  if (bypasses_) a_.vmovntps(output_address(Where::direct), sum(0));
  else a_.vmovups(output_address(Where::direct), sum(0));
}

}  // namespace dmlrun::jit
