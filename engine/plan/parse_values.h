#pragma once

#include "engine/plan/plan.h"
#include "engine/plan/text_reader.h"

namespace dmlrun::plan {

/// Reads what print_values() writes into the plan, whose operands are known. False when it is refused.
bool parse_values(TextReader& reader, Plan& plan);

}  // namespace dmlrun::plan
