#include "engine/model/catalogue.h"

#include <algorithm>

namespace dmlrun::model {

Result<const operators::OperatorRow*> find_known_operator(std::string_view type) {
  auto row = operators::find_any_row(type);
  if (row && *row && (*row)->since > kDxDispatchLevel) return nullptr;
  return row;
}

Result<std::vector<std::string_view>> known_operator_types() {
  std::vector<std::string_view> types{"SCATTER"};  // DirectML's older name for SCATTER_ELEMENTS
  for (const operators::RowText& row : operators::row_texts()) {
    auto known = find_known_operator(row.type);
    if (!known) return std::move(known).error();
    if (*known) types.push_back(row.type);
  }
  return types;
}

Result<std::vector<std::string>> enum_values(std::string_view enumeration) {
  auto values = operators::parse_enumeration(enumeration);
  if (!values) return std::move(values).error();
  std::vector<std::string> names;
  for (operators::EnumValue& value : *values)
    if (value.since <= kDxDispatchLevel) names.push_back(std::move(value.name));
  return names;
}

Result<bool> is_enum_value(std::string_view enumeration, std::string_view word) {
  auto names = enum_values(enumeration);
  if (!names) return std::move(names).error();
  if (word.starts_with(enumeration) && word.substr(enumeration.size()).starts_with('_'))
    word.remove_prefix(enumeration.size() + 1);
  return std::find(names->begin(), names->end(), word) != names->end();
}

}  // namespace dmlrun::model
