// Names in CompileOptions.
#pragma once

#include "dmlrun/kernel.h"

namespace dmlrun {

/// Fails with unknown_option when `isa` or `tuning` is no name that this build knows; the message lists those.
Result<void> check_names(const CompileOptions& options);

}  // namespace dmlrun
