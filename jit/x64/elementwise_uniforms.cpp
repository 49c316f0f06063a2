// Values that are computed before the elements, and what they say about the elements' size.
#include <algorithm>
#include <bit>
#include <utility>

#include "jit/x64/elementwise_vectors.h"
#include "jit/x64/kernel_arguments.h"

namespace dmlrun::jit::x64 {
namespace {

using plan::Op;
constexpr std::uint64_t kLowestBytes = 0x1111111111111111;

}  // namespace

bool Vectors::is_constant(const Uniform& uniform) const {
  if (uniform.node == Node::kNone) return true;
  return p_.nodes[static_cast<std::size_t>(uniform.node)].op == Op::constant &&
         (uniform.form == Uniform::Form::number || uniform.form == Uniform::Form::biased);
}

float Vectors::constant_value(const Uniform& uniform) const {
  if (uniform.node == Node::kNone) return uniform.bias;
  const float value = p_.nodes[static_cast<std::size_t>(uniform.node)].value;
  return uniform.form == Uniform::Form::biased ? value + uniform.bias : value;
}

Level Vectors::level(const Uniform& uniform) const {
  return uniform.node == Node::kNone ? Level::kernel : p_.nodes[static_cast<std::size_t>(uniform.node)].level;
}

/// The uniform that is a node's value; -1 when the code needs none.
int Vectors::number_of(int node) const {
  for (std::size_t u = 0; u < p_.uniforms.size(); ++u)
    if (p_.uniforms[u] == Uniform{node, Uniform::Form::number, 0}) return static_cast<int>(u);
  return -1;
}

void Vectors::begin_kernel(const Xbyak::Reg64& inputs) {
  const auto is_later = [&](const Uniform& uniform) { return level(uniform) == Level::piece; };
  if (std::any_of(p_.uniforms.begin(), p_.uniforms.end(), is_later)) a_.mov(c_.quad(inputs_), inputs);
  inputs_register_ = inputs;
  if (c_.is_wide && p_.is_packed) {
    a_.mov(a_.rax, kLowestBytes);
    a_.kmovq(a_.k2, a_.rax);
  }
  for (std::size_t f = 0; f < fixed_.size(); ++f)
    if (fixed_[f] >= 0) a_.vmovups(c_.vector(fixed_[f]), fixed_address(static_cast<Fixed>(f)));
  for (std::size_t u = 0; u < p_.uniforms.size(); ++u)
    if (is_constant(p_.uniforms[u]) && homes_[u].reg >= 0)
      a_.vbroadcastss(c_.vector(homes_[u].reg),
                      c_.dword_of(std::bit_cast<std::uint32_t>(constant_value(p_.uniforms[u]))));
  make_uniforms(Level::kernel);
  if (fixed_point_.place) a_.mov(a_.byte[a_.rsp + *fixed_point_.place], 0);
  if (is_quiet_) decide_quietly();
  else if (bounded_place_ && bound_level() == Level::kernel) decide_for_all();
  if (kept_ > 0) keep_values();
  inputs_register_.reset();
}

/// Whether blocks are bounded, once for the call. Without masks few elements are not worth the question.
void Vectors::decide_for_all() {
  constexpr int kFew = 256;
  Xbyak::Label few;
  if (!c_.is_wide) {
    a_.mov(a_.byte[a_.rsp + *bounded_place_], 0);
    a_.mov(a_.rax, a_.ptr[a_.rdi + kLastOffset]);
    a_.sub(a_.rax, a_.ptr[a_.rdi + kFirstOffset]);
    a_.cmp(a_.rax, kFew);
    a_.jb(few, Xbyak::CodeGenerator::T_NEAR);
    if (uses_reciprocal()) make_reciprocal();
  }
  decide_bounded();
  if (fixed_point_.place) begin_fixed_point();
  a_.L(few);
}

void Vectors::begin_piece() {
  make_uniforms(Level::piece);
  if (bounded_place_ && bound_level() == Level::piece) decide_bounded();
}

void Vectors::make_uniforms(Level wanted) {
  for (std::size_t u = 0; u < p_.uniforms.size(); ++u)
    if (level(p_.uniforms[u]) == wanted && !is_constant(p_.uniforms[u])) make_uniform(p_.uniforms[u], homes_[u]);
  const bool is_later = !c_.is_wide && bounded_place_ && bound_level() == Level::kernel;
  if (uses_reciprocal() && level({p_.nodes[static_cast<std::size_t>(p_.finish.division)].y}) == wanted && !is_later)
    make_reciprocal();
}

/// Whether a uniform is made of a byte in integers. A byte behind the magic number's is their sum, where that is not less
/// than the magic number.
bool Vectors::is_byte_form(const Uniform& uniform) const {
  const plan::Element element = c_.plan.operands[p_.nodes[static_cast<std::size_t>(uniform.node)].operand].element;
  if (element == plan::Element::f32) return false;
  constexpr float kMostNegative = 128;
  const bool is_above = element == plan::Element::u8 || uniform.bias >= kMagic + kMostNegative;
  return uniform.form == Uniform::Form::words || (uniform.form == Uniform::Form::biased && is_above);
}

/// Computes in the low lanes of registers, and repeats the result.
void Vectors::make_uniform(const Uniform& uniform, const Home& home) {
  const Node& node = p_.nodes[static_cast<std::size_t>(uniform.node)];
  const Xbyak::Xmm value(0);
  const Xbyak::Xmm to = c_.vector(home.reg >= 0 ? home.reg : 0);
  const bool is_number_in_memory = uniform.form == Uniform::Form::number && node.op == Op::load &&
                                   c_.plan.operands[node.operand].element == plan::Element::f32;
  if (is_number_in_memory) {
    load_address(node);
    a_.vbroadcastss(to, a_.ptr[a_.rax]);
  } else if (c_.is_wide && node.op == Op::load && is_byte_form(uniform)) {
    load_byte(node);
    if (uniform.form == Uniform::Form::words) {
      a_.vpbroadcastw(to, a_.ax);
    } else {
      a_.add(a_.eax, kMagicBits + static_cast<std::uint32_t>(uniform.bias - kMagic));
      a_.vpbroadcastd(to, a_.eax);
    }
  } else {
    evaluate(uniform.node, 0);
    if (uniform.form == Uniform::Form::biased) {
      a_.vaddss(value, value, c_.dword_of(std::bit_cast<std::uint32_t>(uniform.bias)));
    } else if (uniform.form == Uniform::Form::words) {
      a_.vcvtps2dq(value, value);
      a_.vpackssdw(value, value, value);
    }
    if (uniform.form == Uniform::Form::words) a_.vpbroadcastd(to, value);
    else a_.vbroadcastss(to, value);
  }
  if (home.reg < 0) a_.vmovups(c_.at(home.place), to);
}

/// A node below level element, into the four lanes of register `to`; uses those after it.
void Vectors::evaluate(int n, int to) {
  const Node& node = p_.nodes[static_cast<std::size_t>(n)];
  const Xbyak::Xmm value(to), other(to + 1);
  if (node.op == Op::constant)
    return a_.vbroadcastss(value, c_.dword_of(std::bit_cast<std::uint32_t>(node.value)));
  if (node.op == Op::load) return load_number(node, value);
  evaluate(node.x, to);
  if (node.y != Node::kNone) evaluate(node.y, to + 1);
  operation(node, value, value, node.y == Node::kNone ? value : other);
}

/// The address of an operand below level element, into rax.
void Vectors::load_address(const Node& load) {
  const plan::Operand& operand = c_.plan.operands[load.operand];
  if (load.level == Level::piece) {
    int stream = 0;
    while (p_.streams[static_cast<std::size_t>(stream)].operand != load.operand) ++stream;
    return a_.mov(a_.rax, c_.quad(pointer_place(stream)));
  }
  if (!inputs_register_) a_.mov(a_.rax, c_.quad(inputs_));
  a_.mov(a_.rax, a_.qword[(inputs_register_ ? *inputs_register_ : a_.rax) + std::size_t{operand.input} * 8]);
  const auto bytes = static_cast<std::int64_t>(plan::bytes_of(operand.element));
  c_.add(a_.rax, fixed_position(c_.plan, operand) * bytes, inputs_register_ ? a_.r11 : a_.r15);
}

/// The integer that an operand of bytes below level element holds, into eax.
void Vectors::load_byte(const Node& load) {
  load_address(load);
  if (c_.plan.operands[load.operand].element == plan::Element::i8) a_.movsx(a_.eax, a_.byte[a_.rax]);
  else a_.movzx(a_.eax, a_.byte[a_.rax]);
}

void Vectors::load_number(const Node& load, const Xbyak::Xmm& to) {
  const plan::Element element = c_.plan.operands[load.operand].element;
  if (element == plan::Element::f32) {
    load_address(load);
    return a_.vbroadcastss(to, a_.ptr[a_.rax]);
  }
  load_byte(load);
  a_.vmovd(to, a_.eax);
  a_.vcvtdq2ps(to, to);
  a_.vbroadcastss(to, to);
}

/// y = 1 / d and z = (1 - y d) / d, both rounded.
void Vectors::make_reciprocal() {
  const Xbyak::Xmm divisor(0), rest(1), reciprocal(2);
  evaluate(p_.nodes[static_cast<std::size_t>(p_.finish.division)].y, 0);
  // Of an operand that is not a number there is no flag either.
  const Xbyak::Xmm by = is_quiet_ ? divisor | Xbyak::util::T_rn_sae : divisor;
  a_.vmovss(rest, c_.dword_of(std::bit_cast<std::uint32_t>(1.0f)));
  a_.vdivss(reciprocal, rest, by);
  a_.vfnmadd231ss(rest, reciprocal, by);
  a_.vdivss(rest, rest, by);
  for (const auto& [home, value] : {std::pair(reciprocal_, reciprocal), std::pair(remainder_, rest)}) {
    const Xbyak::Xmm to = c_.vector(home.reg >= 0 ? home.reg : 0);
    a_.vbroadcastss(to, value);
    if (home.reg < 0) a_.vmovups(c_.at(home.place), to);
  }
}

/// s y + s z, the product s z rounded and then the sum: not always the rounded s / d, but always the same integer next.
/// For all 2^23 mantissas of d and all quotients up to 600 that lie where rounding goes up or down this was tried with
/// every s near by (both sides grow with s); exponents only shift it, for s and d that decide_bounded() lets through.
void Vectors::divide_by_reciprocal(const Instruction& division, int first) {
  const auto sum = [&](int chain) { return c_.vector(place(division.place, chain)); };
  const auto quotient = [&](int chain) { return c_.vector(place(division.place + 1, chain)); };
  // The divider takes 5 cycles of one port for 32 bytes, the products one of two ports each: with both, three ports are busy.
  const int begin = first + (c_.is_wide ? 0 : chains_ - 1);
  for (int chain = first; chain < begin; ++chain)
    with_uniform(division.y.index, [&](const auto& d) { a_.vdivps(sum(chain), sum(chain), d); });
  for (int chain = begin; chain < first + chains_; ++chain)
    with_home(remainder_, [&](const auto& z) { a_.vmulps(quotient(chain), sum(chain), z), quietly(); });
  for (int chain = begin; chain < first + chains_; ++chain)
    with_home(reciprocal_, [&](const auto& y) { a_.vfmadd132ps(sum(chain), quotient(chain), y), quietly(); });
}

}  // namespace dmlrun::jit::x64
