// Relocations of ELF for arm64 (AAELF64) that objects with code and constants use: they patch instructions. Distances
// and offsets are within an image, which may lie anywhere at a multiple of its own alignment.
#pragma once

#include <cstdint>
#include <optional>

namespace dmlrun::jit::halide::arm64 {

inline constexpr std::uint16_t kMachine = 183;
inline constexpr std::uint32_t kAbsolute64 = 257, kRelative32 = 261, kPage = 275, kJump26 = 282, kCall26 = 283;

/// B or BL over this distance; nothing where it is none of them, or goes too far or between instructions.
[[nodiscard]] std::optional<std::uint32_t> branch(std::uint32_t instruction, std::int64_t distance) noexcept;

/// ADRP takes the address of a page, which an image does not know: it becomes ADR of an address at this distance.
/// Nothing where it is no ADRP or goes further than a megabyte.
[[nodiscard]] std::optional<std::uint32_t> address(std::uint32_t instruction, std::int64_t distance) noexcept;

/// The low twelve bits of an address, in an ADD or as the offset of a load or store, whichever the type is for; nothing
/// for other types, or bits that the offset cannot have.
[[nodiscard]] std::optional<std::uint32_t> low_bits(std::uint32_t type, std::uint32_t instruction,
                                                    std::uint32_t bits) noexcept;

/// LDR x16, next but one; BR x16: a jump to the address behind it.
inline constexpr std::uint32_t kJumpBehind[] = {0x58000050, 0xD61F0200};

}  // namespace dmlrun::jit::halide::arm64
