#include "cli/report/case_text.h"

#include <algorithm>
#include <span>

#include "cli/report/failure.h"
#include "cli/report/json_text.h"
#include "dmlrun/spec.h"

namespace dmlrun::cli {
namespace {

std::string source_path(const std::string& file) { return "{\"sourcePath\": " + json_string(file) + "}"; }

/// `object` with members added at its end. Precondition: it has at least one member already.
std::string with_members(std::string object, const std::string& members) {
  object.erase(object.find_last_of('}'));
  object.erase(object.find_last_not_of(" \n") + 1);
  return object + ",\n" + members + "}";
}

/// {"Name": one, "Array": [one, two]} in the order of the slots.
template <class Write>
std::string by_name(std::span<const TensorSlot> slots, Write write) {
  std::string text;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    bool continues = i > 0 && slots[i].array && slots[i].name == slots[i - 1].name;
    if (continues) text.pop_back(), text += ", ";
    else text += (i == 0 ? "{" : ", ") + json_string(slots[i].name) + ": " + (slots[i].array ? "[" : "");
    text += write(slots[i]) + (slots[i].array ? "]" : "");
  }
  return slots.empty() ? "{}" : text + "}";
}

std::string resource(const TensorSlot& slot, const std::string& initial_values) {
  std::uint64_t bytes = std::max(slot.desc.total_bytes, minimum_total_bytes(slot.desc));
  return "    " + json_string(plain_name(slot)) + ": {\"initialValuesDataType\": " + json_string(name(slot.desc.type)) +
         ", \"initialValues\": " + initial_values + ", \"sizeInBytes\": " + std::to_string(bytes) + "}";
}

/// Tensors owned by DirectML are bound when the operator is initialised, the others when it is dispatched.
std::string bindings(const Operator& op, bool owned) {
  std::vector<TensorSlot> bound;
  for (std::span<const TensorSlot> slots : {op.inputs(), op.outputs()})
    for (const TensorSlot& slot : slots)
      if (slot.desc.owned_by_dml == owned) bound.push_back(slot);
  return by_name(bound, [](const TensorSlot& slot) { return json_string(plain_name(slot)); });
}

}  // namespace

std::string plain_name(const TensorSlot& slot) {
  std::string text(slot.name);
  return slot.array ? text + "_" + std::to_string(slot.index) : text;
}

std::string case_spec(const Operator& op, bool with_expected) {
  auto file_of = [](const TensorSlot& slot) { return source_path(plain_name(slot) + ".npy"); };
  std::string values = "  \"inputs\": " + by_name(op.inputs(), file_of);
  if (with_expected) values += ",\n  \"expected\": " + by_name(op.outputs(), file_of);
  return with_members(take(write_spec(op)), values + "\n") + "\n";
}

std::string case_model(const Operator& op, const std::vector<std::string>& expected) {
  const std::string desc = take(write_spec(op));
  std::string resources, prints;
  for (const TensorSlot& slot : op.inputs())
    resources += resource(slot, source_path(plain_name(slot) + ".npy")) + ",\n";
  for (std::size_t i = 0; i < op.outputs().size(); ++i) {
    const TensorSlot& slot = op.outputs()[i];
    std::uint64_t elements = buffer_bytes(slot.desc) / element_size(slot.desc.type);
    resources += resource(slot, "{\"valueCount\": " + std::to_string(elements) + ", \"value\": 0}") + ",\n";
    prints += ",\n    {\"type\": \"print\", \"resource\": " + json_string(plain_name(slot)) +
              ", \"expected\": " + source_path(expected[i]) + "}";
  }
  resources.erase(resources.size() - 2);
  std::string owned = bindings(op, true);
  std::string dispatchable = owned == "{}" ? desc : with_members(desc, "\"bindings\": " + owned);
  while (dispatchable.ends_with('\n')) dispatchable.pop_back();
  return "{\n  \"resources\": {\n" + resources + "\n  },\n  \"dispatchables\": {\"operator\": " + dispatchable +
         "},\n  \"commands\": [\n    {\"type\": \"dispatch\", \"dispatchable\": \"operator\", \"bindings\": " +
         bindings(op, false) + "}" + prints + "\n  ]\n}\n";
}

}  // namespace dmlrun::cli
