// What pipelines make of the last values of plans with outputs of bytes.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/plan/quantized_ending.h"

namespace dmlrun::jit::halide {

/// For plans with an output of bytes: the number of the float value whose conversion to an integer is stored, if it is
/// in the output's range for any content of the operands.
[[nodiscard]] std::optional<std::uint32_t> float_in_range(const plan::Plan& plan);

/// A plan::QuantizedEnding that integers can compute: what is added is whole, and so are the limits.
struct Ending {
  std::uint32_t number = 0;            ///< the value that is rounded
  std::optional<std::uint32_t> added;  ///< a constant, or a loaded byte as a float
  std::int32_t least = 0, most = 0;
};
/// The ending of a plan; nothing if it has no such one.
[[nodiscard]] std::optional<Ending> ending_of(const plan::Plan& plan);

/// The load that a value is, or that it converts to a float; null for other values.
[[nodiscard]] const plan::Value* load_behind(const plan::Plan& plan, std::uint32_t value);

}  // namespace dmlrun::jit::halide
