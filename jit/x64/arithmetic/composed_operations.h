// Operations of a plan that need several vector operations with every instruction set.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/plan/plan.h"
#include "engine/plan/ranges.h"
#include "jit/x64/arithmetic/vector_builder.h"

namespace dmlrun::jit::x64::arithmetic {

[[nodiscard]] Virtual negate(VectorBuilder& b, plan::Type type, Virtual x);
[[nodiscard]] Virtual absolute(VectorBuilder& b, plan::Type type, Virtual x);
[[nodiscard]] Virtual round_away(VectorBuilder& b, plan::Type type, Virtual x);
[[nodiscard]] Virtual count_bits(VectorBuilder& b, plan::Type type, Virtual x);
/// The integers that two floats were converted from, where the difference of these is that of the integers: one
/// conversion in place of two operations of the same unit. Bytes less their zero point, 256 KB as FLOAT32: 0.96 of the
/// time (Zen 4).
[[nodiscard]] std::optional<std::array<std::uint32_t, 2>> integer_difference(const plan::Plan& plan, const Value& value,
                                                                             const std::vector<plan::Range>& ranges);
/// How far a value's bits are shifted, where an instruction has the number of places in it.
[[nodiscard]] std::optional<std::uint8_t> constant_shift(const plan::Plan& plan, const Value& value);
/// x shifted by `places`, or else by y.
[[nodiscard]] Virtual shift(VectorBuilder& b, const Value& value, std::optional<std::uint8_t> places, Virtual x,
                            Virtual y);
/// The quotient or remainder of integers.
[[nodiscard]] Virtual quotient(VectorBuilder& b, plan::Type type, bool is_remainder, Virtual x, Virtual y);

}  // namespace dmlrun::jit::x64::arithmetic
