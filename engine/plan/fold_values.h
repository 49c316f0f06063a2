#pragma once

#include "engine/plan/plan.h"

namespace dmlrun::plan {

/// Values that depend on constants only become constants, unless the result is NaN; the values are put in order again.
void fold_values(Plan& plan);
/// Whether the element is stored exactly as it was loaded, whatever its bits (a signalling NaN may become quiet).
[[nodiscard]] bool stores_what_it_loads(const Plan& plan) noexcept;

}  // namespace dmlrun::plan
