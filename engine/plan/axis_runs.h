#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/plan/plan.h"

namespace dmlrun::plan {

/// Position of a run's last coordinate.
[[nodiscard]] inline std::int64_t last_position(const Run& run) noexcept {
  return run.begin + static_cast<std::int64_t>(run.count - 1) * run.step;
}

/// Calls visit(run) for every run of an axis, each body run once. Visit may change a run of a mutable axis.
template <class AnyAxis, class Visit>
void for_each_run(AnyAxis& axis, Visit visit) {
  for (auto* runs : {&axis.head, &axis.body, &axis.tail})
    for (auto& run : *runs) visit(run);
}

/// The canonical runs of the same map: neighbours merged, constant bodies unrolled, the shortest body that repeats,
/// which starts as early as whole runs allow and does not merge with itself. Linear in the number of runs.
/// Idempotent. Precondition: positions below 2^60.
void normalize_runs(Axis& axis);

}  // namespace dmlrun::plan
