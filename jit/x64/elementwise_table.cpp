// Results looked up by the one byte that changes: two permutes of 128 bytes each, and the byte's highest bit to choose.
#include "jit/x64/elementwise_vectors.h"

namespace dmlrun::jit {
namespace {

constexpr int kQuarters = 4, kQuarterBytes = 64;
constexpr int kIndex = 4, kOther = 5;  ///< registers behind the table's

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
}

void Vectors::look_up(bool is_masked) {
  const Xbyak::Zmm index(kIndex), other(kOther);
  const Xbyak::Address from = stream_address(0, Where::direct);
  if (is_masked) a_.vmovdqu8(index | a_.k1 | a_.T_z, from);
  else a_.vmovups(index, from);
  a_.vpmovb2m(a_.k3, index);
  a_.vmovaps(other, index);
  a_.vpermi2b(index, Xbyak::Zmm(0), Xbyak::Zmm(1));
  a_.vpermi2b(other, Xbyak::Zmm(2), Xbyak::Zmm(3));
  a_.vmovdqu8(index | a_.k3, other);
  const Xbyak::Address to = output_address(Where::direct);
  if (is_masked) a_.vmovdqu8(to | a_.k1, index);
  else a_.vmovups(to, index);
}

}  // namespace dmlrun::jit
