// Checks of names in CompileOptions.
#pragma once

#include "dmlrun/kernel.h"

namespace dmlrun {

/// Checks names and paths. Fails with unknown_option if this build has no such `isa` or `tuning` (the message lists the
/// names), and with usage if `code_folder` is a relative path.
Result<void> check_options(const CompileOptions& options);

}  // namespace dmlrun
