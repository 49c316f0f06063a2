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

/// The run with `by` added to its positions. Fills do not change.
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

/// Calls visit(run) for every run of an axis. Runs of a body that advances are visited twice, with the positions of the
/// first and of the last repeat: all others lie between these.
template <class Visit>
void for_each_extreme(const Axis& axis, Visit visit) {
  for_each_run(axis, visit);
  if (axis.advance == 0) return;
  for (const Run& run : axis.body) visit(shifted(run, axis.advance * static_cast<std::int64_t>(axis.repeat - 1)));
}

/// Replaces the runs of an axis by the canonical ones of the same map: adjacent runs merged, bodies of one continuing
/// run unrolled, and the shortest body that repeats, which starts as early as whole runs allow and does not merge with
/// itself. Takes time in proportion to the number of runs, times the prime factors of a body's length. Idempotent.
/// Precondition: positions below 2^60.
void normalize_runs(Axis& axis);

}  // namespace dmlrun::plan
