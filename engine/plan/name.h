#pragma once

#include <string>

#include "engine/plan/plan.h"

namespace dmlrun::plan {

/// Describes a plan in one word of letters, digits and underscores, for disassemblies and profilers:
/// "move_x1_2x6_repeat" writes 2 x 6 one-byte elements, some of them repeatedly. Different plans may have equal names.
[[nodiscard]] std::string name(const Plan& plan);

}  // namespace dmlrun::plan
