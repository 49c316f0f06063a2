#include "engine/run/lowered_plans.h"

#include "engine/operators/definition.h"
#include "engine/operators/operator_state.h"

namespace dmlrun {

std::vector<plan::Plan> lowered_plans(const Operator& op) {
  std::vector<plan::Plan> plans = op.state().definition->lower(op.desc());
  if (plans[0].axes.size() == op.outputs()[0].desc.sizes.size()) return plans;
  Desc packed = op.desc();
  for (DescField& field : packed.fields)
    if (auto* tensor = std::get_if<TensorDesc>(&field.value)) tensor->strides = {}, tensor->total_bytes = 0;
  return op.state().definition->lower(packed);
}

}  // namespace dmlrun
