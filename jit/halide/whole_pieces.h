// Pieces for generators whose code always writes the whole output: the outermost axis has loops of constants, too.
#pragma once

#include <string>
#include <vector>

#include "jit/halide/pieces.h"

namespace dmlrun::jit::halide {

/// Drops loops of one iteration, orders them by what the output moves, and joins neighbours that are one longer loop.
void join_loops(std::vector<PieceLoop>& loops);

/// "" when all offsets of whole pieces fit 32 bits, and as why_not_pieces(), else one sentence.
[[nodiscard]] std::string why_not_whole_pieces(const plan::Plan& plan);

/// The pieces of a plan, each for all coordinates of the outermost axis: so that there is one coordinate left, at which
/// all of them are. Precondition: why_not_pieces(plan) is "".
[[nodiscard]] Pieces whole_pieces_of(const plan::Plan& plan);

}  // namespace dmlrun::jit::halide
