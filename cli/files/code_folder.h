#pragma once

#include <string>

namespace dmlrun::cli {

/// Where compiled code is kept for later runs: dmlrun/code in the user's folder for caches, which is XDG_CACHE_HOME, or
/// .cache in HOME. "" where neither names an absolute path: nothing is kept then.
[[nodiscard]] std::string code_folder();

}  // namespace dmlrun::cli
