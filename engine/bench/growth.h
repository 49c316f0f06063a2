// How costs grow: what compiling takes, and how much code it gives, against one property of an operator.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "dmlrun/kernel.h"

namespace dmlrun::bench {

struct GrowthPoint {
  std::uint64_t at = 0;     ///< the property: inputs, axes, bytes
  double microseconds = 0;  ///< of one compile(), nothing cached; median
  std::uint64_t code_bytes = 0;
  double ratio = 0;  ///< of the run's time by memcpy's; 0 where it was not timed
};

struct Growth {
  std::string title;  ///< "inputs of a join"
  std::vector<GrowthPoint> points;
};

/// Inputs of a join, padded axes and bytes of a padded row, on both sides of where code would become too large and a
/// loop takes its place. Leaves out what the back end declines. `between` is called between points, with how many are
/// done and how many there are, and may throw.
[[nodiscard]] std::vector<Growth> measure_growth(const CompileOptions& options,
                                                 const std::function<void(std::size_t, std::size_t)>& between);

}  // namespace dmlrun::bench
