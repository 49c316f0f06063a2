#include "jit/x64/tuning.h"

#include <algorithm>
#include <array>

#include "engine/run/forks.h"

namespace dmlrun::jit::x64 {

namespace {

constexpr std::uint64_t kKiB = std::uint64_t{1} << 10, kMiB = kKiB << 10;

// Sapphire Rapids (guest with 105 MiB of last-level cache): a 64-byte store takes 1.0 cycle, as a 32-byte one
// takes 0.53; copies bypass from 24 MiB on (copied and then read: 4.6 against 3.4 GB/s at 32 MiB, 4.5 against 4.9
// at 16), four pages at once (16.6 cycles per 64 bytes at 128 MiB, one page 22, string move 25, vectors 34); fills
// likewise (9.5 against 20-24); the string move is the same as vectors at 256 KiB (4.9 and 5.2), better from 4 MiB
// on (15 against 16, 22 against 35 at 32 MiB) and begins slowly: from 16 KiB on. Two streams of stores at once
// took 96 us where one after the other took 60, but those that bypass took 0.36-0.65 of a copy's time from 25 MiB
// on; loads that follow stores to equal addresses modulo 4096 wait, fewer of them where 16 loads come first (0.46
// against 0.21 of a copy's speed), none where a copy goes down (0.90); two inputs read and an output written past
// the caches take 31 against 40 cycles per 64 bytes at 128 MiB, 20 against 22 at 4; sums with exact quotients
// take 25.8 cycles per 64 by Markstein, 40 by division (guest with 480 MiB: 23.1 by two products with a reciprocal, 25 by
// Markstein's three; 32-byte vectors 36 to 40, 40 divided, 35.3, 34.7, 34.4 with 1, 2, 3 of 4 divided); a block of 2 MiB
// twice takes as long as memcpy of both, one of 512 KiB 8 times 0.54 of that: it lies in the second-level cache, as parts
// of 256 KiB do. On a guest of the next generation (480 MiB,
// 2 MiB of second-level cache), in times of memcpy's: lines asked for 1 KiB before they are written, 256 KiB of output: copies
// 1.06 to 0.99, rows 1.10 to 1.00, 64 KiB twice in parts of 12 KiB 1.00 to 0.93, 8 times 32 KiB 1.02 to 0.88 (parts of 64 KiB
// 1.00); up to 32 KiB and from 4 MiB on no difference; rows past the caches that ask for their
// input 8 KiB ahead 0.66 to 0.56 at 64 MiB, 1.30 to 1.26 at 256 (one stream of copies 1.18 to 0.95, also from
// 16 and 64 KiB; copies four pages at once 0.56 to 0.54 at 64 MiB, 0.90 to 0.87 at 256); sums in
// fixed point, in times of the exact ones: 512 elements 1.04, 640 0.95, 768 0.90, 1024 0.85, 4096 0.73, 16384 0.69; without VNNI 640
// 1.04, 768 0.97, 1024 0.97, 4096 0.77, 256 KiB 17.4 cycles per 64 with words, 20.8 with dwords; half weights, which make ties, 1024
// 1.06.
constexpr Tuning kSapphireRapids{"sapphire-rapids", 64, true, 24 * kMiB, 25 * kMiB, 8, 1, 0, 24 * kMiB, 4, 16 * kKiB, 0, 2048,
                                 105 * kMiB, 24 * kMiB, 256 * kKiB, 0, 512 * kKiB, 1024, 48 * kKiB, 2 * kMiB, 12 * kKiB,
                                 8 * kKiB, 768};

// Zen 4 (guest with 32 MiB): a 64-byte store takes 2.0 cycles, a 32-byte one 1.0, and only 64-byte loops meet
// false dependences between addresses equal modulo 4096 (24 against 2.1 cycles per 64 bytes): none go down; copies
// bypass when both sides leave the cache (9.4 against 7.5 GB/s at 32 MiB, 9.8 against 9.4 at 16), one page after
// the other (13.4 cycles per 64 bytes at 128 MiB, four at once 17.5), fills never (14.7 against 11 GB/s at 32 MiB,
// filled and then read; 10.4 against 11 at 64); the string move is never ahead below 8 MiB, 12.1 against 9.4 GB/s
// at 16, and takes 30 times as long where the output is 1 to 15 bytes behind modulo 4096, 3 times as long for 16
// to 31; blocks read once and written 8 times at once take 3.2 cycles per 64 bytes against 5.3 at 2 MiB, but 15.3
// where the output's place in its page is the block's, nine lines for eight ways (256 KiB; 4 at once 10.2 in any
// place, 8 else 9.8), and bypassing 8.6 against 12.6 at 32 MiB; blocks that the first-level cache holds are read at no cost, and one
// stream of stores is written faster than four (guest of the next generation, 1 MiB and 32 MiB, one stream in times of four:
// 1 KiB 0.46 and 4 KiB 0.53 at 16 and 24 MiB, 8 KiB 0.70 and 16 KiB 0.76 at 16 MiB, 0.75 and 0.68 at 256 and 512 KiB; but 32 KiB
// 0.86 to 1.38, and 512 bytes 1.41 where all copies fit that cache); quantized sums past the caches take as long as
// through them (0.94-1.03 of the time from 16 to 64 MiB, read afterwards or not): none go; shuffled rows of 3 and 1
// channels take 1.32 of a copy's time in batches of 2 vectors, 1.45 in batches of 8; division takes 27.2 cycles per
// 64, Markstein 30.4, 1 to 3 of 4 vectors by Markstein 28.4 to 30.0; eight inputs in the same places of their pages take
// 1.78 of a copy's time, twelve lines for eight ways, and 1.51 four at a time (Sapphire Rapids, twelve ways: 1.56, and 2.1
// four at a time).
constexpr Tuning kZen4{"zen4", 32, false, 16 * kMiB, 32 * kMiB, 2, 4, 16 * kKiB, 0, 1, 8 * kMiB, 32, 0, 32 * kMiB, 0, 0, 4};

// Nothing measured: what costs nothing anywhere.
constexpr Tuning kSafe{"safe", 32, false, 0, 0, 4, 1};

constexpr std::array kTunings = {kSapphireRapids, kZen4, kSafe};

}  // namespace

Tuning fitted(const Tuning& row, std::uint64_t cache_bytes) noexcept {
  Tuning made = row;
  if (row.cache_bytes == 0 || cache_bytes == 0) return made;
  // Of a larger cache a core has no more: others share it, and it is far away. Guest with 480 MiB, Sapphire Rapids' row:
  // copied and then read, past the caches or through them, 7.2 against 8.2-9.4 GB/s at 32 MiB, 7.2 against 5.6-6.0 at 48;
  // filled and then read 9.3 against 10.7 at 32, 9.3 against 8.9 at 48.
  constexpr std::uint64_t kMost = 192 * kMiB, kMostThreshold = (std::uint64_t{1} << 31) - 1;
  const std::uint64_t size = std::min(cache_bytes, kMost);
  for (std::uint64_t* bytes : {&made.bypass_copy_bytes, &made.bypass_spread_bytes, &made.bypass_fill_bytes,
                               &made.bypass_compute_bytes})
    if (*bytes > 0) *bytes = std::clamp<std::uint64_t>(*bytes / kKiB * size / (row.cache_bytes / kKiB), kMiB, kMostThreshold);
  made.cache_bytes = size;
  return made;
}

std::span<const Tuning> measured_tunings() noexcept { return kTunings; }

std::span<const Tuning> tunings() noexcept {
  return once([]() -> const auto& {
    static const auto rows = [] {
      auto made = kTunings;
      for (Tuning& row : made) {
        row = fitted(row, this_processor().shared_cache_bytes);
        if (!this_processor().has_prefetchw) row.write_ahead = 0;
      }
      return made;
    }();
    return rows;
  });
}

const Tuning* find_tuning(std::string_view name) noexcept {
  if (name.empty()) return nullptr;
  for (const Tuning& tuning : tunings())
    if (tuning.name == name) return &tuning;
  return nullptr;
}

const Tuning& tuning_of(const Processor& processor) noexcept {
  constexpr std::uint32_t kIntelWithAvx512 = 6, kAmdZen3And4 = 25;
  const bool is_wide = detected_isa() >= Isa::avx512;
  if (processor.is_intel && processor.family == kIntelWithAvx512 && is_wide) return tunings()[0];
  if (processor.is_amd && processor.family == kAmdZen3And4 && is_wide) return tunings()[1];
  return tunings()[2];
}

}  // namespace dmlrun::jit::x64
