#pragma once

#include <vector>

#include "dmlrun/operators.h"
#include "engine/plan/plan.h"

namespace dmlrun {

/// The plans of an operator's outputs before normalize(). They have one axis per dimension of the output; positions are
/// coordinates in the inputs; operands are numbered as Operator::inputs(). If an operator splits dimensions into
/// several axes, strides are those of packed tensors, so that coordinates can be computed. May throw std::bad_alloc.
[[nodiscard]] std::vector<plan::Plan> lowered_plans(const Operator& op);

}  // namespace dmlrun
