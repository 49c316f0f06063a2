#include "engine/plan/periodic.h"

#include <algorithm>

namespace dmlrun::plan {

namespace {

/// Appends the coordinates [first, last) of a list of runs.
void append_part(std::vector<Run>& runs, const std::vector<Run>& period, std::uint64_t first, std::uint64_t last) {
  std::uint64_t start = 0;
  for (const Run& run : period) {
    const std::uint64_t from = std::max(first, start);
    const std::uint64_t to = std::min(last, start + run.count);
    if (from < to) {
      Run part = run;
      part.begin += static_cast<std::int64_t>(from - start) * run.step;
      part.count = to - from;
      if (part.count == 1) part.step = 0;
      runs.push_back(part);
    }
    start += run.count;
  }
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
