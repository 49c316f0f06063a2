// Blocks that are transposed in registers. A square of elements lies in as many registers as it has rows, each row in
// the same 128-bit lane; interleaving the first half of the rows with the second half, log2(rows) times, transposes it.
#include "jit/x64/copy/transpose_emitter.h"

#include <numeric>
#include <vector>

namespace dmlrun::jit::x64 {

using namespace Xbyak::util;
using Xbyak::Label;
using Xbyak::Ymm;

namespace {

constexpr std::uint32_t kSquareBytes = 16;  // a row of a square fills a lane

}  // namespace

void TransposeEmitter::emit() {
  if (rows_.why_not_in_registers.empty()) blocks(rows_.rows, rows_.columns);
  blocks(kColumnRows, 1);
}

/// As many times `rows` rows as r13 holds: columns in groups, those that are left one by one.
void TransposeEmitter::blocks(std::uint64_t rows, std::uint64_t group) {
  Label blocks, rest;
  const plan::Run& row = layout_.plan.axes[layout_.innermost].head[0];
  const std::int64_t output_step = layout_.axes[layout_.innermost - 1].stride;
  const std::int64_t stride = layout_.plan.operands[0].strides[layout_.innermost] * layout_.element_bytes;
  const std::int64_t step = row.step * stride, count = static_cast<std::int64_t>(rows);
  const auto columns = [&](std::uint64_t times, std::uint64_t width, const auto& move) {
    if (times == 0) return;
    Label again;
    code_.mov(rcx, times);
    code_.L(again);
    move();
    moves_.add(r9, step * static_cast<std::int64_t>(width), r10);
    moves_.add(r8, layout_.axes[layout_.innermost].stride * static_cast<std::int64_t>(width), r10);
    code_.dec(rcx);
    code_.jnz(again, kNear);
  };
  code_.cmp(r13, static_cast<std::uint32_t>(rows));
  code_.jb(rest, kNear);
  code_.L(blocks);
  code_.mov(r8, rdi);
  moves_.point(r9, {rsi, row.begin * stride});
  if (group > 1) columns(row.count / group, group, [&] { transpose(output_step, step); });
  columns(group > 1 ? row.count % group : row.count, 1, [&] { column(output_step, rows); });
  moves_.add(rdi, output_step * count, r10);
  moves_.add(rsi, rows_.row_step * count, r10);
  code_.sub(r13, static_cast<std::uint32_t>(rows));
  code_.cmp(r13, static_cast<std::uint32_t>(rows));
  code_.jae(blocks, kNear);
  code_.L(rest);
}

/// One element of each of `rows` rows, an even number: from r9 to r8.
void TransposeEmitter::column(std::int64_t to_step, std::uint64_t rows) {
  const std::uint32_t size = moves_.element_bytes();
  // Pairs, so that loads do not wait for stores.
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(rows); i += 2) {
    for (int k = 0; k < 2; ++k) moves_.load(size, k, code_.ptr[moves_.at({r9, 0}, (i + k) * rows_.row_step)]);
    for (int k = 0; k < 2; ++k) moves_.store(size, k, code_.ptr[moves_.at({r8, 0}, (i + k) * to_step)]);
  }
}

/// A block of columns, `from_step` bytes apart from r9 on, each of elements side by side, to rows `to_step` bytes apart
/// from r8 on. Changes vectors 0 to 8, or 16 to 31 and 0.
void TransposeEmitter::transpose(std::int64_t to_step, std::int64_t from_step) {
  const std::uint32_t size = moves_.element_bytes(),
                      square = kSquareBytes / size;  // Rows and columns of one in a lane.
  const auto unpack = [&](bool is_high, int to, int x, int y) {
    const Ymm target(to), first(x), second(y);
    switch (size) {
      case 1: return is_high ? code_.vpunpckhbw(target, first, second) : code_.vpunpcklbw(target, first, second);
      case 2: return is_high ? code_.vpunpckhwd(target, first, second) : code_.vpunpcklwd(target, first, second);
      case 4: return is_high ? code_.vpunpckhdq(target, first, second) : code_.vpunpckldq(target, first, second);
      default: return is_high ? code_.vpunpckhqdq(target, first, second) : code_.vpunpcklqdq(target, first, second);
    }
  };
  for (std::uint32_t row = 0; row < rows_.rows; row += square) {
    const auto column = [&](std::uint32_t number) {
      return code_.ptr[moves_.at({r9, 0}, static_cast<std::int64_t>(number) * from_step + row * size)];
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
        unpack(false, free, x, y);
        unpack(true, y, x, y);
        next[2 * i] = free;
        next[2 * i + 1] = y;
        free = x;
      }
      registers = next;
    }
    for (std::uint32_t i = 0; i < square; ++i)
      code_.vmovups(code_.ptr[moves_.at({r8, 0}, static_cast<std::int64_t>(row + i) * to_step)], Ymm(registers[i]));
  }
}

}  // namespace dmlrun::jit::x64
