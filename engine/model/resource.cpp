// Resources: named bytes with initial values in one of six forms.
#include <algorithm>

#include "engine/model/reading.h"
#include "engine/operators/desc/read_tensor.h"
#include "engine/tensor/checked_math.h"
#include "engine/tensor/element.h"
#include "engine/text/counted.h"
#include "engine/text/numbers.h"

namespace dmlrun::model {
namespace {

constexpr std::string_view kResourceKeys[] = {
    "initialValues", "initialValuesDataType", "sizeInBytes", "initialValuesOffsetInBytes",
    "resampleSize",  "resampleMode",          "type"};
constexpr std::string_view kElementKeys[] = {"type", "value", "name"};
constexpr std::string_view kConstantKeys[] = {"valueCount", "value"};
constexpr std::string_view kSequenceKeys[] = {"valueCount", "valueStart", "valueDelta"};
constexpr std::string_view kFileKeys[] = {"sourcePath"};
constexpr std::string_view kValuesKeys[] = {"valueCount", "value", "valueStart", "valueDelta", "sourcePath"};
constexpr std::string_view kImages[] = {".jpg", ".png"};

struct ResourceType {
  DataType type = DataType::unknown;
  std::string_view four_bit;  ///< the name of a 4-bit type
};

Result<ResourceType> read_type(const text::Value& value) {
  if (!value) return ResourceType{};
  auto word = text::read_string(value);
  if (!word) return std::move(word).error();
  constexpr std::string_view kPrefix = "DML_TENSOR_DATA_TYPE_";
  const std::string_view name = word->starts_with(kPrefix) ? word->substr(kPrefix.size()) : *word;
  if (name == "UINT4" || name == "INT4") return ResourceType{DataType::unknown, name};
  auto type = operators::read_data_type(value);
  if (!type) return std::move(type).error();
  return ResourceType{*type, {}};
}

/// `resource` is the object that holds the values.
Error no_type(const text::Value& resource, const text::Value& values, std::string_view four_bit) {
  if (!four_bit.empty())
    return text::error_at(
        resource.find("initialValuesDataType"), ErrorCode::bad_enum,
        std::string(four_bit) +
            " was found, whose values only a file of bytes can hold; one of FLOAT16, FLOAT32, FLOAT64, "
            "INT8 ... INT64, UINT8 ... UINT64 was expected");
  return text::error_at(values, ErrorCode::missing_field,
                        "values without a type were found; initialValuesDataType beside them, such as \"FLOAT32\", was "
                        "expected" +
                            meant_by(resource, "initialValuesDataType", kResourceKeys));
}

Error no_values(const text::Value& values, std::string_view found) {
  return text::error_at(values, ErrorCode::size_zero,
                        std::string(found) + " was found; a resource has at least one initial value");
}

Result<void> check_limit(const text::Value& at, std::optional<std::uint64_t> bytes, const Limits& limits) {
  if (bytes && *bytes <= limits.tensor_bytes) return {};
  return text::error_at(at, ErrorCode::limit_exceeded,
                        (bytes ? std::to_string(*bytes) : "more than 18446744073709551615") +
                            " bytes were asked for; the limit tensor_bytes is " + std::to_string(limits.tensor_bytes));
}

Result<void> read_array(const text::Value& values, Resource& resource) {
  const std::size_t size = element_size(resource.type);
  auto buffer = Buffer::make(std::uint64_t{values.size()} * size);
  if (!buffer) return std::move(buffer).error();
  std::byte* at = buffer->data();
  for (text::Value value : values) {
    if (auto ok = store_value(value, resource.type, at); !ok) return ok;
    at += size;
  }
  resource.literal = std::move(*buffer);
  return {};
}

/// {"type", "value"}, packed without alignment.
Result<void> read_list(const text::Value& values, Resource& resource, const Reading& reading) {
  std::vector<std::byte> bytes;
  for (text::Value element : values) {
    const bool plain = element.is(text::Kind::number) || element.is(text::Kind::string);
    if (plain && bytes.empty()) return no_type(resource.where, values, {});
    if (!element.is(text::Kind::object))
      return text::error_at(element, ErrorCode::wrong_type,
                            std::string(with_article(element.kind())) +
                                " was found among typed elements; {\"type\", \"value\"} was expected");
    auto type_name = require_member(element, "type");
    if (!type_name) return std::move(type_name).error();
    auto type = read_type(*type_name);
    if (!type) return std::move(type).error();
    if (type->type == DataType::unknown || type->type == DataType::float16)
      return text::error_at(*type_name, ErrorCode::bad_enum,
                            "\"" + text::printable(type_name->string(), 60) +
                                "\" cannot be the type of a list's element; one of FLOAT32, FLOAT64, INT8 ... INT64, "
                                "UINT8 ... UINT64 was expected");
    auto value = require_member(element, "value");
    if (!value) return std::move(value).error();
    std::array<std::byte, 8> stored{};
    if (auto ok = store_value(*value, type->type, stored.data()); !ok) return ok;
    bytes.insert(bytes.end(), stored.begin(), stored.begin() + static_cast<std::ptrdiff_t>(element_size(type->type)));
    if (auto ok = reading.report_unknown(element, kElementKeys); !ok) return ok;
  }
  auto buffer = Buffer::make(bytes.size());
  if (!buffer) return std::move(buffer).error();
  std::copy(bytes.begin(), bytes.end(), buffer->data());
  resource.form = Form::list;
  resource.literal = std::move(*buffer);
  return {};
}

/// {"valueCount", "value"} or {"valueCount", "valueStart", "valueDelta"}.
Result<void> read_generated(const text::Value& values, Resource& resource, const Limits& limits) {
  auto count = require_member(values, "valueCount");
  if (!count) return std::move(count).error();
  auto number = read_uint32(*count);
  if (!number) return std::move(number).error();
  if (*number == 0) return no_values(*count, "0");
  const bool sequence = resource.form == Form::sequence;
  for (std::string_view key : {sequence ? "valueStart" : "value", "valueDelta"}) {
    if (key == "valueDelta" && !sequence) continue;
    auto value = require_member(values, key);
    if (!value) return std::move(value).error();
    auto& element = key == "valueDelta" ? resource.delta : resource.start;
    if (auto ok = store_value(*value, resource.type, element.data()); !ok) return ok;
  }
  const auto bytes = checked_multiply(*number, element_size(resource.type));
  if (auto ok = check_limit(*count, bytes, limits); !ok) return ok;
  resource.value_bytes = *bytes;
  return {};
}

Result<void> read_file(const text::Value& values, Resource& resource, const ResourceType& type) {
  const text::Value source = values.find("sourcePath");
  auto path = read_path(source);
  if (!path) return std::move(path).error();
  resource.path = std::move(*path);
  const std::string extension = extension_of(resource.path);
  resource.npy = extension == ".npy" || extension.starts_with(".npz");  // file.npz:name
  if (std::find(std::begin(kImages), std::end(kImages), extension) != std::end(kImages))
    resource.unsupported = "an image";
  else if (!resource.npy && resource.type == DataType::unknown && type.four_bit.empty())
    return no_type(resource.where, values, {});
  return {};
}

/// Members of `values` that its form does not have: those of another form, and those of none.
Result<void> report_unknown_values(const text::Value& values, std::span<const std::string_view> known,
                                   const Reading& reading) {
  const auto is_in = [](std::span<const std::string_view> keys, std::string_view key) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
  };
  for (text::Value member : values) {
    if (is_in(known, member.key())) continue;
    if (!is_in(kValuesKeys, member.key())) {
      if (auto ok = operators::report_unknown(member, kValuesKeys, reading.fields); !ok) return ok;
      continue;
    }
    std::string message = std::string(member.key()) + " is ignored beside " + std::string(known.back());
    if (reading.options.strict)
      return text::error_at(member, ErrorCode::unknown_field, message + "; it must be left out");
    reading.warn(member, std::move(message));
  }
  return {};
}

Result<void> read_object(const text::Value& values, Resource& resource, const ResourceType& type, Reading& reading) {
  const text::Value constant = values.find("value"), start = values.find("valueStart"),
                    source = values.find("sourcePath");
  if (constant && (start || source))
    return text::error_at(start ? start : source, ErrorCode::unknown_field,
                          "\"value\" stands beside it; one of value, valueStart and sourcePath was expected");
  if (!constant && !start && !source)
    return text::error_at(values, ErrorCode::missing_field,
                          "none of value, valueStart and sourcePath was found; one of them was expected");
  resource.form = constant ? Form::constant : start ? Form::sequence : Form::file;
  const std::span<const std::string_view> known = constant ? std::span<const std::string_view>(kConstantKeys)
                                                  : start  ? std::span<const std::string_view>(kSequenceKeys)
                                                           : std::span<const std::string_view>(kFileKeys);
  if (const text::Value misplaced = values.find("initialValuesDataType"))
    reading.warn(misplaced, "initialValuesDataType is ignored here; its place is beside initialValues");
  else if (auto ok = report_unknown_values(values, known, reading); !ok) return ok;
  if (resource.form == Form::file) return read_file(values, resource, type);
  if (resource.type == DataType::unknown) return no_type(resource.where, values, type.four_bit);
  return read_generated(values, resource, reading.options.validation.limits);
}

Result<void> read_initial_values(const text::Value& values, Resource& resource, const ResourceType& type,
                                 Reading& reading) {
  switch (values.kind()) {
    case text::Kind::array: {
      if (values.size() == 0) return no_values(values, "an empty array");
      if (!type.four_bit.empty()) return no_type(resource.where, values, type.four_bit);
      auto ok = type.type == DataType::unknown ? read_list(values, resource, reading) : read_array(values, resource);
      resource.value_bytes = resource.literal.size();
      return ok;
    }
    case text::Kind::object: return read_object(values, resource, type, reading);
    default:
      return text::error_at(values, ErrorCode::wrong_type,
                            (values.is(text::Kind::string) ? "\"" + text::printable(values.string(), 60) + "\""
                                                           : std::string(with_article(values.kind()))) +
                                " was found; an array, an object or \"deferred\" was expected");
  }
}

/// Only images use them, but DxDispatch reads them for every file.
Result<void> read_resampling(const text::Value& object, const Resource& resource) {
  if (resource.form != Form::file) return {};
  if (const text::Value size = object.find("resampleSize")) {
    auto numbers = read_uint32s(size);
    if (!numbers) return std::move(numbers).error();
    if (!numbers->empty() && numbers->size() != 4)
      return text::error_at(size, ErrorCode::count_mismatch,
                            text::counted_found(numbers->size(), "number") + "; 4 (N, C, H, W) or none were expected");
  }
  const text::Value mode = object.find("resampleMode");
  if (!mode) return {};
  auto word = text::read_string(mode);
  if (!word) return std::move(word).error();
  return {};
}

}  // namespace

Result<Resource> read_resource(const text::Value& object, Reading& reading) {
  if (auto ok = text::expect_kind(object, text::Kind::object); !ok) return std::move(ok).error();
  Resource resource;
  resource.name = object.key();
  resource.where = object;
  auto values = require_member(object, "initialValues");
  if (!values) return std::move(values).error();
  resource.values = *values;
  if (values->is(text::Kind::string) && values->string() == "deferred") {
    resource.form = Form::deferred;  // all other keys are ignored
    return resource;
  }
  auto type = read_type(object.find("initialValuesDataType"));
  if (!type) return std::move(type).error();
  resource.type = type->type;
  if (auto ok = read_initial_values(*values, resource, *type, reading); !ok) return std::move(ok).error();
  if (auto ok = read_resampling(object, resource); !ok) return std::move(ok).error();
  const text::Value size = object.find("sizeInBytes"), offset = object.find("initialValuesOffsetInBytes");
  if (size) {
    auto bytes = read_uint64(size);
    if (!bytes) return std::move(bytes).error();
    if (auto ok = check_limit(size, *bytes, reading.options.validation.limits); !ok) return std::move(ok).error();
    resource.given_bytes = *bytes;
  }
  auto bytes = read_uint64(offset);
  if (!bytes) return std::move(bytes).error();
  resource.offset = *bytes;
  if (resource.offset != 0)
    reading.warn(offset, "the values begin at byte " + std::to_string(resource.offset) +
                             ", as DxDispatch's schema says; DxDispatch itself puts them at byte 0");
  if (auto ok = reading.report_unknown(object, kResourceKeys); !ok) return std::move(ok).error();
  if (!resource.unsupported.empty() && !reading.options.skip_unsupported)
    return text::error_at(values->find("sourcePath"), ErrorCode::unknown_operator,
                          "\"" + text::printable(resource.path) + "\" is " + resource.unsupported +
                              ", which dmlrun does not read; skip_unsupported runs what does not need it");
  if (resource.form == Form::file) return resource;
  auto content = content_of(resource, resource.type, resource.value_bytes, reading.options.validation.limits);
  if (!content) return std::move(content).error();
  return resource;
}

}  // namespace dmlrun::model
