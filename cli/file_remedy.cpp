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
  std::string words, others;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const Values& values = *operands[i];
    if (shapes[i] == *all || (shapes[i].empty() && !values.file)) continue;  // a file may have no dimensions
    const auto option = [&](const Shape& shape) {
      return "--" + values.name + " '" + *broadcast_tensor(shape, *all) + "'";
    };
    words += (words.empty() ? "; give " : " and ") + option(shapes[i]);
    Shape channels = shapes[i];  // a list may lie on the axis of channels, too
    if (channels.size() != 1 || channels[0] == 1 || all->size() < 3 || (*all)[1] != channels[0]) continue;
    channels.resize(all->size() - 1, 1);
    others += (others.empty() ? ", or, a value for each channel, " : " and ") + option(channels);
  }
  return words + others;
}

bool is_float(DataType type) { return name(type).starts_with("FLOAT"); }

/// Whether `wide` has every value of `narrow`.
bool holds(DataType wide, DataType narrow) {
  const auto is_signed = [](DataType type) { return name(type).starts_with("INT"); };
  const std::size_t bytes = element_size(wide), others = element_size(narrow);
  if (is_float(narrow)) return is_float(wide) && bytes >= others;
  if (is_float(wide) || (is_signed(wide) && !is_signed(narrow))) return bytes > others;
  return is_signed(wide) == is_signed(narrow) && bytes >= others;
}

/// Whether the operator asks of an input only whether it is 0.
bool is_truth(std::span<const DataType> types) {
  return std::ranges::count(types, DataType::uint8) == 1 &&
         std::ranges::all_of(types, [](DataType type) { return type == DataType::uint8 || type == DataType::uint32; });
}

/// The type among these that has every value of `found`, or is as wide, or the usual one.
DataType nearest_type(std::span<const DataType> types, DataType found, std::string_view usual) {
  const auto named = std::ranges::find_if(types, [&](DataType type) { return name(type) == usual; });
  if (named != types.end() && holds(*named, found)) return *named;
  for (const DataType type : types)
    if (holds(type, found)) return type;
  for (const DataType type : types)
    if (!is_float(found) && !is_float(type) && element_size(type) == element_size(found)) return type;
  return named == types.end() ? DataType::unknown : *named;
}

std::string conversion(std::string_view type, const Values& culprit, std::span<const Values* const> operands) {
  const DataType found = culprit.file->header().type;
  const std::span<const DataType> types = spec::types_of(type, culprit.name);
  const bool takes_found = spec::takes_type(type, culprit.name, found);
  const Values* converted = &culprit;
  DataType wanted = DataType::unknown;
  for (const Values* values : operands) {
    // Those that share the culprit's types are of its type, too.
    if (!values->file || spec::types_of(type, values->name).data() != types.data()) continue;
    const DataType other = values->file->header().type;
    const bool takes_other = spec::takes_type(type, culprit.name, other);
    if (wanted != DataType::unknown || other == found || (!takes_other && !takes_found)) continue;
    const bool widens = !holds(other, found) && (holds(found, other) || (is_float(found) && !is_float(other)));
    wanted = takes_found && (widens || !takes_other) ? found : other;
    if (wanted == found) converted = values;
  }
  const DataType from = converted->file->header().type;
  const bool is_compared = is_truth(types) && !spec::takes_type(type, culprit.name, from);
  if (wanted == DataType::unknown && is_compared) wanted = DataType::uint8;
  if (wanted == DataType::unknown && !takes_found)
    wanted = nearest_type(types, found, spec::usual_type(type, culprit.name));
  if (wanted == DataType::unknown || converted->path == "-") return {};
  const std::string file = shell_word(converted->path);
  const std::string words = converted == &culprit ? "it" : converted->path, new_type(name(wanted));
  if (is_compared) {
    const std::string equals = "; 'dmlrun LOGICAL_EQUALS " + file + " 0 --OutputTensor " + new_type;
    if (type == "ELEMENT_WISE_LOGICAL_NOT") return equals + " -o NEW.npy' is that: it writes what is 0 as 1";
    return equals + " -o ZERO.npy && dmlrun LOGICAL_NOT ZERO.npy -o NEW.npy' writes what is not 0 as 1";
  }
  if (is_float(from) && !is_float(wanted)) return {};  // it would lose fractions
  return "; 'dmlrun CAST " + file + " --OutputTensor " + new_type + " -o NEW.npy' converts " + words +
         (holds(wanted, from) ? "" : ", where its values fit " + new_type);
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
