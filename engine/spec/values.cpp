// Tensor values that stand in a SPEC: lists and constants.
#include <new>

#include "engine/spec/spec.h"
#include "engine/tensor/element.h"
#include "engine/tensor/floating_point.h"
#include "engine/tensor/layout.h"

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

Result<void> write_list(const text::Value& list, const TensorDesc& tensor, std::span<std::byte> buffer,
                        std::vector<bool>* any_nan) {
  const std::size_t size = element_size(tensor.type);
  auto packed = Buffer::make(std::uint64_t{list.size()} * size);
  if (!packed) return std::move(packed).error();
  if (any_nan) any_nan->assign(list.size(), false);
  std::uint64_t i = 0;
  for (text::Value value : list) {
    if (auto ok = store_value(value, tensor.type, packed->data() + i * size); !ok) return ok;
    if (any_nan && is_nan_literal(value)) (*any_nan)[i] = true;
    ++i;
  }
  scatter(tensor, packed->data(), buffer);
  return {};
}

}  // namespace

Result<void> write_values(const Source& source, const TensorDesc& tensor, std::span<std::byte> buffer,
                          std::vector<bool>* any_nan, const std::function<void()>& between) {
  try {
    const DefaultFloatingPoint environment;
    if (source.kind == SourceKind::constant) return write_constant(source.value, tensor, buffer, any_nan, between);
    const std::uint32_t listed = source.value.size();
    if (listed == 1 && is_one_place(tensor))
      return write_constant(*source.value.begin(), tensor, buffer, any_nan, between);
    if (const std::uint64_t count = element_count(tensor); listed != count)
      return text::error_at(source.value, ErrorCode::count_mismatch,
                            std::to_string(listed) + " values were found; " + source.name + " has " +
                                std::to_string(count) + " elements");
    return write_list(source.value, tensor, buffer, any_nan);
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory, {}, {}, {}, {}};
  }
}

}  // namespace dmlrun::spec
