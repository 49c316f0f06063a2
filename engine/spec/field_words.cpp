#include "engine/spec/field_words.h"

#include <algorithm>

#include "engine/operators/desc/read_tensor.h"
#include "engine/operators/rows/notation.h"
#include "engine/operators/rows/operator_row.h"
#include "engine/spec/operator_list.h"
#include "engine/spec/value_words.h"

namespace dmlrun::spec {
namespace {

using operators::FieldKind;
using operators::OperatorRow;
using operators::RowField;
using text::Value;

bool is_json(std::string_view value) {
  return value.starts_with('{') || value.starts_with('[') || value.starts_with('"');
}

JsonText scalar(std::string_view word) {
  if (is_json(word)) return JsonText::verbatim(std::string(word));
  std::string number = number_json(word);
  return number.empty() ? JsonText::string(word) : JsonText::verbatim(std::move(number));
}

JsonText list(std::string_view words) {
  JsonText made = JsonText::array();
  for (const std::string_view word : operators::split(words, ",")) made.append(scalar(word));
  return made;
}

/// The data type that a word means, in any letter case and either spelling; "" when there is none.
std::string_view data_type_named(std::string_view word) noexcept {
  constexpr std::string_view kPrefix = "DML_TENSOR_DATA_TYPE_";
  if (word.size() > kPrefix.size() && is_same_name(word.substr(0, kPrefix.size()), kPrefix))
    word.remove_prefix(kPrefix.size());
  for (unsigned i = 1; i <= static_cast<unsigned>(DataType::int64); ++i)
    if (const std::string_view known = name(static_cast<DataType>(i)); is_same_name(known, word)) return known;
  return {};
}

JsonText data_type(std::string_view word) {
  const std::string_view known = data_type_named(word);
  return known.empty() ? scalar(word) : JsonText::string(known);
}

/// A name of an enumeration, in any letter case, or several.
JsonText enumerated(const RowField& field, std::string_view words) {
  JsonText made = JsonText::array();
  for (const std::string_view word : operators::split(words, ",")) {
    const auto known = std::find_if(field.values.begin(), field.values.end(),
                                    [&](const operators::EnumValue& value) { return is_same_name(value.name, word); });
    JsonText one = known == field.values.end() ? scalar(word) : JsonText::string(known->name);
    if (!field.combines || words.find(',') == std::string_view::npos) return one;
    made.append(std::move(one));
  }
  return made;
}

/// An activation without fields, by its name in any letter case.
JsonText activation(const RowField& field, std::string_view word) {
  const std::string prefix = field.enum_prefix + "_";
  const bool has_prefix = word.size() > prefix.size() && is_same_name(word.substr(0, prefix.size()), prefix);
  return JsonText::object({{"Type", enumerated(field, has_prefix ? word.substr(prefix.size()) : word)}});
}

/// TYPE, TYPE:2,3 or :2,3.
JsonText tensor(std::string_view word) {
  JsonText made = JsonText::object();
  const std::size_t colon = std::min(word.find(':'), word.size());
  if (colon > 0) made.add("DataType", data_type(word.substr(0, colon)));
  std::string_view sizes = word.substr(std::min(colon + 1, word.size()));
  if (sizes.starts_with('[') && sizes.ends_with(']')) sizes = sizes.substr(1, sizes.size() - 2);
  if (colon < word.size()) made.add("Sizes", list(sizes));
  return made;
}

/// Several of these, with spaces between.
JsonText tensors(std::string_view words) {
  JsonText made = JsonText::array();
  for (const std::string_view word : operators::split(words, " ")) made.append(tensor(word));
  return made;
}

bool is_array(FieldKind kind) {
  return kind == FieldKind::uint32_array || kind == FieldKind::int32_array || kind == FieldKind::float32_array ||
         kind == FieldKind::size_2d;
}

JsonText value_of(const RowField& field, std::string_view word) {
  if (is_json(word)) {
    std::string values = values_json(word);
    return JsonText::verbatim(values.empty() ? std::string(word) : std::move(values));
  }
  if (field.kind == FieldKind::tensor) return tensor(word);
  if (field.kind == FieldKind::tensor_array) return tensors(word);
  if (field.kind == FieldKind::enumeration) return enumerated(field, word);
  if (field.kind == FieldKind::activation) return activation(field, word);
  if (field.kind == FieldKind::data_type) return data_type(word);
  if (is_array(field.kind)) return list(word);
  if (field.kind == FieldKind::boolean && (word == "true" || word == "false"))
    return JsonText::verbatim(std::string(word));
  return scalar(word);
}

std::string json_of(const Value& value) { return json_text(value).one_line(); }

/// TYPE:2,3 where that says all, else JSON.
std::string word_of_tensor(const Value& tensor) {
  const Value type = tensor.find("DataType"), sizes = tensor.find("Sizes");
  const std::uint32_t said = 2 + (tensor.find("DimensionCount") ? 1 : 0);
  if (tensor.size() != said || !type || !type.is(text::Kind::string) || !sizes) return json_of(tensor);
  std::string word;
  for (const Value size : sizes) (word += word.empty() ? ":" : ",") += json_of(size);
  return std::string(type.string()) + word;
}

/// The reverse of value_of().
std::string word_of(const RowField& field, const Value& value) {
  if (value.is(text::Kind::string)) {
    std::string_view name = value.string();
    const std::string prefix = field.enum_prefix + "_";
    if (field.kind == FieldKind::enumeration && name.starts_with(prefix)) name.remove_prefix(prefix.size());
    return std::string(name);
  }
  if (field.kind == FieldKind::scalar && value.is(text::Kind::object) && value.size() == 1)  // {"Float32": 9}
    for (const Value number : value)
      if (number.is(text::Kind::number)) return json_of(number);
  std::string word;
  if (field.kind == FieldKind::tensor_array && value.is(text::Kind::array)) {
    for (const Value tensor : value) (word += word.empty() ? "" : " ") += word_of_tensor(tensor);
    return word.find('{') == std::string::npos ? word : json_of(value);
  }
  if (!is_array(field.kind) || !value.is(text::Kind::array)) return json_of(value);
  for (const Value item : value) (word += word.empty() ? "" : ",") += json_of(item);
  return word;
}

/// Whether an operand, which is no input, may be that field's value.
bool means(const std::string& word, const RowField& field) {
  if (field.output) return field.kind == FieldKind::tensor && !is_json(word) && describes_tensor(word);
  if (field.kind == FieldKind::data_type) return !data_type_named(word).empty();
  const auto is_it = [&](const operators::EnumValue& value) { return is_same_name(value.name, word); };
  if (field.kind == FieldKind::enumeration) return std::any_of(field.values.begin(), field.values.end(), is_it);
  const bool follows = field.derived && !is_array(field.kind);  // the lists of SLICE are given in their order
  if (field.is_tensor() || field.optional || follows || !field.required_when_field.empty()) return false;
  return !(is_array(field.kind) ? values_json(word) : number_json(word)).empty();
}

/// What a spec says of an output beyond what follows: its type where it is not sure to be the first input's, or all of
/// it where nothing tells it.
std::string word_of_output(const RowField& field, const Value& desc, const OperatorRow& row) {
  const Value tensor = desc.find(field.name);
  const auto input = std::find_if(row.fields.begin(), row.fields.end(), [](const auto& f) { return f.tells_sizes(); });
  const Value first = input == row.fields.end() ? Value() : desc.find(input->name);
  if (!first) return word_of_tensor(tensor);
  const Value type = tensor.find("DataType");
  const Value other = (first.is(text::Kind::array) && first.size() > 0 ? *first.begin() : first).find("DataType");
  const bool follows = std::any_of(row.support.begin(), row.support.end(), [&](const operators::Support& group) {
    const auto has = [&](const std::string& name) {
      return std::find(group.tensors.begin(), group.tensors.end(), name) != group.tensors.end();
    };
    return has(input->name) && has(field.name);
  });
  if (!type || !type.is(text::Kind::string) || (follows && other && other.string() == type.string())) return {};
  if (field.usual_type != DataType::unknown && type.string() == name(field.usual_type)) return {};
  return std::string(type.string());
}

/// Operands for inputs that must be there, in order; --in for others, unless all are there.
std::vector<std::string> input_words(const OperatorRow& row, const Value& inputs) {
  bool all = true;
  for (const RowField& field : row.fields) all = all && (!field.input || (inputs && inputs.find(field.name)));
  std::vector<std::string> words, named;
  for (const RowField& field : row.fields) {
    const Value values = field.input && inputs ? inputs.find(field.name) : Value();
    if (!values) continue;
    const std::uint32_t count = field.kind == FieldKind::tensor_array ? values.size() : 1;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::string number = field.kind == FieldKind::tensor_array ? "_" + std::to_string(i) : "";
      const std::string file = field.name + number + ".npy";
      if (all || !field.optional) words.push_back(file);
      else named.insert(named.end(), {"--in", field.name + "=" + file});
    }
  }
  words.insert(words.end(), named.begin(), named.end());
  return words;
}

}  // namespace

std::string_view kind_words(const RowField& field) noexcept {
  switch (field.kind) {
    case FieldKind::tensor: return field.output ? "tensor, output" : "tensor";
    case FieldKind::tensor_array: return field.output ? "tensor[], output" : "tensor[]";
    case FieldKind::uint32: return field.most > 0xFFFFFFFF ? "uint64" : "uint32";
    case FieldKind::uint32_array: return "uint32[]";
    case FieldKind::int32_array: return "int32[]";
    case FieldKind::float32: return "float32";
    case FieldKind::enumeration: return field.combines ? "enum[]" : "enum";
    case FieldKind::data_type: return "data_type";
    case FieldKind::scalar: return "scalar";
    case FieldKind::count: return "count";
    case FieldKind::int32: return "int32";
    case FieldKind::boolean: return "bool";
    case FieldKind::float32_array: return "float32[]";
    case FieldKind::scale_bias: return "ScaleBias";
    case FieldKind::size_2d: return "Size2D";
    case FieldKind::activation: return "activation";
    case FieldKind::activation_array: return "activation[]";
  }
  return "";
}

std::vector<FieldOption> field_options(std::string_view type) {
  std::vector<FieldOption> made;
  if (const OperatorRow* row = operators::find_row(type))
    for (const RowField& field : row->fields)
      made.push_back({field.name, kind_words(field), field.input, field.output});
  return made;
}

std::vector<std::string_view> field_values(std::string_view type, std::string_view field) {
  std::vector<std::string_view> made;
  if (const OperatorRow* row = operators::find_row(type))
    for (const RowField& known : row->fields) {
      if (!is_same_name(known.name, field)) continue;
      for (const operators::EnumValue& value : known.values) made.push_back(value.name);
      if (known.kind == FieldKind::boolean) made = {"true", "false"};
      for (unsigned i = 1; known.kind == FieldKind::data_type && i <= static_cast<unsigned>(DataType::int64); ++i)
        made.push_back(name(static_cast<DataType>(i)));
      if (known.is_tensor())
        for (const DataType taken : types_of(type, known.name)) made.push_back(name(taken));
    }
  return made;
}

bool describes_tensor(std::string_view value) noexcept {
  if (is_json(value) || value.starts_with(':')) return true;
  return !data_type_named(value.substr(0, value.find(':'))).empty();
}

std::string with_colon(std::string_view value) {
  constexpr std::string_view kDigits = "0123456789";
  const std::size_t end = std::min(value.find_first_of(",(["), value.size());
  std::string_view type = value.substr(0, end);
  if (type.find_first_not_of(kDigits) == std::string_view::npos) type = {};
  std::string sizes(value.substr(type.size()));
  if (!type.empty() && data_type_named(type).empty()) return {};
  std::erase(sizes, ' ');
  const std::size_t first = sizes.find_first_of(kDigits), last = sizes.find_last_of(kDigits);
  if (first == std::string::npos || first > 1 || sizes.find_first_not_of("0123456789,()[]") != std::string::npos)
    return {};
  sizes = sizes.substr(first, last - first + 1);
  if (sizes.find_first_of("()[]") != std::string::npos) return {};
  return std::string(type) + ":" + sizes;
}

std::string why_no_tensor(std::string_view value) {
  if (const std::string meant = with_colon(value); !meant.empty()) return "sizes are written " + meant;
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_", kDigits = "0123456789";
  const std::size_t colon = std::min(value.find(':'), value.size());
  const std::string_view word = value.substr(0, colon), sizes = value.substr(colon);
  const auto is_letter = [&](char c) { return kLetters.find(c) != std::string_view::npos; };
  const auto is_of_a_name = [&](char c) { return is_letter(c) || kDigits.find(c) != std::string_view::npos; };
  if (word.empty() || !is_letter(word.front()) || !std::all_of(word.begin(), word.end(), is_of_a_name)) return {};
  if (sizes.find_first_not_of(":,0123456789") != std::string_view::npos) return {};
  return operators::why_no_data_type(word);
}

std::vector<FieldWord> fields_meant(std::string_view type, std::span<const std::string> operands,
                                    std::span<const FieldWord> given) {
  std::vector<FieldWord> meant(given.begin(), given.end());
  const OperatorRow* row = operators::find_row(type);
  for (const std::string& operand : operands) {
    const auto is_free = [&](const RowField& field) {
      return means(operand, field) &&
             std::none_of(meant.begin(), meant.end(), [&](const FieldWord& word) { return word.field == field.name; });
    };
    if (row == nullptr) return {};
    const auto field = std::find_if(row->fields.begin(), row->fields.end(), is_free);
    if (field == row->fields.end()) return {};
    meant.push_back({field->name, operand});
  }
  meant.erase(meant.begin(), meant.begin() + static_cast<std::ptrdiff_t>(given.size()));
  return meant;
}

std::span<const DataType> types_of(std::string_view type, std::string_view tensor) {
  const OperatorRow* row = operators::find_row(type);
  const operators::SupportRow* supported = row ? row->supported(tensor, kLatestFeatureLevel) : nullptr;
  return supported ? std::span<const DataType>(supported->types) : std::span<const DataType>();
}

std::string_view usual_type(std::string_view type, std::string_view tensor) {
  const std::span<const DataType> types = types_of(type, tensor);
  if (types.empty()) return {};
  const auto found = std::find(types.begin(), types.end(), DataType::float32);
  return name(found == types.end() ? types.front() : *found);
}

bool takes_type(std::string_view type, std::string_view tensor, DataType found) {
  const std::span<const DataType> types = types_of(type, tensor);
  return types.empty() || std::find(types.begin(), types.end(), found) != types.end();
}

bool works_on_bits(std::string_view type) {
  const OperatorRow* row = operators::find_row(type);
  const std::size_t first = row != nullptr ? row->value.find('(') : std::string::npos;
  return first != std::string::npos && row->value.find("(bits(") == first;
}

bool moves_elements(std::string_view type) { return operators::family_of(type) == "movement"; }

bool broadcasts(std::string_view type) {
  const OperatorRow* row = operators::find_row(type);
  return row != nullptr && row->rule("equal_sizes") != nullptr;
}

bool may_broadcast(std::string_view type, std::string_view rule) {
  if (!broadcasts(type)) return false;
  const OperatorRow* row = operators::find_row(type);
  return rule == row->rule("equal_sizes")->id || (row->rule("ranks") != nullptr && rule == row->rule("ranks")->id);
}

std::string spec_of_words(std::string_view type, std::span<const FieldWord> words, JsonText inputs) {
  const OperatorRow* row = operators::find_row(type);
  JsonText desc = JsonText::object();
  for (const FieldWord& word : words)
    if (const RowField* field = row ? row->field(word.field) : nullptr)
      desc.add(word.field, value_of(*field, word.value));
  JsonText spec = JsonText::object({{"type", JsonText::string(type)}, {"desc", std::move(desc)}});
  if (!inputs.empty()) spec.add("inputs", std::move(inputs));
  return spec.one_line();
}

JsonText json_text(const Value& value) {
  using text::Kind;
  JsonText made = value.is(Kind::object) ? JsonText::object() : JsonText::array();
  switch (value.kind()) {
    case Kind::null: return JsonText::verbatim("null");
    case Kind::boolean: return JsonText::boolean(value.boolean());
    case Kind::number: return JsonText::verbatim(std::string(value.literal()));
    case Kind::string: return JsonText::string(value.string());
    case Kind::array:
      for (const Value item : value) made.append(json_text(item));
      return made;
    case Kind::object:
      for (const Value member : value) made.add(member.key(), json_text(member));
      return made;
  }
  return made;
}

std::vector<std::string> words_of_spec(std::string_view type, const Value& spec) {
  std::vector<std::string> words{std::string(type)};
  const OperatorRow* row = operators::find_row(type);
  if (row == nullptr) return words;
  for (std::string& word : input_words(*row, spec.find("inputs"))) words.push_back(std::move(word));
  const Value desc = spec.find("desc") ? spec.find("desc") : spec.find("Desc");
  if (!desc) return words;
  for (const RowField& field : row->fields) {
    const Value value = desc.find(field.name);
    if (!value || field.input) continue;
    const auto is_there = [&](const std::string& counted) { return static_cast<bool>(desc.find(counted)); };
    if (field.kind == FieldKind::count && std::any_of(field.of.begin(), field.of.end(), is_there)) continue;
    const std::string word =
        field.kind == FieldKind::tensor ? word_of_output(field, desc, *row) : word_of(field, value);
    if (word.empty()) continue;
    words.push_back("--" + field.name);
    if (field.kind != FieldKind::tensor_array || is_json(word)) words.push_back(word);
    else
      for (const std::string_view one : operators::split(word, " ")) words.emplace_back(one);
  }
  return words;
}

}  // namespace dmlrun::spec
