// Recognises the last values of a plan as those of a quantized operator.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/plan/plan.h"

namespace dmlrun::plan {

/// The value saturate.i32(minimum(maximum(add(round(number), added), least), most)) of floats, or the same without the
/// sum.
struct QuantizedEnding {
  std::uint32_t number = 0;            ///< the value that is rounded
  std::uint32_t rounded = 0;           ///< its rounding
  std::optional<std::uint32_t> added;  ///< a value
  float least = 0, most = 0;
};
/// For plans with an output of bytes; nothing if the last values are of another kind.
[[nodiscard]] std::optional<QuantizedEnding> quantized_ending(const Plan& plan);

/// The number that a constant of type f32 is; nothing for other values.
[[nodiscard]] std::optional<float> constant_float(const Value& value);

}  // namespace dmlrun::plan
