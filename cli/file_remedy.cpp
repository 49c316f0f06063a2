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
std::optional<Shape> broadcast(std::span<const Shape> shapes) {
  Shape all;
  for (const Shape& shape : shapes) {
    if (shape.size() > all.size()) all.insert(all.begin(), shape.size() - all.size(), 1);
    for (std::size_t i = 0; i < shape.size(); ++i) {
      std::uint64_t& size = all[all.size() - shape.size() + i];
      if (size != shape[i] && size != 1 && shape[i] != 1) return {};
      size = std::max(size, shape[i]);
    }
  }
  return all;
}

/// The shapes, of which a list as long as only one axis of the longest shape lies on that axis: [2] beside [2, 3] is
/// [2, 1].
std::vector<Shape> on_their_axes(std::vector<Shape> shapes) {
  const Shape most = *std::ranges::max_element(shapes, {}, &Shape::size);
  for (Shape& shape : shapes)
    if (shape.size() == 1 && std::count(most.begin(), most.end(), shape[0]) == 1)
      shape.resize(static_cast<std::size_t>(most.end() - std::find(most.begin(), most.end(), shape[0])), 1);
  return shapes;
}

std::string broadcasting(std::span<const Values* const> operands) {
  std::vector<Shape> shapes;
  for (const Values* values : operands) shapes.push_back(shape_of(*values));
  std::optional<Shape> all = broadcast(shapes);
  if (!all) all = broadcast(shapes = on_their_axes(std::move(shapes)));
  if (!all || all->empty()) return {};
  std::string words;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const Values& values = *operands[i];
    if (shapes[i] == *all || (shapes[i].empty() && !values.file)) continue;  // a file may have no dimensions
    words += (words.empty() ? "; give --" : " and --") + values.name + " '" + *broadcast_tensor(shapes[i], *all) + "'";
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

std::string tensor_json(std::string_view type, const Shape& sizes, const Shape& strides) {
  const auto list = [](const Shape& numbers) {
    return json_array(numbers, [](std::uint64_t number) { return std::to_string(number); });
  };
  return (type.empty() ? "{" : "{\"DataType\": \"" + std::string(type) + "\", ") + "\"Sizes\": " + list(sizes) +
         ", \"Strides\": " + list(strides) + "}";
}

std::optional<std::string> broadcast_tensor(const Shape& shape, const Shape& all) {
  if (shape.size() > all.size()) return {};
  Shape strides(all.size(), 0);
  std::uint64_t next = 1;
  for (std::size_t i = shape.size(), axis = all.size(); i-- > 0;) {
    if (shape[i] == all[--axis]) strides[axis] = next;
    else if (shape[i] != 1) return {};
    next *= shape[i];
  }
  return tensor_json({}, all, strides);
}

std::string remedy_for(const Error& error, std::string_view type, const Values* culprit,
                       std::span<const Values* const> operands, bool has_field_options) {
  if (error.code == ErrorCode::npy_type_mismatch && culprit) return conversion(type, *culprit, operands);
  const bool is_size = error.code == ErrorCode::count_mismatch && error.rule.empty()
                           ? spec::broadcasts(type)
                           : spec::may_broadcast(type, error.rule);
  return has_field_options && is_size ? broadcasting(operands) : std::string();
}

}  // namespace dmlrun::cli
