#include "engine/run/unfolded_plans.h"

#include "engine/operators/definition.h"

namespace dmlrun {

std::vector<plan::Plan> unfolded_plans(const Operator& op) { return op.state().definition->lower(op.desc()); }

}  // namespace dmlrun
