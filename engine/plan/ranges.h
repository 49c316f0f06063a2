#pragma once

#include <limits>
#include <vector>

#include "engine/plan/plan.h"

namespace dmlrun::plan {

/// The range of a value, both ends included. An end that no double holds, of 64-bit integers, is rounded outwards. A
/// float can be NaN only where both ends are infinite.
struct Range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  [[nodiscard]] bool is_inside(const Range& other) const noexcept { return low >= other.low && high <= other.high; }
};

/// The range of an element or a type. Of 64-bit integers the high end is 2^63 or 2^64, which is one too much.
[[nodiscard]] Range range_of(Element element) noexcept;
[[nodiscard]] Range range_of(Type type) noexcept;
/// The range of each value, for any content of the operands. Precondition: check(plan) is "".
[[nodiscard]] std::vector<Range> ranges_of(const Plan& plan);

}  // namespace dmlrun::plan
