// Which instruction sets this process may use.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace dmlrun::jit::x64 {

/// Each includes those before it.
enum class Isa : std::uint8_t {
  none,         ///< nothing that code is generated for
  avx2,         ///< AVX2 with BMI1 and BMI2
  avx512,       ///< AVX-512 F, BW, VL and DQ
  avx512_vbmi,  ///< ... and VBMI and VNNI, which but for one early processor come together
};

/// "avx2", "avx512", "avx512-vbmi"; "none".
[[nodiscard]] std::string_view name(Isa isa) noexcept;
/// The other way round; nothing for any other text.
[[nodiscard]] std::optional<Isa> isa_of(std::string_view name) noexcept;

/// The best set by what the processor says of itself, EBX and ECX of CPUID's leaf 7, and the register states that the
/// operating system keeps, XCR0: a set without its registers is none.
[[nodiscard]] Isa best_isa(std::uint32_t ebx, std::uint32_t ecx, std::uint64_t state) noexcept;

/// That of this process. Asked once.
[[nodiscard]] Isa detected_isa() noexcept;

/// What the processor is, as far as the choice of instructions depends on it.
struct Processor {
  bool is_amd = false;
  bool is_intel = false;
  std::uint32_t family = 0;
  std::uint64_t shared_cache_bytes = 0;  ///< of the last level that this core uses; 0 when not known
  bool has_prefetchw = false;
};
[[nodiscard]] const Processor& this_processor() noexcept;

}  // namespace dmlrun::jit::x64
