#include "engine/spec/random_inputs.h"

#include "engine/operators/specification.h"
#include "engine/tensor/random_values.h"

namespace dmlrun::spec {
namespace {

/// Without the table, for which memory may not be there, nothing is one.
bool is_scale(const operators::Specification* specification, const TensorSlot& slot) {
  return specification && slot.desc.type == DataType::float32 && specification->field(slot.name)->one_element;
}

}  // namespace

void fill_random_inputs(const Operator& op, std::uint64_t seed, std::span<const std::span<std::byte>> buffers) {
  const operators::Specification* specification = operators::find_specification(op.type());
  RandomBits random(seed);
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    const TensorSlot& slot = op.inputs()[i];
    fill_random(slot.desc.type, is_scale(specification, slot) ? RandomUse::scale : RandomUse::values, random,
                buffers[i]);
  }
}

}  // namespace dmlrun::spec
