#pragma once

#include <string>

#include "engine/plan/plan.h"

namespace dmlrun::plan {

/// "" when the plan's invariants hold, else the first that does not, in words: at most kMaxAxes axes; runs not empty,
/// fills without a position, single coordinates without a step; sources exist, and several axes that name operands name
/// the same one; every position of every operand inside its span; output strides without overlap (each larger than what
/// the smaller ones reach) and inside output_span; values well formed (check_values.h); element sizes equal for movers;
/// no count or offset wraps around (extents and moves below 2^59, spans at most 2^55).
/// Linear in the number of runs times operands at most; never in extents. A plan that passes can be run on any buffers
/// of at least its spans, and so can its normal form.
[[nodiscard]] std::string check(const Plan& plan);

}  // namespace dmlrun::plan
