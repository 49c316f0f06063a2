// The JSON Schema of DxDispatch's models.
#pragma once

#include <string>

#include "dmlrun/result.h"

namespace dmlrun::cli {

/// What an editor completes and checks models with, made from the rows: as strict as --strict, but for what depends on
/// other parts of the model or on files. Its error is out_of_memory.
[[nodiscard]] Result<std::string> model_schema();

}  // namespace dmlrun::cli
