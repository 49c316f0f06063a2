#pragma once

#include "engine/plan/plan.h"

namespace dmlrun::plan {

/// The axis of `extent` coordinates that repeats `period` for ever and starts `phase` coordinates into it
/// (phase < extent(period)). Costs a few runs, however large the extent.
[[nodiscard]] Axis periodic(const std::vector<Run>& period, std::uint64_t phase, std::uint64_t extent);

}  // namespace dmlrun::plan
