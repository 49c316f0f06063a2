#pragma once

#include <string>
#include <string_view>

#include "dmlrun/result.h"
#include "engine/plan/plan.h"

namespace dmlrun::plan {

/// One line, complete: parse(print(p)) == p. docs/plan.md describes the grammar.
[[nodiscard]] std::string print(const Plan& plan);
/// Refuses anything that print() cannot have written (syntax, with the column in `position`).
[[nodiscard]] Result<Plan> parse(std::string_view text) noexcept;

}  // namespace dmlrun::plan
