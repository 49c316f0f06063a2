// Models in `dmlrun check`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/options/options.h"
#include "cli/report/rejection.h"
#include "cli/report/verdicts.h"
#include "engine/text/document.h"

namespace dmlrun::cli {

/// Runs the model's commands on every back end and compares what they are expected to give. Writes no files.
void check_model(const Options& options, const std::string& path, text::Document document,
                 const std::vector<std::string_view>& backends, Verdicts& verdicts);

/// The model must be refused before anything of it runs, as `expected` says.
void check_model_rejection(const Options& options, const std::string& path, text::Document document,
                           const Rejection& expected, Verdicts& verdicts);

}  // namespace dmlrun::cli
