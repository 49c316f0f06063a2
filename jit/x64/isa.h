// Which instruction sets this process may use.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace dmlrun::jit {

/// Each includes those before it.
enum class Isa : std::uint8_t {
  none,         ///< nothing that code is generated for
  avx2,         ///< AVX2 with BMI1 and BMI2
  avx512,       ///< AVX-512 F, BW, VL and DQ
  avx512_vbmi,  ///< ... and VBMI
};

/// "avx2", "avx512", "avx512-vbmi"; "none".
[[nodiscard]] std::string_view name(Isa isa) noexcept;
/// The other way round; nothing for any other text.
[[nodiscard]] std::optional<Isa> isa_of(std::string_view name) noexcept;

/// What the processor has and the operating system keeps the registers of. Asked once.
[[nodiscard]] Isa detected_isa() noexcept;

/// What the processor is, as far as the choice of instructions depends on it.
struct Processor {
  bool is_amd = false;
  bool is_intel = false;
  std::uint32_t family = 0;
  std::uint64_t shared_cache_bytes = 0;  ///< of the last level that this core uses; 0 when not known
};
[[nodiscard]] const Processor& this_processor() noexcept;

}  // namespace dmlrun::jit
