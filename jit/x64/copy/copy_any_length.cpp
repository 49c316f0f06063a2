// Moves whose length is known only at run time.
#include "jit/x64/copy/copy_primitives.h"

namespace dmlrun::jit::x64 {

using namespace Xbyak::util;
using Xbyak::Label;
using Xbyak::Reg64;
using Xbyak::Xmm;

namespace {

/// Copies of at least this many bytes begin with one unaligned vector, after which stores are aligned.
constexpr std::uint32_t kAlignBytes = 1024;

}  // namespace

/// rcx bytes to r8. load(width, number, at) and store(width, number, at) move a register, `at` bytes after the
/// beginning.
template <class Load, class Store>
void CopyPrimitives::any_length(const Load& load, const Store& store, bool aligns) {
  Label small, loop, rest, one, last, done;
  const auto width = static_cast<int>(width_), round = width * kUnroll;
  const auto move = [&](std::uint32_t bytes, const Xbyak::RegExp& where) {
    load(bytes, 0, where), store(bytes, 0, where);
  };
  code_.cmp(rcx, width);
  code_.jb(small, kNear);
  code_.lea(r10, code_.ptr[rcx - width]);
  code_.xor_(eax, eax);
  code_.lea(r11, code_.ptr[rcx - round]);
  code_.cmp(rcx, round);
  code_.jb(rest, aligns ? kNear : code_.T_SHORT);
  if (aligns) {
    code_.cmp(rcx, kAlignBytes);
    code_.jb(loop);
    begin_aligned();
    code_.align(32);
  }
  code_.L(loop);
  prefetch_written(r8 + rax, kUnroll * width_);
  for (int i = 0; i < kUnroll; ++i) load(width_, i, rax + i * width);
  for (int i = 0; i < kUnroll; ++i) store(width_, i, rax + i * width);
  code_.add(rax, round);
  code_.cmp(rax, r11);
  code_.jbe(loop);
  code_.L(rest);
  code_.cmp(rax, r10);
  code_.jae(last);
  code_.L(one);
  move(width_, rax);
  code_.add(rax, width);
  code_.cmp(rax, r10);
  code_.jb(one);
  code_.L(last);
  move(width_, r10);
  code_.jmp(done, kNear);
  code_.L(small);
  for (std::uint32_t half = width_ / 2; half > size_; half /= 2) {
    Label next;
    const Xbyak::RegExp begin, end = rcx - static_cast<int>(half);
    code_.cmp(rcx, half);
    code_.jb(next);
    load(half, 0, begin), load(half, 1, end);
    store(half, 0, begin), store(half, 1, end);
    code_.jmp(done, kNear);
    code_.L(next);
  }
  move(size_, Xbyak::RegExp());
  code_.L(done);
}

void CopyPrimitives::copy_vectors() {
  any_length([&](std::uint32_t width, int number, const auto& where) { load(width, number, code_.ptr[r9 + where]); },
             [&](std::uint32_t width, int number, const auto& where) { store(width, number, code_.ptr[r8 + where]); },
             true);
}

void CopyPrimitives::copy_any(std::uint64_t longest) {
  const LongCopy ways = policy_.long_copy(longest);
  Label done;
  if (ways.non_temporal > 0) copy_non_temporal(ways.non_temporal, done);
  if (ways.string > 0) copy_by_string(ways.string, done);
  if (ways.descending > 0) copy_descending(ways.descending, done);
  copy_vectors();
  code_.L(done);
}

void CopyPrimitives::store_any(int from) {
  Label done;
  fill_non_temporal(from, done);
  any_length([](auto...) {},
             [&](std::uint32_t width, int, const auto& where) { store_part(width, from, code_.ptr[r8 + where]); },
             false);
  code_.L(done);
}

void CopyPrimitives::broadcast_any() {
  load_broadcast(code_, vector(width_, 0), size_, code_.ptr[r9]);
  store_any(0);
}

void CopyPrimitives::reverse_any() {
  Label small, loop, last, done;
  const auto width = static_cast<int>(width_), size = static_cast<int>(size_);
  const auto reverse = [&](std::uint32_t bytes, const Xbyak::RegExp& to, const Xbyak::RegExp& from) {
    if (bytes == 8) code_.vmovq(Xmm(0), code_.ptr[from]);
    else load(bytes, 0, code_.ptr[from]);
    reversed(bytes, 0);
    store_reversed(bytes, 0, code_.ptr[to]);
  };
  code_.cmp(rcx, width);
  code_.jb(small, kNear);
  code_.lea(r10, code_.ptr[rcx - width]);
  code_.xor_(eax, eax);
  // r11: the address of the bytes that the next vector reverses.
  code_.lea(r11, code_.ptr[r9 + (size - width)]);
  code_.cmp(rax, r10);
  code_.jae(last);
  code_.L(loop);
  reverse(width_, r8 + rax, r11);
  code_.sub(r11, width);
  code_.add(rax, width);
  code_.cmp(rax, r10);
  code_.jb(loop);
  code_.L(last);
  code_.mov(r11, r9);
  code_.sub(r11, rcx);
  reverse(width_, r8 + r10, r11 + size);
  code_.jmp(done, kNear);
  code_.L(small);
  code_.mov(r10, r9);
  code_.sub(r10, rcx);
  for (std::uint32_t half = width_ / 2; half > size_; half /= 2) {
    Label next;
    code_.cmp(rcx, half);
    code_.jb(next);
    reverse(half, r8, r9 + (size - static_cast<int>(half)));
    reverse(half, r8 + rcx - static_cast<int>(half), r10 + size);
    code_.jmp(done, kNear);
    code_.L(next);
  }
  load(size_, 0, code_.ptr[r9]);
  store(size_, 0, code_.ptr[r8]);
  code_.L(done);
}

void CopyPrimitives::elements_any(std::int64_t to_step) {
  Label loop;
  code_.L(loop);
  load(size_, 0, code_.ptr[r9]);
  store(size_, 0, code_.ptr[r8]);
  code_.add(r9, r11);
  add(r8, to_step, r10);
  code_.dec(rcx);
  code_.jnz(loop);
}

void CopyPrimitives::fill_elements_any(std::int64_t to_step) {
  Label loop;
  code_.L(loop);
  store_part(size_, kPattern, code_.ptr[r8]);
  add(r8, to_step, r10);
  code_.dec(rcx);
  code_.jnz(loop);
}

}  // namespace dmlrun::jit::x64
