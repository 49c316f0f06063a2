// A strategy for results of one changing byte on processors that can look up only 16 bytes at once: sums of two small
// numbers, which the byte's halves select.
//
// Quantized sums with a scalar take 0.31 of the time of exact steps, without AVX-512, and with it 0.41 (Zen 5, 4 KiB).
#pragma once

#include <array>
#include <cstdint>

#include "jit/x64/arithmetic/emission.h"

namespace dmlrun::jit::x64::arithmetic {

/// Five tables of 16 bytes in registers, looked up by the halves (nibbles) of a byte. The result of byte 16 r + l is
/// clamp(P[r] - N[r] + V[l] + (K[r] > Q[l])). A rounded and clamped linear function has this form: P - N and V are
/// integer parts, K and Q ranks of the fractions, whose comparison is the carry. The tables are derived from the 256
/// results and checked against all of them, so it does not matter how these were computed.
class NibbleTable {
 public:
  /// Where sums are clamped: those that are never below 0 need no N, those never above 255 no P.
  enum Clamped { above, below, both, kForms };
  NibbleTable(Emission& emission, std::int32_t results, std::int32_t words);

  /// Saves the vector registers that are overwritten from here on to the frame, and restores them.
  void keep_registers();
  void restore_registers();
  /// Makes the tables in registers for one of the forms, and jumps to it; check() must come next. Clobbers rax, rbx and
  /// rcx.
  void make(std::array<Xbyak::Label, kForms>& forms);
  /// Jumps to `declined` where the results are not such sums. `every`: the address of the bytes 0 to 255. Clobbers rax,
  /// rcx.
  void check(Clamped form, const Xbyak::Reg64& every, Xbyak::Label& declined);
  /// The results of the bytes in the register bytes().
  void look_up(Clamped form);
  [[nodiscard]] Xbyak::Xmm bytes() const { return temporary(0); }
  [[nodiscard]] Xbyak::Xmm found() const { return temporary(2); }

 private:
  enum Table { lower_value, lower_rank, added, taken, upper_rank, kTables };  ///< V, Q, P, N, K
  enum Constant { lower_halves, flip, minus_ones, kConstants };
  static constexpr int kTemporaries = 4, kRegisters = kTemporaries + kTables + kConstants;

  [[nodiscard]] Xbyak::Xmm temporary(int number) const {
    if (has_avx512_) return Xbyak::Zmm(number);
    return Xbyak::Ymm(number);
  }
  [[nodiscard]] int vector_bytes() const { return has_avx512_ ? 64 : 32; }
  [[nodiscard]] Xbyak::Address words(int half) const;
  [[nodiscard]] Xbyak::Xmm table(Table one) const { return temporary(kTemporaries + one); }
  [[nodiscard]] Xbyak::Xmm constant(Constant one) const { return temporary(kTemporaries + kTables + one); }
  [[nodiscard]] Xbyak::Address repeated(std::uint32_t dword);
  void and_(const Xbyak::Xmm& to, const Xbyak::Xmm& x, const Xbyak::Operand& y);
  template <class Body>
  void over_blocks(Body body);
  template <class Combine>
  void over_lanes(const Xbyak::Xmm& value, Combine combine);
  void store_lanes(const Xbyak::Xmm& value, int distance);
  void load_lanes(const Xbyak::Xmm& to, std::int32_t place);
  void differences();
  void ranks();
  void tables();
  void choose(std::array<Xbyak::Label, kForms>& forms);

  Emission& e_;
  Assembler& a_;
  const bool has_avx512_;
  std::int32_t results_, words_, firsts_, ranks_, kept_;
};

/// Adds the strategy for processors without add_byte_table()'s permutes, where it pays. Precondition: results are
/// rounded and clamped. Called before the code is made.
void add_nibble_table(VectorCode& code, const plan::Plan& plan, const std::vector<Stream>& streams, Isa isa);

}  // namespace dmlrun::jit::x64::arithmetic
