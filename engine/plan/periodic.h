#pragma once

#include "engine/plan/plan.h"

namespace dmlrun::plan {

/// An axis of `extent` coordinates that repeats the runs of `period`, starting `phase` coordinates into them. It has a
/// few runs, however large the extent. Precondition: phase < extent(period).
[[nodiscard]] Axis periodic(const std::vector<Run>& period, std::uint64_t phase, std::uint64_t extent);

}  // namespace dmlrun::plan
