// What resources hold: sizes, and the bytes of those that are no files.
#include <algorithm>
#include <cstring>

#include "engine/model/model.h"
#include "engine/tensor/checked_math.h"
#include "engine/tensor/element.h"
#include "engine/tensor/floating_point.h"
#include "engine/tensor/layout.h"

namespace dmlrun::model {
namespace {

/// Buffers without a size of their own are rounded up to this, as DxDispatch does.
constexpr std::uint64_t kRounding = 4;

template <class T>
T load(const std::array<std::byte, 8>& element) noexcept {
  T value;
  std::memcpy(&value, element.data(), sizeof value);
  return value;
}

/// Bytes that are filled between two calls of Between, which may end it.
constexpr std::size_t kPieceBytes = 4u << 20;

using Between = std::function<void()>;

/// value, value + delta, ...: added up in the element's type, rounding at every step.
template <class T, class Add>
void accumulate(const Resource& resource, std::span<std::byte> values, const Between& between, Add add) {
  T value = load<T>(resource.start);
  const T delta = load<T>(resource.delta);
  for (std::size_t at = 0; at + sizeof(T) <= values.size(); at += sizeof(T)) {
    if (at % kPieceBytes == 0 && between) between();
    std::memcpy(values.data() + at, &value, sizeof(T));
    value = add(value, delta);
  }
}

/// Unsigned and signed integers wrap alike.
template <class T>
void accumulate_integers(const Resource& resource, std::span<std::byte> values, const Between& between) {
  accumulate<T>(resource, values, between, [](T a, T b) { return static_cast<T>(a + b); });
}

void fill_sequence(const Resource& resource, std::span<std::byte> values, const Between& between) {
  switch (resource.type) {
    case DataType::float32: return accumulate<float>(resource, values, between, [](float a, float b) { return a + b; });
    case DataType::float64:
      return accumulate<double>(resource, values, between, [](double a, double b) { return a + b; });
    case DataType::float16:
      // The sum of two halves is exact in a double, so it is rounded once.
      return accumulate<std::uint16_t>(resource, values, between, [](std::uint16_t a, std::uint16_t b) {
        return half_from_double(double_from_half(a) + double_from_half(b));
      });
    default: break;
  }
  switch (element_size(resource.type)) {
    case 1: return accumulate_integers<std::uint8_t>(resource, values, between);
    case 2: return accumulate_integers<std::uint16_t>(resource, values, between);
    case 4: return accumulate_integers<std::uint32_t>(resource, values, between);
    default: return accumulate_integers<std::uint64_t>(resource, values, between);
  }
}

}  // namespace

Content content_of(const Resource& resource) noexcept {
  Content content;
  content.type = resource.type;
  content.value_bytes = resource.value_bytes;
  content.bytes = resource.given_bytes.value_or((resource.value_bytes + kRounding - 1) / kRounding * kRounding);
  return content;
}

Result<Content> content_of(const Resource& resource, DataType type, std::uint64_t value_bytes, const Limits& limits) {
  const std::string values = std::to_string(value_bytes) + " bytes of initial values";
  if (value_bytes == 0)
    return text::error_at(resource.values, ErrorCode::size_zero,
                          "no initial values were found; a resource has at least one");
  if (value_bytes > limits.tensor_bytes)
    return text::error_at(resource.values, ErrorCode::limit_exceeded,
                          values + " were found; the limit tensor_bytes is " + std::to_string(limits.tensor_bytes));
  Content content;
  content.type = type;
  content.value_bytes = value_bytes;
  content.bytes = resource.given_bytes.value_or((value_bytes + kRounding - 1) / kRounding * kRounding);
  const auto end = checked_add(resource.offset, value_bytes);
  if (end && *end <= content.bytes) return content;
  const text::Value size = resource.where.find("sizeInBytes");
  const text::Value offset = resource.where.find("initialValuesOffsetInBytes");
  return text::error_at(size     ? size
                        : offset ? offset
                                 : resource.values,
                        ErrorCode::tensor_too_small,
                        "the resource has " + std::to_string(content.bytes) + " bytes, and " + values +
                            " begin at byte " + std::to_string(resource.offset) + "; sizeInBytes of at least " +
                            (end ? std::to_string(*end) : "their sum") + " was expected");
}

void fill(const Resource& resource, std::span<std::byte> values, const std::function<void()>& between) {
  const DefaultFloatingPoint environment;
  if (resource.form == Form::constant)
    dmlrun::fill(TensorDesc{resource.type, {static_cast<std::uint32_t>(values.size() / element_size(resource.type))}},
                 resource.start.data(), values.data(), between);
  else if (resource.form == Form::sequence) fill_sequence(resource, values, between);
  else std::memcpy(values.data(), resource.literal.data(), std::min(values.size(), resource.literal.size()));
}

std::optional<std::uint64_t> offset_of(const Binding& binding, const Content& content) noexcept {
  return checked_multiply(binding.element_offset, binding.element_bytes.value_or(element_size(content.type)));
}

namespace {

/// Whether a dispatch that runs writes bytes of the resource from `begin` on.
bool is_written_from(const Model& model, std::uint32_t resource, const Content& content, std::uint64_t begin) {
  for (const Command& command : model.commands)
    for (std::size_t i = 0; command.skipped.empty() && i < command.outputs.size(); ++i) {
      if (command.outputs[i].resource != resource) continue;
      const TensorDesc& tensor = model.dispatchables[command.dispatchable].op->outputs()[i].desc;
      const auto offset = offset_of(command.outputs[i], content);
      const auto end = offset ? checked_add(*offset, buffer_bytes(tensor)) : std::nullopt;
      if (!end || *end > begin) return true;
    }
  return false;
}

}  // namespace

std::vector<std::uint64_t> written_shape(const Model& model, const Command& command, const Content& content) {
  if (!command.dimensions.empty()) return {command.dimensions.begin(), command.dimensions.end()};
  const bool covers = model.resources[command.resource].offset == 0 && content.bytes - content.value_bytes < kRounding;
  if (covers && !content.shape.empty() && !is_written_from(model, command.resource, content, content.value_bytes))
    return content.shape;
  return {content.bytes / element_size(content.type)};
}

}  // namespace dmlrun::model
