// Lowers the formula ("value") of an element-wise row to values of a plan. specs/README.md has the notation. An absent
// tensor omits operations: one with a single input, which is absent, is absent too; one with two inputs gives its
// first.
#pragma once

#include "engine/operators/rows/operator_row.h"
#include "engine/plan/plan.h"

namespace dmlrun::operators {

/// The output tensor of an element-wise operator.
[[nodiscard]] const TensorDesc& output_of(const OperatorRow& row, const Desc& desc);
/// Adds the values of the row's formula to a plan, which has its output and one operand per input of the desc, in
/// order, each with the element of its type. Precondition: the desc is a checked record of that row.
void add_values(const OperatorRow& row, const Desc& desc, plan::Plan& plan);

}  // namespace dmlrun::operators
