// Blocks in fixed point, and the numbers that they take: of dwords, or of words where there are no dot products. Why they are right is
// said in elementwise_fixed_point.cpp. What begins them finds w in eax, v in r11d, w za + v zb in r8d and F in r10d.
#include <algorithm>
#include <utility>

#include "jit/x64/elementwise_vectors.h"

namespace dmlrun::jit::x64 {
namespace {

constexpr auto kNear = Xbyak::CodeGenerator::T_NEAR;
constexpr int kFloatBias = 127, kFloatBits = 23;
constexpr int kDigitBits = 7;   ///< of a weight's parts, but the uppermost
constexpr int kDoubtBits = 10;  ///< of 2^10 elements or more one is in doubt, so of 16 blocks of 64 bytes
constexpr std::uint32_t kDigit = (1u << kDigitBits) - 1;
constexpr int kWorking = 5;     ///< registers that a block of words computes in

}  // namespace

/// E, a float, decides 2 W, whose logarithm is in rcx.
void Vectors::begin_dwords(const Xbyak::Xmm& error, Xbyak::Label& skip) {
  const Xbyak::Xmm kept(8);
  a_.vmovd(a_.ecx, error);
  a_.shr(a_.ecx, kFloatBits);
  a_.sub(a_.ecx, kFloatBias - 2);
  // The weights' halves beside one another.
  a_.mov(a_.r9d, a_.r11d);
  a_.sar(a_.r9d, kDigitBits);
  a_.shl(a_.r9d, 16);
  a_.and_(a_.r11d, kDigit);
  a_.shl(a_.r11d, 16);
  a_.vmovd(kept, a_.eax);
  a_.and_(a_.eax, kDigit);
  a_.or_(a_.r11d, a_.eax);
  a_.vpbroadcastd(fixed_point(kLowerWeights), a_.r11d);
  a_.vmovd(a_.eax, kept);
  a_.sar(a_.eax, kDigitBits);
  a_.movzx(a_.eax, a_.ax);
  a_.or_(a_.eax, a_.r9d);
  a_.vpbroadcastd(fixed_point(kUpperWeights), a_.eax);
  a_.lea(a_.eax, a_.ptr[a_.rcx + kDoubtBits]);
  a_.cmp(a_.eax, a_.r10d);
  a_.jg(skip, kNear);
  // W + 2^F (z + 1/2) - w za - v zb, of which bits are lost that the sum has not.
  fixed_point_added(a_.eax);
  a_.lea(a_.eax, a_.ptr[a_.rax + a_.rax + 1]);
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
}

/// The same for words, whose numbers go to the frame where there are few registers.
void Vectors::begin_words(const Xbyak::Xmm& error, Xbyak::Label& skip) {
  constexpr int kTwoTruncations = 254, kDigitsBits = 2 * kDigitBits, kFactorBits = 23;
  constexpr std::uint32_t kLeastWord = 0x8000;
  const auto put = [&](WordConstant which, const Xbyak::Reg32& from) {
    const Xbyak::Xmm word(0);
    if (c_.is_wide && which < words_in_registers()) return a_.vpbroadcastw(word_register(which), Xbyak::Reg16(from.getIdx()));
    a_.vmovd(word, from);
    a_.vpbroadcastw(c_.vector(0), word);
    a_.vmovups(word_constant(which), c_.vector(0));
  };
  // E, rounded up; C, of which bits are lost that t2 has not.
  a_.vcvttss2si(a_.ecx, is_quiet_ ? error | Xbyak::util::T_sae : error);
  a_.inc(a_.ecx);
  fixed_point_added(a_.r9d);
  a_.shlx(a_.r9d, a_.r9d, a_.r10d);
  a_.sub(a_.r9d, a_.r8d);
  a_.lea(a_.r9d, a_.ptr[a_.r9 + a_.rcx + kTwoTruncations]);
  a_.mov(a_.r8d, a_.r9d);
  a_.shr(a_.r8d, kDigitBits);
  a_.and_(a_.r8d, kDigit);
  put(kFine, a_.r8d);
  a_.sar(a_.r9d, kDigitsBits);
  put(kCoarse, a_.r9d);
  // D, as words have it.
  a_.lea(a_.r8d, a_.ptr[a_.rcx + a_.rcx + (kTwoTruncations + static_cast<int>(kDigit))]);
  a_.shr(a_.r8d, kDigitBits);
  a_.mov(a_.r9d, kFactorBits);
  a_.sub(a_.r9d, a_.r10d);
  a_.shlx(a_.r8d, a_.r8d, a_.r9d);
  a_.cmp(a_.r8d, 2u << (16 - kDoubtBits));
  a_.ja(skip, kNear);
  a_.add(a_.r8d, kLeastWord - 1);
  put(kLastDoubt, a_.r8d);
  a_.mov(a_.ecx, 1);
  a_.shlx(a_.ecx, a_.ecx, a_.r9d);
  put(kLowerFactor, a_.ecx);
  a_.shl(a_.ecx, kDigitBits);
  put(kUpperFactor, a_.ecx);
  a_.shr(a_.ecx, 1);
  put(kRounding, a_.ecx);
  // The weights' parts beside one another.
  for (const WordConstant part : {kLowWeights, kMiddleWeights}) {
    for (const auto& [weight, most] : {std::pair(a_.eax, 63), std::pair(a_.r11d, 64)}) {
      const bool is_first = most == 63;
      a_.lea(a_.ecx, a_.ptr[weight.cvt64() + most]);
      a_.and_(a_.ecx, kDigit);
      a_.sub(a_.ecx, most);
      a_.sub(weight, a_.ecx);
      a_.sar(weight, kDigitBits);
      if (is_first) {
        a_.movzx(a_.r8d, a_.cl);
      } else {
        a_.shl(a_.ecx, 8);
        a_.or_(a_.r8d, a_.ecx);
      }
    }
    put(part, a_.r8d);
  }
  a_.movzx(a_.eax, a_.al);
  a_.shl(a_.r11d, 8);
  a_.or_(a_.eax, a_.r11d);
  put(kTopWeights, a_.eax);
}

Xbyak::Address Vectors::word_constant(WordConstant which) { return c_.at(fixed_point_.constants + which * c_.vector_bytes()); }

Xbyak::Xmm Vectors::word_register(int which) const { return c_.vector(c_.is_wide ? fixed_point_.first + which : kWorking + which); }

int Vectors::words_in_registers() const noexcept {
  return std::min<int>(c_.is_wide ? 32 - fixed_point_.first : free_registers() - kWorking, kWordConstants);
}

/// Calls use with the register of a number, or with its place.
template <class Use>
void Vectors::with_word_constant(WordConstant which, Use use) {
  if (which < words_in_registers()) use(word_register(which));
  else use(word_constant(which));
}

void Vectors::load_fixed_point() {
  if (c_.is_wide) return;
  for (int which = 0; which < words_in_registers(); ++which)
    a_.vmovups(word_register(which), word_constant(static_cast<WordConstant>(which)));
}

void Vectors::fixed_point_block(Xbyak::Label& doubtful) {
  const auto load = [&](const FixedPoint::Term& term, const Xbyak::Xmm& raw) {
    a_.vmovups(raw, stream_address(term.stream, Where::direct));
    if (c_.operand(term.stream).element != plan::Element::i8) return;
    if (c_.is_wide) a_.vpxord(raw, raw, fixed_address(Fixed::flip));
    else a_.vpxor(raw, raw, fixed_address(Fixed::flip));
  };
  load(fixed_point_.terms[0], c_.vector(0));
  load(fixed_point_.terms[1], c_.vector(3));
  if (c_.has_byte_tables) compute_dwords(doubtful);
  else compute_words(doubtful);
  const Xbyak::Xmm results = c_.vector(0);
  if (bypasses_) a_.vmovntps(output_address(Where::direct), results);
  else a_.vmovups(output_address(Where::direct), results);
}

/// Of the bytes in registers 0 and 3, into register 0. Dwords of two words, a byte of each stream, in the order of magic numbers, as
/// packing wants it; times the lower weights, and times 128 times the upper ones.
void Vectors::compute_dwords(Xbyak::Label& doubtful) {
  const Xbyak::Zmm first(0), second(3), zero(8);
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
  chains([&](int chain) {
    a_.vmovaps(sum(chain), fixed_point(kBeginning));
    a_.vpdpwssd(sum(chain), bytes(chain), fixed_point(kLowerWeights));
  });
  chains([&](int chain) { a_.vpsllw(bytes(chain), bytes(chain), kDigitBits); });
  chains([&](int chain) { a_.vpdpwssd(sum(chain), bytes(chain), fixed_point(kUpperWeights)); });
  // k6: which of all four are certain.
  a_.vptestmd(a_.k6, sum(0), fixed_point(kClear));
  for (int chain = 1; chain < 4; ++chain) a_.vptestmd(a_.k6 | a_.k6, sum(chain), fixed_point(kClear));
  a_.kortestw(a_.k6, a_.k6);
  a_.jae(doubtful, kNear);
  chains([&](int chain) { a_.vpsravd(sum(chain), sum(chain), fixed_point(kFractionBits)); });
  a_.vpackssdw(sum(0), sum(0), sum(1));
  a_.vpackssdw(sum(2), sum(2), sum(3));
  pack_bytes(sum(0), sum(0), sum(2));
}

/// The same of words of two bytes, one of each stream.
void Vectors::compute_words(Xbyak::Label& doubtful) {
  const auto vector = [&](int number) { return c_.vector(number); };
  const auto times = [&](const Xbyak::Xmm& to, const Xbyak::Xmm& bytes, WordConstant weights) {
    with_word_constant(weights, [&](const auto& y) { a_.vpmaddubsw(to, bytes, y); });
  };
  const auto add = [&](const Xbyak::Xmm& to, WordConstant number) {
    with_word_constant(number, [&](const auto& y) { a_.vpaddw(to, to, y); });
  };
  const auto multiply = [&](const Xbyak::Xmm& to, WordConstant number) {
    with_word_constant(number, [&](const auto& y) { a_.vpmullw(to, to, y); });
  };
  // `bytes` become the fraction.
  const auto half = [&](const Xbyak::Xmm& bytes, const Xbyak::Xmm& middle, const Xbyak::Xmm& result) {
    times(result, bytes, kLowWeights);
    times(middle, bytes, kMiddleWeights);
    a_.vpsraw(result, result, kDigitBits);
    add(middle, kFine);
    a_.vpaddw(middle, middle, result);
    times(bytes, bytes, kTopWeights);
    a_.vpsraw(result, middle, kDigitBits);
    add(bytes, kCoarse);
    a_.vpaddw(result, result, bytes);
    multiply(middle, kLowerFactor);
    multiply(bytes, kUpperFactor);
    a_.vpaddw(bytes, bytes, middle);
    with_word_constant(kRounding, [&](const auto& y) { a_.vpmulhrsw(result, result, y); });
  };
  a_.vpunpcklbw(vector(1), vector(0), vector(3));
  a_.vpunpckhbw(vector(3), vector(0), vector(3));
  half(vector(1), vector(0), vector(2));
  half(vector(3), vector(0), vector(4));
  a_.vpminsw(vector(1), vector(1), vector(3));
  pack_bytes(vector(0), vector(2), vector(4));
  if (c_.is_wide) {
    with_word_constant(kLastDoubt, [&](const auto& y) { a_.vpcmpgtw(a_.k6, vector(1), y); });
    a_.kortestd(a_.k6, a_.k6);
    a_.jae(doubtful, kNear);
  } else {
    with_word_constant(kLastDoubt, [&](const auto& y) { a_.vpcmpgtw(vector(1), vector(1), y); });
    a_.vpmovmskb(a_.eax, Xbyak::Ymm(1));
    a_.inc(a_.eax);
    a_.jnz(doubtful, kNear);
  }
}

}  // namespace dmlrun::jit::x64
