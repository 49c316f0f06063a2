// Ahead-of-time code for other programs: the parts of emit() in dmlrun/kernel.h.
#pragma once

#include <string>
#include <string_view>

#include "dmlrun/kernel.h"
#include "engine/run/backend.h"

namespace dmlrun {

/// Whether the back end emits this; headers are emitted with objects.
[[nodiscard]] bool emits(const Backend& backend, Emitted what) noexcept;

/// The back ends that emit this, with commas between them.
[[nodiscard]] std::string emitting_backends(Emitted what);

/// The default name of the function for output `index`.
[[nodiscard]] std::string default_function(const Operator& op, std::size_t index);

}  // namespace dmlrun
