#include "dmlrun/tensor.h"

#include <array>

namespace dmlrun {
namespace {

struct TypeRow {
  std::string_view name;
  std::size_t bytes;
};

// Indexed by DirectML's values of DML_TENSOR_DATA_TYPE.
constexpr std::array<TypeRow, 12> kTypes{{
    {"UNKNOWN", 0},
    {"FLOAT32", 4},
    {"FLOAT16", 2},
    {"UINT32", 4},
    {"UINT16", 2},
    {"UINT8", 1},
    {"INT32", 4},
    {"INT16", 2},
    {"INT8", 1},
    {"FLOAT64", 8},
    {"UINT64", 8},
    {"INT64", 8},
}};
constexpr std::string_view kTypePrefix = "DML_TENSOR_DATA_TYPE_";

const TypeRow& row_of(DataType type) noexcept {
  auto i = static_cast<std::size_t>(type);
  return kTypes[i < kTypes.size() ? i : 0];
}

}  // namespace

std::size_t element_size(DataType type) noexcept { return row_of(type).bytes; }

std::string_view name(DataType type) noexcept { return row_of(type).name; }

std::optional<DataType> data_type_from_name(std::string_view text) noexcept {
  if (text.starts_with(kTypePrefix)) text.remove_prefix(kTypePrefix.size());
  for (std::size_t i = 1; i < kTypes.size(); ++i)
    if (kTypes[i].name == text) return static_cast<DataType>(i);
  return std::nullopt;
}

std::uint64_t element_count(const TensorDesc& tensor) noexcept {
  std::uint64_t count = 1;
  for (std::uint32_t size : tensor.sizes) count *= size;
  return count;
}

Dimensions strides_of(const TensorDesc& tensor) noexcept {
  if (!tensor.strides.empty()) return tensor.strides;
  Dimensions strides = Dimensions::filled(tensor.sizes.size(), 1);
  std::uint32_t stride = 1;
  for (std::size_t axis = tensor.sizes.size(); axis-- > 0;) {
    strides[axis] = stride;
    stride *= tensor.sizes[axis];
  }
  return strides;
}

std::uint64_t buffer_bytes(const TensorDesc& tensor) noexcept {
  if (tensor.strides.empty()) return element_count(tensor) * element_size(tensor.type);
  std::uint64_t last = 0;
  for (std::size_t axis = 0; axis < tensor.sizes.size(); ++axis)
    last += (std::uint64_t{tensor.sizes[axis]} - 1) * tensor.strides[axis];
  return (last + 1) * element_size(tensor.type);
}

std::uint64_t minimum_total_bytes(const TensorDesc& tensor) noexcept {
  return (buffer_bytes(tensor) + 3) & ~std::uint64_t{3};
}

bool is_packed(const TensorDesc& tensor) noexcept {
  if (tensor.strides.empty()) return true;
  std::uint64_t packed = 1;
  for (std::size_t axis = tensor.sizes.size(); axis-- > 0;) {
    // The stride of an axis of size 1 is never taken.
    if (tensor.sizes[axis] != 1 && tensor.strides[axis] != packed) return false;
    packed *= tensor.sizes[axis];
  }
  return true;
}

}  // namespace dmlrun
