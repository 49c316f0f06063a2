// Memory of a device that mirrors host memory, so that buffers are not transferred for every kernel.
#pragma once

#include <cstddef>
#include <cstdint>

#include "dmlrun/result.h"

namespace dmlrun {

class DeviceMemory {
 public:
  DeviceMemory() = default;
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;
  /// Frees the memory.
  virtual ~DeviceMemory() = default;
  /// Transfers all bytes. Errors: backend_failed, out_of_memory; then the target's content is undefined.
  [[nodiscard]] virtual Result<void> upload(const std::byte* host) noexcept = 0;
  [[nodiscard]] virtual Result<void> download(std::byte* host) noexcept = 0;
};

/// Where a buffer begins in a device's memory.
struct DeviceAddress {
  DeviceMemory* memory = nullptr;
  std::uint64_t offset = 0;
};

}  // namespace dmlrun
