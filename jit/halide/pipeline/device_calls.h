// Shared by the module's device functions.
// Defined in device_calls.cpp; choose_device() and the functions of blocks are in device_blocks.cpp.
#pragma once

#include <string>
#include <vector>

#include "jit/halide/devices/device_interface.h"
#include "jit/halide/pipeline/device_runtime.h"
#include "jit/halide/pipeline/module_call.h"

namespace dmlrun::jit::halide {

/// A compiled kernel of a device.
struct DeviceKernel {
  DeviceApi api;
  std::string platform;
  std::int32_t index;
  bool keeps_gaps;
  Halide::Internal::JITModule code;
  std::vector<Halide::Type> types;  ///< type of each operand's units, then of the output's
  std::vector<std::int32_t> units;  ///< number of each operand's units, then of the output's
  [[nodiscard]] DeviceChoice device() const noexcept { return {api, platform.c_str(), index}; }
};

/// The run time of an interface, made at the first call. Throws as DeviceRuntime's constructor.
DeviceRuntime& runtime_of(DeviceApi api);

/// Copies memory of the interface's current device to the host, then calls DeviceRuntime::choose(). Returns 0 or an
/// error code of the run time.
int choose_device(DeviceRuntime& runtime, const DeviceChoice& device, CallContext& context);

/// The outcome for an error code of the run time; the answer gets the context's sentence.
ModuleOutcome outcome_of(int code, const CallContext& context, const ModuleAnswer& answer);

/// A row of `count` units in a device's memory.
struct DeviceRow {
  halide_dimension_t dimension{};
  halide_buffer_t buffer{};
  DeviceRow(Halide::Type type, std::int32_t first, std::int32_t count) {
    dimension = {first, count, 1, 0};
    buffer.type = type;
    buffer.dimensions = 1;
    buffer.dim = &dimension;
  }
  DeviceRow(const DeviceRow&) = delete;
  DeviceRow& operator=(const DeviceRow&) = delete;
};

// Functions of DeviceModule, documented there.
ModuleOutcome allocate_block(const DeviceChoice* device, std::uint64_t bytes, DeviceBlock** block,
                             const ModuleAnswer* answer);
ModuleOutcome upload_block(DeviceBlock* block, const void* host, const ModuleAnswer* answer);
ModuleOutcome download_block(DeviceBlock* block, void* host, const ModuleAnswer* answer);
void free_block(DeviceBlock* block);
ModuleOutcome run_on_blocks(DeviceKernel* kernel, const BlockAddress* operands, const BlockAddress* output,
                            const ModuleAnswer* answer);

}  // namespace dmlrun::jit::halide
