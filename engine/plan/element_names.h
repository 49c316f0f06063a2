#pragma once

#include <array>
#include <string_view>

#include "engine/plan/plan.h"

namespace dmlrun::plan {

/// The words of the text form, by enumerator.
inline constexpr std::array<std::string_view, 7> kElementNames = {"x1", "x2", "x4", "x8", "i8", "u8", "f32"};
inline constexpr std::array<std::string_view, 9> kOperationNames = {"load",   "constant", "subtract", "add", "multiply",
                                                                    "divide", "round",    "max",      "min"};

}  // namespace dmlrun::plan
