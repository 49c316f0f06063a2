#pragma once

#include <string>

#include "engine/plan/plan.h"

namespace dmlrun::plan {

/// Returns "" if the plan's values are well formed, in order and of valid types, and the last one can be stored; else
/// what is wrong. Precondition: there are values, and the elements of plan and operands are known.
[[nodiscard]] std::string check_values(const Plan& plan);

}  // namespace dmlrun::plan
