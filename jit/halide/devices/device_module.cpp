#include "jit/halide/devices/device_module.h"

#include <atomic>
#include <utility>

#include "engine/run/module_file.h"
#include "jit/halide/module.h"

namespace dmlrun::jit::halide {

const DeviceModule* device_module(std::string& why_not) {
  if (!halide_module(why_not)) return nullptr;
  // Without a lock, as there.
  static std::atomic<const DeviceModule*> found{nullptr};
  if (const DeviceModule* devices = found.load(std::memory_order_acquire)) return devices;
  Module loaded = load_module(module_file(), kDeviceSymbol);
  const auto* devices = static_cast<const DeviceModule*>(loaded.interface);
  if (!devices) why_not = std::move(loaded.why_not);
  found.store(devices, std::memory_order_release);
  return devices;
}

}  // namespace dmlrun::jit::halide
