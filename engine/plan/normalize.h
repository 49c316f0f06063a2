#pragma once

#include "engine/plan/plan.h"

namespace dmlrun::plan {

/// The normal form of a plan, with the same buffers and the same output bytes. Axes of extent 1 are dropped (their
/// positions become offsets), adjacent runs merged, one-run bodies unrolled into a longer run or a step 0, and adjacent
/// axes folded if all operands and the output allow it. Plans that differ only in such things become one. The row-major
/// order of the output's elements is kept, so element numbers (slices) mean the same before and after. Idempotent.
/// Precondition: check(plan) is "".
[[nodiscard]] Plan normalize(Plan plan);

}  // namespace dmlrun::plan
