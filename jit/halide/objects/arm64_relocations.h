// ELF relocations for arm64 (AAELF64) in objects with code and constants: they patch instructions. Distances and
// offsets are within an image, which may be at any multiple of its own alignment.
#pragma once

#include <cstdint>
#include <optional>

namespace dmlrun::jit::halide::arm64 {

inline constexpr std::uint16_t kMachine = 183;
inline constexpr std::uint32_t kAbsolute64 = 257, kRelative32 = 261, kPage = 275, kJump26 = 282, kCall26 = 283;

/// Patches B or BL to jump this distance. Nothing if the instruction is another one, or the distance is too far or not
/// a multiple of an instruction.
[[nodiscard]] std::optional<std::uint32_t> branch(std::uint32_t instruction, std::int64_t distance) noexcept;

/// Replaces ADRP, which gives a page's address, by ADR of the address at this distance, because an image does not know
/// its pages. Nothing if the instruction is not ADRP, or the distance exceeds a megabyte.
[[nodiscard]] std::optional<std::uint32_t> address(std::uint32_t instruction, std::int64_t distance) noexcept;

/// Patches the low twelve bits of an address into an ADD, or into the offset of a load or store, by relocation type.
/// Nothing for other types, or for bits that the offset cannot encode.
[[nodiscard]] std::optional<std::uint32_t> low_bits(std::uint32_t type, std::uint32_t instruction,
                                                    std::uint32_t bits) noexcept;

/// A jump to the address that is stored after it: LDR x16, [pc + 8]; BR x16.
inline constexpr std::uint32_t kJumpBehind[] = {0x58000050, 0xD61F0200};

}  // namespace dmlrun::jit::halide::arm64
