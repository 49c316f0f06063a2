// Tensor values that stand in a SPEC: lists and constants.
#include <algorithm>
#include <new>

#include "engine/spec/spec.h"
#include "engine/tensor/element.h"
#include "engine/tensor/floating_point.h"

namespace dmlrun::spec {
namespace {

/// Whether the document says "nan" there: an expected value that any NaN matches.
bool is_nan_literal(const text::Value& value) {
  if (!value.is(text::Kind::string)) return false;
  const std::string_view s = value.string();
  return s.size() == 3 && (s[0] | 32) == 'n' && (s[1] | 32) == 'a' && (s[2] | 32) == 'n';
}

Result<Buffer> repeat(const text::Value& value, std::uint64_t count, DataType type, std::vector<bool>* any_nan) {
  const std::size_t size = element_size(type);
  auto buffer = Buffer::make(count * size);
  if (!buffer) return buffer;
  std::byte element[8];
  if (auto ok = store_value(value, type, element); !ok) return std::move(ok).error();
  for (std::uint64_t i = 0; i < count; ++i) std::copy_n(element, size, buffer->data() + i * size);
  if (any_nan && is_nan_literal(value)) any_nan->assign(count, true);
  return buffer;
}

}  // namespace

Result<Buffer> read_values(const Source& source, const TensorDesc& tensor, std::vector<bool>* any_nan) noexcept {
  try {
    const DefaultFloatingPoint environment;
    const std::uint64_t count = element_count(tensor);
    if (source.kind == SourceKind::constant) return repeat(source.value, count, tensor.type, any_nan);
    const std::uint32_t listed = source.value.size();
    bool broadcast = listed == 1;
    for (std::size_t i = 0; i < tensor.sizes.size(); ++i)
      broadcast = broadcast && (tensor.sizes[i] == 1 || (!tensor.strides.empty() && tensor.strides[i] == 0));
    if (broadcast) return repeat(*source.value.begin(), count, tensor.type, any_nan);
    if (listed != count)
      return text::error_at(source.value, ErrorCode::count_mismatch,
                            std::to_string(listed) + " values were found; " + source.name + " has " +
                                std::to_string(count) + " elements");
    const std::size_t size = element_size(tensor.type);
    auto buffer = Buffer::make(count * size);
    if (!buffer) return buffer;
    if (any_nan) any_nan->assign(count, false);
    std::uint64_t i = 0;
    for (text::Value value : source.value) {
      if (auto ok = store_value(value, tensor.type, buffer->data() + i * size); !ok) return std::move(ok).error();
      if (any_nan && is_nan_literal(value)) (*any_nan)[i] = true;
      ++i;
    }
    return buffer;
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory, {}, {}, {}, {}};
  }
}

}  // namespace dmlrun::spec
