// Code ahead of time, for other programs.
#pragma once

#include <string>
#include <string_view>

#include "dmlrun/kernel.h"
#include "engine/run/backend.h"

namespace dmlrun {

enum class Emitted : std::uint8_t { object, header, source };

struct EmitOptions {
  std::string_view target = "host";  ///< of objects and headers
  std::string_view function;         ///< what the C function is called; an identifier, not checked
};

/// Whether the back end emits this; a header comes with an object.
[[nodiscard]] bool emits(const Backend& backend, Emitted what) noexcept;

/// An object's bytes, for a header too, whose text is c_header()'s; or source as text: what `options.backend` makes of output `index`, whether or not it works here. Errors:
/// unknown_backend, unknown_option (target), backend_unavailable, backend_failed, out_of_memory.
[[nodiscard]] Result<std::string> emit(const Operator& op, std::size_t index, Emitted what, const EmitOptions& emitted,
                                       const CompileOptions& options) noexcept;

/// What the function of output `index` is called where nobody chose a name.
[[nodiscard]] std::string default_function(const Operator& op, std::size_t index);

}  // namespace dmlrun
