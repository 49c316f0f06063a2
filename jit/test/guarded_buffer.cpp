#include "jit/test/guarded_buffer.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "engine/test/random.h"

namespace dmlrun::jit::test {
namespace {

// Wide enough that a loop that runs away, or a stride too many, does not land behind it.
constexpr std::size_t kGuardBytes = 1u << 20;

}  // namespace

GuardedBuffer::GuardedBuffer(const char* name, std::size_t capacity, std::uint64_t seed) : watched_(name) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t bytes = std::max<std::size_t>(1, (capacity + page - 1) / page) * page;
  pattern_.resize(bytes);
  for (const char* letter = name; *letter != 0; ++letter) seed = seed * 31 + static_cast<unsigned char>(*letter);
  dmlrun::test::Random(seed, 0).fill(pattern_);
  const std::size_t all = bytes + 2 * kGuardBytes;
  void* memory = ::mmap(nullptr, all, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  mapping_ = {static_cast<std::byte*>(memory), all};
  accessible_ = mapping_.subspan(kGuardBytes, bytes);
  if (::mprotect(accessible_.data(), bytes, PROT_READ | PROT_WRITE) != 0) {
    ::munmap(memory, all);
    throw std::bad_alloc();
  }
  place(0, Side::begin);
}

GuardedBuffer::~GuardedBuffer() { ::munmap(mapping_.data(), mapping_.size()); }

std::span<std::byte> GuardedBuffer::place(std::size_t bytes, Side side, std::size_t distance) noexcept {
  if (!is_writable_) ::mprotect(accessible_.data(), accessible_.size(), PROT_READ | PROT_WRITE);
  is_writable_ = true;
  std::memcpy(accessible_.data(), pattern_.data(), pattern_.size());
  buffer_ = accessible_.subspan(side == Side::begin ? distance : accessible_.size() - distance - bytes, bytes);
  watched_.move_to(buffer_.data(), bytes);
  return buffer_;
}

std::optional<std::ptrdiff_t> GuardedBuffer::first_damage() const noexcept {
  const std::ptrdiff_t begin = buffer_.data() - accessible_.data();
  const auto end = begin + static_cast<std::ptrdiff_t>(buffer_.size());
  const auto size = static_cast<std::ptrdiff_t>(accessible_.size());
  for (const auto& [from, to] : {std::pair(std::ptrdiff_t{0}, begin), std::pair(end, size)}) {
    const std::byte* found = accessible_.data() + from;
    const std::byte* expected = pattern_.data() + from;
    if (std::memcmp(found, expected, static_cast<std::size_t>(to - from)) == 0) continue;
    return std::mismatch(found, found + (to - from), expected).first - buffer_.data();
  }
  return std::nullopt;
}

void GuardedBuffer::forbid_writing() noexcept {
  is_writable_ = ::mprotect(accessible_.data(), accessible_.size(), PROT_READ) != 0;
}

}  // namespace dmlrun::jit::test
