#pragma once

#include <string>

#include "engine/plan/plan.h"

namespace dmlrun::plan {

/// Longest expression that check() accepts, in steps.
inline constexpr std::size_t kMaxSteps = 256;

/// "" when the plan's expression is well formed and its result lies inside the output's range whatever the operands
/// hold, else what is wrong. Precondition: the expression is not empty.
[[nodiscard]] std::string check_expression(const Plan& plan);

}  // namespace dmlrun::plan
