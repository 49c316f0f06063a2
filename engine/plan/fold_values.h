#pragma once

#include "engine/plan/plan.h"

namespace dmlrun::plan {

/// Replaces values that depend only on constants by constants, unless the result is NaN, and products with 1 and
/// quotients by 1 by what is multiplied or divided, whose signalling NaNs stay. Restores in_order().
void fold_values(Plan& plan);
/// Whether the plan only loads an element and stores it in a format of the same size and kind, so that it may be run as
/// a copy. A copy keeps all bits; evaluating the values keeps them too, but may make a signalling NaN quiet.
[[nodiscard]] bool stores_what_it_loads(const Plan& plan) noexcept;

}  // namespace dmlrun::plan
