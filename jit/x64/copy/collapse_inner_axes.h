// Short rows and the axis around them as one axis, whose rows are longer.
#pragma once

#include "engine/plan/plan.h"

namespace dmlrun::jit::x64 {

/// The same plan with fewer axes, where the innermost ones make a row of at most 2048 bytes and 96 runs: what is done
/// around a row takes as long as some hundred bytes of it. Only axes of several runs are taken in, since those of one
/// are loops that cost little, and only of plans that read one operand and fill a packed output. There is always an
/// axis around the row. The result is not normalised. Precondition: a normalised plan without expression.
[[nodiscard]] plan::Plan collapse_inner_axes(plan::Plan plan);

}  // namespace dmlrun::jit::x64
