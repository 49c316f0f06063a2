#include "jit/x64/isa.h"

#include <cpuid.h>

#include <algorithm>
#include <cstring>
#include <iterator>

#include "engine/fork/forks.h"

namespace dmlrun::jit::x64 {

namespace {

/// One CPUID leaf; zeros where the processor has no such leaf.
struct Leaf {
  std::uint32_t eax = 0, ebx = 0, ecx = 0, edx = 0;
  explicit Leaf(std::uint32_t leaf, std::uint32_t subleaf = 0) noexcept {
    // clang's function gives an int.
    const auto most = static_cast<std::uint32_t>(__get_cpuid_max(leaf & 0x80000000u, nullptr));
    if (most >= leaf) __cpuid_count(leaf, subleaf, eax, ebx, ecx, edx);
  }
};

constexpr std::string_view kNames[] = {"none", "avx2", "avx512", "avx512-vbmi", "avx512-fp16"};  // by Isa

/// Bits of features and of XCR0 that a set needs.
struct Requirement {
  Isa isa;
  std::string_view words;
  Features features;
  std::uint64_t state;
};

constexpr std::uint32_t bit(unsigned n) noexcept { return std::uint32_t{1} << n; }
constexpr std::uint32_t kAvx2 = bit(3) | bit(5) | bit(8);                         // BMI1, AVX2, BMI2
constexpr std::uint32_t kAvx512 = kAvx2 | bit(16) | bit(17) | bit(30) | bit(31);  // F, DQ, BW, VL
constexpr std::uint32_t kVbmi = bit(1) | bit(11), kFp16 = bit(23);
constexpr std::uint64_t kYmmState = 0x6, kZmmState = 0xe6;

constexpr Requirement kRequirements[] = {
    {Isa::avx2, "AVX2, FMA, F16C, BMI1 or BMI2", {kAvx2, 0, 0}, kYmmState},
    {Isa::avx512, "AVX-512 F, BW, DQ or VL", {kAvx512, 0, 0}, kZmmState},
    {Isa::avx512_vbmi, "AVX-512 VBMI or VNNI", {kAvx512, kVbmi, 0}, kZmmState},
    {Isa::avx512_fp16, "AVX-512 FP16", {kAvx512, kVbmi, kFp16}, kZmmState},
};
static_assert(std::size(kRequirements) == static_cast<std::size_t>(kNewestIsa) &&
              std::size(kNames) == std::size(kRequirements) + 1);

/// The register states that the operating system saves (XCR0); 0 where it does not say, and where the processor lacks
/// AVX, FMA or F16C, which belong to every set here: few processors with AVX2 lack one.
std::uint64_t enabled_state() noexcept {
  constexpr std::uint32_t kNeeded = bit(12) | bit(27) | bit(28) | bit(29);  // FMA, OSXSAVE, AVX, F16C
  if ((Leaf(1).ecx & kNeeded) != kNeeded) return 0;
  std::uint32_t low = 0, high = 0;
  asm("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return std::uint64_t{high} << 32 | low;
}

Isa detect() noexcept {
  const Leaf features(7);
  return best_isa({features.ebx, features.ecx, features.edx}, enabled_state());
}

/// Bytes of the largest cache that a leaf of cache parameters lists.
std::uint64_t last_cache(std::uint32_t leaf) noexcept {
  std::uint64_t bytes = 0;
  for (std::uint32_t i = 0; i < 8; ++i) {
    const Leaf cache(leaf, i);
    if ((cache.eax & 31) == 0) break;
    const std::uint64_t ways = (cache.ebx >> 22) + 1, partitions = (cache.ebx >> 12 & 1023) + 1;
    const std::uint64_t line = (cache.ebx & 4095) + 1, sets = std::uint64_t{cache.ecx} + 1;
    bytes = std::max(bytes, ways * partitions * line * sets);
  }
  return bytes;
}

Processor examine() noexcept {
  Processor found;
  const Leaf vendor(0), version(1);
  char name[12];
  std::memcpy(name, &vendor.ebx, 4);
  std::memcpy(name + 4, &vendor.edx, 4);
  std::memcpy(name + 8, &vendor.ecx, 4);
  found.is_amd = std::memcmp(name, "AuthenticAMD", 12) == 0;
  found.is_intel = std::memcmp(name, "GenuineIntel", 12) == 0;
  found.family = version.eax >> 8 & 15;
  if (found.family == 15) found.family += version.eax >> 20 & 255;
  // AMD's leaf 4 is empty, and its 0x80000006 counts the caches of the whole socket.
  found.shared_cache_bytes = last_cache(found.is_amd ? 0x8000001du : 4u);
  found.has_prefetchw = (Leaf(0x80000001u).ecx & bit(8)) != 0;
  return found;
}

}  // namespace

std::string_view name(Isa isa) noexcept { return kNames[static_cast<std::size_t>(isa)]; }

std::string_view needs(Isa isa) noexcept { return kRequirements[static_cast<std::size_t>(isa) - 1].words; }

std::span<const std::string_view> isa_names() noexcept { return std::span(kNames).subspan(1); }

std::optional<Isa> isa_of(std::string_view name) noexcept {
  const auto* const found = std::find(std::begin(kNames), std::end(kNames), name);
  if (found == std::end(kNames)) return std::nullopt;
  return static_cast<Isa>(found - std::begin(kNames));
}

Isa best_isa(const Features& features, std::uint64_t state) noexcept {
  const auto has = [](auto all, auto needed) { return (all & needed) == needed; };
  Isa best = Isa::none;
  for (const Requirement& need : kRequirements)
    if (has(state, need.state) && has(features.ebx, need.features.ebx) && has(features.ecx, need.features.ecx) &&
        has(features.edx, need.features.edx))
      best = need.isa;
  return best;
}

Isa detected_isa() noexcept {
  return once([]() -> const Isa& {
    static const Isa isa = detect();
    return isa;
  });
}

const Processor& this_processor() noexcept {
  return once([]() -> const Processor& {
    static const Processor processor = examine();
    return processor;
  });
}

}  // namespace dmlrun::jit::x64
