// Recognises the last values of a plan as those of a quantized operator.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/plan/quantized_ending.h"

namespace dmlrun::jit::halide {

/// For plans with an output of bytes: the number of the float value whose conversion to an integer is stored, if it is
/// in the output's range for any content of the operands.
[[nodiscard]] std::optional<std::uint32_t> float_in_range(const plan::Plan& plan);

/// The value min(max(round(x) + zero_point, least), most) of floats, or the same without zero_point.
struct Ending {
  std::uint32_t x = 0;                      ///< number of the value x
  std::optional<std::uint32_t> zero_point;  ///< number of a constant, or of a loaded byte as a float
  std::int32_t least = 0, most = 0;
};
/// The ending of a plan; nothing if its last values are of another kind.
[[nodiscard]] std::optional<Ending> ending_of(const plan::Plan& plan);

/// The load that a value is, or that it converts to a float; null for other values.
[[nodiscard]] const plan::Value* load_behind(const plan::Plan& plan, std::uint32_t value);

}  // namespace dmlrun::jit::halide
