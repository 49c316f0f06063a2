// Folds short rows and the axes around them into one axis with longer rows.
#pragma once

#include "engine/plan/plan.h"

namespace dmlrun::jit::x64 {

/// An equivalent plan with fewer axes: inner axes are folded into a row of at most 2048 bytes and 96 runs, because the
/// loop around a row costs as much as some hundred bytes of it; or into a row whose body advances and has at most 1024
/// bytes and 96 runs. Only axes of several runs are folded, since axes of one run are cheap loops, and only in plans
/// that read one operand and fill a packed output. At least one axis around the row remains. The result is not
/// normalised. Precondition: a normalised plan without values.
///
/// This comes before CopyPlan, so plan_row_blocks() and plan_lone_row() do not see the rows that were folded;
/// CopyExecutable keeps the folded plan only if some of its rows are made of vectors.
[[nodiscard]] plan::Plan collapse_inner_axes(plan::Plan plan);

}  // namespace dmlrun::jit::x64
