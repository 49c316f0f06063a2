// The part of the module that drives devices.
#pragma once

#include <string>

#include "jit/halide/devices/device_interface.h"

namespace dmlrun::jit::halide {

/// As halide_module(): loads the module at the first call; null with one sentence where there is none.
[[nodiscard]] const DeviceModule* device_module(std::string& why_not);

}  // namespace dmlrun::jit::halide
