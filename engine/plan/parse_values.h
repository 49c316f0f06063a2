#pragma once

#include "engine/plan/plan.h"
#include "engine/plan/text_reader.h"

namespace dmlrun::plan {

/// Reads the text of print_values() into the plan, whose operands are known. False if the text is refused.
bool parse_values(TextReader& reader, Plan& plan);

}  // namespace dmlrun::plan
