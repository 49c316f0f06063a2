// Tensor values that stand in a SPEC: lists and constants.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <new>

#include "engine/operators/families/element_of_float.h"
#include "engine/spec/field_words.h"
#include "engine/spec/sources.h"
#include "engine/spec/spec.h"
#include "engine/spec/tensor_names.h"
#include "engine/tensor/element.h"
#include "engine/tensor/floating_point.h"
#include "engine/tensor/layout.h"
#include "engine/text/counted.h"
#include "engine/text/errors.h"
#include "engine/text/numbers.h"

namespace dmlrun::spec {
namespace {

/// Whether the document says "nan" there: an expected value that any NaN matches.
bool is_nan_literal(const text::Value& value) {
  if (!value.is(text::Kind::string)) return false;
  const std::string_view s = value.string();
  return s.size() == 3 && (s[0] | 32) == 'n' && (s[1] | 32) == 'a' && (s[2] | 32) == 'n';
}

/// Whether one value says all of a tensor: a single place holds every element.
bool is_one_place(const TensorDesc& tensor) {
  for (std::size_t i = 0; i < tensor.sizes.size(); ++i)
    if (tensor.sizes[i] != 1 && (tensor.strides.empty() || tensor.strides[i] != 0)) return false;
  return true;
}

/// Every element the same. Takes memory and time by the buffer: axes of stride 0 count once.
Result<void> write_constant(const text::Value& value, const TensorDesc& tensor, std::span<std::byte> buffer,
                            std::vector<bool>* any_nan, const std::function<void()>& between) {
  std::byte element[8];
  if (auto ok = store_value(value, tensor.type, element); !ok) return ok;
  if (any_nan) any_nan->assign(is_nan_literal(value) ? element_count(tensor) : 0, true);
  fill(tensor, element, buffer.data(), between);
  return {};
}

/// Whether a nested list has the levels and lengths of the tensor's sizes. Values are not looked at.
Result<void> check_nesting(const text::Value& list, const Source& source, const Dimensions& sizes, std::size_t axis) {
  const bool is_list = list.is(text::Kind::array);
  if (!is_list || list.size() != sizes[axis])
    return text::error_at(
        list, is_list ? ErrorCode::count_mismatch : ErrorCode::wrong_type,
        (is_list ? "a list of " + std::to_string(list.size()) : std::string(with_article(list.kind()))) +
            " was found; a list of " + std::to_string(sizes[axis]) + " was expected, because " + source.name +
            " has the sizes " + sizes_json(sizes));
  if (axis + 1 == sizes.size()) return {};
  for (text::Value entry : list)
    if (auto ok = check_nesting(entry, source, sizes, axis + 1); !ok) return ok;
  return {};
}

/// Packed values on their way to a tensor.
struct ListReader {
  DataType type;
  std::byte* at;  ///< null: values are looked at, and kept nowhere
  std::vector<bool>* any_nan;
  text::Errors& errors;

  /// Reads the values of a list with this many levels.
  void read(const text::Value& list, std::size_t levels) {
    std::byte unused[8];
    for (text::Value entry : list) {
      if (errors.is_full()) return;
      if (levels > 1) {
        read(entry, levels - 1);
        continue;
      }
      errors.add(store_value(entry, type, at ? at : unused));
      if (any_nan) any_nan->push_back(is_nan_literal(entry));
      if (at) at += element_size(type);
    }
  }
};

/// "[0, 2]", of an element by its number.
std::string coordinates(std::uint64_t element, const Dimensions& sizes) {
  std::string text;
  for (std::size_t axis = sizes.size(); axis-- > 0; element /= sizes[axis])
    text = (axis > 0 ? ", " : "[") + std::to_string(element % sizes[axis]) + text;
  return text + "]";
}

/// Refuses different values of elements that strides put into one place, where the last one stays.
Result<void> check_shared(const Source& source, const TensorDesc& tensor, const Buffer& packed,
                          std::span<const std::byte> buffer) {
  const std::uint64_t bytes = element_size(tensor.type), count = packed.bytes().size() / bytes;
  auto stayed = Buffer::make(packed.bytes().size());
  if (!stayed) return std::move(stayed).error();
  gather(tensor, buffer, stayed->data());
  const auto differ = std::mismatch(packed.data(), packed.data() + count * bytes, stayed->data());
  const std::uint64_t element = static_cast<std::uint64_t>(differ.first - packed.data()) / bytes;
  if (element == count) return {};
  const auto place = [&](std::uint64_t number) {
    std::uint64_t at = 0;
    for (std::size_t axis = tensor.sizes.size(); axis-- > 0; number /= tensor.sizes[axis])
      at += number % tensor.sizes[axis] * tensor.strides[axis];
    return at;
  };
  std::uint64_t other = count;
  while (--other > element && place(other) != place(element)) continue;
  return text::error_at(source.value, ErrorCode::stride_overlap,
                        coordinates(element, tensor.sizes) + " and " + coordinates(other, tensor.sizes) + " of " +
                            source.name + " are one element by Strides " + sizes_json(tensor.strides) +
                            ", but have different values; equal values were expected, or other Strides");
}

Result<void> write_list(const Source& source, const TensorDesc& whole, std::span<std::byte> buffer,
                        std::vector<bool>* any_nan) {
  // On an axis of stride 0, one value for all, as in a file, or each; first axes with one value may be missing.
  const TensorDesc once = without_repeats(whole);
  const bool is_once = source.nesting.empty()  ? source.value.size() == element_count(once)
                       : whole.strides.empty() ? source.nesting == once.sizes
                                               : is_without_ones(source.nesting, once.sizes);
  const TensorDesc& tensor = is_once ? once : whole;
  const std::uint64_t count = element_count(tensor);
  const bool nested = !source.nesting.empty();
  const std::size_t missing = is_once && nested ? once.sizes.size() - source.nesting.size() : 0;
  text::Errors errors;
  if (nested) {
    if (auto ok = check_nesting(source.value, source, tensor.sizes, missing); !ok) return ok;
  } else if (source.value.size() != count) {
    errors.add(text::error_at(source.value, ErrorCode::count_mismatch,
                              text::counted_found(source.value.size(), "value") + "; " + source.name + " has " +
                                  text::counted(count, "element")));
  }
  // Not before it is known that the text has as many values.
  auto packed = Buffer::make(errors.first() ? 0 : count * element_size(tensor.type));
  if (!packed) return std::move(packed).error();
  if (any_nan) any_nan->clear();
  ListReader{tensor.type, errors.first() ? nullptr : packed->data(), any_nan, errors}.read(
      source.value, nested ? tensor.sizes.size() - missing : 1);
  if (errors.first()) return *errors.first();
  scatter(tensor, packed->data(), buffer);
  return is_packed(tensor) ? Result<void>() : check_shared(source, tensor, *packed, buffer);
}

/// The first number in a list, or lists of lists, that `is_it` holds for; false where there is none.
text::Value find_number(const text::Value& value, const std::function<bool(const text::Value&)>& is_it) {
  if (value.is(text::Kind::number)) return is_it(value) ? value : text::Value();
  if (value.is(text::Kind::array))
    for (const text::Value entry : value)
      if (const text::Value found = find_number(entry, is_it)) return found;
  return {};
}

}  // namespace

std::string rounded_number(const Source& source, DataType type) {
  if (type != DataType::float16 && type != DataType::float32 && type != DataType::float64) return {};
  std::byte element[8];
  const text::Value found = find_number(source.value, [&](const text::Value& value) {
    constexpr std::size_t kFewest = 4;  // digits: every type has all numbers of fewer
    const std::string_view literal = value.literal();
    return literal.size() >= kFewest && literal.find_first_not_of("-0123456789") == std::string_view::npos &&
           store_value(value, type, element) && text::compare_magnitudes(literal, load_double(type, element)) != 0;
  });
  if (!found) return {};
  std::string words = text::printable(found.literal(), 40) + " of " + source.name + " is rounded to ";
  char digits[320];  // all of the largest FLOAT64
  const double kept = load_double(type, element);
  words.append(digits, std::to_chars(digits, digits + sizeof digits, kept, std::chars_format::fixed).ptr);
  return words + ", the nearest " + std::string(name(type));
}

std::vector<std::string> changed_numbers(const text::Value& desc, const Operator& op) {
  std::vector<std::string> told;
  for (const DescField& field : op.desc().fields) {
    Source given;
    given.name = field.name;
    given.value = desc ? desc.find(field.name) : text::Value();
    const auto* scalar = std::get_if<Scalar>(&field.value);
    const auto* number = std::get_if<float>(&field.value);
    if (!given.value || (!scalar && !number)) continue;
    const DataType written = moves_elements(op.type()) ? op.outputs()[0].desc.type : DataType::float32;
    const bool is_number = given.value.is(text::Kind::number);
    const Scalar used = number ? operators::element_of_float(*number, written) : *scalar;
    const bool is_float = name(used.type).starts_with("FLOAT");
    const double value = load_double(used.type, used.bytes.data());
    std::string shown;
    append_shortest(shown, used.type, used.bytes.data());
    // Saturation may restore what the FLOAT rounded: the largest INT32.
    if (is_number && !is_float && given.value.literal() == shown) continue;
    // Fractions are rounded without a word, but for those that integers lose.
    const bool is_lost = number && is_number && value != *number && (!is_float || std::isinf(value));
    // A FLOAT has been rounded before it becomes an element of a wider type.
    const DataType rounded = scalar || written == DataType::float16 ? used.type : DataType::float32;
    std::string words = is_lost ? text::printable(given.value.literal(), 40) + " of " + given.name + " is no " +
                                      std::string(name(written)) + ": " + shown + " is used"
                                : rounded_number(given, rounded);
    if (!words.empty()) told.push_back(std::move(words));
  }
  return told;
}

void check_values(const Source& source, DataType type, text::Errors& errors) {
  std::byte unused[8];
  ListReader reader{type, nullptr, nullptr, errors};
  if (source.kind == SourceKind::constant) errors.add(store_value(source.value, type, unused));
  if (source.kind == SourceKind::list) reader.read(source.value, std::max<std::size_t>(source.nesting.size(), 1));
}

Result<void> write_values(const Source& source, const TensorDesc& tensor, std::span<std::byte> buffer,
                          std::vector<bool>* any_nan, const std::function<void()>& between) {
  try {
    const DefaultFloatingPoint environment;
    if (source.kind == SourceKind::constant) return write_constant(source.value, tensor, buffer, any_nan, between);
    if (source.nesting.empty() && source.value.size() == 1 && is_one_place(tensor))
      return write_constant(*source.value.begin(), tensor, buffer, any_nan, between);
    return write_list(source, tensor, buffer, any_nan);
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory};
  }
}

}  // namespace dmlrun::spec
