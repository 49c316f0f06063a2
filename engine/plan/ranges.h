#pragma once

#include <limits>
#include <vector>

#include "engine/plan/plan.h"

namespace dmlrun::plan {

/// The numbers that a value can be, both ends included. A float can be NaN only where both ends are infinite.
struct Range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  [[nodiscard]] bool is_inside(const Range& other) const noexcept { return low >= other.low && high <= other.high; }
};

/// All that an element or a type can be; of 64-bit integers up to the nearest doubles.
[[nodiscard]] Range range_of(Element element) noexcept;
[[nodiscard]] Range range_of(Type type) noexcept;
/// Of each value, whatever the operands hold. Precondition: check(plan).
[[nodiscard]] std::vector<Range> ranges_of(const Plan& plan);

}  // namespace dmlrun::plan
