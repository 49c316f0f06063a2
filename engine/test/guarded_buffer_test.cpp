// What the differential test and `dmlrun fuzz` rely on: that a byte beside a buffer cannot be written, or read, unseen.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>

#include "engine/fuzz/guarded_buffer.h"
#include "engine/test/catch.h"

using namespace dmlrun;
using fuzz::BufferPosition;
using fuzz::GuardedBuffer;

namespace {

/// Whether reading this byte ends a process.
bool is_a_fault(const std::byte* address) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    for (const int number : {SIGSEGV, SIGBUS}) ::signal(number, [](int) { ::_exit(1); });
    ::_exit(*reinterpret_cast<const volatile unsigned char*>(address) & 0);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return status != 0;
}

}  // namespace

TEST_CASE("guarded buffers: every byte beside one is seen when it is written", "[fuzz]") {
  for (const std::size_t size : {1u, 7u, 64u, 4096u, 100'000u})
    for (const BufferPosition place :
         {BufferPosition{BufferPosition::Side::amid, 0}, BufferPosition{BufferPosition::Side::amid, 63},
          BufferPosition{BufferPosition::Side::begin, 0}, BufferPosition{BufferPosition::Side::end, 0}}) {
      GuardedBuffer buffer(size, place, 5);
      CAPTURE(size, static_cast<int>(place.side), place.misalignment);
      REQUIRE(buffer.bytes().size() == size);
      CHECK_FALSE(buffer.first_damage());
      std::memset(buffer.bytes().data(), 0, size);
      CHECK_FALSE(buffer.first_damage());
      if (place.side == BufferPosition::Side::amid)
        CHECK(reinterpret_cast<std::uintptr_t>(buffer.bytes().data()) % 64 == place.misalignment);
      const auto touch = [&](std::ptrdiff_t at) {
        buffer.bytes().data()[at] ^= std::byte{1};
        CHECK(buffer.first_damage() == at);
        buffer.bytes().data()[at] ^= std::byte{1};
      };
      const auto end = static_cast<std::ptrdiff_t>(size);
      if (place.side != BufferPosition::Side::begin) touch(-1), touch(-256);
      if (place.side != BufferPosition::Side::end) touch(end), touch(end + 255);
      CHECK_FALSE(buffer.first_damage());
    }
}

TEST_CASE("guarded buffers: one byte beyond the end that is guarded is a fault", "[fuzz]") {
  for (const std::size_t size : {1u, 4095u, 20'000u}) {
    const GuardedBuffer at_begin(size, {BufferPosition::Side::begin, 0}, 1),
        at_end(size, {BufferPosition::Side::end, 0}, 1);
    CHECK(is_a_fault(at_begin.bytes().data() - 1));
    CHECK_FALSE(is_a_fault(at_begin.bytes().data()));
    CHECK(is_a_fault(at_end.bytes().data() + size));
    CHECK_FALSE(is_a_fault(at_end.bytes().data() + size - 1));
  }
}

TEST_CASE("guarded buffers: random places come to every side", "[fuzz]") {
  int sides[3] = {};
  fuzz::Random random(1, 0);
  for (int i = 0; i < 1000; ++i) ++sides[static_cast<int>(BufferPosition::random(random).side)];
  for (const int count : sides) CHECK(count > 150);
}
