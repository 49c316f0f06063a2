// A block, written several times over: read once for several streams of stores.
#include <algorithm>
#include <cstddef>
#include <limits>

#include "jit/x64/moves.h"

namespace dmlrun::jit::x64 {

using namespace Xbyak::util;
using Xbyak::Label;

namespace {

/// Vectors per turn of a loop.
constexpr std::uint64_t kUnroll = 4;
/// Streams at most, and where they bypass the caches.
constexpr std::uint64_t kMostStreams = 8;
/// What is written to one stream before the next, where they bypass the caches: it stays in the first-level cache.
constexpr std::uint32_t kChunkBytes = 4096;
/// Outputs up to this size stay in the first-level cache.
constexpr std::uint64_t kNearOutput = 32u << 10;

}  // namespace

bool Moves::can_spread(std::uint64_t period) const {
  constexpr std::uint64_t kMost = std::numeric_limits<std::int32_t>::max() / (kMostStreams + 1);
  return period >= kUnroll * width_ && period <= kMost;
}

/// The bytes at r9 to r8, to r8 + period ..., a few vectors each at a time.
void Moves::spread_once(std::uint64_t period, std::uint64_t streams) {
  Label loop, last;
  const std::uint64_t turn = kUnroll * width_;
  const auto move = [&] {
    for (std::uint64_t i = 0; i < kUnroll; ++i) load(width_, static_cast<int>(i), code_.ptr[r9 + rax + i * width_]);
    for (std::uint64_t s = 0; s < streams; ++s)
      for (std::uint64_t i = 0; i < kUnroll; ++i)
        save(width_, static_cast<int>(i), code_.ptr[r8 + rax + s * period + i * width_]);
  };
  code_.xor_(eax, eax);
  code_.align(32);
  code_.L(loop);
  for (std::uint64_t s = 0; s < streams; ++s) ask_ahead(r8 + rax + s * period, turn);
  move();
  code_.add(rax, static_cast<std::uint32_t>(turn));
  code_.cmp(rax, static_cast<std::uint32_t>(period - turn));
  code_.jbe(loop, code_.T_NEAR);
  if (period % turn == 0) return;
  code_.mov(eax, static_cast<std::uint32_t>(period - turn));
  move();
}


/// As many times four pages as there are up to r11, line by line in turn, each line to all streams. rax counts.
void Moves::spread_pages(std::uint64_t period, std::uint64_t streams) {
  constexpr std::uint64_t kPages = 4, kVectors = 2;
  if (period < kPages * kChunkBytes) return;
  Label pages, line, done;
  code_.L(pages);
  code_.lea(r10, code_.ptr[rax + kPages * kChunkBytes]);
  code_.cmp(r10, r11);
  code_.ja(done, code_.T_NEAR);
  code_.lea(r10, code_.ptr[rax + kChunkBytes]);
  code_.L(line);
  for (std::uint64_t page = 0; page < kPages; ++page) {
    const std::uint64_t at = page * kChunkBytes;
    const auto number = [&](std::uint64_t i) { return static_cast<int>(kVectors * page + i); };
    for (std::uint64_t i = 0; i < kVectors; ++i) load(width_, number(i), code_.ptr[r9 + rax + at + i * width_]);
    for (std::uint64_t s = 0; s < streams; ++s)
      for (std::uint64_t i = 0; i < kVectors; ++i)
        code_.vmovntps(code_.ptr[r8 + rax + s * period + at + i * width_], vector(width_, number(i)));
  }
  code_.add(rax, static_cast<std::uint32_t>(kVectors * width_));
  code_.cmp(rax, r10);
  code_.jb(line, code_.T_NEAR);
  code_.add(rax, static_cast<std::uint32_t>((kPages - 1) * kChunkBytes));
  code_.jmp(pages, code_.T_NEAR);
  code_.L(done);
}

/// The same past the caches, chunk by chunk. r8 and the period are multiples of a vector.
void Moves::spread_bypassing(std::uint64_t period, std::uint64_t streams) {
  Label chunk, rest;
  const std::uint64_t turn = kUnroll * width_, whole = period / turn * turn;
  code_.xor_(eax, eax);
  code_.mov(r11d, static_cast<std::uint32_t>(whole));
  if (tuning_.bypass_pages > 1) spread_pages(period, streams);
  code_.cmp(rax, r11);
  code_.jae(rest, code_.T_NEAR);
  code_.L(chunk);
  code_.lea(r10, code_.ptr[rax + kChunkBytes]);
  code_.cmp(r10, r11);
  code_.cmova(r10, r11);
  for (std::uint64_t s = 0; s < streams; ++s) {
    Label loop;
    code_.mov(rcx, rax);
    code_.L(loop);
    for (std::uint64_t i = 0; i < kUnroll; ++i) load(width_, static_cast<int>(i), code_.ptr[r9 + rcx + i * width_]);
    for (std::uint64_t i = 0; i < kUnroll; ++i)
      code_.vmovntps(code_.ptr[r8 + rcx + s * period + i * width_], vector(width_, static_cast<int>(i)));
    code_.add(rcx, static_cast<std::uint32_t>(turn));
    code_.cmp(rcx, r10);
    code_.jb(loop);
  }
  code_.mov(rax, r10);
  code_.cmp(rax, r11);
  code_.jb(chunk, code_.T_NEAR);
  code_.L(rest);
  for (std::uint64_t at = whole; at < period; at += width_) {
    load(width_, 0, code_.ptr[r9 + at]);
    for (std::uint64_t s = 0; s < streams; ++s) save(width_, 0, code_.ptr[r8 + s * period + at]);
  }
}

/// Whether the first-level cache holds the block, and not all its copies.
bool Moves::stays_near(std::uint64_t period) const {
  return period <= tuning_.spread_near_bytes && layout_.output_bytes() > kNearOutput;
}

/// How many copies are written at once from one read of the block.
std::uint64_t Moves::spread_streams(std::uint64_t period, std::uint64_t times) const {
  return stays_near(period) ? 1 : std::min<std::uint64_t>(tuning_.spread_streams, times);
}

/// The bytes of a block that are written everywhere before the next; 0: all.
std::uint32_t Moves::spread_part(std::uint64_t period) const {
  if (stays_near(period)) return 0;
  const bool is_near = ahead() > 0 && layout_.output_bytes() <= tuning_.write_ahead_most;
  const std::uint32_t part = is_near ? tuning_.write_ahead_part : tuning_.spread_part_bytes;
  return tuning_.spread_streams == 1 && period > (is_near ? part : 2 * std::uint64_t{part}) ? part : 0;
}

std::string Moves::spread_text(std::uint64_t period, std::uint64_t times) const {
  const std::string copied = "the body copied " + std::to_string(times) + " times, ";
  if (const std::uint32_t part = spread_part(period); part > 0)
    return copied + "each part of " + std::to_string(part) + " bytes everywhere before the next";
  const std::uint64_t streams = spread_streams(period, times);
  if (streams == 1) return copied + "one copy after the other";
  return "the body read once for " + std::to_string(streams) + " copies";
}

/// The bytes at r9 to r8, to r8 + period ..., a part of them everywhere before the next.
void Moves::spread_in_parts(std::uint64_t period, std::uint64_t times, std::uint32_t bytes) {
  Label part, copy;
  code_.mov(code_.saved(r15), period);
  code_.L(part);
  code_.mov(ecx, bytes);
  code_.cmp(rcx, r15);
  code_.cmova(rcx, r15);
  code_.mov(rdx, times);
  code_.L(copy);
  copy_any(bytes);
  add(r8, static_cast<std::int64_t>(period), rax);
  code_.dec(rdx);
  code_.jnz(copy, code_.T_NEAR);
  add(r8, -static_cast<std::int64_t>(period * times), rax);
  code_.add(r8, rcx);
  code_.add(r9, rcx);
  code_.sub(r15, rcx);
  code_.jnz(part, code_.T_NEAR);
}

void Moves::spread(std::uint64_t period, std::uint64_t times) {
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
      code_.jnz(group, code_.T_NEAR);
    }
    if (rest > 0) some(rest);
  };
  if (may_bypass(tuning_.bypass_spread_bytes) && period % width_ == 0) {
    unless_bypassing(tuning_.bypass_spread_bytes, apart);
    code_.test(r8d, width_ - 1);
    code_.jnz(apart, code_.T_NEAR);
    all(std::min(kMostStreams, times), [&](std::uint64_t streams) { spread_bypassing(period, streams); });
    note_bypassed();
    code_.jmp(done, code_.T_NEAR);
    code_.L(apart);
  }
  const bool by_string = tuning_.string_bytes > 0 && period >= tuning_.string_bytes && !stays_near(period);
  if (const std::uint32_t part = spread_part(period); part > 0) spread_in_parts(period, times, part);
  else all(spread_streams(period, times), [&](std::uint64_t streams) {
    if (streams > 1 || !by_string) return spread_once(period, streams);
    code_.mov(rcx, period);
    copy_any(period);
  });
  code_.L(done);
}

}  // namespace dmlrun::jit::x64
