#include "engine/spec/random_inputs.h"

#include "engine/operators/rows/operator_row.h"
#include "engine/tensor/random_values.h"

namespace dmlrun::spec {
namespace {

/// Without the table, for which memory may not be there, nothing is one.
bool is_scale(const operators::OperatorRow* row, const TensorSlot& slot) {
  return row && slot.desc.type == DataType::float32 && row->field(slot.name)->one_element;
}

}  // namespace

void fill_random_inputs(const Operator& op, std::uint64_t seed, std::span<const std::span<std::byte>> buffers) {
  const operators::OperatorRow* row = operators::find_row(op.type());
  RandomBits random(seed);
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    const TensorSlot& slot = op.inputs()[i];
    fill_random(slot.desc.type, is_scale(row, slot) ? RandomUse::scale : RandomUse::values, random, buffers[i]);
  }
}

}  // namespace dmlrun::spec
