// The module's interface for devices: plain C, as module_interface.h.
#pragma once

#include <cstddef>
#include <cstdint>

#include "jit/halide/module_interface.h"

namespace dmlrun::jit::halide {

enum class DeviceApi : std::uint32_t { opencl, cuda, metal };

/// A device of an interface.
struct DeviceChoice {
  DeviceApi api;
  const char* platform;  ///< OpenCL: the name of the platform it belongs to; else ""
  std::int32_t index;    ///< among the platform's devices, or all of the interface
};

struct DeviceKernel;  // of the module
struct DeviceBlock;   // of the module: memory of a device

/// The address of an operand or the output in a block.
struct BlockAddress {
  DeviceBlock* block;
  std::uint64_t offset;
};

/// The second symbol of the module: a function of type `const DeviceModule*()`.
inline constexpr const char* kDeviceSymbol = "dmlrun_halide_devices";

/// Of the version of the HalideModule in the same file. All pointers are valid during a call only, but for kernels and
/// blocks. Calls take turns, with HalideModule's too; each may come from any thread.
struct DeviceModule {
  /// Code for a plan that passes check() and why_not_device_boxes(). Opens the device no sooner than run() does.
  ModuleOutcome (*compile)(const char* plan, const DeviceChoice* device, DeviceKernel** kernel,
                           const ModuleAnswer* answer);
  /// Copies inputs from the host's memory and the output back: one buffer for each operand of the plan that reads one.
  /// Nothing stays on the device.
  ModuleOutcome (*run)(DeviceKernel* kernel, const void* const* operands, void* output, const ModuleAnswer* answer);
  /// The same with the inputs copied to the device once, then run repeatedly: seconds of one run.
  ModuleOutcome (*measure)(DeviceKernel* kernel, const void* const* operands, void* output, std::int32_t runs,
                           double* seconds, const ModuleAnswer* answer);
  void (*release)(DeviceKernel* kernel);
  /// The source of the device's kernels, as the driver receives it.
  ModuleOutcome (*source)(const char* plan, DeviceApi api, const ModuleAnswer* answer);
  /// Allocates memory of a device; copies all its bytes from and to the host.
  ModuleOutcome (*allocate)(const DeviceChoice* device, std::uint64_t bytes, DeviceBlock** block,
                            const ModuleAnswer* answer);
  ModuleOutcome (*upload)(DeviceBlock* block, const void* host, const ModuleAnswer* answer);
  ModuleOutcome (*download)(DeviceBlock* block, void* host, const ModuleAnswer* answer);
  void (*free)(DeviceBlock* block);
  /// As run(), for buffers in blocks of the kernel's device, none of which the output overlaps. Done when it returns.
  ModuleOutcome (*run_on_blocks)(DeviceKernel* kernel, const BlockAddress* operands, const BlockAddress* output,
                                 const ModuleAnswer* answer);
};

}  // namespace dmlrun::jit::halide
