#pragma once

#include <span>

#include "engine/run/backend.h"

namespace dmlrun {

/// Every back end of this build, best first. There is no other list.
[[nodiscard]] std::span<const Backend> backend_list() noexcept;
/// The back end with that name; null if there is none.
[[nodiscard]] const Backend* find_backend(std::string_view name) noexcept;

}  // namespace dmlrun
