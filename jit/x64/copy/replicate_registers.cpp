// From registers: periods up to 256 bytes.
#include <algorithm>
#include <array>

#include "jit/x64/copy/replicator.h"

namespace dmlrun::jit::x64 {

using namespace Xbyak::util;
using Xbyak::Label;
using Xbyak::Xmm;

namespace {

/// Periods that fit a lane, so that one shuffle within lanes gives any phase of them.
constexpr std::uint64_t kLaneBytes = 16;
/// More stores than this are a loop.
constexpr std::uint64_t kInlineStores = 24;
/// Stores per iteration of that loop.
constexpr std::uint64_t kRound = 4;

/// Bytes that one load takes of a period in a lane: the greatest power of two that is not longer.
std::uint64_t lane_part(std::uint64_t period) {
  std::uint64_t part = kLaneBytes;
  while (part > period) part /= 2;
  return part;
}

/// The shuffle that makes a vector of the period, its byte 0 being byte `phase` of the period.
std::array<std::byte, 64> lane_shuffle(std::uint64_t period, std::uint64_t phase) {
  const std::uint64_t part = lane_part(period);
  std::array<std::byte, 64> shuffle{};
  for (std::size_t i = 0; i < shuffle.size(); ++i) {
    const std::uint64_t byte = (i + phase) % period;
    // As load_lane leaves them: the first part, and after it the last, which may overlap.
    shuffle[i] = static_cast<std::byte>(byte < part ? byte : part + byte - (period - part));
  }
  return shuffle;
}

}  // namespace

/// Vector 0 becomes the period in each lane: its first bytes, then its last, as many each.
void Replicator::load_lane(MemRef from, std::uint64_t period) {
  const std::uint64_t part = lane_part(period);
  const Xmm v(0);
  const auto first = moves_.at(from, 0), last = moves_.at(from, static_cast<std::int64_t>(period - part));
  const bool has_rest = part < period;
  if (part == kLaneBytes) {
    code_.vmovups(v, code_.ptr[first]);
  } else if (part == 8) {
    code_.vmovq(v, code_.ptr[first]);
    if (has_rest) code_.vpinsrq(v, v, code_.ptr[last], 1);
  } else if (part == 4) {
    code_.vmovd(v, code_.ptr[first]);
    if (has_rest) code_.vpinsrd(v, v, code_.ptr[last], 1);
  } else {
    code_.vpxor(v, v, v);
    code_.vpinsrw(v, v, code_.ptr[first], 0);
    if (has_rest) code_.vpinsrw(v, v, code_.ptr[last], 1);
  }
  if (width_ == 32) code_.vinserti128(Xbyak::Ymm(0), Xbyak::Ymm(0), v, 1);
  if (width_ == 64) code_.vshufi32x4(Xbyak::Zmm(0), Xbyak::Zmm(0), Xbyak::Zmm(0), 0);
}

/// `bytes` of a period that fits a lane: stores of whole periods, each beginning one, and a last one that ends with the
/// last byte.
void Replicator::repeat_lane(MemRef to, MemRef from, std::uint64_t period, std::uint64_t bytes) {
  load_lane(moves_.near_ref(from, period, r9), period);
  const std::uint32_t width = moves_.widest(bytes);
  const std::uint64_t advance = width / period * period, stores = (bytes - width) / advance + 1;
  const auto head = lane_shuffle(period, 0), tail = lane_shuffle(period, (period - width % period) % period);
  code_.vpshufb(moves_.vector(width_, 1), moves_.vector(width_, 0),
                code_.ptr[code_.saved(rbp) + tables_.add(head.data(), 64, 64)]);
  code_.vpshufb(moves_.vector(width_, 2), moves_.vector(width_, 0),
                code_.ptr[code_.saved(rbp) + tables_.add(tail.data(), 64, 64)]);
  if (stores <= kInlineStores) {
    to = moves_.near_ref(to, bytes, r8);
    for (std::uint64_t i = 0; i < stores; ++i)
      moves_.store_part(width, 1, code_.ptr[moves_.at(to, static_cast<std::int64_t>(i * advance))]);
    return moves_.store_part(width, 2, code_.ptr[moves_.at(to, static_cast<std::int64_t>(bytes - width))]);
  }
  Label loop;
  moves_.point(r8, to);
  code_.mov(rcx, stores / kRound);
  code_.L(loop);
  moves_.prefetch_written(r8, kRound * advance);
  for (std::uint64_t i = 0; i < kRound; ++i) moves_.store_part(width, 1, code_.ptr[r8 + i * advance]);
  code_.add(r8, static_cast<std::uint32_t>(kRound * advance));
  code_.dec(rcx);
  code_.jnz(loop);
  for (std::uint64_t i = 0; i < stores % kRound; ++i) moves_.store_part(width, 1, code_.ptr[r8 + i * advance]);
  moves_.add(r8,
             static_cast<std::int64_t>(bytes - width) - static_cast<std::int64_t>(stores / kRound * kRound * advance),
             rax);
  moves_.store_part(width, 2, code_.ptr[r8]);
}

/// In executions that write much, whole vectors by non-temporal stores, and then to `done`.
void Replicator::repeat_non_temporal(MemRef to, MemRef from, std::uint64_t period, std::uint64_t times, Label& done) {
  const StorePolicy& policy = moves_.policy();
  const std::uint32_t width = policy.held_store_bytes();
  const std::uint64_t least = policy.replicate_registers(period);
  if (least == 0) return;
  Label otherwise, loop;
  const std::uint64_t moves = period / width;
  moves_.unless_non_temporal(least, otherwise);
  moves_.point(r8, to);
  code_.test(r8d, width - 1);
  code_.jnz(otherwise, kNear);
  for (std::uint64_t i = 0; i < moves; ++i)
    moves_.load(width, static_cast<int>(i), code_.ptr[moves_.at(from, static_cast<std::int64_t>(i * width))]);
  code_.mov(rcx, times);
  code_.L(loop);
  for (std::uint64_t i = 0; i < moves; ++i)
    code_.vmovntps(code_.ptr[r8 + i * width], moves_.vector(width, static_cast<int>(i)));
  code_.add(r8, static_cast<std::uint32_t>(period));
  code_.dec(rcx);
  code_.jnz(loop);
  moves_.note_non_temporal();
  code_.jmp(done, kNear);
  code_.L(otherwise);
}

void Replicator::from_registers(MemRef to, MemRef from, std::uint64_t period, std::uint64_t times) {
  if (period <= kLaneBytes) return repeat_lane(to, from, period, period * times);
  from = moves_.near_ref(from, period, r9);
  Label done;
  repeat_non_temporal(to, from, period, times, done);
  const std::uint32_t width = moves_.widest(period);
  const std::uint64_t last = period - width, moves = (period + width - 1) / width;
  const auto offset = [&](std::uint64_t i) { return static_cast<std::int64_t>(std::min(i * width, last)); };
  for (std::uint64_t i = 0; i < moves; ++i)
    moves_.load(width, static_cast<int>(i), code_.ptr[moves_.at(from, offset(i))]);
  Label loop;
  moves_.point(r8, to);
  code_.mov(rcx, times);
  code_.L(loop);
  moves_.prefetch_written(r8, period);
  for (std::uint64_t i = 0; i < moves; ++i)
    moves_.store(width, static_cast<int>(i), code_.ptr[moves_.at({r8, 0}, offset(i))]);
  code_.add(r8, static_cast<std::uint32_t>(period));
  code_.dec(rcx);
  code_.jnz(loop);
  code_.L(done);
}

}  // namespace dmlrun::jit::x64
