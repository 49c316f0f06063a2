// Translates a plan to Halide functions for a device: one launch per device box.
#pragma once

#include <Halide.h>

#include <cstdint>
#include <vector>

#include "engine/plan/plan.h"
#include "jit/halide/devices/device_boxes.h"

namespace dmlrun::jit::halide {

struct DevicePipeline {
  Halide::Func output;
  std::vector<Halide::ImageParam> operands;   ///< the plan's operands, each a row of units; undefined: reads no buffer
  Halide::Param<std::uint32_t> zero{"zero"};  ///< always 0; used by plans with values
  /// The operands in order, then `zero`. A call has the output's buffer after these.
  [[nodiscard]] std::vector<Halide::Argument> arguments() const;
};

/// Whether values may call functions that only the device has.
enum class DeviceFunctions : std::uint8_t { allowed, avoided };

/// The scheduled pipeline. Every buffer begins at unit 0 and has as many units as fit its span. Host memory of the
/// output must begin at a multiple of kVectorBytes, as device memory does; otherwise stores are not vectorised.
[[nodiscard]] DevicePipeline make_device_pipeline(const plan::Plan& plan, const Halide::Target& target,
                                                  DeviceFunctions functions = DeviceFunctions::allowed);

}  // namespace dmlrun::jit::halide
