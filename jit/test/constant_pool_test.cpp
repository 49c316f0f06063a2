// Constants after the code: none is stored twice.
#include "engine/test/catch.h"
#include "jit/x64/arithmetic/emission.h"
#include "jit/x64/assembler.h"

namespace dmlrun::jit::test {

TEST_CASE("a constant that a longer one begins with is not stored again", "[arithmetic]") {
  constexpr std::uint64_t kHalf = 0x3fe0000000000000, kOne = 0x3ff0000000000000;
  const std::vector<std::uint32_t> halves = {0, 0x3fe00000, 0, 0x3fe00000, 0, 0x3fe00000, 0, 0x3fe00000};
  const auto code = x64::assemble(
      [&](x64::Assembler& a) {
        x64::arithmetic::ConstantPool data;
        const auto load = [&](Xbyak::Label& label) { a.mov(a.rax, a.ptr[a.rip + label]); };
        load(data.of_quad(kHalf));
        load(data.of(halves));
        load(data.of_quad(kOne));
        load(data.of(std::array<std::uint32_t, 1>{}));
        while (a.getSize() < 64) a.nop();
        data.emit(a);
      },
      4096);
  REQUIRE(code.has_value());
  CHECK(code->size() == 64 + 32 + 8);
  const auto read_from = [&](std::size_t load) {  // the place that a load of 7 bytes reads, from its last four
    std::uint32_t distance = 0;
    for (std::size_t byte = 4; byte-- > 0;)
      distance = distance << 8 | std::to_integer<std::uint32_t>((*code)[7 * load + 3 + byte]);
    return 7 * (load + 1) + distance;
  };
  CHECK(read_from(0) == 64);
  CHECK(read_from(1) == 64);
  CHECK(read_from(2) == 96);
  CHECK(read_from(3) == 64);
}

}  // namespace dmlrun::jit::test
