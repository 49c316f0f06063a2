#pragma once

#include <string>

#include "engine/plan/plan.h"

namespace dmlrun::plan {

/// "" when the plan's invariants hold, else the first that does not, in words: at most kMaxAxes axes; runs not empty;
/// sources exist; every position of every operand inside its span; output strides without overlap and inside
/// output_span; expression well formed (stack, operands are numbers, result clamped into the output's range);
/// element sizes equal for movers; no count or offset wraps around.
/// Linear in the number of runs times operands at most; never in extents.
[[nodiscard]] std::string check(const Plan& plan);

}  // namespace dmlrun::plan
