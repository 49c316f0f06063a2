// A JSON Schema (draft 2020-12) of SPEC files, made from the operator tables: what an editor completes and checks.
// It accepts every legal spec. Rules between fields are left to dmlrun, but for those that say which fields are needed.
#include <algorithm>

#include "dmlrun/spec.h"
#include "engine/operators/rows/operator_row.h"
#include "engine/spec/schema_parts.h"
#include "engine/spec/schema_words.h"
#include "engine/text/out_of_memory.h"

namespace dmlrun {
namespace {

using operators::FieldKind;
using operators::OperatorRow;
using operators::RowField;
using spec::JsonText;
using spec::SchemaParts;
using namespace spec::schema;

/// "inputs" or "expected": one V per tensor, a list of them per tensor array.
JsonText sources(const OperatorRow& table, bool output) {
  JsonText properties = JsonText::object();
  for (const RowField& field : table.fields) {
    if (output ? !field.output : !field.input) continue;
    JsonText values = reference("values");
    properties.add(field.name, field.kind == FieldKind::tensor_array
                                   ? array_of(std::move(values)).add("description", text("Values of each tensor."))
                                   : values);
  }
  return of_type("object")
      .add("properties", std::move(properties))
      .add("additionalProperties", JsonText::boolean(false))
      .add("description", text(output ? "What the outputs must hold." : "What the inputs hold."));
}

/// "One of the tensors that `counts` says `member`", in either spelling of desc and with or without an inner Desc.
template <class Counts>
JsonText told(const OperatorRow& table, const std::string& member, Counts counts) {
  JsonText inner = any_of({required({member}), with("Desc", required({member}))});
  std::vector<JsonText> places;
  for (const RowField& field : table.fields) {
    if (field.kind == FieldKind::data_type && member == "DataType") places.push_back(required({field.name}));
    if (field.kind == FieldKind::tensor && counts(field)) places.push_back(with(field.name, inner));
    if (field.kind == FieldKind::tensor_array && counts(field))
      places.push_back(with(field.name, of_type("array").add("contains", inner)));
  }
  const JsonText desc = any_of(std::move(places));
  return any_of({with("desc", desc), with("Desc", desc)});
}

/// Values in the spec itself tell no type, and {"value"} no Sizes: then the desc has to. It always has to without
/// inputs.
void add_source_conditions(const OperatorRow& table, JsonText& conditions) {
  const auto any = [](const RowField&) { return true; };
  if (std::none_of(table.fields.begin(), table.fields.end(), [](const RowField& field) { return field.input; })) {
    conditions.append(told(table, "DataType", any));
    conditions.append(told(table, "Sizes", any));
  }
  for (const RowField& field : table.fields) {
    if (field.kind != FieldKind::tensor || !field.input || field.one_element) continue;
    // "required" alone would also hold for what is no object.
    const JsonText constant = with("value", JsonText::boolean(true)).add("type", text("object"));
    const JsonText file = with("sourcePath", JsonText::boolean(true)).add("type", text("object"));
    const auto given = [&](JsonText source) { return with("inputs", with(field.name, std::move(source))); };
    const JsonText in_spec = JsonText::object({{"not", file}});
    conditions.append(if_then(given(in_spec), told(table, "DataType", [](const RowField& other) {
                                return other.fixed_type == DataType::unknown;
                              })));
    conditions.append(
        if_then(given(constant), told(table, "Sizes", [](const RowField& other) { return !other.one_element; })));
  }
}

/// What a spec may say beside the operator: its name, and how it is defined.
struct SpecKey {
  std::string_view name, description;
  JsonText (*schema)();
};
JsonText any_text() { return of_type("string"); }
JsonText flag() { return of_type("boolean"); }
JsonText anything() { return JsonText::object(); }
JsonText tolerance() { return of_type("number").add("minimum", JsonText::number(0)); }
JsonText distance() { return of_type("integer").add("minimum", JsonText::number(0)); }
JsonText levels() {
  std::vector<std::string> names;
  for (const FeatureLevel level : operators::feature_levels()) names.push_back(operators::level_name(level));
  return JsonText::object({{"enum", JsonText::strings(names)}});
}
JsonText rejection() {
  constexpr std::pair<std::string_view, std::string_view> kMembers[] = {
      {"code", "The error's code, such as size_mismatch."},
      {"pointer", "The place of the value, a JSON pointer."},
      {"rule", "The id of the rule that it breaks, or \"\"."}};
  JsonText members = JsonText::object();
  for (const auto& [member, what] : kMembers) members.add(member, any_text().add("description", text(what)));
  members.add("strict", flag().add("description", text("Whether only --strict refuses it.")));
  return of_type("object").add("properties", std::move(members)).add("additionalProperties", JsonText::boolean(false));
}
constexpr SpecKey kSpecKeys[] = {{"absTolerance", "The largest difference from an expected value.", tolerance},
                                 {"relTolerance", "The largest difference, by the expected value.", tolerance},
                                 {"ulpTolerance", "The largest difference in units of the last place.", distance},
                                 {"rejection", "How dmlrun check expects this file to be refused.", rejection},
                                 {"featureLevel", "The level that dmlrun check uses for this file.", levels},
                                 {"origin", "Who made the example.", any_text},
                                 {"source", "Where the example comes from.", any_text},
                                 {"note", "What the example shows.", any_text},
                                 {"verified", "What else gives the expected values.", any_text},
                                 {"doc_error", "What DirectML's page has wrong.", any_text},
                                 {"documented", "What DirectML's page says of it.", anything},
                                 {"dmlCompileType", "DxDispatch's; has no effect.", anything},
                                 {"executionFlags", "DxDispatch's; has no effect.", anything},
                                 {"bindings", "DxDispatch's; has no effect.", anything}};

JsonText spec_schema(const OperatorRow& table, SchemaParts& parts) {
  JsonText desc = parts.fields(table).add("additionalProperties", JsonText::boolean(false));
  JsonText properties = JsonText::object({{"type", parts.operator_name(table)}});
  properties.add("desc", std::move(desc)).add("Desc", reference(table.type + "/properties/desc"));
  properties.add("inputs", sources(table, false)).add("expected", sources(table, true));
  for (const SpecKey& key : kSpecKeys)
    properties.add(key.name, parts.defined(std::string(key.name),
                                           [&] { return key.schema().add("description", text(key.description)); }));

  JsonText schema = parts.closed(std::move(properties));
  schema.add("title", text(std::string("DML_OPERATOR_") + table.type));
  schema.add("required", JsonText::strings({"type"}));
  const auto needs = [](const RowField& field) {
    return !field.is_tensor() && !field.derived && !field.optional && field.required_when_field.empty();
  };
  if (std::any_of(table.fields.begin(), table.fields.end(), needs))
    schema.add("anyOf", JsonText::array({required({"desc"}), required({"Desc"})}));
  JsonText conditions = JsonText::array();
  add_source_conditions(table, conditions);
  if (!conditions.empty()) schema.add("allOf", std::move(conditions));
  return schema;
}

/// Values of a tensor, as they stand in a spec.
void add_values(SchemaParts& parts) {
  const auto only = [](std::string_view key, JsonText schema, std::string_view what) {
    return of_type("object")
        .add("properties", JsonText::object({{key, std::move(schema.add("description", text(what)))}}))
        .add("required", JsonText::strings({std::string(key)}))
        .add("additionalProperties", JsonText::boolean(false));
  };
  (void)parts.defined("entry", [&] { return any_of({reference("real"), array_of(reference("entry"))}); });
  (void)parts.defined("values", [&] {
    return any_of({array_of(reference("entry")), only("value", reference("real"), "The value of every element."),
                   only("sourcePath", of_type("string"), "A .npy file, beside the spec.")})
        .add("description", text("An array, flat or nested as Sizes say, {\"value\": x} for every element, or "
                                 "{\"sourcePath\": \"x.npy\"}."));
  });
}

Result<std::string> schema_of(std::string_view type) {
  SchemaParts parts(SchemaParts::For::spec);
  add_values(parts);
  const auto define = [&](const OperatorRow& table) {
    return parts.defined(table.type, [&] { return spec_schema(table, parts); });
  };
  if (!type.empty()) {
    const std::string_view bare = operators::short_name(type);
    const OperatorRow* table = operators::find_row(bare);
    const auto types = operator_types();
    if (!table && std::find(types.begin(), types.end(), bare) != types.end()) return Error{ErrorCode::out_of_memory};
    if (!table) return Error{.code = operators::code_not_found(type), .message = operators::why_not_found(type)};
    JsonText made = document("A dmlrun SPEC of " + table->type).add("$ref", text("#/$defs/" + table->type));
    (void)define(*table);
    return made.add("$defs", std::move(parts).definitions()).text() + "\n";
  }
  JsonText choices = JsonText::array();
  std::vector<std::string> names;
  for (const std::string_view known : operator_types()) {
    const OperatorRow* table = operators::find_row(known);
    if (!table) return Error{ErrorCode::out_of_memory};
    choices.append(if_then(with("type", parts.operator_name(*table)), define(*table)));
    names.insert(names.end(), {table->type, "DML_OPERATOR_" + table->type});
  }
  const JsonText named = JsonText::object(
      {{"enum", JsonText::strings(names)}, {"description", text("The operator, in either spelling.")}});
  return document("A dmlrun SPEC")
             .add("type", text("object"))
             .add("properties", JsonText::object({{"type", named}}))
             .add("required", JsonText::strings({"type"}))
             .add("allOf", std::move(choices))
             .add("$defs", std::move(parts).definitions())
             .text() +
         "\n";
}

}  // namespace

Result<std::string> json_schema(std::string_view operator_type) noexcept {
  return or_out_of_memory([&]() -> Result<std::string> { return schema_of(operator_type); });
}

}  // namespace dmlrun
