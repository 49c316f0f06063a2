#pragma once

#include <algorithm>
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

/// How many runs an axis has, each body run once, or all axes of a plan.
[[nodiscard]] inline std::size_t run_count(const Axis& axis) noexcept {
  return axis.head.size() + axis.body.size() + axis.tail.size();
}
[[nodiscard]] inline std::size_t run_count(const Plan& plan) noexcept {
  std::size_t count = 0;
  for (const Axis& axis : plan.axes) count += run_count(axis);
  return count;
}

/// The run of a normal axis that has no other, else null.
[[nodiscard]] inline const Run* only_run(const Axis& axis) noexcept {
  return axis.head.size() == 1 && axis.body.empty() && axis.tail.empty() ? &axis.head[0] : nullptr;
}

/// Whether is(run) for any run of an axis.
template <class Is>
[[nodiscard]] bool any_run(const Axis& axis, Is is) {
  bool any = false;
  for_each_run(axis, [&](const Run& run) { any = any || is(run); });
  return any;
}
[[nodiscard]] inline bool fills(const Axis& axis) {
  return any_run(axis, [](const Run& run) { return run.source == kFill; });
}
[[nodiscard]] inline bool only_fills(const Axis& axis) {
  return !any_run(axis, [](const Run& run) { return run.source != kFill; });
}

/// Calls visit(part, coordinate) for the parts of a list of runs in [low, high); the list begins at coordinate `start`,
/// and its positions have `moved` so far.
template <class Visit>
void for_each_part(const std::vector<Run>& runs, std::uint64_t start, std::uint64_t low, std::uint64_t high,
                   Visit visit, std::int64_t moved = 0) {
  for (const Run& run : runs) {
    if (start >= high) return;
    const std::uint64_t from = std::max(low, start), to = std::min(high, start + run.count);
    if (from < to) {
      Run part = shifted(run, moved);
      part.begin += static_cast<std::int64_t>(from - start) * run.step;
      part.count = to - from;
      visit(part, from);
    }
    start += run.count;
  }
}

/// Calls visit(run) for every run of an axis. Runs of a body that advances are visited twice, with the positions of the
/// first and of the last repeat: all others lie between these.
template <class Visit>
void for_each_extreme(const Axis& axis, Visit visit) {
  for_each_run(axis, visit);
  if (axis.advance == 0) return;
  for (const Run& run : axis.body) visit(shifted(run, axis.advance * static_cast<std::int64_t>(axis.repeat - 1)));
}

/// Replaces the runs of an axis by the normal form of the same map: adjacent runs merged, bodies of one continuing
/// run unrolled, and the shortest body that repeats, which starts as early as whole runs allow and does not merge with
/// itself. Takes time in proportion to the number of runs, times the prime factors of a body's length. Idempotent.
/// Precondition: positions below 2^60.
void normalize_runs(Axis& axis);

}  // namespace dmlrun::plan
