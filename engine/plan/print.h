#pragma once

#include <string>
#include <string_view>

#include "dmlrun/result.h"
#include "engine/plan/plan.h"

namespace dmlrun::plan {

/// A plan as one line of text, without loss: parse(print(p)) == p. docs/plan.md describes the grammar.
[[nodiscard]] std::string print(const Plan& plan);
/// The plan that print() wrote. Other text is refused with `syntax` and the column in `position`.
[[nodiscard]] Result<Plan> parse(std::string_view text) noexcept;

}  // namespace dmlrun::plan
