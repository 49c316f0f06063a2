// Reports about back ends and kernels, as JSON and as text: for the program and the C interface.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dmlrun/kernel.h"
#include "engine/spec/json_text.h"

namespace dmlrun {

/// {"backends": [{"name", "description", "device", "available", "reason", "isa", "tuning", "devices", "note"}]}. The
/// last five are left out if empty.
[[nodiscard]] spec::JsonText backends_report(const std::vector<BackendInfo>& backends);
/// {"type", "plans", "backend", "strategies", "choices"}.
[[nodiscard]] spec::JsonText explanation_report(const Operator& op, const Explanation& explanation);
/// An Explanation as lines of text: those of short_explanation(), what the back end does and why not otherwise, and the
/// plans.
[[nodiscard]] std::string explanation_text(const Operator& op, const Explanation& explanation,
                                           std::string_view backend);
/// {"outputs": [{"name", "plan", "backend", "isa", "tuning", "strategy", "sections": [{"name", "is_code", "bytes"}]}]}.
[[nodiscard]] spec::JsonText description_report(const std::vector<KernelDescription>& outputs);

}  // namespace dmlrun
