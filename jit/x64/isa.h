// The instruction sets that this process may use.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace dmlrun::jit::x64 {

/// Each includes those before it.
enum class Isa : std::uint8_t {
  none,         ///< no set for which code can be generated
  avx2,         ///< AVX2 with FMA, F16C, BMI1 and BMI2
  avx512,       ///< AVX-512 F, BW, VL and DQ
  avx512_vbmi,  ///< ... and both VBMI and VNNI; processors with only one of them count as avx512
  avx512_fp16,  ///< ... and FP16
};
inline constexpr Isa kNewestIsa = Isa::avx512_fp16;

/// "avx2", "avx512", "avx512-vbmi", "avx512-fp16"; "none".
[[nodiscard]] std::string_view name(Isa isa) noexcept;
/// What it needs in addition to the earlier sets, as words: "AVX-512 VBMI or VNNI". Precondition: not none.
[[nodiscard]] std::string_view needs(Isa isa) noexcept;
/// All of these but "none".
[[nodiscard]] std::span<const std::string_view> isa_names() noexcept;
/// The inverse of name(); nothing for any other text.
[[nodiscard]] std::optional<Isa> isa_of(std::string_view name) noexcept;

/// EBX, ECX and EDX of CPUID's leaf 7.
struct Features {
  std::uint32_t ebx = 0, ecx = 0, edx = 0;
};
/// The best set, by the processor's features and the register states that the operating system saves (XCR0): a set
/// needs its registers.
[[nodiscard]] Isa best_isa(const Features& features, std::uint64_t state) noexcept;

/// The best set of this process. Detected once.
[[nodiscard]] Isa detected_isa() noexcept;

/// The properties of the processor that the choice of instructions depends on.
struct Processor {
  bool is_amd = false;
  bool is_intel = false;
  std::uint32_t family = 0;
  std::uint64_t shared_cache_bytes = 0;  ///< last-level cache that this core uses; 0: not known
  bool has_prefetchw = false;
};
[[nodiscard]] const Processor& this_processor() noexcept;

}  // namespace dmlrun::jit::x64
