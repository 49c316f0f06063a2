// One run of a kernel, done by several threads.
#pragma once

#include <cstdint>
#include <span>

#include "engine/run/kernel_part.h"
#include "engine/run/team.h"

namespace dmlrun {

/// Elements first ... last - 1 of one output; `output` is where element `first` goes.
struct Share {
  const KernelPart* part;
  std::byte* output;
  std::uint64_t first, last;
};

/// Runs all of it, in pieces that the team's threads take, or on this thread where that is quicker. Pieces begin at
/// multiples of the parts' granularity and, where these allow it, of a cache line or a page. Allocates nothing.
[[nodiscard]] Result<void> run_shared(const Team& team, std::span<const Share> work,
                                      const std::byte* const* inputs) noexcept;

}  // namespace dmlrun
