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

/// A run whose positions are `by` further on; a fill has none.
[[nodiscard]] inline Run shifted(Run run, std::int64_t by) noexcept {
  if (run.source != kFill) run.begin += by;
  return run;
}

/// Calls visit(run) for every run of an axis, each body run once. Visit may change a run of a mutable axis.
template <class AnyAxis, class Visit>
void for_each_run(AnyAxis& axis, Visit visit) {
  for (auto* runs : {&axis.head, &axis.body, &axis.tail})
    for (auto& run : *runs) visit(run);
}

/// visit(run) for every run of an axis; runs of a body that advances are visited as in its first and its last repeat:
/// all positions lie between the visited ones.
template <class Visit>
void for_each_extreme(const Axis& axis, Visit visit) {
  for_each_run(axis, visit);
  if (axis.advance == 0) return;
  for (const Run& run : axis.body) visit(shifted(run, axis.advance * static_cast<std::int64_t>(axis.repeat - 1)));
}

/// The canonical runs of the same map: neighbours merged, bodies of one continuing run unrolled, the shortest body that
/// repeats, which starts as early as whole runs allow and does not merge with itself. Takes time in proportion to the
/// number of runs, times the prime factors of a body's length. Idempotent. Precondition: positions below 2^60.
void normalize_runs(Axis& axis);

}  // namespace dmlrun::plan
