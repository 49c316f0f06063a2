// The moves whose length is known at run time only.
#include "jit/x64/copy/copy_primitives.h"

namespace dmlrun::jit::x64 {

using namespace Xbyak::util;
using Xbyak::Label;
using Xbyak::Reg64;
using Xbyak::Xmm;

namespace {

/// From here on the output is brought to a multiple of the vector first.
constexpr std::uint32_t kAlignBytes = 1024;
/// Vectors per turn of the loop.
constexpr std::uint32_t kUnroll = 4;

}  // namespace

void CopyPrimitives::copy_vectors() {
  Label small, loop, rest, one, last, done;
  const auto width = static_cast<int>(width_);
  code_.cmp(rcx, width);
  code_.jb(small, code_.T_NEAR);
  code_.lea(r10, code_.ptr[rcx - width]);
  code_.xor_(eax, eax);
  code_.lea(r11, code_.ptr[rcx - width * static_cast<int>(kUnroll)]);
  code_.cmp(rcx, width * static_cast<int>(kUnroll));
  code_.jb(rest, code_.T_NEAR);
  code_.cmp(rcx, kAlignBytes);
  code_.jb(loop);
  begin_aligned();
  code_.align(32);
  code_.L(loop);
  prefetch_written(r8 + rax, kUnroll * width_);
  for (int i = 0; i < static_cast<int>(kUnroll); ++i) load(width_, i, code_.ptr[r9 + rax + i * width]);
  for (int i = 0; i < static_cast<int>(kUnroll); ++i) store(width_, i, code_.ptr[r8 + rax + i * width]);
  code_.add(rax, width * static_cast<int>(kUnroll));
  code_.cmp(rax, r11);
  code_.jbe(loop);
  code_.L(rest);
  code_.cmp(rax, r10);
  code_.jae(last);
  code_.L(one);
  load(width_, 0, code_.ptr[r9 + rax]);
  store(width_, 0, code_.ptr[r8 + rax]);
  code_.add(rax, width);
  code_.cmp(rax, r10);
  code_.jb(one);
  code_.L(last);
  load(width_, 0, code_.ptr[r9 + r10]);
  store(width_, 0, code_.ptr[r8 + r10]);
  code_.jmp(done, code_.T_NEAR);
  code_.L(small);
  for (std::uint32_t half = width_ / 2; half > size_; half /= 2) {
    Label next;
    code_.cmp(rcx, half);
    code_.jb(next);
    load(half, 0, code_.ptr[r9]);
    load(half, 1, code_.ptr[r9 + rcx - static_cast<int>(half)]);
    store(half, 0, code_.ptr[r8]);
    store(half, 1, code_.ptr[r8 + rcx - static_cast<int>(half)]);
    code_.jmp(done, code_.T_NEAR);
    code_.L(next);
  }
  load(size_, 0, code_.ptr[r9]);
  store(size_, 0, code_.ptr[r8]);
  code_.L(done);
}

void CopyPrimitives::store_any(int number) {
  Label small, loop, rest, one, last, done;
  const auto width = static_cast<int>(width_);
  const auto put = [&](const Xbyak::RegExp& to) { code_.vmovups(code_.ptr[to], vector(width_, number)); };
  fill_non_temporal(number, done);
  code_.cmp(rcx, width);
  code_.jb(small, code_.T_NEAR);
  code_.lea(r10, code_.ptr[rcx - width]);
  code_.xor_(eax, eax);
  code_.lea(r11, code_.ptr[rcx - width * static_cast<int>(kUnroll)]);
  code_.cmp(rcx, width * static_cast<int>(kUnroll));
  code_.jb(rest);
  code_.L(loop);
  prefetch_written(r8 + rax, kUnroll * width_);
  for (int i = 0; i < static_cast<int>(kUnroll); ++i) put(r8 + rax + i * width);
  code_.add(rax, width * static_cast<int>(kUnroll));
  code_.cmp(rax, r11);
  code_.jbe(loop);
  code_.L(rest);
  code_.cmp(rax, r10);
  code_.jae(last);
  code_.L(one);
  put(r8 + rax);
  code_.add(rax, width);
  code_.cmp(rax, r10);
  code_.jb(one);
  code_.L(last);
  put(r8 + r10);
  code_.jmp(done, code_.T_NEAR);
  code_.L(small);
  for (std::uint32_t half = width_ / 2; half > size_; half /= 2) {
    Label next;
    code_.cmp(rcx, half);
    code_.jb(next);
    store_part(half, number, code_.ptr[r8]);
    store_part(half, number, code_.ptr[r8 + rcx - static_cast<int>(half)]);
    code_.jmp(done, code_.T_NEAR);
    code_.L(next);
  }
  store_part(size_, number, code_.ptr[r8]);
  code_.L(done);
}

void CopyPrimitives::broadcast_any() {
  load_broadcast(0, code_.ptr[r9]);
  store_any(0);
}

void CopyPrimitives::reverse_any() {
  Label small, loop, last, done;
  const auto width = static_cast<int>(width_), size = static_cast<int>(size_);
  const auto turn = [&](std::uint32_t bytes, const Xbyak::RegExp& to, const Xbyak::RegExp& from) {
    if (bytes == 8)
      code_.vmovq(Xmm(0), code_.ptr[from]);
    else
      load(bytes, 0, code_.ptr[from]);
    reversed(bytes, 0);
    store_reversed(bytes, 0, code_.ptr[to]);
  };
  code_.cmp(rcx, width);
  code_.jb(small, code_.T_NEAR);
  code_.lea(r10, code_.ptr[rcx - width]);
  code_.xor_(eax, eax);
  // r11: where the bytes of the present vector lie.
  code_.lea(r11, code_.ptr[r9 + (size - width)]);
  code_.cmp(rax, r10);
  code_.jae(last);
  code_.L(loop);
  turn(width_, r8 + rax, r11);
  code_.sub(r11, width);
  code_.add(rax, width);
  code_.cmp(rax, r10);
  code_.jb(loop);
  code_.L(last);
  code_.mov(r11, r9);
  code_.sub(r11, rcx);
  turn(width_, r8 + r10, r11 + size);
  code_.jmp(done, code_.T_NEAR);
  code_.L(small);
  code_.mov(r10, r9);
  code_.sub(r10, rcx);
  for (std::uint32_t half = width_ / 2; half > size_; half /= 2) {
    Label next;
    code_.cmp(rcx, half);
    code_.jb(next);
    turn(half, r8, r9 + (size - static_cast<int>(half)));
    turn(half, r8 + rcx - static_cast<int>(half), r10 + size);
    code_.jmp(done, code_.T_NEAR);
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
