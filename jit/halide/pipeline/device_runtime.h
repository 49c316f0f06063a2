// The functions of Halide's run time that drive devices. They exist after code for a device has been compiled.
#pragma once

#include <Halide.h>

#include <string>

#include "jit/halide/devices/device_interface.h"

namespace dmlrun::jit::halide {

/// Collects the error text of one call, so that nothing is printed.
class CallContext {
 public:
  CallContext();
  CallContext(const CallContext&) = delete;
  CallContext& operator=(const CallContext&) = delete;

  [[nodiscard]] Halide::JITUserContext* get() noexcept { return &content_.context; }
  /// The first message of the error text, whole, on one line.
  [[nodiscard]] std::string sentence() const;

 private:
  // Standard layout, so that the handler finds the text beside the context that it is given.
  struct Content {
    Halide::JITUserContext context;
    std::string* text = nullptr;
  };
  static void remember(Halide::JITUserContext* context, const char* text);

  std::string text_;
  Content content_;
};

/// Halide's functions for one interface. The constructor finds all members, or throws std::runtime_error.
class DeviceRuntime {
 public:
  DeviceRuntime(DeviceApi api, const Halide::Target& target);

  /// Selects the device for later calls. Memory on another device is released; kernels stay valid.
  void choose(const DeviceChoice& device);
  /// Whether choose() would select another device than the current one.
  [[nodiscard]] bool would_change(const DeviceChoice& wanted) const noexcept {
    return !is_chosen_ || wanted.index != index_ || platform_ != wanted.platform;
  }

  int (*copy_to_device)(void* context, halide_buffer_t* buffer, const halide_device_interface_t* device) = nullptr;
  int (*copy_to_host)(void* context, halide_buffer_t* buffer) = nullptr;
  int (*synchronize)(void* context, halide_buffer_t* buffer) = nullptr;
  int (*allocate)(void* context, halide_buffer_t* buffer, const halide_device_interface_t* device) = nullptr;
  int (*free)(void* context, halide_buffer_t* buffer) = nullptr;
  /// Copies from one buffer to another, as much as the latter holds.
  int (*copy)(void* context, halide_buffer_t* from, const halide_device_interface_t* device,
              halide_buffer_t* to) = nullptr;
  /// Makes `part` refer to a part of another buffer's memory, until release_crop().
  int (*crop)(void* context, const halide_buffer_t* of, halide_buffer_t* part) = nullptr;
  int (*release_crop)(void* context, halide_buffer_t* part) = nullptr;
  const halide_device_interface_t* device = nullptr;

 private:
  void find_functions(DeviceApi api, const Halide::Target& target);

  DeviceApi api_;
  bool is_chosen_ = false;
  std::string platform_;
  int index_ = 0;
  int (*give_up_)(void* context, const halide_device_interface_t* device) = nullptr;
  void (*set_index_)(int index) = nullptr;
  void (*set_platform_)(const char* name) = nullptr;
  void (*set_build_options_)(const char* options) = nullptr;
};

/// The target of code that this process runs on a device of this interface.
[[nodiscard]] Halide::Target device_target(DeviceApi api);
/// The target for source of this interface, wherever it will run.
[[nodiscard]] Halide::Target source_target(DeviceApi api);

}  // namespace dmlrun::jit::halide
