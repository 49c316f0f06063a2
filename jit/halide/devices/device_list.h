// The devices that this machine's drivers report.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "jit/halide/devices/device_interface.h"

namespace dmlrun::jit::halide {

struct Device {
  std::string name;
  std::string driver;           ///< its name and version, for people
  std::string platform;         ///< as DeviceChoice
  std::int32_t index = 0;       ///< as DeviceChoice
  bool divides_exactly = true;  ///< whether float32 quotients can be correctly rounded
};

struct DeviceList {
  std::vector<Device> devices;  ///< compute devices first; processors that are also devices last
  std::string why_none;         ///< one sentence, when there are none
};

/// Asks the drivers at the first call, which may take a second; the answer is kept for the life of the process. May be
/// called from several threads.
[[nodiscard]] const DeviceList& devices_of(DeviceApi api);

/// The device of this number, or the first whose name contains `wanted`, in any case of letters; "" is the first. Null
/// when there is none.
[[nodiscard]] const Device* find_device(const DeviceList& list, std::string_view wanted) noexcept;

}  // namespace dmlrun::jit::halide
