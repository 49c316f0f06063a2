// A completed desc as JSON: what parse_spec reads, every field written out.
#include <cmath>
#include <cstring>
#include <new>

#include "engine/operators/operator_list.h"
#include "engine/spec/write_spec.h"
#include "engine/tensor/element.h"
#include "engine/tensor/floating_point.h"

namespace dmlrun {
namespace {

std::string numbers(const Dimensions& values) { return operators::list(values); }

std::string tensor_text(const TensorDesc& tensor, bool checked) {
  std::string text = "{\"DataType\": \"" + std::string(name(tensor.type)) +
                     "\", \"DimensionCount\": " + std::to_string(tensor.sizes.size()) +
                     ", \"Sizes\": " + numbers(tensor.sizes);
  if (!tensor.strides.empty()) text += ", \"Strides\": " + numbers(tensor.strides);
  text += std::string(", \"Flags\": \"") + (tensor.owned_by_dml ? "OWNED_BY_DML" : "NONE") + "\"";
  const std::uint64_t total = tensor.total_bytes || !checked ? tensor.total_bytes : minimum_total_bytes(tensor);
  if (total != 0) text += ", \"TotalTensorSizeInBytes\": " + std::to_string(total);
  text += ", \"GuaranteedBaseOffsetAlignment\": " + std::to_string(tensor.guaranteed_alignment);
  return text + "}";
}

/// The union's members that write more than a number can: floats that are not finite, and FLOAT16 by its bits.
std::string scalar_text(const Scalar& value) {
  std::string text;
  if (value.type == DataType::float16) {
    append_json(text, DataType::uint16, value.bytes.data());
    return "{\"UInt16\": " + text + "}";
  }
  append_json(text, value.type, value.bytes.data());
  if (!text.starts_with('"')) return text;
  return std::string("{\"") + (value.type == DataType::float32 ? "Float32" : "Float64") + "\": " + text + "}";
}

class JsonFields : public operators::FieldWriter {
 public:
  explicit JsonFields(bool checked) : checked_(checked) {}
  void tensor(std::string_view field, const TensorDesc& tensor) override { add(field, tensor_text(tensor, checked_)); }
  void tensors(std::string_view field, const std::vector<TensorDesc>& list) override {
    std::string text = "[";
    for (const TensorDesc& tensor : list) text += (text.size() > 1 ? ",\n      " : "\n      ") + tensor_text(tensor, checked_);
    add(field, text + "]");
  }
  void number(std::string_view field, std::uint32_t value) override { add(field, std::to_string(value)); }
  void numbers(std::string_view field, const Dimensions& values) override { add(field, operators::list(values)); }
  void signed_numbers(std::string_view field, const SignedDimensions& values) override {
    add(field, operators::list(values));
  }
  void real(std::string_view field, float value) override {
    std::string text;
    std::byte bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    append_json(text, DataType::float32, bytes);
    add(field, text);
  }
  void word(std::string_view field, std::string_view value) override { add(field, "\"" + std::string(value) + "\""); }
  void scalar(std::string_view field, const Scalar& value) override { add(field, scalar_text(value)); }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  void add(std::string_view field, const std::string& value) {
    text_ += (text_.empty() ? "" : ",\n") + std::string("    \"") + std::string(field) + "\": " + value;
  }
  bool checked_;
  std::string text_;
};

std::string text_of(const operators::OperatorEntry& entry, const OperatorDesc& desc, bool checked) {
  const DefaultFloatingPoint environment;
  JsonFields fields(checked);
  entry.write(desc, fields);
  return "{\n  \"type\": \"DML_OPERATOR_" + std::string(entry.type) + "\",\n  \"desc\": {\n" + fields.text() + "\n  }\n}\n";
}

}  // namespace

std::string spec::write_unchecked(const OperatorDesc& desc) {
  return text_of(*operators::operator_list()[desc.index()], desc, false);
}

Result<std::string> write_spec(const Operator& op) noexcept {
  try {
    return text_of(*op.state().entry, op.desc(), true);
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory, {}, {}, {}, {}};
  }
}

}  // namespace dmlrun
