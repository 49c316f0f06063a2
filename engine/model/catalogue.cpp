#include "engine/model/catalogue.h"

#include "engine/model/dxdispatch_texts.h"

namespace dmlrun::model {
namespace {

constexpr std::string_view kOperatorPrefix = "DML_OPERATOR_";

/// ">Name?:kind"
CatalogueField field_of(std::string_view written) {
  CatalogueField field;
  if (written.starts_with('>')) {
    field.output = true;
    written.remove_prefix(1);
  }
  const std::size_t colon = written.find(':');
  field.kind = colon == std::string_view::npos ? "tensor" : written.substr(colon + 1);
  written = written.substr(0, colon);
  if (written.ends_with('?')) {
    field.optional = true;
    written.remove_suffix(1);
  }
  field.name = written;
  return field;
}

}  // namespace

Result<text::Value> Catalogue::part(std::optional<text::Document>& table, std::string_view stem) {
  for (const DxDispatchText& file : dxdispatch_texts()) {
    if (table || file.stem != stem) continue;
    auto document = text::Document::parse_in_place(file.text);
    if (!document) return std::move(document).error();
    table = std::move(document).value();
  }
  return table ? table->root().find(stem) : text::Value();
}

Result<std::optional<std::vector<CatalogueField>>> Catalogue::fields(std::string_view type) {
  if (type.starts_with(kOperatorPrefix)) type.remove_prefix(kOperatorPrefix.size());
  auto operators = part(operators_, "operators");
  if (!operators) return std::move(operators).error();
  std::optional<std::vector<CatalogueField>> found;
  const text::Value entry = operators->find(type);
  if (!entry) return found;
  found.emplace();
  for (text::Value field : entry) found->push_back(field_of(field.string()));
  return found;
}

Result<std::vector<std::string_view>> Catalogue::operator_types() {
  auto operators = part(operators_, "operators");
  if (!operators) return std::move(operators).error();
  std::vector<std::string_view> types;
  for (text::Value entry : *operators) types.push_back(entry.key());
  return types;
}

Result<std::vector<std::string_view>> Catalogue::enum_values(std::string_view enumeration) {
  auto enums = part(enums_, "enums");
  if (!enums) return std::move(enums).error();
  std::vector<std::string_view> names;
  if (const text::Value values = enums->find(enumeration))
    for (text::Value value : values) names.push_back(value.string());
  return names;
}

Result<bool> Catalogue::is_enum_value(std::string_view enumeration, std::string_view word) {
  auto names = enum_values(enumeration);
  if (!names) return std::move(names).error();
  if (word.starts_with(enumeration) && word.substr(enumeration.size()).starts_with('_'))
    word.remove_prefix(enumeration.size() + 1);
  for (std::string_view name : *names)
    if (name == word) return true;
  return false;
}

}  // namespace dmlrun::model
