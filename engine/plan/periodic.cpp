#include "engine/plan/periodic.h"

#include <algorithm>

#include "engine/plan/axis_runs.h"

namespace dmlrun::plan {

namespace {

/// Appends the coordinates [first, last) of a list of runs.
void append_part(std::vector<Run>& runs, const std::vector<Run>& period, std::uint64_t first, std::uint64_t last) {
  for_each_part(period, 0, first, last, [&](Run part, std::uint64_t) {
    if (part.count == 1) part.step = 0;
    runs.push_back(part);
  });
}

}  // namespace

Axis periodic(const std::vector<Run>& period, std::uint64_t phase, std::uint64_t wanted) {
  Axis axis;
  const std::uint64_t length = extent(period);
  if (length == 0) return axis;
  std::uint64_t left = wanted;
  if (phase > 0) {
    const std::uint64_t taken = std::min(left, length - phase);
    append_part(axis.head, period, phase, phase + taken);
    left -= taken;
  }
  axis.repeat = left / length;
  if (axis.repeat > 0) append_part(axis.body, period, 0, length);
  append_part(axis.repeat > 0 ? axis.tail : axis.head, period, 0, left % length);
  return axis;
}

}  // namespace dmlrun::plan
