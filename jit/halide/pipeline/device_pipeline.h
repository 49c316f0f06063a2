// A plan as Halide functions for a device: one launch for each of the device's boxes.
#pragma once

#include <Halide.h>

#include <cstdint>
#include <vector>

#include "engine/plan/plan.h"
#include "jit/halide/device_boxes.h"

namespace dmlrun::jit::halide {

struct DevicePipeline {
  Halide::Func output;
  std::vector<Halide::ImageParam> operands;   ///< of the plan, as one row of units each; undefined: it reads no buffer
  Halide::Param<std::uint32_t> zero{"zero"};  ///< always 0; only used by values
  /// The operands in order, then `zero`. The output's buffer comes last in a call.
  [[nodiscard]] std::vector<Halide::Argument> arguments() const;
};

/// The most lanes that a vector may have in this target's language.
[[nodiscard]] int most_lanes(const Halide::Target& target) noexcept;

/// Which functions values call: those that only the device has, too, or none of them.
enum class Functions : std::uint8_t { of_device, of_all };

/// The pipeline, with its schedule. Every buffer's first element is at 0, and as many units belong to it as fit its
/// span. The output's host memory must begin at a multiple of kVectorBytes, as device memory does: else no stores are
/// joined.
[[nodiscard]] DevicePipeline make_device_pipeline(const plan::Plan& plan, const Halide::Target& target,
                                                  Functions functions = Functions::of_device);

}  // namespace dmlrun::jit::halide
