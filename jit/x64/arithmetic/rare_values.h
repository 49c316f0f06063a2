// Values that only the first side of a select needs are computed where its condition holds for some element of a
// vector, and jumped over elsewhere. Sine, cosine and tangent, whose large arguments need another reduction, take 0.35
// of the time (Zen 5, 4 KiB of small ones).
//
// The frequency of a condition is unknown. So a jump must skip enough code to pay even if half of its predictions fail.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/plan/plan.h"

namespace dmlrun::jit::x64::arithmetic {

class RareValues {
 public:
  /// No select: nothing is jumped over.
  RareValues(const plan::Plan& plan, bool are_any);

  /// Whether a value is postponed until a select needs it: due() then returns it.
  bool postpones(std::size_t value);
  /// The values so far that matter only where this select's condition holds, in their order.
  std::vector<std::size_t> due(const plan::Value& select);

 private:
  const plan::Plan& plan_;
  std::vector<std::uint32_t> conditions_;  ///< of each value: that must hold for it to matter
  std::vector<std::size_t> postponed_;
};

}  // namespace dmlrun::jit::x64::arithmetic
