// Boxes for generators whose code always writes the whole output: the outermost axis has loops of constants, too.
#pragma once

#include <string>
#include <vector>

#include "jit/halide/boxes.h"

namespace dmlrun::jit::halide {

/// Drops loops of one iteration, orders them by what the output moves, and joins neighbours that are one longer loop.
void join_loops(std::vector<BoxLoop>& loops);

/// "" when all offsets of whole boxes fit 32 bits, and as why_not_boxes(), else one sentence.
[[nodiscard]] std::string why_not_whole_boxes(const plan::Plan& plan);

/// Boxes that each cover the whole outermost axis by a loop of their own; Boxes then has one outermost coordinate.
/// Precondition: why_not_boxes(plan) is "".
[[nodiscard]] Boxes whole_boxes_of(const plan::Plan& plan);

}  // namespace dmlrun::jit::halide
