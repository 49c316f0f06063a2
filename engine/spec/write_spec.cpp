// A completed desc as JSON: what parse_spec reads, every field written out.
#include <cstring>
#include <new>

#include "engine/operators/desc/desc_record.h"
#include "engine/operators/operator_state.h"
#include "engine/spec/write_spec.h"
#include "engine/tensor/element.h"
#include "engine/tensor/floating_point.h"
#include "engine/text/out_of_memory.h"

namespace dmlrun {
namespace {

using operators::FieldKind;
using operators::RowField;

std::string quoted(std::string_view word) { return "\"" + std::string(word) + "\""; }

std::string tensor_text(const TensorDesc& tensor, bool checked) {
  std::string text = "{\"DataType\": \"" + std::string(name(tensor.type)) +
                     "\", \"DimensionCount\": " + std::to_string(tensor.sizes.size()) +
                     ", \"Sizes\": " + operators::list(tensor.sizes);
  if (!tensor.strides.empty()) text += ", \"Strides\": " + operators::list(tensor.strides);
  text += std::string(", \"Flags\": \"") + (tensor.owned_by_dml ? "OWNED_BY_DML" : "NONE") + "\"";
  const std::uint64_t total = tensor.total_bytes || !checked ? tensor.total_bytes : minimum_total_bytes(tensor);
  if (total != 0) text += ", \"TotalTensorSizeInBytes\": " + std::to_string(total);
  text += ", \"GuaranteedBaseOffsetAlignment\": " + std::to_string(tensor.guaranteed_alignment);
  return text + "}";
}

/// The union's members that write more than a number can: floats that are not finite, and FLOAT16 by its bits.
std::string scalar_text(const Scalar& value) {
  const bool half = value.type == DataType::float16;
  std::string text;
  append_json(text, half ? DataType::uint16 : value.type, value.bytes.data());
  if (!half && !text.starts_with('"')) return text;
  return "{" + quoted(operators::scalar_member(value.type)) + ": " + text + "}";
}

std::string real_text(float value) {
  std::string text;
  std::byte bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  append_json(text, DataType::float32, bytes);
  return text;
}

std::string activation_text(const FusedActivation& activation) {
  const auto row = operators::find_any_row(activation.type);
  if (!row) throw std::bad_alloc();
  std::string text;
  std::size_t next = 0;
  for (const RowField& field : (*row)->fields)
    if (field.kind == FieldKind::float32 && next < activation.numbers.size())
      text += (text.empty() ? "" : ", ") + quoted(field.name) + ": " + real_text(activation.numbers[next]), ++next;
  return "{\"Type\": " + quoted(activation.type) + ", \"Desc\": {" + text + "}}";
}

std::string number_text(const RowField& field, std::uint64_t number) {
  for (const operators::EnumValue& value : field.values)
    if (value.value == number) return quoted(value.name);
  if (field.kind == FieldKind::boolean && number <= 1) return number == 1 ? "true" : "false";
  return std::to_string(number);  // also of a desc that nobody has checked
}

struct ValueText {
  const RowField& field;
  bool checked;
  std::string operator()(std::monostate) const { return {}; }
  std::string operator()(const TensorDesc& tensor) const { return tensor_text(tensor, checked); }
  std::string operator()(const std::vector<TensorDesc>& list) const {
    std::string text = "[";
    for (const TensorDesc& tensor : list)
      text += (text.size() > 1 ? ",\n      " : "\n      ") + tensor_text(tensor, checked);
    return text + "]";
  }
  std::string operator()(std::uint64_t number) const { return number_text(field, number); }
  std::string operator()(std::int64_t number) const { return std::to_string(number); }
  std::string operator()(float value) const { return real_text(value); }
  std::string operator()(const Dimensions& values) const { return operators::list(values); }
  std::string operator()(const SignedDimensions& values) const { return operators::list(values); }
  std::string operator()(const PerAxis<float>& values) const {
    std::string text = "[";
    for (const float value : values) text += (text.size() > 1 ? ", " : "") + real_text(value);
    return text + "]";
  }
  std::string operator()(const Scalar& value) const { return scalar_text(value); }
  std::string operator()(const ScaleBias& value) const {
    return "{\"Scale\": " + real_text(value.scale) + ", \"Bias\": " + real_text(value.bias) + "}";
  }
  std::string operator()(const FusedActivation& value) const { return activation_text(value); }
};

std::string text_of(const operators::OperatorRow& row, const Desc& desc, bool checked) {
  const DefaultFloatingPoint environment;
  std::string fields;
  const auto add = [&](std::string_view field, const std::string& value) {
    if (!value.empty()) fields += (fields.empty() ? "" : ",\n") + ("    " + quoted(field)) + ": " + value;
  };
  for (const RowField& field : row.fields) {
    const DescField* given = desc.find(field.name);
    if (field.kind == FieldKind::count) add(field.name, std::to_string(operators::count_of(field, desc)));
    else if (field.kind == FieldKind::data_type)
      add(field.name, quoted(name(operators::scalar_type_of(field, row, desc))));
    else if (given) add(field.name, std::visit(ValueText{field, checked}, given->value));
  }
  return "{\n  \"type\": \"DML_OPERATOR_" + row.type + "\",\n  \"desc\": {\n" + fields + "\n  }\n}\n";
}

}  // namespace

std::string spec::write_unchecked(const Desc& desc) {
  const operators::OperatorRow* row = operators::find_row(desc.type);
  if (!row) throw std::bad_alloc();
  return text_of(*row, desc, false);
}

Result<std::string> write_spec(const Operator& op) noexcept {
  return or_out_of_memory([&]() -> Result<std::string> { return text_of(*op.state().row, op.desc(), true); });
}

}  // namespace dmlrun
