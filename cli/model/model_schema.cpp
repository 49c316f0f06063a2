#include "cli/model/model_schema.h"

#include <limits>

#include "engine/model/catalogue.h"
#include "engine/spec/schema_parts.h"
#include "engine/spec/schema_words.h"

namespace dmlrun::cli {
namespace {

using operators::OperatorRow;
using spec::JsonText;
using spec::SchemaParts;
using namespace spec::schema;

constexpr std::uint64_t kMaxUint32 = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t kMaxUint64 = std::numeric_limits<std::uint64_t>::max();

struct Member {
  std::string_view name;
  JsonText schema;
  std::string_view description;
};

JsonText members(std::vector<Member> list) {
  JsonText properties = JsonText::object();
  for (Member& one : list) properties.add(one.name, std::move(one.schema.add("description", text(one.description))));
  return properties;
}

JsonText anything() { return JsonText::object(); }
JsonText whole() { return integer(0, kMaxUint64); }
JsonText needs(JsonText schema, std::vector<std::string> names) {
  return schema.add("required", JsonText::strings(names));
}

/// The names of DxDispatch's enumerations, in both spellings.
Result<JsonText> enumeration(SchemaParts& parts, const std::string& name) {
  auto values = model::enum_values(name);
  if (!values) return std::move(values).error();
  return parts.names(name, *values, true);
}

/// The forms of initial values; which elements they have, their type says.
JsonText initial_values(SchemaParts& parts) {
  const JsonText value = reference("real");
  std::vector<DataType> whole_types;
  for (const DataType type : spec::all_data_types())
    if (type != DataType::float16) whole_types.push_back(type);
  const JsonText typed = needs(parts.closed(members({{"type", parts.data_types(whole_types), "The element's type."},
                                                     {"value", value, "The element."},
                                                     {"name", of_type("string"), "A note."}})),
                               {"type", "value"});
  const JsonText count = integer(1, kMaxUint32);
  const auto generated = [&](std::vector<Member> more, std::vector<std::string> names) {
    more.push_back({"valueCount", count, "How many elements."});
    return needs(parts.closed(members(std::move(more))), std::move(names));
  };
  const auto some = [](JsonText items) { return array_of(std::move(items)).add("minItems", JsonText::number(1)); };
  return any_of({some(value), some(typed), generated({{"value", value, "Every element."}}, {"valueCount", "value"}),
                 generated({{"valueStart", value, "The first element."}, {"valueDelta", value, "What each step adds."}},
                           {"valueCount", "valueStart", "valueDelta"}),
                 needs(parts.closed(members({{"sourcePath", path(), "A .npy file, or raw bytes, beside the model."}})),
                       {"sourcePath"}),
                 JsonText::object({{"const", text("deferred")}})});
}

/// What the type of a resource says of its values, and which values need one.
JsonText resource_conditions(SchemaParts& parts) {
  JsonText conditions = JsonText::array();
  for (const DataType type : spec::all_data_types()) {
    const JsonText one = parts.element(type);
    JsonText generated = JsonText::object();
    for (const std::string_view key : {"value", "valueStart", "valueDelta"}) generated.add(key, one);
    const JsonText values = JsonText::object({{"items", one}, {"properties", generated}});
    conditions.append(if_then(with("initialValuesDataType", parts.data_types({type})),
                              JsonText::object({{"properties", JsonText::object({{"initialValues", values}})}})));
  }
  const JsonText raw = of_type("string").add("pattern", text("\\.([nN][pP][yY]|[nN][pP][zZ](:[^/]*)?)$"));
  const auto object = [](JsonText schema) { return schema.add("type", text("object")); };
  const JsonText npy = object(with("sourcePath", raw));
  const JsonText plain = array_of(reference("real")).add("minItems", JsonText::number(1));
  const JsonText list = array_of(of_type("object")).add("minItems", JsonText::number(1));
  const JsonText typeless = any_of({npy, list});
  conditions.append(
      if_then(with("initialValues", JsonText::object({{"not", typeless}})), required({"initialValuesDataType"})));
  const JsonText given = any_of({plain, object(with("value", anything())), object(with("valueStart", anything()))});
  conditions.append(if_then(
      with("initialValues", given),
      JsonText::object(
          {{"properties", JsonText::object({{"initialValuesDataType", parts.data_types(spec::all_data_types())}})}})));
  return conditions;
}

JsonText resource(SchemaParts& parts) {
  const JsonText four_bits = parts.names("DML_TENSOR_DATA_TYPE", {"UINT4", "INT4"}, false);
  const JsonText type = any_of({parts.data_types(spec::all_data_types()), four_bits});
  const JsonText sizes = any_of(
      {array_of(integer(0, kMaxUint32)).add("minItems", JsonText::number(4)).add("maxItems", JsonText::number(4)),
       of_type("array").add("maxItems", JsonText::number(0))});
  const JsonText deferred = JsonText::object({{"const", text("deferred")}});
  JsonText held = needs(
      parts.closed(members({{"initialValues", reference("initial_values"), "What the buffer holds at the beginning."},
                            {"initialValuesDataType", type, "The type of the values; .npy files tell their own."},
                            {"sizeInBytes", whole(), "The buffer's size; left out, that of the values."},
                            {"initialValuesOffsetInBytes", whole(), "Where the values begin."},
                            {"resampleSize", sizes, "Of images only."},
                            {"resampleMode", of_type("string"), "Of images only."},
                            {"type", anything(), "A note."}})),
      {"initialValues"});
  held.add("allOf", resource_conditions(parts));
  JsonText made = if_then(with("initialValues", deferred), of_type("object"));  // then nothing else is read
  return made.add("else", std::move(held)).add("description", text("A buffer with initial values."));
}

Result<JsonText> binding(SchemaParts& parts) {
  auto format = enumeration(parts, "DXGI_FORMAT");
  if (!format) return std::move(format).error();
  const JsonText named = needs(
      parts.closed(members({{"name", of_type("string"), "The resource."},
                            {"elementOffset", whole(), "Where the tensor begins, in elements."},
                            {"elementSizeInBytes", whole(), "The size of an element, of a resource without a type."},
                            {"elementCount", whole(), "Not of operators."},
                            {"counter", of_type("string"), "Not of operators."},
                            {"counterOffsetBytes", whole(), "Not of operators."},
                            {"format", std::move(*format), "Not of operators."},
                            {"shape", array_of(of_type("integer")), "Not of operators."}})),
      {"name"});
  (void)parts.defined("bound", [&] { return any_of({of_type("string"), named}); });
  return any_of({reference("bound"), array_of(reference("bound"))})
      .add("description", text("The resource of a tensor, or those of a tensor array."));
}

/// The expected values of a print (`by_name` false) or of a dispatch.
JsonText expected(SchemaParts& parts, bool by_name) {
  const JsonText one = parts.defined("expected_values", [&] {
    const JsonText real = any_of({of_type("number").add("minimum", JsonText::number(0)), of_type("string")});
    return parts
        .closed(members(
            {{"values", of_type("array"), "The elements."},
             {"sourcePath", of_type("string").add("pattern", text("\\.[nN][pP][yYzZ](:.*)?$")), "A .npy file of them."},
             {"absTolerance", real, "The largest difference."},
             {"relTolerance", real, "The largest difference, by the expected value."},
             {"ulpTolerance", whole(), "The largest difference in units of the last place."}}))
        .add("oneOf", JsonText::array({required({"values"}), required({"sourcePath"})}))
        .add("description", text("What must come out; DxDispatch ignores it."));
  });
  if (!by_name) return one;
  return any_of({one, map_of(any_of({one, array_of(one)})).add("minProperties", JsonText::number(1))});
}

/// {"if": the command's name, "then": its members}, and the next.
JsonText command(SchemaParts& parts) {
  const std::pair<std::string_view, JsonText> kinds[] = {
      {"dispatch", needs(parts.closed(members({{"type", anything(), "Executes an operator."},
                                               {"dispatchable", of_type("string"), "Its name."},
                                               {"bindings", map_of(reference("binding")), "Resources by tensor."},
                                               {"threadGroupCount",
                                                array_of(integer(0, kMaxUint32))
                                                    .add("minItems", JsonText::number(3))
                                                    .add("maxItems", JsonText::number(3)),
                                                "Of shaders only."},
                                               {"expected", expected(parts, true), "What the outputs must hold."}})),
                         {"dispatchable", "bindings"})},
      {"print", needs(parts.closed(members({{"type", anything(), "Prints a resource."},
                                            {"resource", of_type("string"), "Its name."},
                                            {"verbose", of_type("boolean"), "Whether to print more."},
                                            {"expected", expected(parts, false), "What it must hold."}})),
                      {"resource"})},
      {"writeFile", needs(parts.closed(members(
                              {{"type", anything(), "Writes a resource to a file."},
                               {"resource", of_type("string"), "Its name."},
                               {"targetPath", path(), "A .npy file, or one of raw bytes."},
                               {"dimensions", array_of(integer(1, kMaxUint32)).add("maxItems", JsonText::number(32)),
                                "The shape of a .npy file."}})),
                          {"resource", "targetPath"})}};
  std::vector<std::string> names;
  std::vector<JsonText> spellings;
  JsonText choices = JsonText::array();
  for (const auto& [name, schema] : kinds) {
    names.emplace_back(name);
    spellings.push_back(any_case(name));
    choices.append(if_then(with("type", any_case(name)), schema));
  }
  spellings.insert(spellings.begin(), JsonText::object({{"enum", JsonText::strings(names)}}));
  JsonText made = needs(of_type("object"), {"type"});
  made.add("properties", members({{"type", any_of(std::move(spellings)), "What the command does."}}));
  return made.add("allOf", std::move(choices)).add("description", text("A command."));
}

/// What stands beside the fields of an operator, or beside the object that holds them.
Result<std::vector<Member>> dispatchable_keys(SchemaParts& parts) {
  auto compile = enumeration(parts, "dmlCompileType"), flag = enumeration(parts, "DML_EXECUTION_FLAG");
  if (!compile || !flag) return std::move(compile ? flag : compile).error();
  const JsonText flags = any_of({*flag, array_of(*flag)});
  return std::vector<Member>{{"type", anything(), "The operator."},
                             {"Type", anything(), "The operator, before \"type\"."},
                             {"dmlCompileType", std::move(*compile), "Has no effect on results."},
                             {"executionFlags", flags, "Have no effect on results."},
                             {"bindings", map_of(reference("binding")), "Resources of tensors that are OWNED_BY_DML."}};
}

/// "Desc", "desc", or the fields inline.
JsonText described(const OperatorRow& row, const std::vector<Member>& keys, SchemaParts& parts) {
  const JsonText fields = parts.defined(row.type, [&] { return parts.fields(row); });
  const auto only = [](JsonText schema) { return schema.add("unevaluatedProperties", JsonText::boolean(false)); };
  const auto inside = [&](std::string_view name) {
    std::vector<Member> all = keys;
    all.push_back({name, only(fields), "The operator's fields."});
    if (name == "Desc") all.push_back({"desc", anything(), "Ignored beside \"Desc\"."});
    return parts.closed(members(std::move(all)));
  };
  JsonText beside = only(fields);
  beside.add("properties", members(keys));
  JsonText small = if_then(required({"desc"}), inside("desc"));
  JsonText made = if_then(required({"Desc"}), inside("Desc"));
  return made.add("else", std::move(small.add("else", std::move(beside))));
}

/// Whether a dispatchable is of that operator.
JsonText is_of(const JsonText& name) {
  JsonText made = if_then(required({"Type"}), with("Type", name));
  return made.add("else", with("type", name));
}

/// Operators that are not implemented, shaders and ONNX are taken as they are: --skip-unsupported runs what is beside.
Result<JsonText> dispatchable(SchemaParts& parts) {
  auto types = model::known_operator_types();
  if (!types) return std::move(types).error();
  auto keys = dispatchable_keys(parts);
  if (!keys) return std::move(keys).error();
  std::vector<std::string> names;
  JsonText choices = JsonText::array();
  for (const std::string_view type : *types) {
    names.insert(names.end(), {std::string(type), "DML_OPERATOR_" + std::string(type)});
    const OperatorRow* row = operators::find_row(type);
    if (!row) continue;
    choices.append(if_then(is_of(parts.operator_name(*row)), described(*row, *keys, parts)));
  }
  JsonText known = JsonText::object({{"enum", JsonText::strings(names)}});
  const JsonText type = parts.defined("dispatchable_type", [&] {
    return any_of({std::move(known), any_case("hlsl"), any_case("onnx"), any_case("dmlSerializedGraph")})
        .add("description", text("The operator, in either spelling."));
  });
  JsonText made = needs(of_type("object"), {"type"});
  made.add("properties", JsonText::object({{"type", of_type("string").add("description", text("The operator."))}}));
  choices.append(is_of(type));
  return made.add("allOf", std::move(choices)).add("description", text("An operator, ready to be dispatched."));
}

}  // namespace

Result<std::string> model_schema() {
  SchemaParts parts(SchemaParts::For::model);
  auto bound = binding(parts);
  if (!bound) return std::move(bound).error();
  (void)parts.defined("binding", [&] { return *bound; });
  (void)parts.defined("initial_values", [&] { return initial_values(parts); });
  auto operators = dispatchable(parts);
  if (!operators) return std::move(operators).error();
  const JsonText used = parts.defined("dispatchable", [&] { return *operators; });
  const JsonText buffer = parts.defined("resource", [&] { return resource(parts); });
  const JsonText step = parts.defined("command", [&] { return command(parts); });
  JsonText made = document("A DxDispatch model, as dmlrun runs it");
  JsonText root = needs(parts.closed(members({{"resources", map_of(buffer), "Named buffers."},
                                              {"dispatchables", map_of(used), "Named operators."},
                                              {"commands", array_of(step), "What is done, in this order."},
                                              {"rejection", of_type("object"), "How dmlrun check expects its refusal."},
                                              {"featureLevel", of_type("string"), "The level of dmlrun check."},
                                              {"origin", of_type("string"), "Who made it."},
                                              {"source", of_type("string"), "Where it comes from."}})),
                        {"resources", "dispatchables", "commands"});
  made.add("allOf", JsonText::array({std::move(root)})).add("$defs", std::move(parts).definitions());
  return made.text() + "\n";
}

}  // namespace dmlrun::cli
