// The back ends that run on devices.
#pragma once

#include <span>

#include "engine/run/backend.h"

namespace dmlrun {

[[nodiscard]] std::span<const Backend> device_backends() noexcept;

}  // namespace dmlrun
