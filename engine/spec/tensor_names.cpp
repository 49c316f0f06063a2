#include "engine/spec/tensor_names.h"

#include "engine/operators/operator_state.h"

namespace dmlrun {
std::string shown_name(const TensorSlot& slot) {
  std::string text(slot.name);
  return slot.array ? text + "[" + std::to_string(slot.index) + "]" : text;
}

std::string sizes_json(const Dimensions& sizes) {
  std::string text = "[";
  for (const std::uint32_t size : sizes) text += (text.size() > 1 ? ", " : "") + std::to_string(size);
  return text + "]";
}

std::string operator_words(const Operator& op) {
  std::string text(op.type());
  const auto& fields = op.state().row->fields;
  for (std::size_t i = 0; i < fields.size(); ++i)
    for (const operators::EnumValue& value : fields[i].values)
      if (const auto* number = std::get_if<std::uint64_t>(&op.desc().fields[i].value); number && *number == value.value)
        text += " " + value.name;
  return text;
}

}  // namespace dmlrun
