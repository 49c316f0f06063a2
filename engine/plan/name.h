#pragma once

#include <string>

#include "engine/plan/plan.h"

namespace dmlrun::plan {

/// What a plan does in one word of letters, digits and underscores, for disassemblies and profilers:
/// "move_x1_2x6_repeat" writes 2 x 6 elements of a byte, some of them over again. Different plans may have the same
/// name.
[[nodiscard]] std::string name(const Plan& plan);

}  // namespace dmlrun::plan
