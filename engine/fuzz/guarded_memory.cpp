#include "engine/fuzz/guarded_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <new>
#include <vector>

namespace dmlrun::fuzz {
namespace {

constexpr std::size_t kMaxKept = 64u << 20, kMin = 16u << 10;

std::size_t page_size() noexcept {
  static const auto size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return size;
}

std::span<std::byte> map(std::size_t bytes) {
  const std::size_t page = page_size();
  void* all = ::mmap(nullptr, bytes + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED) throw std::bad_alloc();
  std::byte* const begin = static_cast<std::byte*>(all) + page;
  if (::mprotect(begin, bytes, PROT_READ | PROT_WRITE) != 0) {
    ::munmap(all, bytes + 2 * page);
    throw std::bad_alloc();
  }
  return {begin, bytes};
}

void unmap(std::span<std::byte> memory) noexcept {
  ::munmap(memory.data() - page_size(), memory.size() + 2 * page_size());
}

/// What is free, by the logarithm of its size.
struct Kept {
  std::array<std::vector<std::span<std::byte>>, 64> by_size;
  std::size_t bytes = 0;
  ~Kept() {
    for (auto& list : by_size)
      for (const std::span<std::byte> memory : list) unmap(memory);
  }
};

Kept& kept() {
  thread_local Kept kept;
  return kept;
}

}  // namespace

GuardedMemory::GuardedMemory(std::size_t bytes) {
  const std::size_t size = std::bit_ceil(std::max({bytes, kMin, page_size()}));
  auto& list = kept().by_size[static_cast<std::size_t>(std::countr_zero(size))];
  if (list.empty()) {
    memory_ = map(size);
    return;
  }
  memory_ = list.back();
  list.pop_back();
  kept().bytes -= size;
}

GuardedMemory::~GuardedMemory() {
  if (memory_.empty()) return;
  Kept& all = kept();
  if (all.bytes + memory_.size() > kMaxKept) {
    unmap(memory_);
    return;
  }
  try {
    all.by_size[static_cast<std::size_t>(std::countr_zero(memory_.size()))].push_back(memory_);
    all.bytes += memory_.size();
  } catch (...) {
    unmap(memory_);
  }
}

}  // namespace dmlrun::fuzz
