#include "engine/tensor/buffer.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "engine/test/catch.h"
#include "engine/test/sanitized.h"

using namespace dmlrun;

TEST_CASE("buffers of all sizes are aligned to 64 and writable to their last byte") {
  for (std::uint64_t bytes : {1ull, 7ull, 63ull, 64ull, 65ull, 4096ull, 100'000ull, 1ull << 20, (8ull << 20) + 3}) {
    auto buffer = Buffer::make(bytes);
    REQUIRE(buffer);
    CHECK(buffer->size() == bytes);
    CHECK(buffer->bytes().size() == bytes);
    CHECK(reinterpret_cast<std::uintptr_t>(buffer->data()) % 64 == 0);
    std::memset(buffer->data(), 0xA5, buffer->size());
    CHECK(std::to_integer<int>(buffer->bytes().back()) == 0xA5);
  }
}

TEST_CASE("zeroed buffers are zero, reused memory too") {
  for (std::uint64_t bytes : {1ull, 100ull, 5000ull, 300'000ull, 40ull << 20}) {
    for (int round = 0; round < 3; ++round) {
      auto buffer = Buffer::make_zeroed(bytes);
      REQUIRE(buffer);
      CHECK(reinterpret_cast<std::uintptr_t>(buffer->data()) % 64 == 0);
      auto all = buffer->bytes();
      CHECK(std::all_of(all.begin(), all.end(), [](std::byte b) { return b == std::byte{0}; }));
      std::memset(buffer->data(), 0xFF, buffer->size());
    }
  }
}

TEST_CASE("an empty buffer has no data") {
  auto buffer = Buffer::make(0);
  REQUIRE(buffer);
  CHECK(buffer->size() == 0);
  CHECK(buffer->data() == nullptr);
  CHECK(Buffer{}.bytes().empty());
}

TEST_CASE("sizes beyond all memory are refused as out_of_memory without text") {
  for (std::uint64_t bytes : {std::uint64_t{PTRDIFF_MAX}, UINT64_MAX, UINT64_MAX - 63, UINT64_MAX / 2 + 1}) {
    for (bool zeroed : {false, true}) {
      auto buffer = zeroed ? Buffer::make_zeroed(bytes) : Buffer::make(bytes);
      REQUIRE_FALSE(buffer);
      CHECK(buffer.error().code == ErrorCode::out_of_memory);
      CHECK(buffer.error().message.empty());
    }
  }
}

// A sanitizer's allocator ends the process instead of returning null.
#if !DMLRUN_TEST_SANITIZED
TEST_CASE("a size that the system refuses is out_of_memory") {
  auto buffer = Buffer::make(std::uint64_t{1} << 62);
  REQUIRE_FALSE(buffer);
  CHECK(buffer.error().code == ErrorCode::out_of_memory);
}
#endif

TEST_CASE("a buffer moves without its bytes moving") {
  auto made = Buffer::make_zeroed(100);
  REQUIRE(made);
  std::byte* data = made->data();
  Buffer moved = std::move(*made);
  CHECK(moved.data() == data);
  CHECK(moved.size() == 100);
}
