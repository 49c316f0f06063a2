// One file of specs/ -> Specification. The files are our own, yet every slip is refused with its place: a misspelt key
// in a table would otherwise silently widen what is accepted.
#include <limits>
#include <new>

#include "engine/operators/specification.h"
#include "engine/text/document.h"
#include "engine/text/numbers.h"

namespace dmlrun::operators {
namespace {

using text::Kind;
using text::Value;

struct KindName {
  std::string_view name;
  FieldKind kind;
  std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
};
constexpr KindName kKindNames[] = {
    {"tensor", FieldKind::tensor},         {"tensor[]", FieldKind::tensor_array},
    {"uint32", FieldKind::uint32},         {"uint64", FieldKind::uint32, std::numeric_limits<std::uint64_t>::max()},
    {"uint32[]", FieldKind::uint32_array}, {"int32[]", FieldKind::int32_array},
    {"float32", FieldKind::float32},
    {"enum", FieldKind::enumeration},      {"data_type", FieldKind::data_type},
    {"scalar", FieldKind::scalar},         {"count", FieldKind::count}};

/// Reads members by name and remembers the first failure; after it everything read is empty.
class Reader {
 public:
  void fail(const Value& at, std::string message) {
    if (!error_) error_ = text::error_at(at, ErrorCode::wrong_type, std::move(message));
  }
  void adopt(Error error) {
    if (!error_) error_ = std::move(error);
  }
  [[nodiscard]] bool failed() const { return error_.has_value(); }
  [[nodiscard]] Error take_error() { return std::move(*error_); }

  /// An object whose members are all among `known`, or a false Value.
  Value object(const Value& value, std::initializer_list<std::string_view> known) {
    if (auto ok = text::expect_kind(value, Kind::object); !ok) return adopt(std::move(ok).error()), Value();
    for (Value member : value) {
      bool found = false;
      for (std::string_view name : known) found = found || name == member.key();
      if (!found) fail(member, "this key is unknown");
    }
    return value;
  }
  Value member(const Value& object, std::string_view key) {
    Value found = object ? object.find(key) : Value();
    if (!found && object) fail(object, "\"" + std::string(key) + "\" is missing");
    return found;
  }
  Value array(const Value& object, std::string_view key) {
    Value found = member(object, key);
    if (!found) return found;
    if (auto ok = text::expect_kind(found, Kind::array); !ok) return adopt(std::move(ok).error()), Value();
    return found;
  }
  std::string string(const Value& value) {
    if (!value) return {};
    auto read = text::read_string(value);
    if (!read) return adopt(std::move(read).error()), std::string();
    return std::string(*read);
  }
  std::string string(const Value& object, std::string_view key) { return string(member(object, key)); }
  /// Absent means false.
  bool flag(const Value& object, std::string_view key) {
    Value found = object ? object.find(key) : Value();
    if (!found) return false;
    auto read = text::read_boolean(found);
    if (!read) return adopt(std::move(read).error()), false;
    return *read;
  }
  std::uint32_t number(const Value& value) {
    if (!value) return 0;
    auto read = text::read_unsigned(value, std::numeric_limits<std::uint32_t>::max());
    if (!read) return adopt(std::move(read).error()), 0u;
    return static_cast<std::uint32_t>(*read);
  }
  FeatureLevel level(const Value& object) {
    const Value found = member(object, "since");
    const auto level = feature_level_from_name(string(found));
    if (!level && found) fail(found, "this is not a feature level of DirectML");
    return level.value_or(FeatureLevel{0x1000});
  }
  DataType data_type(const Value& value) {
    const auto type = data_type_from_name(string(value));
    if (!type && value) fail(value, "this is not a data type");
    return type.value_or(DataType::unknown);
  }
  std::vector<std::string> strings(const Value& object, std::string_view key) {
    std::vector<std::string> found;
    if (Value list = array(object, key))
      for (Value item : list) found.push_back(string(item));
    return found;
  }

 private:
  std::optional<Error> error_;
};

EnumValue read_enum_value(Reader& r, const Value& value) {
  const Value object = r.object(value, {"name", "value", "since"});
  return {r.string(object, "name"), r.number(r.member(object, "value")), r.level(object)};
}

void read_role(Reader& r, const Value& object, FieldSpecification& field) {
  const Value role = object.find("role");
  const bool is_tensor = field.kind == FieldKind::tensor || field.kind == FieldKind::tensor_array;
  if (is_tensor != static_cast<bool>(role)) return r.fail(object, "a tensor has a role, and only a tensor");
  if (!role) return;
  const std::string word = r.string(role);
  field.input = word == "input";
  field.output = word == "output";
  if (field.input == field.output) r.fail(role, "\"input\" or \"output\" was expected");
}

FieldSpecification read_field(Reader& r, const Value& value) {
  FieldSpecification field;
  const Value object = r.object(value, {"name", "kind", "role", "optional", "derived", "one_element", "fixed_type",
                                        "of", "prefix", "values", "combines", "required_when", "required_without",
                                        "least", "doc"});
  if (!object) return field;
  field.name = r.string(object, "name");
  field.doc = r.string(object, "doc");
  const Value kind = r.member(object, "kind");
  const std::string kind_name = r.string(kind);
  bool known = false;
  for (const KindName& candidate : kKindNames)
    if (candidate.name == kind_name) known = true, field.kind = candidate.kind, field.most = candidate.most;
  if (!known && kind) r.fail(kind, "this is not a kind of field");
  read_role(r, object, field);
  field.optional = r.flag(object, "optional");
  field.derived = r.flag(object, "derived");
  field.one_element = r.flag(object, "one_element");
  field.combines = r.flag(object, "combines");
  if (Value other = object.find("required_without")) field.required_without = r.string(other);
  if (Value least = object.find("least")) field.least = r.number(least);
  if (Value type = object.find("fixed_type")) field.fixed_type = r.data_type(type);
  if (field.kind == FieldKind::count || field.kind == FieldKind::scalar) field.of = r.strings(object, "of");
  if (field.kind == FieldKind::enumeration) {
    field.enum_prefix = r.string(object, "prefix");
    if (Value values = r.array(object, "values"))
      for (Value item : values) field.values.push_back(read_enum_value(r, item));
  }
  if (Value when = object.find("required_when")) {
    if (!when.is(Kind::object) || when.size() != 1) {
      r.fail(when, "one field and its value were expected");
    } else {
      const Value condition = *when.begin();
      field.required_when_field = condition.key();
      field.required_when_value = r.string(condition);
    }
  }
  return field;
}

SupportRow read_row(Reader& r, const Value& value) {
  SupportRow row;
  const Value object = r.object(value, {"since", "ranks", "types"});
  row.since = r.level(object);
  if (Value ranks = r.array(object, "ranks")) {
    if (ranks.size() != 2) return r.fail(ranks, "the least and the greatest rank were expected"), row;
    auto item = ranks.begin();
    row.least_rank = r.number(*item);
    row.most_rank = r.number(*++item);
  }
  if (Value types = r.array(object, "types"))
    for (Value type : types) row.types.push_back(r.data_type(type));
  return row;
}

Support read_support(Reader& r, const Value& value) {
  Support support;
  const Value object = r.object(value, {"tensors", "levels"});
  support.tensors = r.strings(object, "tensors");
  if (Value levels = r.array(object, "levels"))
    for (Value row : levels) support.rows.push_back(read_row(r, row));
  return support;
}

Rule read_rule(Reader& r, const Value& value) {
  Rule rule;
  const Value object = r.object(value, {"id", "code", "text", "source"});
  rule.id = r.string(object, "id");
  rule.text = r.string(object, "text");
  rule.source = r.string(object, "source");
  const Value code = r.member(object, "code");
  const std::string code_name = r.string(code);
  bool known = false;
  for (unsigned i = 0; i <= static_cast<unsigned>(ErrorCode::internal); ++i)
    if (name(static_cast<ErrorCode>(i)) == code_name) known = true, rule.code = static_cast<ErrorCode>(i);
  if (!known && code) r.fail(code, "this is not an ErrorCode");
  return rule;
}

Result<Specification> read_specification(const Value& root) {
  Reader r;
  Specification specification;
  const Value object = r.object(root, {"operator", "since", "page", "summary", "fields", "support", "rules"});
  specification.type = r.string(object, "operator");
  specification.since = r.level(object);
  specification.page = r.string(object, "page");
  specification.summary = r.string(object, "summary");
  if (Value fields = r.array(object, "fields"))
    for (Value field : fields) specification.fields.push_back(read_field(r, field));
  if (Value support = r.array(object, "support"))
    for (Value group : support) specification.support.push_back(read_support(r, group));
  if (Value rules = r.array(object, "rules"))
    for (Value rule : rules) specification.rules.push_back(read_rule(r, rule));
  if (r.failed()) return r.take_error();
  return specification;
}

}  // namespace

Result<Specification> parse_specification(std::string_view text) noexcept {
  try {
    auto document = text::Document::parse_in_place(text);
    if (!document) return std::move(document).error();
    return read_specification(document->root());
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory, {}, {}, {}, {}};
  }
}

}  // namespace dmlrun::operators
