// A plan as code for a device and for the processor that drives it.
#pragma once

#include <Halide.h>

#include <string>

#include "jit/halide/pipeline/device_pipeline.h"

namespace dmlrun::jit::halide {

struct DeviceProgram {
  DevicePipeline pipeline;
  Halide::Module module;
};

/// What the generator leaves to the processor, because nothing in it differs between threads, calls no function of the
/// device: LLVM ends the process that asks it for one on another processor.
[[nodiscard]] DeviceProgram make_device_program(const plan::Plan& plan, const std::string& function,
                                                const Halide::Target& for_any);

}  // namespace dmlrun::jit::halide
