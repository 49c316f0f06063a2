#include "engine/fuzz/case_class.h"

#include <algorithm>
#include <numeric>

#include "dmlrun/spec.h"
#include "engine/fuzz/random.h"
#include "engine/operators/specification.h"
#include "engine/text/document.h"

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
  const Specification* const table = operators::find_specification(op.type());
  const auto has_mode = [](const FieldSpecification& field) { return field.kind == FieldKind::enumeration; };
  if (table == nullptr || std::none_of(table->fields.begin(), table->fields.end(), has_mode)) return made;
  const auto text = write_spec(op);
  const auto document = text ? text::Document::parse(*text) : Result<text::Document>(text.error());
  if (!document) return made;
  for (const FieldSpecification& field : table->fields) {
    if (!has_mode(field)) continue;
    const text::Value value = document->root().find("desc").find(field.name);
    made.mode +=
        (made.mode.empty() ? "" : ",") + (value && value.is(text::Kind::string) ? std::string(value.string()) : "");
  }
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
