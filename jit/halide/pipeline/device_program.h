// Compiles a plan to code for a device and for the CPU that drives it.
#pragma once

#include <Halide.h>

#include <string>

#include "jit/halide/pipeline/device_pipeline.h"

namespace dmlrun::jit::halide {

struct DeviceProgram {
  DevicePipeline pipeline;
  Halide::Module module;
};

/// The pipeline and its module. Halide computes on the CPU what is equal in all threads; that code must call no
/// function of the device, because LLVM ends the process if asked to generate such a call for a CPU.
[[nodiscard]] DeviceProgram make_device_program(const plan::Plan& plan, const std::string& function,
                                                const Halide::Target& for_any);

}  // namespace dmlrun::jit::halide
