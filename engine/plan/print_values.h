#pragma once

#include <string>

#include "engine/plan/plan.h"

namespace dmlrun::plan {

/// The parts "; v1 = ...; value ..." of a plan's text. Whatever the plan: what is malformed is a "?".
[[nodiscard]] std::string print_values(const Plan& plan);

}  // namespace dmlrun::plan
