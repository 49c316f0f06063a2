// Code ahead of time, for other programs: what emit() of dmlrun/kernel.h is made of.
#pragma once

#include <string>
#include <string_view>

#include "dmlrun/kernel.h"
#include "engine/run/backend.h"

namespace dmlrun {

/// Whether the back end emits this; a header comes with an object.
[[nodiscard]] bool emits(const Backend& backend, Emitted what) noexcept;

/// The back ends that emit this, with commas between them.
[[nodiscard]] std::string emitting_backends(Emitted what);

/// What the function of output `index` is called where nobody chose a name.
[[nodiscard]] std::string default_function(const Operator& op, std::size_t index);

}  // namespace dmlrun
