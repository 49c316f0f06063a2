// The back ends whose code Halide pipelines generate.
#pragma once

#include <span>

#include "engine/run/backend.h"

namespace dmlrun {

/// Best first. They exist on every machine; unavailable() says where they do not work, for example because the module
/// that generates the code is not installed.
[[nodiscard]] std::span<const Backend> halide_backends() noexcept;

}  // namespace dmlrun
