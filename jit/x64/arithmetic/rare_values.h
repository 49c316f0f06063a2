// Skips values that only the first side of a select needs, unless its condition holds for some element of a vector.
// Sine, cosine and tangent, whose large arguments need another reduction, take 0.35 of the time (Zen 5, 4 KiB of small
// arguments).
//
// How often a condition holds is unknown, so a jump must skip enough code to pay even if half of its predictions fail.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/plan/plan.h"

namespace dmlrun::jit::x64::arithmetic {

class RareValues {
 public:
  /// `are_any`: whether values may be skipped at all.
  RareValues(const plan::Plan& plan, bool are_any);

  /// Whether a value is postponed until a select needs it; due() then returns it.
  bool postpones(std::size_t value);
  /// The postponed values that are needed only if this select's condition holds, in the plan's order.
  std::vector<std::size_t> due(const plan::Value& select);

 private:
  const plan::Plan& plan_;
  std::vector<std::uint32_t> conditions_;  ///< for each value: the condition without which it is not needed
  std::vector<std::size_t> postponed_;
};

}  // namespace dmlrun::jit::x64::arithmetic
