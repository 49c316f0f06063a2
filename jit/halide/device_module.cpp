#include "jit/halide/device_module.h"

#include <dlfcn.h>

#include "jit/halide/module.h"

namespace dmlrun::jit::halide {
namespace {

const DeviceModule* find_devices() {
  // Loaded already: this only asks for it.
  void* library = ::dlopen(module_file().c_str(), RTLD_NOW | RTLD_NOLOAD);
  if (!library) return nullptr;
  const auto get = reinterpret_cast<const DeviceModule* (*)()>(::dlsym(library, kDeviceSymbol));
  return get ? get() : nullptr;
}

}  // namespace

const DeviceModule* device_module(std::string& why_not) {
  const HalideModule* module = halide_module(why_not);
  if (!module) return nullptr;
  static const DeviceModule* const devices = find_devices();
  if (!devices) why_not = "the module for Halide lacks " + std::string(kDeviceSymbol);
  return devices;
}

}  // namespace dmlrun::jit::halide
