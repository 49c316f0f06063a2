// One row of specs/operators -> OperatorRow. The rows are our own, yet every slip is refused with its place: a
// misspelt key in a row would otherwise silently widen what is accepted.
#include <algorithm>

#include "engine/operators/rows/notation.h"
#include "engine/text/document.h"
#include "engine/text/letter_case.h"
#include "engine/text/numbers.h"
#include "engine/text/out_of_memory.h"

namespace dmlrun::operators {
namespace {

using text::Kind;
using text::Value;
using Files = std::span<const SpecsFile>;

/// The value under a key of a file of specs as text, "" when there is none. Keys of these files begin a line each,
/// values stand on that line, and keys within values are not indented: so that no more is parsed than is needed.
std::string_view entry(Files files, std::string_view name, std::string_view key) {
  const auto file = std::find_if(files.begin(), files.end(), [&](const SpecsFile& f) { return f.name == name; });
  if (file == files.end()) return {};
  const std::string quoted = "  \"" + std::string(key) + "\": ";
  const std::size_t at = file->text.find(quoted);
  if (at == std::string_view::npos) return {};
  const std::size_t begin = at + quoted.size();
  const std::string_view line = file->text.substr(begin, file->text.find('\n', begin) - begin);
  return line.ends_with(',') ? line.substr(0, line.size() - 1) : line;
}

/// Reads a row and remembers the first failure; after it everything read is empty.
class RowReader {
 public:
  RowReader(Files files, OperatorRow& made) : files_(files), made_(made) {}

  void read(const Value& row) {
    const Value family = row.is(Kind::object) ? row.find("family") : Value();
    family ? expect_keys(row, {"operator", "family", "revision", "page", "in_place", "fields", "support", "summary",
                               "value", "formula", "docs", "rules"})
           : expect_keys(row, {"operator", "page", "in_place", "fields", "support", "summary"});
    if (error_) return;
    made_.type = string(member(row, "operator"));
    made_.family = family ? string(family) : "";
    made_.revision = family ? string(member(row, "revision")) : "";
    made_.summary = string(member(row, "summary"));
    if (row.find("value")) made_.value = string(row.find("value"));
    if (row.find("formula"))
      for (Value line : list(row, "formula")) made_.formula.push_back(string(line));
    made_.in_place = row.find("in_place") && boolean(row.find("in_place"));
    made_.page = page(row);
    for (Value item : list(row, "fields")) read_field(item);
    if (!made_.type.empty()) read_support(member(row, "support"));
    if (!family) return;
    read_docs(row);
    read_rules(list(row, "rules"));
  }
  [[nodiscard]] std::optional<Error>& error() { return error_; }

 private:
  void fail(const Value& at, std::string message) {
    if (!error_) error_ = text::error_at(at, ErrorCode::wrong_type, std::move(message));
  }
  void adopt(Error error) {
    if (!error_) error_ = std::move(error);
  }
  void expect_keys(const Value& object, std::initializer_list<std::string_view> known) {
    if (auto ok = text::expect_kind(object, Kind::object); !ok) return adopt(std::move(ok).error());
    for (Value member : object)
      if (std::find(known.begin(), known.end(), member.key()) == known.end()) fail(member, "this key is unknown");
  }
  Value member(const Value& object, std::string_view key) {
    const Value found = object ? object.find(key) : Value();
    if (!found && object) fail(object, "\"" + std::string(key) + "\" is missing");
    return found;
  }
  std::vector<Value> list(const Value& object, std::string_view key) {
    std::vector<Value> items;
    const Value array = member(object, key);
    if (!array) return items;
    if (auto ok = text::expect_kind(array, Kind::array); !ok) return adopt(std::move(ok).error()), items;
    for (Value item : array) items.push_back(item);
    return items;
  }
  std::string string(const Value& value) {
    if (!value) return {};
    auto read = text::read_string(value);
    if (!read) return adopt(std::move(read).error()), std::string();
    return std::string(*read);
  }
  bool boolean(const Value& value) {
    auto read = text::read_boolean(value);
    if (!read) return adopt(std::move(read).error()), false;
    return *read;
  }
  /// Reads a value of another file; what is wrong with it is wrong `at` the place of the row that names it.
  template <class Read>
  void read_entry(std::string_view written, const Value& at, Read read) {
    if (written.empty()) return fail(at, "specs has nothing under this name");
    auto document = text::Document::parse_in_place(written);
    if (!document) return adopt(std::move(document).error());
    if (!read(document->root())) fail(at, "what specs has under this name is not of its form");
  }

  std::string page(const Value& row) {
    std::string name = text::lower_case("dml_" + made_.type + "_operator_desc");
    if (const Value other = row.find("page")) name = string(other);
    return "https://learn.microsoft.com/windows/win32/api/directml/ns-directml-" + name;
  }

  void read_field(const Value& item) {
    auto field = parse_field(string(item));
    if (!field) return fail(item, "this is not a field: a name, its kind and marks were expected");
    if (!field->enum_prefix.empty()) {
      auto values = parse_enumeration(field->enum_prefix, files_);
      if (!values) return adopt(std::move(values).error());
      if (values->empty()) return fail(item, "this enumeration is not in specs/enums.json");
      field->values = std::move(*values);
    }
    made_.fields.push_back(std::move(*field));
  }

  void read_support(const Value& support) {
    if (!support) return;
    if (support.is(Kind::object))
      for (Value group : support) read_group(group.key(), group);
    else read_group("*", support);
    made_.since = kLatestFeatureLevel;
    for (Support& group : made_.support) {
      if (group.tensors == std::vector<std::string>{"*"}) group.tensors = not_in_others(group);
      if (!group.rows.empty()) made_.since = std::min(made_.since, group.rows[0].since);
    }
    for (RowField& field : made_.fields)
      if (field.is_tensor()) find_fixed_type(field);
  }

  void read_group(std::string_view tensors, const Value& levels) {
    auto group = parse_support_tensors(tensors);
    if (!group) return fail(levels, "tensors were expected, or \"*\", and \" if Field=VALUE\"");
    const std::string written = string(levels);
    for (std::string_view level : split(written, "; ")) {
      std::string_view types;
      auto row = parse_support_row(level, types);
      if (!row || !read_types(types, row->types)) return fail(levels, "\"level:ranks:types\" were expected");
      group->rows.push_back(std::move(*row));
    }
    made_.support.push_back(std::move(*group));
  }

  std::vector<std::string> not_in_others(const Support& group) const {
    std::vector<std::string> names;
    for (const RowField& field : made_.fields) {
      const bool in_others = std::any_of(made_.support.begin(), made_.support.end(), [&](const Support& other) {
        return &other != &group && other.when_values == group.when_values &&
               std::find(other.tensors.begin(), other.tensors.end(), field.name) != other.tensors.end();
      });
      if (field.is_tensor() && !in_others) names.push_back(field.name);
    }
    return names;
  }

  /// Sets of specs/type_sets.json and single types, joined by '+'; "?": not known.
  bool read_types(std::string_view written, std::vector<DataType>& types) {
    if (written == "?") return true;
    for (std::string_view name : split(written, "+")) {
      if (name == "INT4" || name == "UINT4") continue;  // no tensor here has 4-bit elements
      if (const auto single = data_type_from_name(name)) {
        types.push_back(*single);
        continue;
      }
      auto document = text::Document::parse_in_place(entry(files_, "type_sets", name));
      if (!document || !document->root().is(Kind::array)) return false;
      for (Value type : document->root()) {
        const auto known = type.is(Kind::string) ? data_type_from_name(type.string()) : std::nullopt;
        if (!known) return false;
        types.push_back(*known);
      }
    }
    return true;
  }

  /// The type of a tensor that has the same one at every level, and that of an output alone with UINT32 or UINT8.
  void find_fixed_type(RowField& field) {
    std::vector<DataType> types;
    for (const Support& group : made_.support)
      if (std::find(group.tensors.begin(), group.tensors.end(), field.name) != group.tensors.end()) {
        for (const SupportRow& row : group.rows) types.insert(types.end(), row.types.begin(), row.types.end());
        const bool is_truth = group.rows.back().types == std::vector{DataType::uint32, DataType::uint8};
        if (field.output && group.tensors.size() == 1 && is_truth) field.usual_type = DataType::uint8;
      }
    if (!types.empty() && std::all_of(types.begin(), types.end(), [&](DataType type) { return type == types[0]; }))
      field.fixed_type = types[0];
  }

  void read_docs(const Value& row) {
    const Value own = row.find("docs");
    if (own && !own.is(Kind::object)) return fail(own, "an object was expected");
    for (RowField& field : made_.fields) {
      if (const Value doc = own ? own.find(field.name) : Value()) {
        field.doc = string(doc);
        continue;
      }
      read_entry(entry(files_, "families/" + made_.family, field.name), own ? own : row,
                 [&](const Value& doc) { return doc.is(Kind::string) && (field.doc = doc.string(), true); });
    }
    for (Value doc : own ? own : row)
      if (own && !made_.field(doc.key())) fail(doc, "no field has this name");
  }

  void read_rules(const std::vector<Value>& keys) {
    for (std::size_t i = 1; i < keys.size(); ++i) {
      const std::string key = string(keys[i]);
      std::string_view written = entry(files_, "families/" + made_.family, key);
      if (written.empty()) written = entry(files_, "families/any", key);
      read_entry(written, keys[i], [&](const Value& rule) {
        if (!rule.is(Kind::object)) return false;
        const Value compared = rule.find("compares");
        if (rule.size() != (compared ? 4 : 3) || (compared && string(compared) != "sizes")) return false;
        made_.rules.push_back({string(keys[0]) + "-" + std::to_string(i), string(keys[i]), ErrorCode::internal,
                               string(member(rule, "text")), string(member(rule, "source")),
                               static_cast<bool>(compared)});
        return read_code(string(member(rule, "code")), made_.rules.back().code);
      });
    }
  }

  static bool read_code(const std::string& written, ErrorCode& code) {
    for (unsigned i = 0; i < static_cast<unsigned>(ErrorCode::internal); ++i) {
      code = static_cast<ErrorCode>(i);
      if (name(code) == written) return true;
    }
    return false;
  }

  Files files_;
  OperatorRow& made_;
  std::optional<Error> error_;
};

}  // namespace

Result<std::vector<EnumValue>> parse_enumeration(std::string_view name, Files files) {
  std::vector<EnumValue> values;
  const std::string_view written = entry(files, "enums", name);
  if (written.empty()) return values;
  auto document = text::Document::parse_in_place(written);
  if (!document) return std::move(document).error();
  for (Value item : document->root()) {
    auto word = text::read_string(item);
    if (!word) return std::move(word).error();
    const std::vector<std::string_view> parts = split(*word, " from ");
    const auto since = parts.size() == 2 ? feature_level_from_name(parts[1]) : FeatureLevel{0x1000};
    if (!since || parts.size() > 2)
      return text::error_at(item, ErrorCode::wrong_type, "this is not \"NAME from level\"");
    values.push_back({std::string(parts[0]), static_cast<std::uint32_t>(values.size()), *since});
  }
  return values;
}

Result<OperatorRow> parse_row(std::string_view row, Files files) noexcept {
  return or_out_of_memory([&]() -> Result<OperatorRow> {
    auto document = text::Document::parse_in_place(row);
    if (!document) return std::move(document).error();
    OperatorRow made;
    RowReader reader(files, made);
    reader.read(document->root());
    if (reader.error()) return std::move(*reader.error());
    return made;
  });
}

}  // namespace dmlrun::operators
