#include "engine/operators/desc/read_tensor.h"

#include "engine/tensor/element.h"
#include "engine/text/counted.h"
#include "engine/text/numbers.h"

namespace dmlrun::operators {
namespace {

constexpr std::string_view kTypePrefix = "DML_TENSOR_DATA_TYPE_";

constexpr std::string_view kTensorFields[] = {"DataType",
                                              "Sizes",
                                              "DimensionCount",
                                              "Strides",
                                              "Flags",
                                              "TotalTensorSizeInBytes",
                                              "GuaranteedBaseOffsetAlignment",
                                              "Type",
                                              "Desc"};

constexpr std::string_view kDescMeant = " was found; did you mean Desc?";

constexpr std::string_view kWrapperFields[] = {"Type", "Desc"};

Result<bool> read_flag(const text::Value& value) {
  auto word = read_name(value);
  if (!word) return std::move(word).error();
  if (*word == "NONE" || *word == "DML_TENSOR_FLAG_NONE") return false;
  if (*word == "OWNED_BY_DML" || *word == "DML_TENSOR_FLAG_OWNED_BY_DML") return true;
  return text::error_at(value, ErrorCode::bad_enum,
                        shown_name(value) + " is not a tensor flag; NONE or OWNED_BY_DML was expected");
}

Result<bool> read_flags(const text::Value& value) {
  if (!value.is(text::Kind::array)) return read_flag(value);
  bool owned = false;
  for (text::Value item : value) {
    auto flag = read_flag(item);
    if (!flag) return flag;
    owned = owned || *flag;
  }
  return owned;
}

/// The tensor's Type, when given: only buffers exist.
Result<void> read_tensor_kind(const text::Value& value) {
  auto word = read_name(value);
  if (!word) return std::move(word).error();
  if (*word == "BUFFER" || *word == "DML_TENSOR_TYPE_BUFFER") return {};
  return text::error_at(value, ErrorCode::bad_enum,
                        shown_name(value) + " is not a usable tensor type; BUFFER was expected");
}

/// Errors found while reading point at the value itself: its path may be longer than a FieldPath holds.
Error broken_at(const text::Value& value, Error error) {
  error.where = value.pointer();
  error.position = value.position();
  return error;
}

Result<void> read_counted(const text::Value& body, Checker& checker, PartialTensor& tensor) {
  std::size_t sizes = 0, strides = 0;
  if (text::Value value = body.find("Sizes")) {
    auto read = read_entries<std::uint32_t>(value, sizes);
    if (!read) return std::move(read).error();
    if (!checker.require(sizes <= kMaxRank, "rank", FieldPath{"Sizes"},
                         [&] { return text::counted_found(sizes, "dimension") + "; 1 to 8 are possible"; }))
      return broken_at(value, checker.take_error());
    tensor.sizes = *read;
  }
  if (text::Value value = body.find("Strides")) {
    auto read = read_entries<std::uint32_t>(value, strides);
    if (!read) return std::move(read).error();
    if (!checker.require(strides <= kMaxRank, "strides", FieldPath{"Strides"},
                         [&] { return text::counted_found(strides, "stride") + "; one stride per size was expected"; }))
      return broken_at(value, checker.take_error());
    tensor.strides = *read;
  }
  text::Value count = body.find("DimensionCount");
  if (!count) return {};
  auto number = text::read_unsigned(count, kMaxField);
  if (!number) return std::move(number).error();
  if (tensor.sizes && !checker.require(*number == sizes, "count_sizes", FieldPath{"DimensionCount"}, [&] {
        return std::to_string(*number) + " was found, but Sizes has " + std::to_string(sizes) + " entries";
      }))
    return broken_at(count, checker.take_error());
  return {};
}

Result<void> read_details(const text::Value& body, PartialTensor& tensor) {
  if (text::Value value = body.find("Flags")) {
    auto owned = read_flags(value);
    if (!owned) return std::move(owned).error();
    tensor.owned_by_dml = *owned;
  }
  if (text::Value value = body.find("TotalTensorSizeInBytes")) {
    auto bytes = text::read_unsigned(value, std::numeric_limits<std::uint64_t>::max());
    if (!bytes) return std::move(bytes).error();
    tensor.total_bytes = *bytes;
  }
  if (text::Value value = body.find("GuaranteedBaseOffsetAlignment")) {
    auto alignment = text::read_unsigned(value, kMaxField);
    if (!alignment) return std::move(alignment).error();
    tensor.guaranteed_alignment = static_cast<std::uint32_t>(*alignment);
  }
  return {};
}

Result<std::uint64_t> read_entry(const text::Value& value, std::uint32_t) {
  return text::read_unsigned(value, kMaxField);
}
Result<std::int64_t> read_entry(const text::Value& value, std::int32_t) {
  return text::read_signed(value, std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max());
}
Result<float> read_entry(const text::Value& value, float) {
  float number = 0;
  if (auto ok = store_value(value, DataType::float32, reinterpret_cast<std::byte*>(&number)); !ok)
    return std::move(ok).error();
  return number;
}

/// The data type that a word probably means; "" when there is none, as for BFLOAT16, which DirectML lacks.
std::string_view data_type_meant(std::string_view word) {
  constexpr std::string_view kNames[] = {"FLOAT32", "FLOAT16", "FLOAT64", "INT32",  "INT8",  "INT16",
                                         "INT64",   "UINT8",   "UINT16",  "UINT32", "UINT64"};
  constexpr std::pair<std::string_view, std::string_view> kOtherNames[] = {
      {"HALF", "FLOAT16"}, {"DOUBLE", "FLOAT64"}, {"FLOAT", "FLOAT32"}, {"INT", "INT32"},
      {"UINT", "UINT32"},  {"BYTE", "UINT8"},     {"BOOL", "UINT8"}};
  for (const auto& [other, type] : kOtherNames)
    if (text::is_same_word(word, other)) return type;
  for (const std::string_view type : kNames) {  // f16, i8, u32
    const std::size_t digits = type.find_first_of("0123456789");
    if (word.size() == 1 + type.size() - digits && text::is_same_word(word.substr(0, 1), type.substr(0, 1)) &&
        word.substr(1) == type.substr(digits))
      return type;
  }
  return word.starts_with('B') || word.starts_with('b') ? std::string_view() : text::nearest(word, kNames);
}

}  // namespace

template <class T>
Result<PerAxis<T>> read_entries(const text::Value& array, std::size_t& found) {
  if (auto ok = text::expect_kind(array, text::Kind::array); !ok) return std::move(ok).error();
  PerAxis<T> entries;
  found = 0;
  for (text::Value item : array) {
    auto number = read_entry(item, T{});
    if (!number) return std::move(number).error();
    if (++found <= kMaxRank) entries.push_back(static_cast<T>(*number));
  }
  return entries;
}
template Result<Dimensions> read_entries(const text::Value& array, std::size_t& found);
template Result<SignedDimensions> read_entries(const text::Value& array, std::size_t& found);
template Result<PerAxis<float>> read_entries(const text::Value& array, std::size_t& found);

Result<std::string_view> read_name(const text::Value& value) {
  if (value.is(text::Kind::number)) return value.literal();
  return text::read_string(value);
}

std::string shown_name(const text::Value& value) {
  if (value.is(text::Kind::number)) return "the number " + text::printable(value.literal());
  return "\"" + text::printable(value.string()) + "\"";
}

Result<DataType> read_data_type(const text::Value& value) {
  auto word = read_name(value);
  if (!word) return std::move(word).error();
  if (auto type = data_type_from_name(*word)) return *type;
  std::string_view name = *word;
  if (name.starts_with(kTypePrefix)) name.remove_prefix(kTypePrefix.size());
  if (name == "UNKNOWN") return DataType::unknown;
  if (name == "UINT4" || name == "INT4") {
    Error error = text::error_at(value, ErrorCode::bad_enum,
                                 std::string(name) + " was found; 4-bit types are not supported by any operator here");
    error.rule = "TENSOR-14";
    return error;
  }
  return text::error_at(value, ErrorCode::bad_enum, why_no_data_type(*word));
}

std::string why_no_data_type(std::string_view word) {
  std::string sentence = "\"" + text::printable(word) +
                         "\" is not a data type; one of FLOAT16, FLOAT32, FLOAT64, INT8 ... INT64, UINT8 ... UINT64 "
                         "was expected";
  const std::string_view meant = data_type_meant(word);
  return meant.empty() ? sentence : sentence + "; did you mean " + std::string(meant) + "?";
}

std::string suggested_in_tensor(std::string_view field, const text::Value& object, const ReadOptions& options) {
  const text::Value inner = object.find("Desc");
  std::string suggested = suggestion(field, inner ? inner : object, kTensorFields, options);
  return suggested.empty() && !inner ? suggestion("Desc", object, kTensorFields, options) : suggested;
}

Result<PartialTensor> read_tensor(const text::Value& object, Checker& checker, const ReadOptions& options) {
  if (object.is(text::Kind::null))
    return text::error_at(object, ErrorCode::wrong_type,
                          "null was found; a tensor is expected, or no field if there is none");
  if (auto ok = text::expect_kind(object, text::Kind::object); !ok) return std::move(ok).error();
  PartialTensor tensor;
  tensor.present = true;
  tensor.where = object;
  text::Value body = object;
  if (text::Value inner = object.find("Desc")) {
    if (auto ok = text::expect_kind(inner, text::Kind::object); !ok) return std::move(ok).error();
    body = inner;
  }
  // Beside "Desc", a field of the tensor itself says nothing.
  const bool is_wrapped = static_cast<bool>(object.find("Desc"));
  const std::span<const std::string_view> outer =
      is_wrapped ? std::span<const std::string_view>(kWrapperFields) : kTensorFields;
  text::Errors errors;
  errors.add(report_unknown_members(object, outer, options));
  if (is_wrapped) errors.add(report_unknown_members(body, kTensorFields, options));
  if (text::Value value = object.find("Type")) errors.add(read_tensor_kind(value));
  for (std::string_view field : {"DataType", "Sizes"}) {
    if (!options.in_model || body.find(field)) continue;
    const std::string suggested = suggested_in_tensor(field, object, options);
    errors.add(text::error_at(
        body, ErrorCode::missing_field,
        std::string(field) + " is missing" + (suggested.empty() ? "; every tensor of a model needs it" : suggested)));
    if (suggested.ends_with(kDescMeant)) break;  // which holds all fields
  }
  if (text::Value value = body.find("DataType")) {
    auto type = read_data_type(value);
    if (type) tensor.type = *type;
    else errors.add(std::move(type).error());
  }
  errors.add(read_counted(body, checker, tensor));
  errors.add(read_details(body, tensor));
  if (errors.first()) return *errors.first();
  return tensor;
}

}  // namespace dmlrun::operators
