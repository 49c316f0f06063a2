// Functions of a few bytes, written by hand: enough to test code memory without an assembler.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "jit/memory/code_arena.h"

namespace dmlrun::jit::test {

/// mov eax, value; ret
inline std::array<std::byte, 6> returns(std::uint32_t value) noexcept {
  std::array<std::byte, 6> code{std::byte{0xB8}, {}, {}, {}, {}, std::byte{0xC3}};
  std::memcpy(code.data() + 1, &value, 4);
  return code;
}

/// The same, with `bytes` bytes in all, of which the last is 0xC3.
inline std::vector<std::byte> returns(std::uint32_t value, std::size_t bytes) {
  std::vector<std::byte> code(bytes, std::byte{0xC3});
  std::memcpy(code.data(), returns(value).data(), 6);
  return code;
}

inline std::uint32_t call(const memory::CodeBlock& block) noexcept { return block.function<std::uint32_t()>()(); }

}  // namespace dmlrun::jit::test
