// Which instruction sets are used, by what the processor and the operating system say.
#include "jit/x64/isa.h"

#include "engine/test/catch.h"

using namespace dmlrun::jit::x64;

TEST_CASE("X150: instructions whose registers the operating system does not keep are not used") {
  constexpr std::uint32_t kAll = 0xffffffff;
  constexpr std::uint64_t kX87 = 1, kXmm = 2, kYmm = 4, kZmm = 0xe0;
  CHECK(best_isa({kAll, kAll, kAll}, kX87 | kXmm | kYmm | kZmm) == Isa::avx512_fp16);
  for (const std::uint64_t missing : {0x20, 0x40, 0x80})
    CHECK(best_isa({kAll, kAll, kAll}, (kX87 | kXmm | kYmm | kZmm) & ~missing) == Isa::avx2);
  CHECK(best_isa({kAll, kAll, kAll}, kX87 | kXmm) == Isa::none);
  CHECK(best_isa({kAll, kAll, kAll}, kX87 | kYmm | kZmm) == Isa::none);
  CHECK(best_isa({kAll, kAll, kAll}, 0) == Isa::none);
}

TEST_CASE("a set of instructions is used where all of its parts are there") {
  constexpr std::uint32_t kAvx2 = 1 << 3 | 1 << 5 | 1 << 8, kAvx512 = kAvx2 | 1u << 16 | 1u << 17 | 1u << 30 | 1u << 31;
  constexpr std::uint32_t kVbmi = 1 << 1, kVnni = 1 << 11, kFp16 = 1 << 23;
  constexpr std::uint64_t kState = 0xe7;
  CHECK(best_isa({kAvx2, 0, 0}, kState) == Isa::avx2);
  CHECK(best_isa({kAvx512, 0, 0}, kState) == Isa::avx512);
  CHECK(best_isa({kAvx512, kVbmi | kVnni, 0}, kState) == Isa::avx512_vbmi);
  CHECK(best_isa({kAvx512, kVbmi | kVnni, kFp16}, kState) == Isa::avx512_fp16);
  CHECK(best_isa({kAvx512, kVnni, kFp16}, kState) == Isa::avx512);
  CHECK(best_isa({kAvx512, kVbmi, 0}, kState) == Isa::avx512);
  CHECK(best_isa({kAvx512, kVnni, 0}, kState) == Isa::avx512);
  for (std::uint32_t bit = 0; bit < 32; ++bit) {
    const std::uint32_t without = kAvx512 & ~(1u << bit);
    if (without != kAvx512)
      CHECK(best_isa({without, kVbmi | kVnni, 0}, kState) == (kAvx2 >> bit & 1 ? Isa::none : Isa::avx2));
  }
}
