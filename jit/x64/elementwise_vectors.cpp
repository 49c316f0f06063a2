// Registers and the instructions of a block. The vectors of a packed block take the bytes in such an order that each
// 128-bit lane of the vectors, packed together, gives that lane's bytes in order: vector v, lane l, number j is byte
// 16 l + 4 v + j. So no instruction crosses lanes.
#include "jit/x64/elementwise_vectors.h"

#include <algorithm>
#include <bit>

namespace dmlrun::jit::x64 {
namespace {

/// Bytes: what is asked for so early is there in time, from another core's part of the last-level cache, too.
constexpr int kAhead = 2048;
using plan::Op;

int stack_depth(const Program& program, int n) {
  const Node& node = program.nodes[static_cast<std::size_t>(n)];
  if (node.x == Node::kNone) return 1;
  const int x = stack_depth(program, node.x);
  return node.y == Node::kNone ? x : std::max(x, 1 + stack_depth(program, node.y));
}

}  // namespace

Vectors::Vectors(Context& context)
    : c_(context), a_(context.a), p_(context.program), groups_(context.program.is_packed ? 4 : 1), sums_(context) {
  for (int s = 0; s < c_.streams(); ++s) pointers_.push_back(pointer(s) ? -1 : c_.frame.add(8, 8));
  for (int s = 0; s < c_.moving(); ++s)
    scratch_.push_back(c_.frame.add(static_cast<std::size_t>(c_.block() * c_.element_bytes(s)), 64));
  scratch_.push_back(c_.frame.add(static_cast<std::size_t>(c_.block()), 64));
  inputs_ = c_.frame.add(8, 8);
  if (can_use_table()) table_ = c_.frame.add(256, 64);
  if (p_.code.empty()) return;
  const bool is_known = p_.is_packed && p_.finish.is_saturating && p_.code.back().kind == Instruction::Kind::operate &&
                        p_.code.back().node != Node::kNone && has_bound(p_.code.back().node);
  if (is_known) bounded_place_ = c_.frame.add(1, 1);
  const bool has_reciprocal = why_not_reciprocal().empty();
  depth_ = has_reciprocal ? std::max(2, p_.depth) : p_.depth;
  assign_registers(has_reciprocal);
  is_quiet_ = why_not_quiet().empty();
  kept_ = count_kept();
  if (kept_ > 0) kept_values_ = c_.frame.add(256 * 4, 64);
  if (!why_not_fixed_point().empty()) return;
  fixed_point_ = *match_fixed_point();
  fixed_point_.place = c_.frame.add(1, 1);
  fixed_point_.first = next_register_;
  if (!c_.has_byte_tables)
    fixed_point_.constants = c_.frame.add(static_cast<std::size_t>(kWordConstants * c_.vector_bytes()), 64);
}

std::optional<Xbyak::Reg64> Vectors::pointer(int stream) const {
  static constexpr int kRegisters[] = {8, 9, 10, 11, 12, 13};
  if (stream >= c_.moving() || stream >= static_cast<int>(std::size(kRegisters))) return std::nullopt;
  return Xbyak::Reg64(kRegisters[stream]);
}

/// Registers that are not free for values that stay.
int Vectors::registers_for(int chains) const {
  const int uniforms = stack_depth(p_, static_cast<int>(p_.nodes.size()) - 1);  // Their trees, and bound().
  return std::max(depth_ * chains + (chains < groups_ ? groups_ : 0), uniforms) + kTemporaries;
}

void Vectors::assign_registers(bool has_reciprocal) {
  const int all = c_.is_wide ? 32 : 16;
  chains_ = groups_;
  while (registers_for(chains_) > all) chains_ /= 2;
  results_ = depth_ * chains_;
  int next = registers_for(chains_);
  temporaries_ = next - kTemporaries;
  std::vector<int> spare;  // for the table, which lies in registers while these values stay
  for (int reg = 0; reg < next && spare.size() < sums_.registers(); ++reg) spare.push_back(reg);
  const bool has_sums = can_use_table() && !c_.has_byte_tables;
  int last = all;
  while (has_sums && spare.size() < sums_.registers()) spare.push_back(--last);
  if (has_sums) sums_.begin(table_, spare);
  const auto take = [&] { return next < last ? next++ : -1; };
  const auto take_home = [&](bool is_constant) {
    Home home{take(), -1};
    if (home.reg < 0 && !is_constant) home.place = c_.frame.add(static_cast<std::size_t>(c_.vector_bytes()), 64);
    return home;
  };
  if (p_.is_packed && p_.moving > 0) {
    fixed_[static_cast<std::size_t>(Fixed::magic)] = take();
    if (c_.is_wide)
      for (std::size_t order = 2; order < fixed_.size(); ++order) fixed_[order] = take();
  }
  if (has_reciprocal) {
    reciprocal_ = take_home(false);
    remainder_ = take_home(false);
  }
  for (const Uniform& uniform : p_.uniforms) homes_.push_back(take_home(is_constant(uniform)));
  next_register_ = next;
}

std::vector<std::uint32_t> Vectors::order(int chain) const {
  std::vector<std::uint32_t> dwords;
  for (int j = 0; j < 4; ++j) dwords.push_back(0x80808000u | static_cast<std::uint32_t>(4 * chain + j));
  return dwords;
}

Xbyak::Address Vectors::fixed_address(Fixed fixed) {
  if (fixed == Fixed::magic) return c_.vector_of({c_.is_wide ? kMagicBits : kMagicBits | kMagicBits >> 16});
  if (fixed == Fixed::flip) return c_.vector_of({0x80808080u});
  return c_.vector_of(order(static_cast<int>(fixed) - static_cast<int>(Fixed::order0)));
}

template <class Use>
void Vectors::with_fixed(Fixed fixed, Use use) {
  const int home = fixed_[static_cast<std::size_t>(fixed)];
  if (home >= 0) use(c_.vector(home));
  else use(fixed_address(fixed));
}

Xbyak::Address Vectors::stream_address(int stream, Where where) {
  if (where == Where::scratch) return c_.at(scratch(stream));
  if (where == Where::table) return a_.ptr[a_.r10 + a_.rcx];
  const auto in_register = pointer(stream);
  if (!in_register) a_.mov(a_.rax, c_.quad(pointer_place(stream)));
  const Xbyak::Reg64 base = in_register ? *in_register : a_.rax;
  if (c_.is_periodic(stream)) return a_.ptr[base];
  return a_.ptr[base + a_.rcx * static_cast<int>(c_.element_bytes(stream))];
}

void Vectors::load_ahead() {
  const std::uint64_t elements = plan::element_count(c_.plan);
  // What lies elsewhere than behind one another would be fetched in vain.
  for (int s = 0; s < c_.moving(); ++s)
    if (const auto from = pointer(s); from && !c_.is_periodic(s) && c_.operand(s).span == elements)
      a_.prefetcht0(a_.ptr[*from + a_.rcx * static_cast<int>(c_.element_bytes(s)) + kAhead]);
  const auto ahead = static_cast<int>(c_.tuning.prefetch_written);
  if (ahead > 0 && !bypasses_ && c_.plan.output_span == elements)
    a_.prefetchw(a_.ptr[a_.rdi + a_.rcx + ahead]);
}

Xbyak::Address Vectors::output_address(Where where) {
  if (where == Where::scratch) return c_.at(output_scratch());
  if (where == Where::table) return a_.ptr[a_.rsp + a_.rcx + table_];
  return a_.ptr[a_.rdi + a_.rcx];
}

void Vectors::load_magic(const Instruction& load, int first, Where where, bool is_masked) {
  const Xbyak::Address from = stream_address(load.stream, where);
  const Xbyak::Xmm raw = temporary(0);
  if (c_.is_wide && is_masked) a_.vmovdqu8(raw | a_.k1 | a_.T_z, from);
  else a_.vmovups(raw, from);
  if (c_.operand(load.stream).element == plan::Element::i8)
    with_fixed(Fixed::flip,
               [&](const auto& flip) { c_.is_wide ? a_.vpxord(raw, raw, flip) : a_.vpxor(raw, raw, flip); });
  if (!c_.is_wide) return spread(load, first);
  for (int chain = first; chain < first + chains_; ++chain) {
    const Xbyak::Xmm to = c_.vector(place(load.place, chain));
    const auto order = static_cast<Fixed>(static_cast<int>(Fixed::order0) + chain);
    with_fixed(Fixed::magic, [&](const auto& magic) { a_.vmovups(to, magic); });
    with_fixed(order, [&](const auto& bytes) { a_.vpshufb(to | a_.k2, raw, bytes); });
  }
}

/// The bytes in the first temporary register into magic numbers, without masks: zeros above each byte, then the magic
/// number's upper half above each of these words.
void Vectors::spread(const Instruction& load, int first) {
  const Xbyak::Xmm upper = temporary(0), lower = temporary(1);
  if (first < 2) a_.vpunpcklbw(lower, upper, c_.vector_of({0}));
  if (first + chains_ > 2) a_.vpunpckhbw(upper, upper, c_.vector_of({0}));
  for (int chain = first; chain < first + chains_; ++chain) {
    const Xbyak::Xmm to = c_.vector(place(load.place, chain));
    const Xbyak::Xmm& words = chain < 2 ? lower : upper;
    with_fixed(Fixed::magic, [&](const auto& magic) {
      chain % 2 == 0 ? a_.vpunpcklwd(to, words, magic) : a_.vpunpckhwd(to, words, magic);
    });
  }
}

void Vectors::load_number(const Instruction& load, Where where, bool is_masked) {
  const Xbyak::Address from = stream_address(load.stream, where);
  const Xbyak::Xmm to = c_.vector(place(load.place, 0));
  const bool has_mask = c_.is_wide && is_masked;
  const plan::Element element = c_.operand(load.stream).element;
  const Xbyak::Xmm target = has_mask ? to | a_.k1 | a_.T_z : to;
  if (element == plan::Element::f32) return a_.vmovups(target, from);
  if (element == plan::Element::i8) a_.vpmovsxbd(target, from);
  else a_.vpmovzxbd(target, from);
  a_.vcvtdq2ps(to, to);
}

void Vectors::instruction(const Instruction& one, int first, Where where, bool is_masked, bool is_bounded) {
  switch (one.kind) {
    case Instruction::Kind::load_magic: return load_magic(one, first, where, is_masked);
    case Instruction::Kind::load_number: return load_number(one, where, is_masked);
    case Instruction::Kind::copy:
    case Instruction::Kind::operate: break;
  }
  if (is_bounded && uses_reciprocal() && one.node == p_.finish.division) return divide_by_reciprocal(one, first);
  for (int chain = first; chain < first + chains_; ++chain) {
    if (one.kind == Instruction::Kind::operate) operate(one, chain);
    else with_uniform(one.x.index, [&](const auto& from) { a_.vmovups(c_.vector(place(one.place, chain)), from); });
  }
}

void Vectors::operate(const Instruction& one, int chain) {
  const Xbyak::Xmm to = c_.vector(place(one.place, chain));
  Node difference;
  difference.op = Op::subtract;
  const Node& node = one.node == Node::kNone ? difference : p_.nodes[static_cast<std::size_t>(one.node)];
  Xbyak::Xmm x = one.x.is_uniform ? temporary(2) : c_.vector(place(one.x.index, chain));
  if (one.x.is_uniform) with_uniform(one.x.index, [&](const auto& from) { a_.vmovups(x, from); });
  if (one.y.is_uniform && node.op != Op::round)
    with_uniform(one.y.index, [&](const auto& y) { operation(node, to, x, y); });
  else
    operation(node, to, x, c_.vector(place(one.y.index, chain)));
  quietly();
}

void Vectors::operation(const Node& node, const Xbyak::Xmm& to, const Xbyak::Xmm& x, const Xbyak::Operand& y) {
  constexpr std::uint8_t kNearestEvenQuietly = 8;
  switch (node.op) {
    case Op::subtract: return a_.vsubps(to, x, y);
    case Op::add: return a_.vaddps(to, x, y);
    case Op::multiply: return a_.vmulps(to, x, y);
    case Op::divide: return a_.vdivps(to, x, y);
    case Op::round:
      if (c_.is_wide) return a_.vrndscaleps(to, x, kNearestEvenQuietly);
      return a_.vroundps(to, x, kNearestEvenQuietly);
    case Op::maximum:
    case Op::minimum:
      return choose(node, to, x, y);
    default:
      return;
  }
}

/// The processor's max and min give y for any NaN and for two zeros; ours give x for a NaN in y, and x of two zeros.
void Vectors::choose(const Node& node, const Xbyak::Xmm& to, const Xbyak::Xmm& x, const Xbyak::Operand& y) {
  const bool is_max = node.op == Op::maximum;
  const Node& second = p_.nodes[static_cast<std::size_t>(node.y)];
  const bool is_never_zero = second.op == Op::constant && second.value != 0;
  if (is_never_nan(c_.plan, second) && (is_never_zero || node.any_zero))
    return is_max ? a_.vmaxps(to, x, y) : a_.vminps(to, x, y);
  const std::uint8_t kBelowQuietly = 0x11, kAboveQuietly = 0x1e, kUnordered = 0x03;
  const std::uint8_t wins = is_max ? kBelowQuietly : kAboveQuietly;
  if (c_.is_wide) {
    a_.vcmpps(a_.k3, x, y, wins);
    a_.vcmpps(a_.k4, x, x, kUnordered);
    a_.korw(a_.k3, a_.k3, a_.k4);
    a_.vblendmps(to | a_.k3, x, y);
  } else {
    const auto of_same_size = [&](int number) {
      return to.isYMM() ? Xbyak::Xmm(Xbyak::Ymm(temporaries_ + number)) : Xbyak::Xmm(temporaries_ + number);
    };
    const Xbyak::Xmm first = of_same_size(0), other = of_same_size(1);
    a_.vcmpps(first, x, y, wins);
    a_.vcmpps(other, x, x, kUnordered);
    a_.vorps(first, first, other);
    a_.vblendvps(to, x, y, first);
  }
}

/// All results to integers.
void Vectors::convert(bool is_bounded) {
  constexpr std::uint32_t kLarge = 0x4e800000;  // 2^30
  for (int g = 0; g < groups_; ++g) {
    const Xbyak::Xmm value = c_.vector(result(g));
    if (!p_.finish.is_saturating) {
      a_.vcvttps2dq(value, value);
      continue;
    }
    // Beyond an int, conversion gives the least int: right for NaN and below, wrong above.
    if (!is_bounded) {
      if (g == 0) a_.vmovups(temporary(0), c_.vector_of({kLarge}));
      a_.vminps(value, temporary(0), value);
      quietly();
    }
    a_.vcvtps2dq(value, value);
    quietly();
  }
}

void Vectors::add_words(const Xbyak::Xmm& to) {
  if (p_.finish.add_words)
    with_uniform(*p_.finish.add_words, [&](const auto& words) { a_.vpaddsw(to, to, words); });
}

void Vectors::pack_bytes(const Xbyak::Xmm& to, const Xbyak::Xmm& low, const Xbyak::Xmm& high) {
  if (c_.plan.output == plan::Element::i8) a_.vpacksswb(to, low, high);
  else a_.vpackuswb(to, low, high);
}

void Vectors::store_packed(Where where, bool is_masked) {
  const Xbyak::Xmm low = c_.vector(result(0)), high = c_.vector(result(2));
  a_.vpackssdw(low, low, c_.vector(result(1)));
  a_.vpackssdw(high, high, c_.vector(result(3)));
  add_words(low);
  add_words(high);
  if (where == Where::table && !c_.has_byte_tables) {
    a_.vmovups(sums_.words(0), low);
    a_.vmovups(sums_.words(1), high);
  }
  pack_bytes(low, low, high);
  const Xbyak::Address to = output_address(where);
  if (c_.is_wide && is_masked) a_.vmovdqu8(to | a_.k1, low);
  else if (bypasses_) a_.vmovntps(to, low);
  else a_.vmovups(to, low);
}

void Vectors::store_linear(Where where, bool is_masked) {
  const Xbyak::Xmm value = c_.vector(result(0));
  a_.vpackssdw(value, value, value);
  add_words(value);
  pack_bytes(value, value, value);
  a_.vmovups(temporary(0), c_.is_wide ? c_.vector_of({0, 4, 8, 12}) : c_.vector_of({0, 4}));
  const auto whole = [&](const Xbyak::Xmm& x) -> Xbyak::Ymm {
    if (c_.is_wide) return Xbyak::Zmm(x.getIdx());
    return Xbyak::Ymm(x.getIdx());
  };
  a_.vpermd(whole(value), whole(temporary(0)), value);
  const Xbyak::Xmm bytes(value.getIdx());
  const Xbyak::Address to = output_address(where);
  if (!c_.is_wide) a_.vmovq(to, bytes);
  else if (is_masked) a_.vmovdqu8(to | a_.k1, bytes);
  else a_.vmovups(to, bytes);
}

void Vectors::block(Where where, bool is_masked, bool is_bounded) {
  for (int first = 0; first < groups_; first += chains_) {
    const bool is_begun = where == Where::table && kept_ > 0;
    for (int chain = 0; is_begun && chain < chains_; ++chain) a_.vmovups(c_.vector(place(0, chain)), kept_value(chain));
    for (std::size_t i = is_begun ? kept_ : 0; i < p_.code.size(); ++i)
      instruction(p_.code[i], first, where, is_masked, is_bounded);
    if (chains_ == groups_) break;
    for (int chain = first; chain < first + chains_; ++chain)
      a_.vmovaps(c_.vector(result(chain)), c_.vector(place(0, chain)));
  }
  convert(is_bounded);
  if (p_.is_packed) store_packed(where, is_masked);
  else store_linear(where, is_masked);
}

}  // namespace dmlrun::jit::x64
