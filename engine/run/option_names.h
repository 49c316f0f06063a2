// Names in CompileOptions.
#pragma once

#include "dmlrun/kernel.h"

namespace dmlrun {

/// Fails with unknown_option when `isa` or `tuning` is no name that this build knows; the message lists those. Fails
/// with usage where the folder for code is a relative path.
Result<void> check_options(const CompileOptions& options);

}  // namespace dmlrun
