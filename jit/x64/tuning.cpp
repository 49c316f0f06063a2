#include "jit/x64/tuning.h"

namespace dmlrun::jit {

namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

// Sapphire Rapids (guest with 105 MiB of last-level cache): a 64-byte store takes 1.0 cycle, as a 32-byte one takes 0.53;
// copies bypass from 24 MiB on (copied and then read: 4.6 against 3.4 GB/s at 32 MiB, 4.5 against 4.9 at 16); two streams
// of stores at once took 96 us where one after the other took 60, but those that bypass took 0.36-0.65 of a copy's time
// from 25 MiB on; loads that follow stores to equal addresses modulo 4096 wait, fewer of them where 16 loads come first
// (0.46 against 0.21 of a copy's speed); exact quotients take 25.8 cycles per 64 by Markstein, 40 by division.
constexpr Tuning kSapphireRapids{"sapphire-rapids", 64, true, 24 * kMiB, 25 * kMiB, 8, 1};

// Zen 4 (guest with 32 MiB): a 64-byte store takes 2.0 cycles, a 32-byte one 1.0, and only 64-byte loops meet false
// dependences between addresses equal modulo 4096 (24 against 2.1 cycles per 64 bytes); copies bypass when both sides
// leave the cache (9.4 against 7.5 GB/s at 32 MiB, 9.8 against 9.4 at 16); blocks read once and written 8 times at once
// take 3.2 cycles per 64 bytes against 5.3 at 2 MiB, and bypassing 8.6 against 12.6 at 32 MiB; shuffled rows of 3 and 1 channels take 1.32 of a copy's
// time in batches of 2 vectors, 1.45 in batches of 8; division takes 27.2 cycles
// per 64, Markstein 30.4.
constexpr Tuning kZen4{"zen4", 32, false, 20 * kMiB, 32 * kMiB, 2, 8};

// Nothing measured: what costs nothing anywhere.
constexpr Tuning kSafe{"safe", 32, false, 0, 0, 4, 1};

constexpr Tuning kTunings[] = {kSapphireRapids, kZen4, kSafe};

}  // namespace

std::span<const Tuning> tunings() noexcept { return kTunings; }

const Tuning* find_tuning(std::string_view name) noexcept {
  for (const Tuning& tuning : kTunings)
    if (tuning.name == name) return &tuning;
  return nullptr;
}

const Tuning& tuning_of(const Processor& processor) noexcept {
  constexpr std::uint32_t kIntelWithAvx512 = 6, kAmdZen3And4 = 25;
  const bool is_wide = detected_isa() >= Isa::avx512;
  if (processor.is_intel && processor.family == kIntelWithAvx512 && is_wide) return kTunings[0];
  if (processor.is_amd && processor.family == kAmdZen3And4 && is_wide) return kTunings[1];
  return kTunings[2];
}

}  // namespace dmlrun::jit
