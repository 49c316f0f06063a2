// One shape at one size, timed in turn with memcpy and memset.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "dmlrun/kernel.h"

namespace goals {

struct Effort {
  double seconds = 0;  ///< of own work per placement, about
  int least_rounds = 5;
};

/// Medians over rounds.
struct Figures {
  std::string error;      ///< "" or why there are none
  double ratio = 0;       ///< time by memcpy's of as many output bytes
  double fill_ratio = 0;  ///< time by memset's
  double cycles = 0;      ///< core cycles per 64 output elements
};

/// Where buffers begin in their pages.
enum class Placement : std::uint8_t {
  equal,   ///< input and output at the same place: what allocators give
  skewed,  ///< the output 2 KiB further
};

/// The result is compared with another back end's before anything is timed.
[[nodiscard]] Figures measure(const dmlrun::OperatorDesc& desc, const dmlrun::CompileOptions& options,
                              Placement placement, const Effort& effort);

[[nodiscard]] std::string processor_name();
/// Bytes of the data caches of levels 1, 2 and 3 that the first core uses; usual ones where the system does not say.
[[nodiscard]] std::vector<std::uint64_t> cache_bytes();

}  // namespace goals
