#include "cli/file_remedy.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "cli/report/json_text.h"
#include "cli/report/shell_word.h"
#include "engine/spec/field_words.h"

namespace dmlrun::cli {
namespace {

using Shape = std::vector<std::uint64_t>;

/// That of a file, or of values, whose nesting tells it.
Shape shape_of(const Values& values) {
  if (!values.path.empty()) return values.shape;
  if (values.source->kind != spec::SourceKind::list) return {};
  const Dimensions& nesting = values.source->nesting;
  return nesting.empty() ? Shape{values.source->value.size()} : Shape(nesting.begin(), nesting.end());
}

/// As numpy broadcasts shapes; nothing when they cannot be.
std::optional<Shape> broadcast(std::span<const Values* const> operands) {
  Shape all;
  for (const Values* values : operands) {
    const Shape shape = shape_of(*values);
    if (shape.size() > all.size()) all.insert(all.begin(), shape.size() - all.size(), 1);
    for (std::size_t i = 0; i < shape.size(); ++i) {
      std::uint64_t& size = all[all.size() - shape.size() + i];
      if (size != shape[i] && size != 1 && shape[i] != 1) return {};
      size = std::max(size, shape[i]);
    }
  }
  return all;
}

/// {"Sizes": [2, 3], "Strides": [0, 1]}
std::string broadcast_tensor(const Shape& shape, const Shape& all) {
  Shape strides(all.size(), 0);
  std::uint64_t next = 1;
  for (std::size_t i = shape.size(), axis = all.size(); i-- > 0;) {
    if (shape[i] == all[--axis]) strides[axis] = next;
    next *= shape[i];
  }
  const auto list = [](const Shape& numbers) {
    return json_array(numbers, [](std::uint64_t number) { return std::to_string(number); });
  };
  return "{\"Sizes\": " + list(all) + ", \"Strides\": " + list(strides) + "}";
}

std::string broadcasting(std::span<const Values* const> operands) {
  const std::optional<Shape> all = broadcast(operands);
  if (!all || all->empty()) return {};
  std::string words;
  for (const Values* values : operands) {
    const Shape shape = shape_of(*values);
    if (shape == *all || (shape.empty() && !values->file)) continue;  // a file may have no dimensions
    words += (words.empty() ? "; give --" : " and --") + values->name + " '" + broadcast_tensor(shape, *all) + "'";
  }
  return words;
}

std::string conversion(std::string_view type, const Values& culprit, std::span<const Values* const> operands) {
  const DataType found = culprit.file->header().type;
  const bool takes_found = spec::takes_type(type, culprit.name, found);
  const Values* converted = &culprit;
  std::string_view wanted;
  for (const Values* values : operands) {
    if (!values->file) continue;
    const DataType other = values->file->header().type;
    if (!wanted.empty() || other == found) continue;
    if (spec::takes_type(type, culprit.name, other)) {
      wanted = name(other);
    } else if (takes_found) {
      wanted = name(found);
      converted = values;
    }
  }
  if (wanted.empty() && !takes_found) wanted = spec::usual_type(type, culprit.name);
  if (wanted.empty() || converted->path == "-") return {};
  const auto is_float = [](std::string_view kind) { return kind.starts_with("FLOAT"); };
  if (is_float(name(converted->file->header().type)) && !is_float(wanted)) return {};  // it would lose fractions
  return "; 'dmlrun CAST " + shell_word(converted->path) + " --OutputTensor " + std::string(wanted) +
         " -o NEW.npy' converts " + (converted == &culprit ? "it" : converted->path);
}

}  // namespace

std::string remedy_for(const Error& error, std::string_view type, const Values* culprit,
                       std::span<const Values* const> operands, bool has_field_options) {
  if (error.code == ErrorCode::npy_type_mismatch && culprit) return conversion(type, *culprit, operands);
  const bool is_size = error.code == ErrorCode::count_mismatch && error.rule.empty()
                           ? spec::broadcasts(type)
                           : spec::may_broadcast(type, error.rule);
  return has_field_options && is_size ? broadcasting(operands) : std::string();
}

}  // namespace dmlrun::cli
