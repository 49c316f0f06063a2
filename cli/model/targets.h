// Targets of writeFile: every target is tried before the first command runs.
#pragma once

#include <string>
#include <vector>

#include "cli/model/model_file.h"

namespace dmlrun::cli {

/// Failure exit 7, with the place of the targetPath, unless the files of all writeFile commands that run can be made or
/// replaced, each after those before it. Makes a temporary file or folder in each folder that is there, and removes it.
/// Two commands may write the same file: the later one replaces it. What the model reads, and the model itself, none
/// may.
void require_targets(const ModelFile& file);

}  // namespace dmlrun::cli
