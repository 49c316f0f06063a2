// The "value" of an element-wise row -> values of a plan. specs/README.md has the notation. Of an absent tensor no step
// is made: an operation of one input gives nothing, either, and one of two its first input.
#pragma once

#include "engine/operators/operator_row.h"
#include "engine/plan/plan.h"

namespace dmlrun::operators {

/// The tensor that an element-wise operator writes.
[[nodiscard]] const TensorDesc& output_of(const OperatorRow& row, const Desc& desc);
/// Gives a plan the values that the row's formula says. The plan has its output, and an operand for each input of the
/// desc in their order, each with its number's element. Precondition: the desc is a checked record of that row.
void add_values(const OperatorRow& row, const Desc& desc, plan::Plan& plan);

}  // namespace dmlrun::operators
