// Blocks of rows and columns that change places in registers: each 128-bit lane holds a square of elements, and riffling its
// rows as often as their number has bits, half with half, transposes it.
#include <algorithm>
#include <numeric>
#include <vector>

#include "jit/x64/moves.h"

namespace dmlrun::jit::x64 {

using namespace Xbyak::util;
using Xbyak::Ymm;

namespace {

constexpr std::uint32_t kLane = 16;
/// Bytes of a column that are read together: a line, if there are rows for it.
constexpr std::uint32_t kColumnBytes = 64;
/// Single bytes would make too much code of that.
constexpr std::uint32_t kMostRows = 32;

}  // namespace

Moves::Transposed Moves::transposed() const {
  if (size_ == 1 && isa_ < Isa::avx512) return {0, 0};
  return {std::min(kColumnBytes / size_, kMostRows), 2 * kLane / size_};
}

void Moves::transpose(std::int64_t to_step, std::int64_t from_step) {
  const std::uint32_t square = kLane / size_;  // Rows and columns of one in a lane.
  const auto riffle = [&](bool is_high, int to, int x, int y) {
    const Ymm target(to), first(x), second(y);
    switch (size_) {
      case 1: return is_high ? code_.vpunpckhbw(target, first, second) : code_.vpunpcklbw(target, first, second);
      case 2: return is_high ? code_.vpunpckhwd(target, first, second) : code_.vpunpcklwd(target, first, second);
      case 4: return is_high ? code_.vpunpckhdq(target, first, second) : code_.vpunpckldq(target, first, second);
      default: return is_high ? code_.vpunpckhqdq(target, first, second) : code_.vpunpcklqdq(target, first, second);
    }
  };
  for (std::uint32_t row = 0; row < transposed().rows; row += square) {
    const auto column = [&](std::uint32_t number) {
      return code_.ptr[at({r9, 0}, static_cast<std::int64_t>(number) * from_step + row * size_)];
    };
    // Sixteen of them and a free one: more than there are without AVX-512, and the fill's register is not among them.
    std::vector<int> registers(square);
    std::iota(registers.begin(), registers.end(), square > 8 ? 16 : 0);
    int free = square > 8 ? 0 : static_cast<int>(square);
    for (std::uint32_t i = 0; i < square; ++i) {
      const Ymm to(registers[i]);
      code_.vmovups(Xbyak::Xmm(registers[i]), column(i));
      if (to.getIdx() < 16) code_.vinserti128(to, to, column(i + square), 1);
      else code_.vinserti32x4(to, to, column(i + square), 1);
    }
    for (std::uint32_t distance = 1; distance < square; distance *= 2) {
      std::vector<int> next(square);
      for (std::uint32_t i = 0; i < square / 2; ++i) {
        const int x = registers[i], y = registers[i + square / 2];
        riffle(false, free, x, y);
        riffle(true, y, x, y);
        next[2 * i] = free;
        next[2 * i + 1] = y;
        free = x;
      }
      registers = next;
    }
    for (std::uint32_t i = 0; i < square; ++i)
      code_.vmovups(code_.ptr[at({r8, 0}, static_cast<std::int64_t>(row + i) * to_step)], Ymm(registers[i]));
  }
}

}  // namespace dmlrun::jit::x64
