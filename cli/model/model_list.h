// dmlrun check --list: which models would run, and what the others need.
#pragma once

#include <string>
#include <vector>

#include "cli/options/options.h"
#include "cli/report/failure.h"

namespace dmlrun::cli {

/// Reads the models among `files`, opens no other file and runs nothing. Always ExitCode::ok: an account, not a
/// verdict.
ExitCode list_models(const Options& options, const std::vector<std::string>& files);

}  // namespace dmlrun::cli
