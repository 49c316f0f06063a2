#include "engine/fuzz/case_class.h"

#include <algorithm>
#include <numeric>

#include "engine/fuzz/random.h"
#include "engine/operators/specification.h"

namespace dmlrun::fuzz {
namespace {

using operators::FieldKind;
using operators::FieldSpecification;
using operators::Specification;

bool is_tensor(const FieldSpecification& field) {
  return field.kind == FieldKind::tensor || field.kind == FieldKind::tensor_array;
}

/// Of the first tensor, the types of the latest level.
std::vector<DataType> types_of(const Specification& table) {
  const auto first = std::find_if(table.fields.begin(), table.fields.end(), is_tensor);
  for (const operators::Support& support : table.support)
    if (first != table.fields.end() && !support.rows.empty() &&
        std::find(support.tensors.begin(), support.tensors.end(), first->name) != support.tensors.end())
      return support.rows.back().types;
  return {};
}

/// Every combination of the values of the enumerations.
std::vector<std::string> modes_of(const Specification& table) {
  std::vector<std::string> modes{""};
  for (const FieldSpecification& field : table.fields) {
    if (field.kind != FieldKind::enumeration) continue;
    std::vector<std::string> longer;
    for (const std::string& mode : modes)
      for (const operators::EnumValue& value : field.values)
        longer.push_back(mode.empty() ? value.name : mode + "," + value.name);
    modes = std::move(longer);
  }
  return modes;
}

}  // namespace

std::vector<CaseClass> case_classes(std::span<const std::string> operators) {
  std::vector<CaseClass> classes;
  for (const Specification& table : operators::specifications()) {
    if (!operators.empty() && std::find(operators.begin(), operators.end(), table.type) == operators.end()) continue;
    for (const std::string& mode : modes_of(table))
      for (const DataType type : types_of(table)) classes.push_back({table.type, mode, std::string(name(type))});
  }
  return classes;
}

CaseClass class_of(const Operator& op) {
  CaseClass made{std::string(op.type()), {}, {}};
  const std::span<const TensorSlot> slots = op.inputs().empty() ? op.outputs() : op.inputs();
  if (!slots.empty()) made.type = name(slots.front().desc.type);
  for (const FieldSpecification& field : operators::find_specification(op.type())->fields)
    for (const operators::EnumValue& value : field.values)
      if (const auto* given = op.desc().get<std::uint64_t>(field.name); given && *given == value.value)
        made.mode += (made.mode.empty() ? "" : ",") + value.name;
  return made;
}

std::vector<std::size_t> shuffled_rows(std::size_t rows, std::uint64_t seed, std::uint64_t round) {
  std::vector<std::size_t> order(rows);
  std::iota(order.begin(), order.end(), std::size_t{0});
  Random random(seed ^ 0x726f7773, round);
  for (std::size_t i = rows; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  return order;
}

}  // namespace dmlrun::fuzz
