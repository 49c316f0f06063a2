#include "engine/tensor/buffer.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace dmlrun {
namespace {

constexpr std::uint64_t kAlignment = 64;
// An object larger than this is no object: pointers into it could not be subtracted.
constexpr std::uint64_t kMaxBytes = PTRDIFF_MAX;

// The block from malloc or calloc is kept in the 8 bytes before the data, so that both can be freed alike. calloc is
// wanted because it knows which pages come fresh and zeroed from the system; aligned allocators have no such form.
static_assert(sizeof(void*) <= alignof(std::max_align_t));

std::byte* align_in(void* block) noexcept {
  auto address = reinterpret_cast<std::uintptr_t>(block);
  std::uintptr_t aligned = (address + sizeof(void*) + kAlignment - 1) & ~std::uintptr_t{kAlignment - 1};
  auto* data = static_cast<std::byte*>(block) + (aligned - address);
  std::memcpy(data - sizeof(void*), &block, sizeof(void*));
  return data;
}

}  // namespace

void Buffer::Free::operator()(std::byte* p) const noexcept {
  void* block;
  std::memcpy(&block, p - sizeof(void*), sizeof(void*));
  std::free(block);
}

Result<Buffer> Buffer::allocate(std::uint64_t bytes, bool zeroed) noexcept {
  Buffer buffer;
  if (bytes == 0) return buffer;
  constexpr std::uint64_t kExtra = kAlignment + sizeof(void*);
  if (bytes > kMaxBytes - kExtra) return Error{ErrorCode::out_of_memory};
  auto total = static_cast<std::size_t>(bytes + kExtra);
  void* block = zeroed ? std::calloc(total, 1) : std::malloc(total);
  if (!block) return Error{ErrorCode::out_of_memory};
  buffer.data_.reset(align_in(block));
  buffer.size_ = static_cast<std::size_t>(bytes);
  return buffer;
}

Result<Buffer> Buffer::make(std::uint64_t bytes) noexcept { return allocate(bytes, false); }

Result<Buffer> Buffer::make_zeroed(std::uint64_t bytes) noexcept { return allocate(bytes, true); }

}  // namespace dmlrun
