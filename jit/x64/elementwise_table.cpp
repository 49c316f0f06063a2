// Results looked up by the one byte that changes: two permutes of 128 bytes each, and the byte's highest bit to choose. Where
// only words can be permuted, the byte without its lowest bit names a word, once for the even bytes and once for the odd.
#include "jit/x64/elementwise_vectors.h"

namespace dmlrun::jit {
namespace {

constexpr int kQuarters = 4, kQuarterBytes = 64;
constexpr int kIndex = 4, kOther = 5, kThird = 6;  ///< registers behind the table's
constexpr std::uint64_t kOddBytes = 0xaaaaaaaaaaaaaaaa;

/// A dword of two equal words.
constexpr std::uint32_t twice(std::uint32_t word) noexcept { return word | word << 16; }

}  // namespace

/// The bytes of the quarter that is being made, ascending.
Xbyak::Address Vectors::every_byte() {
  std::vector<std::uint32_t> dwords;
  for (int first = 0; first < kQuarterBytes; first += 4) {
    const auto byte = static_cast<std::uint32_t>(kQuarterBytes * quarter_ + first);
    dwords.push_back(byte | (byte + 1) << 8 | (byte + 2) << 16 | (byte + 3) << 24);
  }
  return c_.vector_of(dwords);
}

void Vectors::make_table() {
  for (quarter_ = 0; quarter_ < kQuarters; ++quarter_) block(Where::table, false, false);
  for (int quarter = 0; quarter < kQuarters; ++quarter)
    a_.vmovups(c_.vector(quarter), c_.at(table_ + kQuarterBytes * quarter));
  if (c_.has_byte_tables) return;
  a_.mov(a_.rax, kOddBytes);
  a_.kmovq(a_.k5, a_.rax);
}

void Vectors::look_up(bool is_masked) {
  const Xbyak::Zmm index(kIndex), other(kOther);
  const Xbyak::Address from = stream_address(0, Where::direct);
  if (is_masked) a_.vmovdqu8(index | a_.k1 | a_.T_z, from);
  else a_.vmovups(index, from);
  if (c_.has_byte_tables) {
    a_.vpmovb2m(a_.k3, index);
    a_.vmovaps(other, index);
    a_.vpermi2b(index, Xbyak::Zmm(0), Xbyak::Zmm(1));
    a_.vpermi2b(other, Xbyak::Zmm(2), Xbyak::Zmm(3));
    a_.vmovdqu8(index | a_.k3, other);
  } else {
    look_up_words();
  }
  const Xbyak::Address to = output_address(Where::direct);
  if (is_masked) a_.vmovdqu8(to | a_.k1, index);
  else a_.vmovups(to, index);
}

/// The results of the bytes in the index register, in their place.
void Vectors::look_up_words() {
  const Xbyak::Zmm index(kIndex), other(kOther), even(kThird);
  const auto words = [&](const Xbyak::Zmm& at, const Xbyak::Opmask& is_upper) {
    a_.vmovaps(other, at);
    a_.vpermi2w(at, Xbyak::Zmm(0), Xbyak::Zmm(1));
    a_.vpermi2w(other, Xbyak::Zmm(2), Xbyak::Zmm(3));
    a_.vmovdqu16(at | is_upper, other);
  };
  a_.vptestmw(a_.k3, index, c_.vector_of({twice(0x0080)}));
  a_.vpmovw2m(a_.k4, index);
  a_.vptestmw(a_.k6, index, c_.vector_of({twice(0x0001)}));
  a_.vptestnmw(a_.k7, index, c_.vector_of({twice(0x0100)}));
  a_.vpsrlw(even, index, 1);
  a_.vpsrlw(index, index, 9);
  words(even, a_.k3);
  words(index, a_.k4);
  // The wanted half of each word to where the byte lies.
  a_.vpsrlw(even | a_.k6, even, 8);
  a_.vpsllw(index | a_.k7, index, 8);
  a_.vpblendmb(index | a_.k5, even, index);
}

}  // namespace dmlrun::jit
