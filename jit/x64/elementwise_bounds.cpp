// What the uniforms say about the elements' size: whether integers hold the quotients, and whether arithmetic can meet
// numbers at which the caller's floating-point control matters.
#include <algorithm>
#include <bit>

#include "jit/x64/elementwise_vectors.h"

namespace dmlrun::jit::x64 {
namespace {

using plan::Op;
constexpr int kFraction = 23;  // bits of a float behind its exponent

}  // namespace

/// Whether bound() can tell how large an element's node is at most.
bool Vectors::has_bound(int n) const {
  const Node& node = p_.nodes[static_cast<std::size_t>(n)];
  if (node.level != Level::element) return number_of(n) >= 0;
  switch (node.op) {
    case Op::load: return c_.plan.operands[node.operand].element != plan::Element::f32;
    case Op::subtract:
      if (is_small_integer(c_.plan, p_.nodes[static_cast<std::size_t>(node.x)]) &&
          is_small_integer(c_.plan, p_.nodes[static_cast<std::size_t>(node.y)]))
        return true;
      [[fallthrough]];
    case Op::add:
    case Op::multiply: return has_bound(node.x) && has_bound(node.y);
    case Op::divide:
      return has_bound(node.x) && p_.nodes[static_cast<std::size_t>(node.y)].level != Level::element &&
             number_of(node.y) >= 0;
    default: return false;
  }
}

/// When the bound is known.
Level Vectors::bound_level() const {
  Level highest = Level::kernel;
  for (const Uniform& uniform : p_.uniforms) highest = std::max(highest, level(uniform));
  return highest;
}

/// Leaves in the first lane of register `to` a number that |node| does not exceed, up to roundings; NaN if there is none.
void Vectors::bound(int n, int to) {
  constexpr std::uint32_t kTwoBytes = 0x44000000;  // 512
  const Node& node = p_.nodes[static_cast<std::size_t>(n)];
  const Xbyak::Xmm value(to), other(to + 1);
  if (node.level != Level::element) {
    with_uniform(number_of(n), [&](const Xbyak::Operand& from) {
      if (from.isMEM()) a_.vmovups(value, static_cast<const Xbyak::Address&>(from));
      else a_.vmovaps(value, Xbyak::Xmm(from.getIdx()));
    });
    return a_.vandps(value, value, c_.vector_of({0x7fffffffu}));
  }
  const bool is_of_bytes = node.op == Op::subtract && is_small_integer(c_.plan, p_.nodes[static_cast<std::size_t>(node.x)]) &&
                           is_small_integer(c_.plan, p_.nodes[static_cast<std::size_t>(node.y)]);
  if (node.op == Op::load || is_of_bytes) return a_.vmovss(value, c_.dword_of(kTwoBytes));
  bound(node.x, to);
  bound(node.y, to + 1);
  if (node.op == Op::multiply) a_.vmulss(value, value, other);
  else if (node.op == Op::divide) a_.vdivss(value, value, other);
  else a_.vaddss(value, value, other);
}

void Vectors::decide_bounded() {
  constexpr std::uint32_t kLarge = 0x4e800000;  // 2^30
  const Node& division = p_.nodes[static_cast<std::size_t>(std::max(p_.finish.division, 0))];
  if (p_.finish.division != Node::kNone) {
    bound(division.x, 0);
    bound(division.y, 1);
    a_.vmulss(Xbyak::Xmm(1), Xbyak::Xmm(1), c_.dword_of(kLarge));
  } else {
    bound(p_.code.back().node, 0);
    a_.vmovss(Xbyak::Xmm(1), c_.dword_of(kLarge));
  }
  a_.vucomiss(Xbyak::Xmm(1), Xbyak::Xmm(0));  // "Above" is false for NaN.
  a_.seta(a_.byte[a_.rsp + *bounded_place_]);
  if (!uses_reciprocal()) return;
  bound(division.y, 0);
  a_.vmovss(Xbyak::Xmm(1), c_.dword_of(kMostScale));
  a_.vucomiss(Xbyak::Xmm(1), Xbyak::Xmm(0));
  a_.seta(a_.al);
  a_.and_(a_.byte[a_.rsp + *bounded_place_], a_.al);
  a_.vucomiss(Xbyak::Xmm(0), c_.dword_of(kLeastScale));
  a_.seta(a_.al);
  a_.and_(a_.byte[a_.rsp + *bounded_place_], a_.al);
}

/// Adds what node n is a sum of: small integers, or their products with uniforms. False for anything else.
bool Vectors::add_terms(int n, Terms& terms) const {
  const auto node_of = [&](int of) -> const Node& { return p_.nodes[static_cast<std::size_t>(of)]; };
  const auto is_integer = [&](int of) {
    const Node& node = node_of(of);
    if (node.level != Level::element) return false;
    if (node.op == Op::load) return is_small_integer(c_.plan, node);
    return node.op == Op::subtract && is_small_integer(c_.plan, node_of(node.x)) &&
           is_small_integer(c_.plan, node_of(node.y));
  };
  const auto is_scale = [&](int of) { return node_of(of).level != Level::element && number_of(of) >= 0; };
  const Node& node = node_of(n);
  if (is_integer(n)) {
    ++terms.integers;
    return true;
  }
  if (node.op == Op::multiply && is_integer(node.x) && is_scale(node.y)) terms.scales.push_back(node.y);
  else if (node.op == Op::multiply && is_scale(node.x) && is_integer(node.y)) terms.scales.push_back(node.x);
  else if (node.op != Op::add && node.op != Op::subtract) return false;
  else return add_terms(node.x, terms) && add_terms(node.y, terms);
  return true;
}

/// "" where the caller's floating-point control is neither read nor set while scales lie between 2^-103 and 2^60: each
/// instruction names its rounding and raises no flag, and flushing changes nothing. For a product of such a scale is 0 or
/// at least 2^-103, a sum of them a multiple of 2^-126, the least normal number, and what is less than that after a
/// division is rounded to 0 next.
std::string_view Vectors::why_not_quiet() const {
  if (!c_.is_wide) return "it needs avx512";
  if (!bounded_place_) return "nothing bounds the results";
  const auto is_plain = [&](const Uniform& uniform) {
    return is_constant(uniform) || p_.nodes[static_cast<std::size_t>(uniform.node)].op == Op::load;
  };
  if (!std::all_of(p_.uniforms.begin(), p_.uniforms.end(), is_plain)) return "scales are computed";
  if (bound_level() != Level::kernel) return "scales change from piece to piece";
  const auto has_register = [](const Home& home) { return home.reg >= 0; };
  if (!std::all_of(homes_.begin(), homes_.end(), has_register) || (uses_reciprocal() && remainder_.reg < 0))
    return "there are not enough registers";
  constexpr std::size_t kMostTerms = 64;
  Terms terms;
  const int value = p_.code.back().node;
  const bool divides = p_.finish.division != Node::kNone;
  const int sum = divides ? p_.nodes[static_cast<std::size_t>(value)].x : value;
  if (!add_terms(sum, terms) || terms.scales.size() + terms.integers > kMostTerms)
    return "the results are no sums of products of an integer and a scale";
  return {};
}

/// Goes on where the scales are as why_not_quiet() says and quotients stay below 2^30, else to unbounded(), from where
/// the way leads back to decided(). Clobbers rax, rcx and r8 to r11.
void Vectors::decide_quietly() {
  constexpr auto kNear = Xbyak::CodeGenerator::T_NEAR;
  constexpr std::uint32_t kOne = 0x3f800000, kAbove = 20;  // 512 2^20 times the one by which bits are off a logarithm
  Terms terms;
  const bool divides = p_.finish.division != Node::kNone;
  const Node& root = p_.nodes[static_cast<std::size_t>(p_.code.back().node)];
  (void)add_terms(divides ? root.x : p_.code.back().node, terms);
  const auto count = static_cast<std::uint32_t>(terms.scales.size() + terms.integers);
  const std::uint32_t most = (kAbove - static_cast<std::uint32_t>(std::bit_width(count - 1))) << kFraction;
  // Of the magnitude, less those of kLeastScale.
  const auto bits = [&](int node, const Xbyak::Reg32& to) {
    with_uniform(number_of(node), [&](const Xbyak::Operand& home) { a_.vmovd(to, Xbyak::Xmm(home.getIdx())); });
    a_.and_(to, 0x7fffffffu);
    a_.sub(to, kLeastScale);
    a_.cmp(to, kMostScale - kLeastScale);
    a_.ja(unbounded_, kNear);
  };
  if (divides) bits(root.y, a_.r11d);
  else a_.mov(a_.r11d, kOne - kLeastScale);
  for (const int scale : terms.scales) {
    bits(scale, a_.eax);
    a_.sub(a_.eax, a_.r11d);
    a_.cmp(a_.eax, most);
    a_.jg(unbounded_, kNear);
  }
  if (terms.integers > 0 && divides) {
    a_.mov(a_.eax, kOne - kLeastScale);
    a_.sub(a_.eax, a_.r11d);
    a_.cmp(a_.eax, most);
    a_.jg(unbounded_, kNear);
  }
  if (fixed_point_.place) begin_fixed_point();
  a_.L(decided_);
}

}  // namespace dmlrun::jit::x64
