#include "jit/halide/objects/arm64_relocations.h"

namespace dmlrun::jit::halide::arm64 {

std::optional<std::uint32_t> branch(std::uint32_t instruction, std::int64_t distance) noexcept {
  constexpr std::int64_t kFarthest = std::int64_t{1} << 27;
  if ((instruction & 0x7C000000u) != 0x14000000u) return std::nullopt;
  if (distance % 4 != 0 || distance < -kFarthest || distance >= kFarthest) return std::nullopt;
  return (instruction & 0xFC000000u) | (static_cast<std::uint32_t>(distance / 4) & 0x03FFFFFFu);
}

std::optional<std::uint32_t> address(std::uint32_t instruction, std::int64_t distance) noexcept {
  constexpr std::int64_t kFarthest = std::int64_t{1} << 20;
  if ((instruction & 0x9F000000u) != 0x90000000u) return std::nullopt;
  if (distance < -kFarthest || distance >= kFarthest) return std::nullopt;
  const auto bits = static_cast<std::uint32_t>(distance);
  return 0x10000000u | (instruction & 0x1Fu) | (bits & 3u) << 29 | ((bits >> 2) & 0x7FFFFu) << 5;
}

std::optional<std::uint32_t> low_bits(std::uint32_t type, std::uint32_t instruction, std::uint32_t bits) noexcept {
  constexpr std::uint32_t kAdd = 277, kAccess8 = 278, kAccess16 = 284, kAccess32 = 285, kAccess64 = 286,
                          kAccess128 = 299;
  unsigned scale = 0;
  switch (type) {
    case kAdd:
      if ((instruction & 0x7FC00000u) != 0x11000000u) return std::nullopt;
      break;
    case kAccess8: break;
    case kAccess16: scale = 1; break;
    case kAccess32: scale = 2; break;
    case kAccess64: scale = 3; break;
    case kAccess128: scale = 4; break;
    default: return std::nullopt;
  }
  // Loads and stores with an offset that is not negative, of integers or vectors.
  if (type != kAdd && (instruction & 0x3B000000u) != 0x39000000u) return std::nullopt;
  if (bits > 0xFFFu || (bits & ((1u << scale) - 1)) != 0) return std::nullopt;
  return (instruction & ~(0xFFFu << 10)) | (bits >> scale) << 10;
}

}  // namespace dmlrun::jit::halide::arm64
