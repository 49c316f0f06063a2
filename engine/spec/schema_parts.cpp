#include "engine/spec/schema_parts.h"

#include <algorithm>
#include <limits>

#include "engine/operators/desc/fields.h"
#include "engine/operators/desc/note_keys.h"
#include "engine/spec/schema_words.h"

namespace dmlrun::spec {

using operators::FieldKind;
using operators::OperatorRow;
using operators::RowField;
using namespace schema;

namespace {

constexpr std::string_view kTypePrefix = "DML_OPERATOR_";

JsonText int32() {
  using Limits = std::numeric_limits<std::int32_t>;
  return signed_integer(Limits::min(), Limits::max());
}

JsonText at_most_8(JsonText items) { return array_of(std::move(items)).add("maxItems", JsonText::number(kMaxRank)); }

JsonText scalar_schema() {
  JsonText members = JsonText::object();
  for (const DataType type : all_data_types())
    if (const std::string_view member = operators::scalar_member(type); type != DataType::float16)
      members.add(member, (member.starts_with("Float") ? reference("real") : of_type("integer"))
                              .add("description", text("A scalar of " + std::string(name(type)) + ".")));
  JsonText object = of_type("object");
  object.add("properties", std::move(members)).add("additionalProperties", JsonText::boolean(false));
  object.add("minProperties", JsonText::number(1)).add("maxProperties", JsonText::number(1));
  return any_of({reference("real"), std::move(object)})
      .add("description", text("A number, or an object with the member for the type; FLOAT16: its bits in UInt16."));
}

JsonText real_schema() {
  const JsonText word = of_type("string").add("pattern", text("^(-?[iI][nN][fF]|[nN][aA][nN])$"));
  return any_of({of_type("number"), word}).add("description", text("A number, \"inf\", \"-inf\" or \"nan\"."));
}

/// The types that the latest level lets a tensor have, in any of its tables.
std::vector<DataType> latest_types(const OperatorRow& row, const RowField& field) {
  std::vector<DataType> types;
  for (const operators::Support& group : row.support) {
    if (std::find(group.tensors.begin(), group.tensors.end(), field.name) == group.tensors.end()) continue;
    for (const DataType type : group.rows.back().types)
      if (std::find(types.begin(), types.end(), type) == types.end()) types.push_back(type);
  }
  return types;
}

std::string joined(const std::vector<std::string>& names) {
  std::string all;
  for (const std::string& one : names) all += "_" + one;
  return all;
}

std::vector<std::string> names_of(const std::vector<DataType>& types) {
  std::vector<std::string> names;
  for (const DataType type : types) names.emplace_back(name(type));
  return names;
}

/// A SPEC without these fields is never complete, whatever files are bound to it; a model has all but optional ones.
std::vector<std::string> needed_fields(const OperatorRow& row, SchemaParts::For what) {
  std::vector<std::string> names;
  for (const RowField& field : row.fields) {
    const bool may_follow = field.is_tensor() || field.derived || !field.required_when_field.empty();
    if (!field.optional && (what == SchemaParts::For::model || !may_follow)) names.push_back(field.name);
  }
  return names;
}

}  // namespace

std::vector<DataType> all_data_types() {
  std::vector<DataType> types;
  for (unsigned i = 1; i <= static_cast<unsigned>(DataType::int64); ++i) types.push_back(static_cast<DataType>(i));
  return types;
}

SchemaParts::SchemaParts(For what) : what_(what) {
  (void)defined("real", real_schema);
  (void)defined("scalar", scalar_schema);
  add_tensors();
}

JsonText SchemaParts::names(const std::string& enumeration, const std::vector<std::string>& names, bool all) {
  return defined(enumeration + (all ? "" : joined(names)), [&] {
    std::vector<std::string> spellings = names;
    for (const std::string& one : names) spellings.push_back(enumeration + "_" + one);
    const std::string what =
        all ? "A value of " + enumeration + ", with or without that name before it." : "One of these.";
    return JsonText::object({{"enum", JsonText::strings(spellings)}, {"description", text(what)}});
  });
}

JsonText SchemaParts::data_types(const std::vector<DataType>& types) {
  return names("DML_TENSOR_DATA_TYPE", names_of(types), types.size() == all_data_types().size());
}

JsonText SchemaParts::element(DataType type) {
  const std::string word(name(type));
  const std::size_t bits = element_size(type) * 8;
  return defined("element_of_" + word, [&] {
    JsonText made = reference("real");
    if (word.starts_with("UINT")) made = integer(0, std::numeric_limits<std::uint64_t>::max() >> (64 - bits));
    if (word.starts_with("INT")) {
      const std::int64_t least = std::numeric_limits<std::int64_t>::min() >> (64 - bits);
      made = signed_integer(least, -(least + 1));
    }
    return made.add("description", text("An element of " + word + "."));
  });
}

/// A scalar of the type that another field tells: a number, or its member of the union.
JsonText SchemaParts::scalar(DataType type) {
  return defined("scalar_of_" + std::string(name(type)), [&] {
    const std::string member(operators::scalar_member(type));
    const JsonText bits = element(type == DataType::float16 ? DataType::uint16 : type);
    return any_of({element(type), with(member, bits).add("type", text("object"))});
  });
}

JsonText SchemaParts::operator_name(const OperatorRow& row) {
  return defined("name_of_" + row.type, [&] {
    return JsonText::object({{"enum", JsonText::strings({row.type, std::string(kTypePrefix) + row.type})},
                             {"description", text("The operator. " + row.summary)}});
  });
}

JsonText SchemaParts::notes() const {
  if (what_ == For::spec) return JsonText::object({{"^\\$", JsonText::boolean(true)}});
  std::string words;
  for (const std::string_view word : operators::kNoteKeys) words += (words.empty() ? "" : "|") + std::string(word);
  return JsonText::object({{"^([$_]|//|(" + words + ")$)", JsonText::boolean(true)}});
}

JsonText SchemaParts::closed(JsonText properties) const {
  return of_type("object")
      .add("properties", std::move(properties))
      .add("patternProperties", notes())
      .add("additionalProperties", JsonText::boolean(false));
}

void SchemaParts::add_tensors() {
  const OperatorRow& rules = operators::tensor_row();
  const JsonText type = names("DML_TENSOR_TYPE", {"BUFFER"}, true);
  const JsonText wrapped = defined("tensor_fields", [&] {
    JsonText inner = closed(properties_of(rules)).add("description", text("A tensor, as DirectML wraps it."));
    if (what_ == For::model) inner.add("required", JsonText::strings({"DataType", "Sizes"}));
    return inner;
  });
  (void)defined("tensor", [&] {
    JsonText plain = properties_of(rules).add("Type", type);
    if (what_ == For::spec) return closed(plain.add("Desc", wrapped)).add("description", text(rules.summary));
    return JsonText::object({{"description", text(rules.summary)},
                             {"if", required({"Desc"})},
                             {"then", closed(JsonText::object({{"Type", type}, {"Desc", wrapped}}))},
                             {"else", closed(plain).add("required", JsonText::strings({"DataType", "Sizes"}))}});
  });
}

JsonText SchemaParts::tensor(const OperatorRow& row, const RowField& field) {
  const std::vector<DataType> types = latest_types(row, field);
  if (types.empty()) return reference("tensor");
  const bool all = types.size() == all_data_types().size();
  return defined("tensor_of" + (all ? "_any" : joined(names_of(types))), [&] {
    JsonText typed = JsonText::object({{"DataType", data_types(types)}});
    const JsonText wrapped = JsonText::object({{"properties", typed}, {"description", text("Its fields.")}});
    return reference("tensor").add("properties", typed.add("Desc", wrapped));
  });
}

JsonText SchemaParts::field(const OperatorRow& row, const RowField& field) {
  std::vector<std::string> values;
  for (const operators::EnumValue& value : field.values) values.push_back(value.name);
  switch (field.kind) {
    case FieldKind::tensor: return tensor(row, field);
    case FieldKind::tensor_array: return array_of(tensor(row, field)).add("minItems", JsonText::number(1));
    case FieldKind::uint32: return integer(field.least, field.most);
    case FieldKind::count: return integer(0, field.most);
    case FieldKind::uint32_array: return at_most_8(integer(field.least, field.most));
    case FieldKind::int32_array: return at_most_8(int32());
    case FieldKind::float32: return reference("real");
    case FieldKind::enumeration: {
      const JsonText one = names(field.enum_prefix, values, true);
      return field.combines ? any_of({one, array_of(one)}) : one;
    }
    case FieldKind::data_type: return data_types(all_data_types());
    case FieldKind::scalar: return reference("scalar");
    case FieldKind::scale_bias:
      return defined("scale_bias", [&] {
        const auto real = [](std::string_view what) { return reference("real").add("description", text(what)); };
        return closed(JsonText::object({{"Scale", real("The factor.")}, {"Bias", real("What is added then.")}}))
            .add("required", JsonText::strings({"Scale", "Bias"}));
      });
    case FieldKind::activation:  // which fields an activation needs is left to dmlrun
      return defined("activation", [&] {
        std::vector<std::string> types;
        for (const std::string& prefix : {std::string(), std::string(kTypePrefix)})
          for (const std::string& family : {std::string(), field.enum_prefix + "_"})
            for (const std::string& value : values) types.push_back(prefix + family + value);
        const JsonText type = JsonText::object(
            {{"enum", JsonText::strings(types)}, {"description", text("An activation that can be fused.")}});
        const JsonText other = reference("activation/anyOf/0/properties/Type");
        return of_type("object").add("anyOf", JsonText::array({with("Type", type), with("type", other)}));
      });
    case FieldKind::int32: return int32();
    case FieldKind::boolean: return any_of({of_type("boolean"), integer(0, 1)});
    case FieldKind::float32_array: return at_most_8(reference("real"));
    case FieldKind::size_2d:
    case FieldKind::activation_array: break;
  }
  return JsonText::object({{"not", JsonText::object()}});  // must be left out: no operator takes these kinds yet
}

JsonText SchemaParts::properties_of(const OperatorRow& row) {
  JsonText properties = JsonText::object();
  for (const RowField& one : row.fields) properties.add(one.name, field(row, one).add("description", text(one.doc)));
  return properties;
}

void SchemaParts::add_conditions(const OperatorRow& row, JsonText& conditions) {
  for (const RowField& field : row.fields) {
    for (const RowField& other : row.fields)
      if (what_ == For::spec && !field.required_when_field.empty() && other.name == field.required_when_field)
        conditions.append(if_then(with(other.name, names(other.enum_prefix, {field.required_when_value}, false)),
                                  required({field.name})));
    if (what_ == For::spec && !field.required_without.empty() && !field.is_tensor())
      conditions.append(any_of({required({field.name}), required({field.required_without})}));
    if (field.kind != FieldKind::scalar) continue;
    for (const DataType type : all_data_types())
      conditions.append(if_then(with(field.of[0], data_types({type})),
                                JsonText::object({{"properties", JsonText::object({{field.name, scalar(type)}})}})));
  }
}

JsonText SchemaParts::fields(const OperatorRow& row) {
  JsonText desc = of_type("object").add("properties", properties_of(row)).add("patternProperties", notes());
  desc.add("description", text(row.summary + " " + row.page));
  if (auto names = needed_fields(row, what_); !names.empty()) desc.add("required", JsonText::strings(names));
  JsonText conditions = JsonText::array();
  add_conditions(row, conditions);
  if (!conditions.empty()) desc.add("allOf", std::move(conditions));
  return desc;
}

JsonText SchemaParts::definitions() && { return std::move(definitions_); }

}  // namespace dmlrun::spec
