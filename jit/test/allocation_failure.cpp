#include "jit/test/allocation_failure.h"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

thread_local std::uint64_t allocations = 0;
thread_local std::uint64_t first_failure = 0;  // 0: none fails

}  // namespace

// All forms, because a sanitizer's own forms do not match these.
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  if (first_failure != 0 && ++allocations >= first_failure) return nullptr;
  return std::malloc(bytes != 0 ? bytes : 1);
}
void* operator new(std::size_t bytes) {
  if (void* memory = operator new(bytes, std::nothrow)) return memory;
  throw std::bad_alloc();
}
void* operator new[](std::size_t bytes) { return operator new(bytes); }
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept { return operator new(bytes, std::nothrow); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

namespace dmlrun::jit::test {

AllocationFailure::AllocationFailure(std::uint64_t n) noexcept {
  allocations = 0;
  first_failure = n;
}

AllocationFailure::~AllocationFailure() { first_failure = 0; }

bool AllocationFailure::has_struck() const noexcept { return allocations >= first_failure; }

}  // namespace dmlrun::jit::test
