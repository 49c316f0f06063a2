// The formula of one operator in its row's notation, for people.
#pragma once

#include <string>

#include "engine/operators/rows/operator_row.h"

namespace dmlrun::operators {

/// What add_values() computes: of each case() the branch that the desc takes, absent tensors left out, ScaleBias around
/// x, and a fused activation around the result, with its numbers. An activation that has its x several times is written
/// "... where y = ...". "" where the row has no formula. Precondition: the desc is a checked record of that row.
[[nodiscard]] std::string formula_text(const OperatorRow& row, const Desc& desc);

}  // namespace dmlrun::operators
