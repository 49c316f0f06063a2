#include "jit/halide/pipeline/device_runtime.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstddef>
#include <stdexcept>

namespace dmlrun::jit::halide {
namespace {

using Halide::Target;

Target::Feature feature_of(DeviceApi api) {
  constexpr Target::Feature kFeatures[] = {Target::OpenCL, Target::CUDA, Target::Metal};
  return kFeatures[static_cast<std::size_t>(api)];
}

/// With the number that a system without development packages has in the name, then as the run time would: the order of
/// device_list.cpp, because two libraries of that name would each load all drivers into this process.
void* load_library(const char* name) {
  if (void* library = ::dlopen((std::string(name) + ".1").c_str(), RTLD_LAZY)) return library;
  return ::dlopen(name, RTLD_LAZY);
}

}  // namespace

CallContext::CallContext() {
  content_.text = &text_;
  Halide::JITHandlers handlers;
  handlers.custom_error = remember;
  handlers.custom_print = [](Halide::JITUserContext*, const char*) {};
  Halide::Internal::JITSharedRuntime::populate_jit_handlers(&content_.context, handlers);
}

void CallContext::remember(Halide::JITUserContext* context, const char* text) {
  static_assert(std::is_standard_layout_v<Content>);
  std::string& kept = *reinterpret_cast<Content*>(context)->text;
  if (kept.empty()) kept = text;
}

std::string CallContext::sentence() const {
  std::string text = text_.empty() ? "the device failed without a word" : text_;
  text.erase(text.find_last_not_of("\n ") + 1);
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

DeviceRuntime::DeviceRuntime(DeviceApi api, const Target& target) : api_(api) { find_functions(api, target); }

void DeviceRuntime::find_functions(DeviceApi api, const Target& target) {
  const auto modules = Halide::Internal::JITSharedRuntime::get(nullptr, target, false);
  const auto find = [&](const std::string& name, auto& function) {
    for (const auto& module : modules) {
      const auto found = module.exports().find(name);
      if (found == module.exports().end()) continue;
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(found->second.address);
      return;
    }
    throw std::runtime_error("the generator's run time lacks " + name);
  };
  find("halide_copy_to_device", copy_to_device);
  find("halide_copy_to_host", copy_to_host);
  find("halide_device_sync", synchronize);
  find("halide_device_malloc", allocate);
  find("halide_device_free", free);
  find("halide_buffer_copy", copy);
  find("halide_device_crop", crop);
  find("halide_device_release_crop", release_crop);
  find("halide_device_release", give_up_);
  find("halide_set_gpu_device", set_index_);
  constexpr const char* kInterfaces[] = {"halide_opencl_device_interface", "halide_cuda_device_interface",
                                         "halide_metal_device_interface"};
  const halide_device_interface_t* (*interface)() = nullptr;
  find(kInterfaces[static_cast<std::size_t>(api)], interface);
  device = interface();
  if (api != DeviceApi::opencl) return;
  find("halide_opencl_set_platform_name", set_platform_);
  find("halide_opencl_set_build_options", set_build_options_);
  // Without it a quotient may be off by several units in the last place.
  set_build_options_("-cl-fp32-correctly-rounded-divide-sqrt");
}

void DeviceRuntime::choose(const DeviceChoice& wanted) {
  if (!would_change(wanted)) return;
  if (is_chosen_) {
    CallContext context;
    give_up_(context.get(), device);
  }
  is_chosen_ = true;
  platform_ = wanted.platform;
  index_ = wanted.index;
  set_index_(index_);
  if (api_ == DeviceApi::opencl) set_platform_(platform_.c_str());
}

Target device_target(DeviceApi api) {
  [[maybe_unused]] static const bool is_set = [] {
    Halide::JITHandlers handlers;
    handlers.custom_load_library = load_library;
    Halide::Internal::JITSharedRuntime::set_default_handlers(handlers);
    Halide::Internal::JITSharedRuntime::reuse_device_allocations(false);
    return true;
  }();
  return Halide::get_host_target()
      .with_feature(feature_of(api))
      .with_feature(Target::JIT)
      .with_feature(Target::UserContext)
      .with_feature(Target::StrictFloat)
      .with_feature(Target::NoBoundsQuery);
}

Target source_target(DeviceApi api) {
  const Target host = api == DeviceApi::metal ? Target("arm-64-osx") : Target("x86-64-linux");
  return host.with_feature(feature_of(api))
      .with_feature(Target::StrictFloat)
      .with_feature(Target::NoRuntime)
      .with_feature(Target::NoAsserts)
      .with_feature(Target::NoBoundsQuery);
}

}  // namespace dmlrun::jit::halide
