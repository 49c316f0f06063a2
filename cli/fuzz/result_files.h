// Results of the program under test in a case's folder.
#pragma once

#include <string>

#include "cli/execution.h"
#include "cli/fuzz/settings.h"
#include "cli/fuzz/verdict.h"

namespace dmlrun::cli {

/// "" or what is wrong with the files of logical values in `folder`/result, against the reference. Nothing there is
/// waited for or believed: regular files only, read up to the size that is expected. Sets the verdict's
/// `first_difference` and `ulp`.
[[nodiscard]] std::string compare_results(const std::string& folder, const Operator& op, const Inputs& inputs,
                                          const Tolerance& tolerance, Verdict& verdict);

/// Copies those files to `kept`/actual, as far as they have a size that compare_results() reads, and `errors`, unless
/// there are none, to `kept`/stderr.txt.
void keep_results(const std::string& folder, const Operator& op, const std::string& errors, const std::string& kept);

}  // namespace dmlrun::cli
