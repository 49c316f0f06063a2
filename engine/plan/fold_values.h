#pragma once

#include "engine/plan/plan.h"

namespace dmlrun::plan {

/// Values that are made of constants only become constants, unless they come to NaN; the values are put in order again.
void fold_values(Plan& plan);
/// Whether the element is stored exactly as it was loaded, whatever its bits (a signalling NaN may become quiet).
[[nodiscard]] bool stores_what_it_loads(const Plan& plan) noexcept;

}  // namespace dmlrun::plan
