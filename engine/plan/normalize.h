#pragma once

#include "engine/plan/plan.h"

namespace dmlrun::plan {

/// The canonical plan of the same meaning, same buffers and same output bytes: axes of extent 1 dropped (their position
/// folded into offsets), neighbouring runs merged, one-run bodies unrolled into a longer run or a step 0, neighbouring
/// axes folded where every operand and the output allow it. Two requests that mean the same give equal plans.
/// Precondition: check(plan). Idempotent. Row-major order of the output's elements is kept, so element numbers
/// (slices) mean the same before and after.
[[nodiscard]] Plan normalize(Plan plan);

}  // namespace dmlrun::plan
