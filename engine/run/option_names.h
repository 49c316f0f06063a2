// Checks of names in CompileOptions.
#pragma once

#include "dmlrun/kernel.h"

namespace dmlrun {

/// Fails with unknown_option when this build does not know the name in `isa` or `tuning`; the message lists the names.
/// Fails with usage where the folder for code is a relative path.
Result<void> check_options(const CompileOptions& options);

}  // namespace dmlrun
