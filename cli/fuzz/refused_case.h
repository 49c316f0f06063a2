// What stays of a failing case that has no operator: a desc or spec that was wrongly accepted or refused, or whose
// check faults.
#pragma once

#include <string>

#include "cli/fuzz/settings.h"
#include "cli/fuzz/verdict.h"

namespace dmlrun::cli {

/// Writes spec.json, as small as it gets where reading it faults, and model.json, a DxDispatch model that makes the
/// same operator. `code`: the refusal that a generated desc must lead to; then spec.json says so. The command, without
/// the file's name, that shows what `found` says; "" when reading spec.json alone does not.
[[nodiscard]] std::string write_refused_case(const FuzzSettings& settings, std::uint64_t number, const Verdict& found,
                                             const std::string& code, const std::string& folder);

}  // namespace dmlrun::cli
