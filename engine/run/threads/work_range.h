// One run of a kernel, cut into chunks for a team of threads.
#pragma once

#include <cstdint>
#include <span>

#include "engine/run/kernel_part.h"
#include "engine/run/threads/team.h"

namespace dmlrun {

/// Elements first ... last - 1 of one output; `output` is where element `first` goes.
struct WorkRange {
  const KernelPart* part;
  std::byte* output;
  std::uint64_t first, last;
};

using Inputs = std::span<const std::byte* const>;

/// The one threshold: each thread has at least this much work, in bytes that would be copied in the same time.
inline constexpr std::uint64_t kWorkPerThread = 64 << 10;

/// How work is cut that costs as much as copying `bytes`: the number of threads, 1 if it is too little for two, and the
/// chunks that each of them owns.
struct Cut {
  unsigned threads;
  std::uint32_t chunks_each;
};
[[nodiscard]] Cut cut_of(const Team& team, std::uint64_t cost) noexcept;

/// Runs all of it: chunks of equal cost, which begin at cache lines of the output (or at the part's granularity), by
/// the team's threads. In repeated runs a chunk goes to the same thread, so it stays in that core's cache. Allocates
/// nothing.
[[nodiscard]] Result<void> run_ranges(const Team& team, std::span<const WorkRange> work, Inputs inputs) noexcept;

/// For tests of small outputs: sets another threshold; 0: kWorkPerThread.
void set_work_per_thread(std::uint64_t bytes) noexcept;

}  // namespace dmlrun
