#include "engine/bench/plain_move.h"

#include <cstdint>
#include <cstring>

#include "engine/bench/workplace.h"

namespace dmlrun::bench {
namespace {

constexpr std::byte kFill{1};

#if defined(__x86_64__)
constexpr std::size_t kLine = 64;
using Vector = long long __attribute__((vector_size(16)));

void store_non_temporal(std::byte* to, Vector value) noexcept {
  asm volatile("movntdq %1, %0" : "=m"(*reinterpret_cast<Vector*>(to)) : "x"(value));
}

void copy_line(std::byte* to, const std::byte* from) noexcept {
  Vector values[4];
  std::memcpy(values, from, kLine);
  for (std::size_t i = 0; i < 4; ++i) store_non_temporal(to + i * sizeof(Vector), values[i]);
}

/// `to` begins a line. What is left over of one is not done: its bytes. Four pages at a time, as C libraries copy much:
/// one page after another takes up to twice as long.
std::size_t copy_lines(std::byte* to, const std::byte* from, std::size_t bytes) noexcept {
  constexpr std::size_t kPages = 4, kBlock = kPages * kPage;
  for (; bytes >= kBlock; bytes -= kBlock, to += kBlock, from += kBlock)
    for (std::size_t line = 0; line < kPage; line += kLine)
      for (std::size_t page = line; page < kBlock; page += kPage) {
        __builtin_prefetch(from + kBlock + page);  // past the end is harmless
        copy_line(to + page, from + page);
      }
  for (; bytes >= kLine; bytes -= kLine, to += kLine, from += kLine) copy_line(to, from);
  asm volatile("sfence" ::: "memory");
  return bytes;
}

std::size_t fill_lines(std::byte* to, std::size_t bytes) noexcept {
  Vector value;
  std::memset(&value, static_cast<int>(kFill), sizeof value);
  for (; bytes >= kLine; bytes -= kLine, to += kLine)
    for (std::size_t i = 0; i < 4; ++i) store_non_temporal(to + i * sizeof value, value);
  asm volatile("sfence" ::: "memory");
  return bytes;
}
#else
constexpr std::size_t kLine = 1;
std::size_t copy_lines(std::byte* to, const std::byte* from, std::size_t bytes) noexcept {
  std::memcpy(to, from, bytes);
  return 0;
}
std::size_t fill_lines(std::byte* to, std::size_t bytes) noexcept {
  std::memset(to, static_cast<int>(kFill), bytes);
  return 0;
}
#endif

void move_cached(std::byte* to, const std::byte* from, std::size_t bytes) noexcept {
  if (from) std::memcpy(to, from, bytes);
  else std::memset(to, static_cast<int>(kFill), bytes);
}

}  // namespace

/// Where chunk i begins: at a page, but for the first.
std::size_t PlainMove::edge(std::size_t i) const noexcept {
  if (i == 0 || i == team.threads) return i == 0 ? 0 : to.size();
  const auto begin = reinterpret_cast<std::uintptr_t>(to.data());
  const std::uintptr_t page = (begin + to.size() / team.threads * i) / kPage * kPage;
  return page > begin ? page - begin : 0;
}

void PlainMove::run_chunk(std::size_t i) const noexcept {
  const std::size_t first = edge(i);
  std::byte* at = to.data() + first;
  const std::byte* source = from ? from + first : nullptr;
  std::size_t bytes = edge(i + 1) - first;
  if (!is_non_temporal) return move_cached(at, source, bytes);
  const std::size_t before = (kLine - reinterpret_cast<std::uintptr_t>(at) % kLine) % kLine;
  if (before > bytes) return move_cached(at, source, bytes);
  move_cached(at, source, before);
  at += before, source = source ? source + before : nullptr, bytes -= before;
  const std::size_t rest = source ? copy_lines(at, source, bytes) : fill_lines(at, bytes);
  move_cached(at + bytes - rest, source ? source + bytes - rest : nullptr, rest);
}

void PlainMove::run() const noexcept {
  if (team.threads == 1) return run_chunk(0);
  run_loop(team.executor,
           {[](const void* move, std::uint64_t i) noexcept { static_cast<const PlainMove*>(move)->run_chunk(i); }, this,
            team.threads, 1});
}

}  // namespace dmlrun::bench
