// Results looked up by the one byte that changes: two permutes of 128 bytes each, and the byte's highest bit to choose. Where
// bytes are permuted in lanes only, sums of what is looked up by the byte's halves, if results are such sums.
#include <algorithm>

#include "jit/x64/elementwise_vectors.h"

namespace dmlrun::jit::x64 {
namespace {

constexpr int kQuarters = 4, kQuarterBytes = 64, kBytes = kQuarters * kQuarterBytes;
constexpr int kIndex = 4, kOther = 5;  ///< registers behind the table's

}  // namespace

/// The bytes 0 to 255.
Xbyak::Label& Vectors::every_byte() {
  std::vector<std::uint32_t> dwords;
  for (std::uint32_t byte = 0; byte < kBytes; byte += 4)
    dwords.push_back(byte | (byte + 1) << 8 | (byte + 2) << 16 | (byte + 3) << 24);
  return c_.constants.of(dwords);
}

/// How many instructions that is: 0 where no piece makes a table, or all make the same.
std::size_t Vectors::count_kept() const {
  const auto is_later = [&](const Uniform& uniform) { return level(uniform) == Level::piece; };
  if (!c_.is_wide || !can_use_table() || chains_ != groups_ || !std::any_of(p_.uniforms.begin(), p_.uniforms.end(), is_later)) return 0;
  bool are_few = true;
  visit_runs(c_.plan.axes.back(), [&](const plan::Run& run) { are_few = are_few && run.count < least_for_table(); });
  if (are_few) return 0;
  const auto is_known = [&](const Source& source) {
    return source.is_uniform ? !is_later(p_.uniforms[static_cast<std::size_t>(source.index)]) : source.index == 0;
  };
  const auto changes = [&](const Instruction& one) {
    if (one.kind == Instruction::Kind::load_magic) return one.place != 0;
    return one.kind != Instruction::Kind::operate || one.place != 0 || !is_known(one.x) || !is_known(one.y);
  };
  return static_cast<std::size_t>(std::find_if(p_.code.begin(), p_.code.end(), changes) - p_.code.begin());
}

/// Once, where control is set. Clobbers rcx and r10.
void Vectors::keep_values() {
  Xbyak::Label again;
  a_.lea(a_.r10, a_.ptr[a_.rip + every_byte()]);
  a_.xor_(a_.ecx, a_.ecx);
  a_.L(again);
  for (std::size_t i = 0; i < kept_; ++i) instruction(p_.code[i], 0, Where::table, false, false);
  for (int chain = 0; chain < chains_; ++chain) a_.vmovups(kept_value(chain), c_.vector(place(0, chain)));
  a_.add(a_.ecx, c_.block());
  a_.cmp(a_.ecx, kBytes);
  a_.jb(again);
}

void Vectors::make_table() {
  constexpr auto kNear = Xbyak::CodeGenerator::T_NEAR;
  Xbyak::Label careful, made;
  const auto compute = [&](bool is_bounded) {
    Xbyak::Label again;
    a_.L(again);
    block(Where::table, false, is_bounded);
    a_.add(a_.ecx, c_.block());
    a_.cmp(a_.ecx, kBytes);
    a_.jb(again, kNear);
  };
  a_.lea(a_.r10, a_.ptr[a_.rip + every_byte()]);
  if (uses_reciprocal()) {
    a_.cmp(a_.byte[a_.rsp + *bounded_place_], 0);
    a_.je(careful, kNear);
    compute(true);
    a_.jmp(made, kNear);
  }
  a_.L(careful);
  compute(false);
  a_.L(made);
  if (!c_.has_byte_tables) return sums_.make(forms_);
  for (int quarter = 0; quarter < kQuarters; ++quarter)
    a_.vmovups(c_.vector(quarter), c_.at(table_ + kQuarterBytes * quarter));
}

void Vectors::begin_look_up(int form, Xbyak::Label& declined) {
  if (c_.has_byte_tables) return;
  a_.L(forms_[static_cast<std::size_t>(form)]);
  sums_.check(static_cast<NibbleSums::Clamped>(form), a_.r10, declined);
}

void Vectors::look_up(int form, bool is_masked) {
  const Xbyak::Zmm index(kIndex), other(kOther);
  const Xbyak::Xmm bytes = c_.has_byte_tables ? c_.vector(kIndex) : sums_.bytes();
  const Xbyak::Xmm found = c_.has_byte_tables ? c_.vector(kIndex) : sums_.found();
  const Xbyak::Address from = stream_address(0, Where::direct);
  if (is_masked) a_.vmovdqu8(bytes | a_.k1 | a_.T_z, from);
  else a_.vmovups(bytes, from);
  if (c_.has_byte_tables) {
    a_.vpmovb2m(a_.k3, index);
    a_.vmovaps(other, index);
    a_.vpermi2b(index, Xbyak::Zmm(0), Xbyak::Zmm(1));
    a_.vpermi2b(other, Xbyak::Zmm(2), Xbyak::Zmm(3));
    a_.vmovdqu8(index | a_.k3, other);
  } else {
    sums_.look_up(static_cast<NibbleSums::Clamped>(form));
  }
  const Xbyak::Address to = output_address(Where::direct);
  if (is_masked) a_.vmovdqu8(to | a_.k1, found);
  else a_.vmovups(to, found);
}

}  // namespace dmlrun::jit::x64
