// A JSON Schema (draft 2020-12) of SPEC files, made from the operator tables: what an editor completes and checks.
// It accepts every legal spec. Rules between fields are left to dmlrun, but for those that say which fields are needed.
#include <algorithm>
#include <limits>
#include <new>

#include "dmlrun/spec.h"
#include "engine/operators/fields.h"
#include "engine/operators/operator_row.h"
#include "engine/spec/json_text.h"
#include "engine/text/document.h"
#include "engine/text/numbers.h"

namespace dmlrun {
namespace {

using operators::FieldKind;
using operators::OperatorRow;
using operators::RowField;
using spec::JsonText;

constexpr std::string_view kTypePrefix = "DML_OPERATOR_";

JsonText text(std::string_view value) { return JsonText::string(value); }
JsonText of_type(std::string_view type) { return JsonText::object({{"type", text(type)}}); }
JsonText reference(std::string_view name) { return JsonText::object({{"$ref", text("#/$defs/" + std::string(name))}}); }
JsonText any_of(std::vector<JsonText> choices) {
  return JsonText::object({{"anyOf", JsonText::array(std::move(choices))}});
}
JsonText required(std::vector<std::string> names) {
  return JsonText::object({{"required", JsonText::strings(std::move(names))}});
}
/// An object in which `name` is there and fits `schema`.
JsonText with(const std::string& name, JsonText schema) {
  JsonText made = required({name});
  return made.add("properties", JsonText::object({{name, std::move(schema)}}));
}
/// Whether some field of an enumeration has that value, in either spelling.
JsonText enumerated(const std::vector<std::string>& names, const std::string& prefix) {
  std::vector<std::string> spellings = names;
  for (const std::string& name : names) spellings.push_back(prefix + name);
  return JsonText::object({{"enum", JsonText::strings(spellings)}});
}
JsonText if_then(JsonText condition, JsonText consequence) {
  return JsonText::object({{"if", std::move(condition)}, {"then", std::move(consequence)}});
}
/// No members but the listed ones and those that start with '$', which dmlrun passes over in silence.
JsonText closed_object(JsonText properties) {
  JsonText made = of_type("object");
  made.add("properties", std::move(properties));
  made.add("patternProperties", JsonText::object({{"^\\$", JsonText::boolean(true)}}));
  return made.add("additionalProperties", JsonText::boolean(false));
}

JsonText integer(std::uint64_t least, std::uint64_t most) {
  return of_type("integer").add("minimum", JsonText::number(least)).add("maximum", JsonText::number(most));
}

JsonText int32() {
  using Limits = std::numeric_limits<std::int32_t>;
  return of_type("integer")
      .add("minimum", JsonText::signed_number(Limits::min()))
      .add("maximum", JsonText::signed_number(Limits::max()));
}

JsonText data_types(const std::vector<DataType>& types) {
  std::vector<std::string> names;
  for (DataType type : types) names.emplace_back(name(type));
  return enumerated(names, "DML_TENSOR_DATA_TYPE_");
}

std::vector<DataType> all_types() {
  std::vector<DataType> types;
  for (unsigned i = 1; i <= static_cast<unsigned>(DataType::int64); ++i) types.push_back(static_cast<DataType>(i));
  return types;
}

JsonText enumeration(const RowField& field) {
  std::vector<std::string> names;
  for (const operators::EnumValue& value : field.values) names.push_back(value.name);
  JsonText one = enumerated(names, field.enum_prefix + "_");
  if (!field.combines) return one;
  return any_of({one, of_type("array").add("items", one)});
}

/// Which fields an activation needs is left to dmlrun.
JsonText activation(const RowField& field) {
  std::vector<std::string> names;
  for (const operators::EnumValue& value : field.values) names.push_back(field.enum_prefix + "_" + value.name);
  const JsonText type = enumerated(names, std::string(kTypePrefix));
  return of_type("object").add("anyOf", JsonText::array({with("Type", type), with("type", type)}));
}

/// The name of a definition: the types that the latest level lets a group of tensors have.
std::string types_name(const OperatorRow& table, std::size_t group) {
  return table.type + "_types" + (group == 0 ? "" : std::to_string(group + 1));
}

JsonText tensor(const OperatorRow& table, const RowField& field) {
  JsonText typed = JsonText::object();
  for (std::size_t group = 0; group < table.support.size(); ++group)
    for (const std::string& name : table.support[group].tensors)
      if (name == field.name) typed.add("DataType", reference(types_name(table, group)));
  const JsonText wrapped = JsonText::object({{"properties", typed}});
  return reference("tensor").add("properties", typed.add("Desc", wrapped));
}

JsonText field_schema(const OperatorRow& table, const RowField& field) {
  switch (field.kind) {
    case FieldKind::tensor: return tensor(table, field);
    case FieldKind::tensor_array:
      return of_type("array").add("minItems", JsonText::number(1)).add("items", tensor(table, field));
    case FieldKind::uint32: return integer(field.least, field.most);
    case FieldKind::count: return integer(0, field.most);
    case FieldKind::uint32_array:
      return of_type("array")
          .add("maxItems", JsonText::number(kMaxRank))
          .add("items", integer(field.least, field.most));
    case FieldKind::int32_array:
      return of_type("array").add("maxItems", JsonText::number(kMaxRank)).add("items", int32());
    case FieldKind::float32: return reference("real");
    case FieldKind::enumeration: return enumeration(field);
    case FieldKind::data_type: return reference("data_type");
    case FieldKind::scalar: return reference("scalar");
    case FieldKind::scale_bias: {
      const JsonText numbers = JsonText::object({{"Scale", reference("real")}, {"Bias", reference("real")}});
      return closed_object(numbers).add("required", JsonText::strings({"Scale", "Bias"}));
    }
    case FieldKind::activation: return activation(field);
    case FieldKind::int32: return int32();
    case FieldKind::boolean: return any_of({of_type("boolean"), integer(0, 1)});
    case FieldKind::float32_array:
      return of_type("array").add("maxItems", JsonText::number(kMaxRank)).add("items", reference("real"));
    case FieldKind::size_2d:
    case FieldKind::activation_array: break;
  }
  return JsonText::object({{"not", JsonText::object()}});  // must be left out: no operator takes these kinds yet
}

JsonText properties_of(const OperatorRow& table) {
  JsonText properties = JsonText::object();
  for (const RowField& field : table.fields)
    properties.add(field.name, field_schema(table, field).add("description", text(field.doc)));
  return properties;
}

JsonText scalar_schema() {
  JsonText members = JsonText::object();
  for (const DataType type : all_types())
    if (const std::string_view member = operators::scalar_member(type); type != DataType::float16)
      members.add(member, member.starts_with("Float") ? reference("real") : of_type("integer"));
  JsonText object = of_type("object");
  object.add("properties", std::move(members)).add("additionalProperties", JsonText::boolean(false));
  object.add("minProperties", JsonText::number(1)).add("maxProperties", JsonText::number(1));
  return any_of({reference("real"), std::move(object)})
      .add("description", text("A number, or an object with the member for the type; FLOAT16: its bits in UInt16."));
}

/// A SPEC without these fields is never complete, whatever files are bound to it.
std::vector<std::string> needed_fields(const OperatorRow& table) {
  std::vector<std::string> names;
  for (const RowField& field : table.fields)
    if (!field.is_tensor() && !field.derived && !field.optional && field.required_when_field.empty())
      names.push_back(field.name);
  return names;
}

void add_conditions(const OperatorRow& table, JsonText& conditions) {
  for (const RowField& field : table.fields) {
    for (const RowField& other : table.fields)
      if (!field.required_when_field.empty() && other.name == field.required_when_field)
        conditions.append(if_then(with(other.name, enumerated({field.required_when_value}, other.enum_prefix + "_")),
                                  required({field.name})));
    if (!field.required_without.empty() && !field.is_tensor())
      conditions.append(any_of({required({field.name}), required({field.required_without})}));
    if (field.kind != FieldKind::scalar) continue;
    for (const DataType type : all_types()) {
      JsonText member = required({std::string(operators::scalar_member(type))});
      conditions.append(
          if_then(with(field.of[0], data_types({type})),
                  JsonText::object({{"properties", JsonText::object({{field.name, std::move(member)}})}})));
    }
  }
}

JsonText desc_schema(const OperatorRow& table) {
  JsonText desc = closed_object(properties_of(table));
  desc.add("description", text(table.summary + " " + table.page));
  if (auto names = needed_fields(table); !names.empty()) desc.add("required", JsonText::strings(names));
  JsonText conditions = JsonText::array();
  add_conditions(table, conditions);
  if (!conditions.empty()) desc.add("allOf", std::move(conditions));
  return desc;
}

/// "inputs" or "expected": one V per tensor, a list of them per tensor array.
JsonText sources(const OperatorRow& table, bool output) {
  JsonText properties = JsonText::object();
  for (const RowField& field : table.fields) {
    if (output ? !field.output : !field.input) continue;
    JsonText values = reference("values");
    properties.add(field.name,
                   field.kind == FieldKind::tensor_array ? of_type("array").add("items", std::move(values)) : values);
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

void add_metadata(JsonText& properties) {
  JsonText rejection = JsonText::object();
  for (std::string_view key : {"code", "pointer", "rule"}) rejection.add(key, of_type("string"));
  rejection.add("strict", of_type("boolean"));
  properties.add("rejection", of_type("object")
                                  .add("properties", std::move(rejection))
                                  .add("additionalProperties", JsonText::boolean(false))
                                  .add("description", text("How dmlrun check expects this file to be refused.")));
  std::vector<std::string> levels;
  for (FeatureLevel level : operators::feature_levels()) levels.push_back(operators::level_name(level));
  properties.add("featureLevel", JsonText::object({{"enum", JsonText::strings(levels)}})
                                     .add("description", text("The level that dmlrun check uses for this file.")));
  for (std::string_view key : {"origin", "source", "note", "verified", "doc_error"})
    properties.add(key, of_type("string"));
  for (std::string_view key : {"documented", "dmlCompileType", "executionFlags", "bindings"})
    properties.add(key, JsonText::boolean(true));
}

JsonText spec_schema(const OperatorRow& table) {
  const JsonText desc = desc_schema(table);
  const std::string full = std::string(kTypePrefix) + table.type;
  JsonText properties = JsonText::object();
  properties.add("type", JsonText::object({{"enum", JsonText::strings({table.type, full})}})
                             .add("description", text("The operator. " + table.summary)));
  properties.add("desc", desc).add("Desc", reference(table.type + "/properties/desc"));
  properties.add("inputs", sources(table, false)).add("expected", sources(table, true));
  for (std::string_view key : {"absTolerance", "relTolerance"})
    properties.add(key, of_type("number").add("minimum", JsonText::number(0)));
  properties.add("ulpTolerance", of_type("integer").add("minimum", JsonText::number(0)));
  add_metadata(properties);

  JsonText schema = closed_object(std::move(properties));
  schema.add("title", text(full));
  schema.add("required", JsonText::strings({"type"}));
  if (!needed_fields(table).empty()) schema.add("anyOf", JsonText::array({required({"desc"}), required({"Desc"})}));
  JsonText conditions = JsonText::array();
  add_source_conditions(table, conditions);
  if (!conditions.empty()) schema.add("allOf", std::move(conditions));
  return schema;
}

void add_definitions(const OperatorRow& table, JsonText& definitions) {
  for (std::size_t group = 0; group < table.support.size(); ++group)
    definitions.add(types_name(table, group), data_types(table.support[group].rows.back().types));
  definitions.add(table.type, spec_schema(table));
}

/// What all operators share.
JsonText shared_definitions() {
  const OperatorRow& rules = operators::tensor_row();
  JsonText fields = closed_object(properties_of(rules));
  JsonText properties = properties_of(rules);
  properties.add("Type", enumerated({"BUFFER"}, "DML_TENSOR_TYPE_"));
  properties.add("Desc", reference("tensor_fields"));
  const JsonText word = of_type("string").add("pattern", text("^(-?[iI][nN][fF]|[nN][aA][nN])$"));
  JsonText real = any_of({of_type("number"), word});
  const auto only = [](std::string_view key, JsonText schema) {
    return of_type("object")
        .add("properties", JsonText::object({{key, std::move(schema)}}))
        .add("required", JsonText::strings({std::string(key)}))
        .add("additionalProperties", JsonText::boolean(false));
  };
  JsonText entry = any_of({reference("real"), of_type("array").add("items", reference("entry"))});
  JsonText values = any_of({of_type("array").add("items", reference("entry")), only("value", reference("real")),
                            only("sourcePath", of_type("string"))});
  values.add("description", text("An array, flat or nested as Sizes say, {\"value\": x} for every element, or "
                                 "{\"sourcePath\": \"x.npy\"}."));
  return JsonText::object({{"data_type", data_types(all_types())},
                           {"real", std::move(real)},
                           {"scalar", scalar_schema()},
                           {"entry", std::move(entry)},
                           {"values", std::move(values)},
                           {"tensor_fields", std::move(fields)},
                           {"tensor", closed_object(std::move(properties)).add("description", text(rules.summary))}});
}

JsonText document(std::string_view title) {
  return JsonText::object({{"$schema", text("https://json-schema.org/draft/2020-12/schema")}, {"title", text(title)}});
}

Result<std::string> schema_of(std::string_view type) {
  const std::string_view bare = operators::short_name(type);
  JsonText definitions = shared_definitions();
  if (!type.empty()) {
    const OperatorRow* table = operators::find_row(bare);
    const auto types = operator_types();
    if (!table && std::find(types.begin(), types.end(), bare) != types.end())
      return Error{ErrorCode::out_of_memory, {}, {}, {}, {}};
    if (!table) return Error{ErrorCode::unknown_operator, {}, {}, operators::why_not_found(type), {}};
    add_definitions(*table, definitions);
    return document("A dmlrun SPEC of " + table->type)
               .add("$ref", text("#/$defs/" + table->type))
               .add("$defs", std::move(definitions))
               .text() +
           "\n";
  }
  JsonText choices = JsonText::array();
  std::vector<std::string> names;
  for (std::string_view known : operator_types()) {
    const OperatorRow* table = operators::find_row(known);
    if (!table) return Error{ErrorCode::out_of_memory, {}, {}, {}, {}};
    const std::string full = std::string(kTypePrefix) + table->type;
    add_definitions(*table, definitions);
    choices.append(if_then(with("type", JsonText::object({{"enum", JsonText::strings({table->type, full})}})),
                           reference(table->type)));
    names.insert(names.end(), {table->type, full});
  }
  return document("A dmlrun SPEC")
             .add("type", text("object"))
             .add("properties", JsonText::object({{"type", JsonText::object({{"enum", JsonText::strings(names)}})}}))
             .add("required", JsonText::strings({"type"}))
             .add("allOf", std::move(choices))
             .add("$defs", std::move(definitions))
             .text() +
         "\n";
}

}  // namespace

Result<std::string> json_schema(std::string_view operator_type) noexcept {
  try {
    return schema_of(operator_type);
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory, {}, {}, {}, {}};
  }
}

}  // namespace dmlrun
