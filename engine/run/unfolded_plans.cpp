#include "engine/run/unfolded_plans.h"

#include "engine/operators/operator_list.h"

namespace dmlrun {

std::vector<plan::Plan> unfolded_plans(const Operator& op) { return op.state().entry->lower(op.desc()); }

}  // namespace dmlrun
