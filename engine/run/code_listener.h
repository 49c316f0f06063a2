// The callback for code that was generated.
#pragma once

#include "engine/run/backend.h"

namespace dmlrun {

/// Calls the listener, if there is one, for each code section of an executable that was just built. May throw
/// std::bad_alloc.
void tell_of_code(const plan::Plan& plan, const Executable& executable);

}  // namespace dmlrun
