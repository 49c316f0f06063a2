// One run of a kernel, done by several threads.
#pragma once

#include <cstdint>
#include <span>

#include "engine/run/kernel_part.h"
#include "engine/run/sharing_trial.h"
#include "engine/run/team.h"

namespace dmlrun {

/// Elements first ... last - 1 of one output; `output` is where element `first` goes.
struct Share {
  const KernelPart* part;
  std::byte* output;
  std::uint64_t first, last;
};

using Inputs = std::span<const std::byte* const>;

/// What was learnt of one kernel's runs, whose cost in bytes is always the same: separately of those that find the team's
/// threads awake, and of those that must wake them. Written by who calls; the threads that it calls read none of these lines.
struct alignas(64) SharingTrials {
  SharingTrials(const Team& team, std::uint64_t cost) noexcept;
  SharingTrial awake, asleep;
};

/// Runs all of it, in pieces that the team's threads take, or on this thread where that is quicker, as the trials say;
/// without them as the executor's measurement says. Pieces begin at multiples of the parts' granularity and, where these
/// allow it, of a cache line or a page. Allocates nothing.
[[nodiscard]] Result<void> run_shared(const Team& team, SharingTrials* trials, std::span<const Share> work,
                                      Inputs inputs) noexcept;

}  // namespace dmlrun
