// One run of a kernel, cut into chunks for a team of threads.
#pragma once

#include <cstdint>
#include <span>

#include "engine/run/compiled_output.h"
#include "engine/run/threads/team.h"

namespace dmlrun {

/// Elements [first, last) of one output; `output` is the address of element `first`.
struct WorkRange {
  const CompiledOutput* compiled;
  std::byte* output;
  std::uint64_t first, last;
};

using Inputs = std::span<const std::byte* const>;

/// Minimum work per thread, as bytes that would be copied in the same time. It sets the number of threads, up to the
/// team's.
inline constexpr std::uint64_t kWorkPerThread = 64 << 10;

/// How a run is shared: the number of threads (1 if there is too little work for two), and the chunks that each owns.
struct Cut {
  unsigned threads;
  std::uint32_t chunks_each;
};
/// Shares work of a given cost, in bytes that would be copied in the same time.
[[nodiscard]] Cut cut_of(const Team& team, std::uint64_t cost) noexcept;

/// Runs all ranges on the team's threads, in chunks of equal cost that begin at cache lines of the output, of large
/// ones at pages (or at the executable's granularity). In repeated runs each chunk goes to the same thread, so its data
/// stays in that core's cache. Allocates only new threads.
[[nodiscard]] Result<void> run_ranges(const Team& team, std::span<const WorkRange> work, Inputs inputs) noexcept;

/// For tests of small outputs: replaces kWorkPerThread; 0 restores it.
void set_work_per_thread(std::uint64_t bytes) noexcept;

}  // namespace dmlrun
