#include "engine/spec/operator_page.h"

#include <algorithm>
#include <new>
#include <vector>

#include "engine/operators/rows/operator_row.h"
#include "engine/spec/field_words.h"

namespace dmlrun::spec {
namespace {

using operators::OperatorRow;
using operators::RowField;

constexpr std::size_t kColumns = 100;

/// A line, or several whose later ones are indented like the words of the first, or further.
void append_wrapped(std::string& page, std::string line, std::string_view words, std::size_t indent,
                    std::size_t further = 0) {
  line.resize(std::max(line.size() + 1, indent), ' ');
  bool begun = false;
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (begun && line.size() + 1 + end > kColumns) {
      page += line + "\n";
      line.assign(indent + further, ' ');
      begun = false;
    }
    (line += begun ? " " : "") += words.substr(0, end);
    begun = true;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  page += line + "\n";
}

std::string in_a_row(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) (text += text.empty() ? "" : ", ") += word;
  return text;
}

std::string values_of(const RowField& field) {
  std::vector<std::string> names;
  for (const operators::EnumValue& value : field.values)
    names.push_back(value.name +
                    (value.since == FeatureLevel{0x1000} ? "" : " (from " + operators::level_name(value.since) + ")"));
  return names.empty() ? "" : (field.combines ? " Any of " : " One of ") + in_a_row(names) + ".";
}

/// What a field's marks say.
std::string marks_of(const OperatorRow& row, const RowField& field) {
  const bool has_inputs = std::any_of(row.fields.begin(), row.fields.end(), [](const auto& f) { return f.input; });
  const bool says_when_given = field.doc.find("must be given") < field.doc.size();
  std::vector<std::string> words;
  if (has_inputs && row.is_alone(field)) words.emplace_back("Sizes may be left out");
  else if (!says_when_given && ((field.derived && (has_inputs || !field.is_tensor())) || field.optional))
    words.emplace_back(field.input && !field.optional ? "type and sizes may be left out" : "may be left out");
  if (!field.required_when_field.empty())
    words.push_back("needed where " + field.required_when_field + " is " + field.required_when_value);
  if (!field.required_without.empty() && !field.is_tensor())
    words.push_back("needed where " + field.required_without + " is left out");
  if (field.fixed_type != DataType::unknown) words.push_back("always " + std::string(name(field.fixed_type)));
  else if (!field.type_of.empty()) words.push_back(field.type_of + "'s type");
  if (field.one_element) words.emplace_back("one element");
  if (field.least > 0) words.push_back("at least " + std::to_string(field.least));
  return words.empty() ? "" : " (" + in_a_row(words) + ")";
}

void append_fields(std::string& page, const OperatorRow& row) {
  page += "\nFields:\n";
  std::size_t widest = 0, widest_kind = 0;
  for (const RowField& field : row.fields) {
    widest = std::max(widest, field.name.size());
    widest_kind = std::max(widest_kind, kind_words(field).size());
  }
  for (const RowField& field : row.fields) {
    std::string left = "  " + field.name;
    left.resize(widest + 4, ' ');
    append_wrapped(page, left + std::string(kind_words(field)), field.doc + values_of(field) + marks_of(row, field),
                   widest + widest_kind + 6);
  }
}

void append_types(std::string& page, const OperatorRow& row) {
  page += "\nTypes:\n";
  for (const operators::Support& group : row.support) {
    std::string title = "  " + in_a_row(group.tensors);
    if (!group.when_field.empty()) title += " where " + group.when_field + " is " + in_a_row(group.when_values);
    page += title + "\n";
    for (const operators::SupportRow& level : group.rows) {
      std::vector<std::string> types;
      for (const DataType type : level.types) types.emplace_back(name(type));
      std::string ranks = std::to_string(level.least_rank);
      if (level.most_rank != level.least_rank) ranks += " to " + std::to_string(level.most_rank);
      append_wrapped(page, "    from " + operators::level_name(level.since) + ": " + ranks + " dimensions",
                     in_a_row(types), 32);
    }
  }
}

}  // namespace

std::string operator_page(std::string_view type) {
  const auto found = operators::find_any_row(type);
  if (!found) throw std::bad_alloc();
  const OperatorRow* row = *found;
  if (row == nullptr) return {};
  std::string page;
  append_wrapped(page, row->type + ":", row->summary, 0);
  page += "From feature level " + operators::level_name(row->since) + ". " + row->page + "\n";
  if (row->family.empty()) return page + "It is " + operators::not_implemented(row->type) + ".\n";
  append_fields(page, *row);
  append_types(page, *row);
  page += "\nFormula:\n";
  std::vector<std::string> lines = row->formula;
  if (!row->value.empty()) lines.push_back(row->value);
  for (const std::string& line : lines) append_wrapped(page, " ", line, 2, 2);
  page += "\nRules:\n";
  for (const operators::Rule& rule : row->rules) append_wrapped(page, "  " + rule.id, rule.text, 32);
  return page;
}

}  // namespace dmlrun::spec
