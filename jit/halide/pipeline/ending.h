// The last values of a plan, if they are those of a quantized operator.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/plan/plan.h"

namespace dmlrun::jit::halide {

/// The float that a plan with an output of bytes makes the integer of that it stores, where it lies within the output's
/// range whatever the operands hold.
[[nodiscard]] std::optional<std::uint32_t> float_in_range(const plan::Plan& plan);

/// minimum(maximum(round(x) + zero point, least), most) of floats, or without the sum.
struct Ending {
  std::uint32_t x = 0;                      ///< a value
  std::optional<std::uint32_t> zero_point;  ///< a constant, or the float that a loaded byte is
  std::int32_t least = 0, most = 0;
};
[[nodiscard]] std::optional<Ending> ending_of(const plan::Plan& plan);

/// The load that a value is, or is the float of.
[[nodiscard]] const plan::Value* load_behind(const plan::Plan& plan, std::uint32_t value);
/// The float that a constant is; nothing for other values.
[[nodiscard]] std::optional<float> constant_float(const plan::Value& value);

}  // namespace dmlrun::jit::halide
