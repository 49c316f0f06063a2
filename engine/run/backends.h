#pragma once

#include <span>

#include "engine/run/backend.h"

namespace dmlrun {

/// Every back end of this build, best first. The one list.
[[nodiscard]] std::span<const Backend> backend_list() noexcept;
/// Null when there is none of that name.
[[nodiscard]] const Backend* find_backend(std::string_view name) noexcept;

}  // namespace dmlrun
