// Recognises plans that are one function of floats and nothing else.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/plan/plan.h"

namespace dmlrun::plan::math {

/// Those for which back ends have a strategy: e^x, 1 / (1 + e^-x) and tanh(x).
enum class SingleFunction : std::uint8_t { exp, sigmoid, tanh };
/// The function that makes an f32 of the elements of operand 0, which are f32; nothing for other plans. Precondition:
/// the plan is normal.
[[nodiscard]] std::optional<SingleFunction> single_function(const Plan& plan);

}  // namespace dmlrun::plan::math
