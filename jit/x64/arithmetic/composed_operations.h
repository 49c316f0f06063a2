// Operations of a plan that need several vector operations with every instruction set.
#pragma once

#include "engine/plan/plan.h"
#include "jit/x64/arithmetic/vector_builder.h"

namespace dmlrun::jit::x64::arithmetic {

[[nodiscard]] Virtual negate(VectorBuilder& b, plan::Type type, Virtual x);
[[nodiscard]] Virtual absolute(VectorBuilder& b, plan::Type type, Virtual x);
[[nodiscard]] Virtual round_away(VectorBuilder& b, plan::Type type, Virtual x);
[[nodiscard]] Virtual count_bits(VectorBuilder& b, plan::Type type, Virtual x);
/// The quotient or remainder of integers.
[[nodiscard]] Virtual quotient(VectorBuilder& b, plan::Type type, bool is_remainder, Virtual x, Virtual y);

}  // namespace dmlrun::jit::x64::arithmetic
