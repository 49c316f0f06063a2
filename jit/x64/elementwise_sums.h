// Results of a byte as sums of two small numbers, for processors that can look up 16 bytes at once and no more.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "jit/x64/elementwise_context.h"

namespace dmlrun::jit::x64 {

/// The result of byte 16 r + l as the clamp of P[r] - N[r] + V[l], and one more where K[r] is above Q[l]: a straight line whose
/// steps are rounded and clamped is such a sum, K and Q being ranks of the fractions. The tables are made out of the 256
/// results and tried on all of them, so that nothing depends on how the results came about.
class NibbleSums {
 public:
  /// Where sums are clamped: those that are never below 0 need no N, those never above 255 no P.
  enum Clamped { above, below, both, kForms };
  explicit NibbleSums(Context& context) : c_(context), a_(context.a) {}
  /// How many vector registers are overwritten: without masks, nothing is needed to add one.
  [[nodiscard]] std::size_t registers() const noexcept {
    const bool is_flipped = c_.plan.output == plan::Element::i8;
    return static_cast<std::size_t>(kTemporaries + kTables) + (c_.is_wide ? 3 : is_flipped ? 2 : 1);
  }

  /// Once, before any code. `results`: where in the frame the 256 results are to be; `registers`: those that may be
  /// overwritten, registers() of them.
  void begin(std::int32_t results, const std::vector<int>& registers);
  /// Where the words are to be that the results of the block at rcx are clamped from: the first half of each lane, then the
  /// second halves.
  [[nodiscard]] Xbyak::Address words(int half) const {
    return a_.ptr[a_.rsp + a_.rcx * 2 + (words_ + half * c_.vector_bytes())];
  }
  /// Makes the tables, in registers, for one of the forms, and goes there; check() is to be next. Clobbers rax, rcx and r9.
  void make(std::array<Xbyak::Label, kForms>& forms);
  /// To `declined` where the results are no such sums. `every`: the address of the bytes 0 to 255. Clobbers rax and rcx.
  void check(Clamped form, const Xbyak::Reg64& every, Xbyak::Label& declined);
  /// The results of the bytes in the register bytes().
  void look_up(Clamped form);
  [[nodiscard]] Xbyak::Xmm bytes() const { return temporary(0); }
  [[nodiscard]] Xbyak::Xmm found() const { return temporary(2); }

 private:
  enum Table { lower, lower_rank, added, taken, upper_rank, kTables };  ///< V, Q, P, N, K
  enum Constant { lower_halves, flip, minus_ones };
  static constexpr int kTemporaries = 4;

  [[nodiscard]] Xbyak::Xmm temporary(int number) const { return c_.vector(registers_[static_cast<std::size_t>(number)]); }
  [[nodiscard]] Xbyak::Xmm table(Table one) const { return temporary(kTemporaries + one); }
  [[nodiscard]] Xbyak::Xmm constant(Constant one) const { return temporary(kTemporaries + kTables + one); }
  [[nodiscard]] Xbyak::Address repeated(std::uint32_t dword) const { return c_.vector_of({dword}); }
  void and_(const Xbyak::Xmm& to, const Xbyak::Xmm& x, const Xbyak::Operand& y) const;
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

  Context& c_;
  Assembler& a_;
  std::vector<int> registers_;
  std::int32_t results_ = 0, words_ = 0, firsts_ = 0, ranks_ = 0;
};

}  // namespace dmlrun::jit::x64
