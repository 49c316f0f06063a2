#include "jit/x64/arithmetic/row_pointers.h"

#include <algorithm>

namespace dmlrun::jit::x64::arithmetic {

namespace {

/// Bytes that are copied at once.
constexpr std::int32_t kChunk = 8;

}  // namespace

RowPointers::RowPointers(Emission& emission) : e_(emission), a_(emission.code) {
  const auto period = static_cast<std::int32_t>(e_.rows.period);
  const auto block = static_cast<std::int32_t>(e_.vectors.block_elements);
  if (period == 0) return;
  // A multiple of the period, so that the row begins there, too.
  if (!e_.vectors.has_avx512) elements_before_ = (block + period - 1) / period * period;
  for (std::size_t s = 0; s < e_.moving; ++s) {
    if (!e_.is_repeated(s)) continue;
    const auto bytes = static_cast<std::int32_t>(e_.element_bytes(s));
    const std::int32_t size = (elements_before_ + period + block) * bytes + 2 * kChunk;
    rows_.push_back({s, e_.frame.add(static_cast<std::size_t>(size), 64) + elements_before_ * bytes, bytes});
  }
}

std::int32_t RowPointers::period(const Row& row) const { return static_cast<std::int32_t>(e_.rows.period) * row.bytes; }

std::int32_t RowPointers::block(const Row& row) const {
  return static_cast<std::int32_t>(e_.vectors.block_elements) * row.bytes;
}

/// Copies the row at r14 into the frame and repeats it for a block beyond it, chunk by chunk.
void RowPointers::fill(const Row& row) {
  const std::int32_t all = period(row), begin = row.place - elements_before_ * row.bytes;
  const std::int32_t end = row.place + all + block(row);
  std::int32_t width = kChunk;
  while (width > all) width /= 2;
  const auto copy = [&](std::int32_t to, const Xbyak::RegExp& from, std::int32_t bytes) {
    const Xbyak::RegExp target = a_.rsp + to;
    if (bytes == 8) return a_.mov(a_.rax, a_.qword[from]), a_.mov(a_.qword[target], a_.rax);
    if (bytes == 4) return a_.mov(a_.eax, a_.dword[from]), a_.mov(a_.dword[target], a_.eax);
    a_.movzx(a_.eax, a_.word[from]);
    a_.mov(a_.word[target], a_.ax);
  };
  for (std::int32_t done = 0; done < all; done += width) {
    const std::int32_t at = std::min(done, all - width);
    copy(begin + at, a_.r14 + at, width);
  }
  const std::int32_t repeated = (kChunk + all - 1) / all * all;
  std::int32_t at = begin + all;
  for (; at < begin + repeated; at += width) copy(at, a_.rsp + (at - all), width);
  for (at = begin + repeated; at < end; at += kChunk) copy(at, a_.rsp + (at - repeated), kChunk);
}

void RowPointers::begin() {
  if (rows_.empty()) return;
  a_.mov(a_.r15, a_.rdx);
  a_.xor_(a_.edx, a_.edx);
  a_.mov(a_.rcx, e_.rows.period);
  a_.div(a_.rcx);
  a_.mov(a_.rcx, a_.rdx);
  a_.mov(a_.rdx, a_.r15);
  for (const Row& row : rows_) {
    a_.mov(a_.r14, a_.ptr[a_.rsi + std::size_t{e_.operand(row.stream).input} * 8]);
    e_.add(a_.r14, e_.operand(row.stream).offset * row.bytes);
    fill(row);
    a_.lea(*e_.pointer(row.stream), a_.ptr[a_.rsp + a_.rcx * row.bytes + row.place]);
  }
}

void RowPointers::advance() {
  for (const Row& row : rows_) {
    const Xbyak::Reg64 pointer = *e_.pointer(row.stream);
    a_.lea(a_.rax, a_.ptr[a_.rsp + row.place + period(row)]);
    a_.add(pointer, block(row) % period(row));
    a_.lea(a_.rbx, a_.ptr[pointer - period(row)]);
    a_.cmp(pointer, a_.rax);
    a_.cmovae(pointer, a_.rbx);
  }
}

void RowPointers::go_back() {
  for (const Row& row : rows_) {
    a_.mov(a_.rax, a_.rdx);
    a_.sub(a_.rax, static_cast<std::uint32_t>(e_.vectors.block_elements));
    a_.sub(a_.rax, a_.rcx);
    a_.imul(a_.rax, a_.rax, row.bytes);
    a_.add(*e_.pointer(row.stream), a_.rax);
  }
}

}  // namespace dmlrun::jit::x64::arithmetic
