#include "jit/x64/arithmetic/nibble_table.h"

#include "jit/x64/arithmetic/byte_parts.h"
#include "jit/x64/arithmetic/byte_table.h"

namespace dmlrun::jit::x64::arithmetic {
namespace {

/// No value has it (register_allocation.cpp).
const Xbyak::Opmask kMask(7);
constexpr int kBytes = 256, kRow = 16;  ///< a row: the bytes of equal upper halves; lanes of 128 bits hold one each
constexpr std::uint32_t kLowerHalves = 0x0f0f0f0f, kNoRank = 0x7f7f7f7f, kMaxWord = 0x7fff7fff, kMinusOnes = 0xffffffff;
constexpr std::uint32_t kSignedOffset = 0x00800080;
constexpr std::uint32_t kFirstByte = 0, kFirstWord = 0x01000100;  ///< orders of bytes that repeat the first of a lane

}  // namespace

NibbleTable::NibbleTable(Emission& emission, std::int32_t results, std::int32_t words)
    : e_(emission),
      a_(emission.code),
      has_avx512_(emission.vectors.has_avx512),
      results_(results),
      words_(words),
      // One number per row; a lane is stored for each, and the next over all but its first.
      firsts_(e_.frame.add(2 * kRow + kRow, 64)),
      ranks_(e_.frame.add(kRow + kRow, 64)),
      kept_(e_.frame.add(static_cast<std::size_t>(kRegisters * vector_bytes()), 64)) {}

void NibbleTable::keep_registers() {
  for (int reg = 0; reg < kRegisters; ++reg) a_.vmovups(a_.ptr[a_.rsp + kept_ + reg * vector_bytes()], temporary(reg));
}

void NibbleTable::restore_registers() {
  for (int reg = 0; reg < kRegisters; ++reg) a_.vmovups(temporary(reg), a_.ptr[a_.rsp + kept_ + reg * vector_bytes()]);
}

/// Where the words are that the results of the block at rcx are clamped from: the first half of each lane, then the
/// second halves.
Xbyak::Address NibbleTable::words(int half) const {
  return a_.ptr[a_.rsp + a_.rcx * 2 + (words_ + half * vector_bytes())];
}

Xbyak::Address NibbleTable::repeated(std::uint32_t dword) {
  return a_.ptr[a_.rip + e_.pool.of(std::vector<std::uint32_t>(static_cast<std::size_t>(vector_bytes()) / 4, dword))];
}

void NibbleTable::and_(const Xbyak::Xmm& to, const Xbyak::Xmm& x, const Xbyak::Operand& y) {
  if (has_avx512_) a_.vpandd(to, x, y);
  else a_.vpand(to, x, y);
}

/// body() for rcx = each block's first byte.
template <class Body>
void NibbleTable::over_blocks(Body body) {
  Xbyak::Label again;
  a_.xor_(a_.ecx, a_.ecx);
  a_.L(again);
  body();
  a_.add(a_.ecx, vector_bytes());
  a_.cmp(a_.ecx, kBytes);
  a_.jb(again);
}

/// What combine(to, x, y) makes of all lanes of a value, into each of them. Clobbers the first temporary register.
template <class Combine>
void NibbleTable::over_lanes(const Xbyak::Xmm& value, Combine combine) {
  constexpr std::uint8_t kSwapHalves = 0x4e, kSwapNeighbours = 0xb1;
  const Xbyak::Xmm other = temporary(0);
  if (has_avx512_) {
    for (const std::uint8_t order : {kSwapHalves, kSwapNeighbours}) {
      a_.vshufi64x2(Xbyak::Zmm(other.getIdx()), Xbyak::Zmm(value.getIdx()), Xbyak::Zmm(value.getIdx()), order);
      combine(value, value, other);
    }
  } else {
    a_.vpermq(Xbyak::Ymm(other.getIdx()), Xbyak::Ymm(value.getIdx()), kSwapHalves);
    combine(value, value, other);
  }
}

/// Each lane to rbx, which goes on by this distance.
void NibbleTable::store_lanes(const Xbyak::Xmm& value, int distance) {
  a_.vmovups(a_.ptr[a_.rbx], Xbyak::Xmm(value.getIdx()));
  for (int lane = 1; lane < vector_bytes() / kRow; ++lane) {
    const Xbyak::Address to = a_.ptr[a_.rbx + lane * distance];
    if (has_avx512_) a_.vextracti32x4(to, Xbyak::Zmm(value.getIdx()), static_cast<std::uint8_t>(lane));
    else a_.vextracti128(to, Xbyak::Ymm(value.getIdx()), 1);
  }
  a_.add(a_.rbx, vector_bytes() / kRow * distance);
}

/// 16 bytes into each lane.
void NibbleTable::load_lanes(const Xbyak::Xmm& to, std::int32_t place) {
  if (has_avx512_) a_.vbroadcasti32x4(Xbyak::Zmm(to.getIdx()), a_.ptr[a_.rsp + place]);
  else a_.vbroadcasti128(Xbyak::Ymm(to.getIdx()), a_.ptr[a_.rsp + place]);
}

void NibbleTable::make(std::array<Xbyak::Label, kForms>& forms) {
  differences();
  ranks();
  tables();
  choose(forms);
}

/// Each row's first word to firsts_, the words' differences from it in their place, and the least of each column to
/// temporary(3) and temporary(4); from 4 on these are tables' registers, which are free until tables().
void NibbleTable::differences() {
  const Xbyak::Xmm half[2] = {temporary(0), temporary(1)}, least[2] = {temporary(3), temporary(4)};
  const Xbyak::Xmm first = temporary(2);
  a_.lea(a_.rbx, a_.ptr[a_.rsp + firsts_]);
  for (const Xbyak::Xmm& one : least) a_.vmovups(one, repeated(kMaxWord));
  over_blocks([&] {
    for (int h = 0; h < 2; ++h) {
      a_.vmovups(half[h], words(h));
      if (e_.plan.output == plan::Element::i8) a_.vpaddsw(half[h], half[h], repeated(kSignedOffset));
    }
    a_.vpshufb(first, half[0], repeated(kFirstWord));
    store_lanes(first, 2);
    for (int h = 0; h < 2; ++h) {
      a_.vpsubw(half[h], half[h], first);
      a_.vmovups(words(h), half[h]);
      a_.vpminsw(least[h], least[h], half[h]);
    }
  });
  for (const Xbyak::Xmm& one : least)
    over_lanes(one, [&](const auto& to, const auto& x, const auto& y) { a_.vpminsw(to, x, y); });
}

/// What is left of the differences is 0 or 1: how many of a row are 1 is its rank, to ranks_. A column's rank, to
/// temporary(5), is the least of the rows in which it is 1.
void NibbleTable::ranks() {
  const Xbyak::Xmm left = temporary(0), rank = temporary(1), other = temporary(2), least = temporary(5);
  const Xbyak::Xmm lower_sums[2] = {temporary(3), temporary(4)};
  a_.lea(a_.rbx, a_.ptr[a_.rsp + ranks_]);
  a_.vmovups(least, repeated(kNoRank));
  over_blocks([&] {
    a_.vmovups(left, words(0));
    a_.vpsubw(left, left, lower_sums[0]);
    a_.vmovups(rank, words(1));
    a_.vpsubw(rank, rank, lower_sums[1]);
    a_.vpacksswb(left, left, rank);
    a_.vpsadbw(rank, left, repeated(0));
    a_.vpshufd(other, rank, 0x4e);
    a_.vpaddb(rank, rank, other);
    a_.vpshufb(rank, rank, repeated(kFirstByte));
    store_lanes(rank, 1);
    // 0 where 1 was left, 127 where 0 was.
    a_.vpaddb(left, left, repeated(kMinusOnes));
    and_(left, left, repeated(kNoRank));
    a_.vpmaxub(left, left, rank);
    a_.vpminub(least, least, left);
  });
  over_lanes(least, [&](const auto& to, const auto& x, const auto& y) { a_.vpminub(to, x, y); });
}

void NibbleTable::tables() {
  const Xbyak::Xmm first = temporary(0), second = temporary(1);
  a_.vpackuswb(table(lower_value), temporary(3), temporary(4));
  a_.vpaddb(table(lower_rank), temporary(5), repeated(kMinusOnes));
  load_lanes(first, firsts_);
  load_lanes(second, firsts_ + kRow);
  a_.vpackuswb(table(added), first, second);
  a_.vmovups(table(taken), repeated(0));
  a_.vpsubsw(first, table(taken), first);
  a_.vpsubsw(second, table(taken), second);
  a_.vpackuswb(table(taken), first, second);
  load_lanes(table(upper_rank), ranks_);
  a_.vmovups(constant(lower_halves), repeated(kLowerHalves));
  if (has_avx512_) a_.vmovups(constant(minus_ones), repeated(kMinusOnes));
  if (e_.plan.output == plan::Element::i8) a_.vmovups(constant(flip), repeated(kFlip));
}

/// For a rising line, whose last numbers are the greatest. Where nothing is above 255, V becomes V + c, and N becomes c
/// - P + N; c is as great as possible.
void NibbleTable::choose(std::array<Xbyak::Label, kForms>& forms) {
  constexpr std::uint8_t kLast = kRow - 1, kLastSigned = kRow / 2 - 1;
  constexpr std::uint32_t kMax = 254;  // One more may come from the ranks.
  const bool is_signed = e_.operand(0).element == plan::Element::i8;
  const auto low = [](const Xbyak::Xmm& vector) { return Xbyak::Xmm(vector.getIdx()); };
  const Xbyak::Xmm most = temporary(0);
  if (has_avx512_) {
    a_.vptestmb(kMask, table(taken), table(taken));
    a_.kortestq(kMask, kMask);
  } else {
    a_.vptest(table(taken), table(taken));
  }
  a_.jz(forms[above], kNear);
  a_.vpextrb(a_.ecx, low(table(lower_value)), kLast);
  a_.vpextrb(a_.eax, low(table(added)), is_signed ? kLastSigned : kLast);
  a_.add(a_.eax, a_.ecx);
  a_.cmp(a_.eax, kMax);
  a_.ja(forms[both], kNear);
  a_.mov(a_.eax, kMax);
  a_.sub(a_.eax, a_.ecx);
  a_.vmovd(low(most), a_.eax);
  a_.vpbroadcastb(most, low(most));
  a_.vpaddb(table(lower_value), table(lower_value), most);
  a_.vpsubb(most, most, table(added));
  a_.vpaddusb(table(taken), table(taken), most);
  a_.jmp(forms[below], kNear);
}

void NibbleTable::check(Clamped form, const Xbyak::Reg64& every, Xbyak::Label& declined) {
  constexpr std::uint8_t kNotEqual = 4;
  const Xbyak::Address expected = a_.ptr[a_.rsp + a_.rcx + results_];
  over_blocks([&] {
    a_.vmovups(bytes(), a_.ptr[every + a_.rcx]);
    look_up(form);
    if (has_avx512_) {
      a_.vpcmpub(kMask, found(), expected, kNotEqual);
      a_.kortestq(kMask, kMask);
    } else {
      a_.vpcmpeqb(found(), found(), expected);
      a_.vpmovmskb(a_.eax, Xbyak::Ymm(found().getIdx()));
      a_.inc(a_.eax);
    }
    a_.jnz(declined, kNear);
  });
}

void NibbleTable::look_up(Clamped form) {
  const Xbyak::Xmm upper_half = bytes(), lower_half = temporary(1), sum = found(), other = temporary(3);
  and_(lower_half, bytes(), constant(lower_halves));
  a_.vpsrlw(upper_half, bytes(), 4);
  and_(upper_half, upper_half, constant(lower_halves));
  a_.vpshufb(sum, table(lower_value), lower_half);
  a_.vpshufb(lower_half, table(lower_rank), lower_half);
  a_.vpshufb(other, table(upper_rank), upper_half);
  if (has_avx512_) {
    a_.vpcmpgtb(kMask, other, lower_half);
    a_.vpsubb(sum | kMask, sum, constant(minus_ones));
  } else {
    a_.vpcmpgtb(other, other, lower_half);
    a_.vpsubb(sum, sum, other);
  }
  if (form != above) {
    a_.vpshufb(other, table(taken), upper_half);
    a_.vpsubusb(sum, sum, other);
  }
  if (form != below) {
    a_.vpshufb(other, table(added), upper_half);
    a_.vpaddusb(sum, sum, other);
  }
  if (e_.plan.output != plan::Element::i8) return;
  if (has_avx512_) a_.vpxord(sum, sum, constant(flip));
  else a_.vpxor(sum, sum, constant(flip));
}

void add_nibble_table(VectorCode& code, const plan::Plan& plan, const std::vector<Stream>& streams, Isa isa) {
  // Making the tables takes as long as computing 500 to 800 elements.
  const std::uint32_t least = isa < Isa::avx512 ? 640 : 1024;
  if (isa < Isa::avx512_vbmi && is_of_one_byte(plan, streams, least))
    code.fast = FastPath{FastPath::Kind::nibble_table, least};
}

}  // namespace dmlrun::jit::x64::arithmetic
