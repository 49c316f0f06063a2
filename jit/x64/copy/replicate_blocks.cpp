// From the input, a block that is read once for several streams of stores, and from the output.
#include <algorithm>

#include "jit/x64/copy/replicator.h"

namespace dmlrun::jit::x64 {

using namespace Xbyak::util;
using Xbyak::Label;

namespace {

/// Bytes that from_output() copies at once: they stay in the first-level cache.
constexpr std::uint32_t kOutputBytes = 8192;

}  // namespace

/// The bytes at r9 to r8, to r8 + period ..., a few vectors each at a time.
void Replicator::block_once(std::uint64_t period, std::uint64_t streams) {
  Label loop;
  const std::uint64_t round = kUnroll * width_;
  const auto move = [&] {
    for (std::uint64_t i = 0; i < kUnroll; ++i)
      moves_.load(width_, static_cast<int>(i), code_.ptr[r9 + rax + i * width_]);
    for (std::uint64_t s = 0; s < streams; ++s)
      for (std::uint64_t i = 0; i < kUnroll; ++i)
        moves_.store(width_, static_cast<int>(i), code_.ptr[r8 + rax + s * period + i * width_]);
  };
  code_.xor_(eax, eax);
  code_.align(32);
  code_.L(loop);
  for (std::uint64_t s = 0; s < streams; ++s) moves_.prefetch_written(r8 + rax + s * period, round);
  move();
  code_.add(rax, static_cast<std::uint32_t>(round));
  code_.cmp(rax, static_cast<std::uint32_t>(period - round));
  code_.jbe(loop, kNear);
  if (period % round == 0) return;
  code_.mov(eax, static_cast<std::uint32_t>(period - round));
  move();
}

/// The same by non-temporal stores, chunk by chunk. r8 and the period are multiples of a vector.
void Replicator::block_non_temporal(std::uint64_t period, std::uint64_t streams, bool in_four_pages) {
  Label chunk, rest;
  const std::uint64_t round = kUnroll * width_, whole = period / round * round;
  code_.xor_(eax, eax);
  code_.mov(r11d, static_cast<std::uint32_t>(whole));
  if (in_four_pages) moves_.four_pages(r11, streams, period, false);
  code_.cmp(rax, r11);
  code_.jae(rest, kNear);
  code_.L(chunk);
  code_.lea(r10, code_.ptr[rax + StorePolicy::kChunkBytes]);
  code_.cmp(r10, r11);
  code_.cmova(r10, r11);
  for (std::uint64_t s = 0; s < streams; ++s) {
    Label loop;
    code_.mov(rcx, rax);
    code_.L(loop);
    for (std::uint64_t i = 0; i < kUnroll; ++i)
      moves_.load(width_, static_cast<int>(i), code_.ptr[r9 + rcx + i * width_]);
    for (std::uint64_t i = 0; i < kUnroll; ++i)
      code_.vmovntps(code_.ptr[r8 + rcx + s * period + i * width_], moves_.vector(width_, static_cast<int>(i)));
    code_.add(rcx, static_cast<std::uint32_t>(round));
    code_.cmp(rcx, r10);
    code_.jb(loop);
  }
  code_.mov(rax, r10);
  code_.cmp(rax, r11);
  code_.jb(chunk, kNear);
  code_.L(rest);
  for (std::uint64_t at = whole; at < period; at += width_) {
    moves_.load(width_, 0, code_.ptr[r9 + at]);
    for (std::uint64_t s = 0; s < streams; ++s) moves_.store(width_, 0, code_.ptr[r8 + s * period + at]);
  }
}

/// The bytes at r9 to r8, to r8 + period ..., a part of them everywhere before the next.
void Replicator::in_parts(std::uint64_t period, std::uint64_t times, std::uint32_t bytes) {
  Label part, copy;
  code_.mov(code_.saved(r15), period);
  code_.L(part);
  code_.mov(ecx, bytes);
  code_.cmp(rcx, r15);
  code_.cmova(rcx, r15);
  code_.mov(rdx, times);
  code_.L(copy);
  moves_.copy_any(bytes);
  moves_.add(r8, static_cast<std::int64_t>(period), rax);
  code_.dec(rdx);
  code_.jnz(copy, kNear);
  moves_.add(r8, -static_cast<std::int64_t>(period * times), rax);
  code_.add(r8, rcx);
  code_.add(r9, rcx);
  code_.sub(r15, rcx);
  code_.jnz(part, kNear);
}

void Replicator::from_input(std::uint64_t period, std::uint64_t times) {
  Label apart, done;
  const auto all = [&](std::uint64_t streams, const auto& some) {
    const std::uint64_t groups = times / streams, rest = times % streams;
    Label group;
    if (groups > 1) code_.mov(rdx, groups);
    code_.L(group);
    some(streams);
    code_.add(r8, static_cast<std::uint32_t>(period * streams));
    if (groups > 1) {
      code_.dec(rdx);
      code_.jnz(group, kNear);
    }
    if (rest > 0) some(rest);
  };
  const ReplicateOrder order = moves_.policy().replicate(period, times);
  if (order.non_temporal > 0) {
    moves_.unless_non_temporal(order.non_temporal, apart);
    code_.test(r8d, width_ - 1);
    code_.jnz(apart, kNear);
    all(std::min(kMaxStreams, times),
        [&](std::uint64_t streams) { block_non_temporal(period, streams, order.four_pages); });
    moves_.note_non_temporal();
    code_.jmp(done, kNear);
    code_.L(apart);
  }
  if (order.part > 0) {
    in_parts(period, times, order.part);
  } else {
    all(order.streams, [&](std::uint64_t streams) {
      if (streams > 1 || !order.is_string) return block_once(period, streams);
      code_.mov(rcx, period);
      moves_.copy_any(period);
    });
  }
  code_.L(done);
}

void Replicator::from_output(std::uint64_t period) {
  Label loop, done;
  code_.mov(code_.saved(r15), period);
  code_.lea(r8, code_.ptr[r9 + r15]);
  code_.L(loop);
  code_.mov(rcx, r15);
  code_.cmp(rdx, rcx);
  code_.cmovb(rcx, rdx);
  moves_.copy_any(0);  // From what was just written: as it is, through the caches.
  code_.sub(rdx, rcx);
  code_.jz(done);
  code_.add(r8, rcx);
  code_.cmp(r15, kOutputBytes);
  code_.jae(loop, kNear);
  code_.add(r15, r15);
  code_.jmp(loop, kNear);
  code_.L(done);
}

}  // namespace dmlrun::jit::x64
