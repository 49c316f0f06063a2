// Memory of a device that stands for a part of the host's, so that buffers need not travel for every kernel.
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
  /// Gives it back.
  virtual ~DeviceMemory() = default;
  /// All of it, from and to the host. Fail with backend_failed or out_of_memory; nothing is known of the target then.
  [[nodiscard]] virtual Result<void> upload(const std::byte* host) noexcept = 0;
  [[nodiscard]] virtual Result<void> download(std::byte* host) noexcept = 0;
};

/// Where a buffer begins in a device's memory.
struct DeviceAddress {
  DeviceMemory* memory = nullptr;
  std::uint64_t offset = 0;
};

}  // namespace dmlrun
