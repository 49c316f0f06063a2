// Operations of a plan that need several vector operations with every instruction set.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/plan/plan.h"
#include "jit/x64/arithmetic/vector_builder.h"

namespace dmlrun::jit::x64::arithmetic {

[[nodiscard]] Virtual negate(VectorBuilder& b, plan::Type type, Virtual x);
[[nodiscard]] Virtual absolute(VectorBuilder& b, plan::Type type, Virtual x);
[[nodiscard]] Virtual round_away(VectorBuilder& b, plan::Type type, Virtual x);
[[nodiscard]] Virtual count_bits(VectorBuilder& b, plan::Type type, Virtual x);
/// How far a value's bits are shifted, where an instruction has the number of places in it.
[[nodiscard]] std::optional<std::uint8_t> constant_shift(const plan::Plan& plan, const Value& value);
/// x shifted by `places`, or else by y.
[[nodiscard]] Virtual shift(VectorBuilder& b, const Value& value, std::optional<std::uint8_t> places, Virtual x,
                            Virtual y);
/// The quotient or remainder of integers.
[[nodiscard]] Virtual quotient(VectorBuilder& b, plan::Type type, bool is_remainder, Virtual x, Virtual y);

}  // namespace dmlrun::jit::x64::arithmetic
