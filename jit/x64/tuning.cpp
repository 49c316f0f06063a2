#include "jit/x64/tuning.h"

#include <algorithm>
#include <array>

#include "engine/fork/forks.h"

namespace dmlrun::jit::x64 {

namespace {

constexpr std::uint64_t kKiB = std::uint64_t{1} << 10, kMiB = kKiB << 10;

// Measured in virtual machines that see this much last-level cache: Sapphire Rapids 105 MiB, Emerald Rapids 300,
// Granite Rapids 480, Zen 4 and Zen 5 32. A row's figures are of the processor that it is named after, unless another
// one stands beside them.

// Serves all Intel processors of family 6 with AVX-512.
constexpr Tuning kSapphireRapids{
    .name = "sapphire-rapids",
    // A 64-byte store takes 1.0 cycle, a 32-byte one 0.53.
    .has_wide_moves = true,
    // 24 cycles per 64 elements, 45 by division (Granite Rapids).
    .reciprocals = true,
    // 64 quantized sums, call after call: 22.2 ns where flags are as before, restored always 27.8 (Emerald Rapids).
    // What follows LDMXCSR waits.
    .compares_flags = true,
    // Copied and then read: 4.6 against 3.4 GB/s at 32 MiB, 4.5 against 4.9 at 16. Blocks that are written several
    // times take 0.36 to 0.65 of a copy's time from 25 MiB on.
    .non_temporal_bytes = 24 * kMiB,
    // Filled and then read: 9.5 cycles per 64 bytes against 20 to 24.
    .non_temporal_fills = true,
    // In times of ordinary stores' (Emerald Rapids): sums of FLOAT32 0.69, 0.74 and 0.66 at 64, 128 and 512 MiB, by 16
    // threads 0.74 to 0.77; quantized ones 0.71, 0.77 and 0.81, by 16 threads 0.72 to 0.91.
    .non_temporal_results = true,
    // 16.6 cycles per 64 bytes at 128 MiB, by one page 22, by rep movsb 25, by vectors 34.
    .four_pages = true,
    // Loads that follow stores to equal addresses modulo 4096 wait, fewer of them where more loads come first.
    .row_batch_vectors = 8,
    // Two streams of stores at once take 96 us where one after the other takes 60. A block of 2 MiB twice takes as long
    // as memcpy of both, one of 512 KiB 8 times 0.54 of that.
    .replication = Replication::in_parts,
    // 4.9 and 5.2 cycles at 256 KiB, 15 against 16 from 4 MiB, 22 against 35 at 32 MiB; it begins slowly.
    .string_bytes = 16 * kKiB,
    // Loads behind stores to equal addresses modulo 4096: 0.21 of a copy's speed upwards, 0.46 where 16 loads come
    // first, 0.90 downwards.
    .alias_4k_bytes = 2048,
    // Granite Rapids, in times of memcpy's, sums without and with prefetching: 64 MiB 2.34, 1.16; 4 MiB 1.88, 1.68; 784
    // KiB 5.12, 4.85; 256 KiB 5.35, 5.27. Lines that are written, 256 KiB of output: copies 1.06 to 0.99, rows 1.10 to
    // 1.00, rows of 3 and 1 channels 1.20 to 1.02, of 16 channels 1.17 to 0.98; no difference up to 32 KiB and from 4
    // MiB on.
    .prefetch_elements = 512 * kKiB,
    // Granite Rapids, in times of memcpy's, without and with: 0.66 and 0.56 at 64 MiB, 1.30 and 1.26 at 256.
    .row_prefetch_bytes = 8 * kKiB,
    // Granite Rapids, in times of the exact sums: 512 elements 1.04, 640 0.95, 768 0.90, 1024 0.85, 4096 0.73, 16384
    // 0.69; without VNNI 640 1.04, 768 0.97, 4096 0.77; half weights, which make ties, 1024 1.06.
    .fixed_point_elements = 768,
};

constexpr Tuning kZen4{
    .name = "zen4",
    // A 64-byte store takes 2.0 cycles, a 32-byte one 1.0, and only 64-byte loops meet false dependences between
    // addresses equal modulo 4096: 24 against 2.1 cycles per 64 bytes. So no copy goes down.
    .has_wide_moves = false,
    // 27 to 28 cycles per 64 elements, 24.3 by division.
    .reciprocals = false,
    // Where both sides leave the cache: 9.4 against 7.5 GB/s at 32 MiB, 9.8 against 9.4 at 16; 13.4 cycles per 64 bytes
    // at 128 MiB by one page after the other, 17.5 by four at once. Fills never: filled and then read, 14.3 against
    // 17.5 GiB/s at 64 MiB, 14.3 against 13.3 at 128.
    .non_temporal_bytes = 16 * kMiB,
    // FLOAT32 sums, GiB/s of the output alone and of output and reading: 18.6, 11.8 against 13.4, 10.7 at 16 MiB; 12.3,
    // 8.7 against 9.3, 7.1 at 64; functions of one tensor 32, 16.8 against 26, 17.9 at 16 MiB; 20, 12 against 14, 10 at
    // 64.
    .non_temporal_results = true,
    // Shuffled rows of 3 and 1 channels take 1.32 of a copy's time, 1.45 in batches of 8.
    .row_batch_vectors = 2,
    // Blocks read once and written 8 times at once take 3.2 cycles per 64 bytes against 5.3 at 2 MiB.
    .replication = Replication::in_streams,
    // Never ahead below 8 MiB; 12.1 against 9.4 GB/s at 16 MiB.
    .string_bytes = 8 * kMiB,
    // It takes 30 times as long where the output is 1 to 15 bytes behind modulo 4096, 3 times for 16 to 31.
    .string_hazard_bytes = 32,
    // In times of the sums by rounded_quotients.h: 256 elements 1.05, 384 0.99, 448 0.94, 512 0.89, 768 0.82, 4096
    // 0.66.
    .fixed_point_elements = 512,
};

// Zen 5's registers and stores are as wide as Sapphire Rapids', whose row serves but for what caches decide. Each
// parameter that is set here, but compares_flags, was measured on Zen 5; the others only together: the quick grid takes
// 1.08 times memcpy's time in the geometric mean by this row, 1.11 by Sapphire Rapids', 1.20 by Zen 4's, 1.28 by the
// safe one, and 1.14 by this one with 32-byte vectors. Vectors of 32 bytes are faster in one case: rows copied beside
// filled borders at 256 KiB take 0.94 to 1.3 times memcpy's time by them, 1.7 by those of 64 bytes.
constexpr Tuning kZen5 = [] {
  Tuning row = kSapphireRapids;
  row.name = "zen5";
  // As Sapphire Rapids, with a third of the cache. One row of 512 bytes to 16 MB: 0.59 of memcpy's time by the
  // threshold that fitted() would make of Sapphire Rapids', 0.31 by this one. Sums with a broadcast row at 64 MB take
  // 0.75 to 0.85 of a copy's time by non-temporal stores, else 1.10 to 1.27.
  row.non_temporal_bytes = 24 * kMiB;
  row.compares_flags = false;  // on Zen 4 it waits for all arithmetic, 13 cycles; LDMXCSR takes 1
  row.four_pages = false;      // with them cells of 64 MB take 1.02 times as long
  // With it 15 element-wise operators take 1.04 times as long at 4 and 16 MB, 1.09 at 8, 1.03 at 64. Lines that copies
  // write: 1.01 in the geometric mean of the grid.
  row.prefetch_elements = 0;
  return row;
}();

// For all other processors, and where there is no AVX-512: no parameter that costs time on any that was measured.
constexpr Tuning kSafe{.name = "safe"};

constexpr std::array kTunings = {
    MeasuredTuning{kSapphireRapids, 105 * kMiB},
    MeasuredTuning{kZen4, 32 * kMiB},
    MeasuredTuning{kZen5, 32 * kMiB},
    MeasuredTuning{kSafe, 0},
};

}  // namespace

Tuning fitted(const MeasuredTuning& row, std::uint64_t cache_bytes) noexcept {
  Tuning made = row.tuning;
  std::uint64_t& bytes = made.non_temporal_bytes;
  if (bytes == 0 || row.cache_bytes == 0 || cache_bytes == 0) return made;
  // A larger cache does not help one core: others share it, and it is far away. Granite Rapids, Sapphire Rapids' row:
  // copied and then read, by non-temporal stores or ordinary ones, 7.2 against 8.2-9.4 GB/s at 32 MiB, 7.2 against
  // 5.6-6.0 at 48; filled and then read 9.3 against 10.7 at 32, 9.3 against 8.9 at 48.
  constexpr std::uint64_t kMax = 192 * kMiB;
  bytes = std::max(bytes / kKiB * std::min(cache_bytes, kMax) / (row.cache_bytes / kKiB), kMiB);
  return made;
}

std::span<const MeasuredTuning> measured_tunings() noexcept { return kTunings; }

std::span<const Tuning> tunings() noexcept {
  return once([]() -> const auto& {
    static const auto rows = [] {
      std::array<Tuning, kTunings.size()> made;
      for (std::size_t i = 0; i < made.size(); ++i) {
        made[i] = fitted(kTunings[i], this_processor().shared_cache_bytes);
        if (!this_processor().has_prefetchw) made[i].prefetch_elements = 0;
      }
      return made;
    }();
    return rows;
  });
}

std::span<const std::string_view> tuning_names() noexcept {
  static constexpr auto kNames = [] {
    std::array<std::string_view, kTunings.size()> names;
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = kTunings[i].tuning.name;
    return names;
  }();
  return kNames;
}

const Tuning* find_tuning(std::string_view name) noexcept {
  if (name.empty()) return nullptr;
  for (const Tuning& tuning : tunings())
    if (tuning.name == name) return &tuning;
  return nullptr;
}

const Tuning& tuning_of(const Processor& processor) noexcept {
  constexpr std::uint32_t kIntelWithAvx512 = 6, kAmdZen3And4 = 25, kAmdZen5 = 26;
  const bool has_avx512 = detected_isa() >= Isa::avx512;
  std::string_view name = "safe";
  if (has_avx512 && processor.is_intel && processor.family == kIntelWithAvx512) name = "sapphire-rapids";
  if (has_avx512 && processor.is_amd && processor.family == kAmdZen3And4) name = "zen4";
  if (has_avx512 && processor.is_amd && processor.family == kAmdZen5) name = "zen5";
  return *find_tuning(name);
}

}  // namespace dmlrun::jit::x64
