#pragma once

#include <string>

#include "engine/plan/plan.h"

namespace dmlrun::plan {

/// The parts "; v1 = ...; value ..." of a plan's text. Accepts malformed plans, and prints "?" for what is wrong.
[[nodiscard]] std::string print_values(const Plan& plan);

}  // namespace dmlrun::plan
