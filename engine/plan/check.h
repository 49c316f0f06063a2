#pragma once

#include <string>

#include "engine/plan/plan.h"

namespace dmlrun::plan {

/// Checks a plan's invariants. Returns "" if all hold, else a sentence about the first that does not:
/// - There are at most kMaxAxes axes.
/// - No run is empty. Fills have no position; runs of one coordinate have no step.
/// - Sources exist. If several axes name an operand, they name the same one.
/// - Every position of every operand is inside the operand's span.
/// - Output strides do not overlap (each is larger than the reach of the smaller ones) and stay inside output_span.
/// - Values are well formed (check_values.h). Without values, operands and output have one element size.
/// - No count or offset wraps around: extents and moves are below 2^59, spans at most 2^55.
/// Takes time in proportion to runs times operands, whatever the extents. A plan that passes, and its normal form, can
/// be run on any buffers of at least its spans.
[[nodiscard]] std::string check(const Plan& plan);

}  // namespace dmlrun::plan
