#include "engine/tensor/layout.h"

#include "engine/tensor/strided_copy.h"

namespace dmlrun {
namespace {

enum class Direction { gather, scatter };

StridedCopy between(const TensorDesc& tensor, Direction direction) noexcept {
  StridedCopy copy;
  copy.rank = tensor.sizes.size();
  copy.element_bytes = element_size(tensor.type);
  Dimensions strides = strides_of(tensor);
  std::uint64_t packed = 1;
  for (std::size_t axis = copy.rank; axis-- > 0;) {
    copy.axes[axis] = direction == Direction::gather ? CopyAxis{tensor.sizes[axis], strides[axis], packed}
                                                     : CopyAxis{tensor.sizes[axis], packed, strides[axis]};
    packed *= tensor.sizes[axis];
  }
  return copy;
}

}  // namespace

void gather(const TensorDesc& tensor, std::span<const std::byte> buffer, std::byte* packed) noexcept {
  copy_strided(between(tensor, Direction::gather), buffer.data(), packed);
}

void scatter(const TensorDesc& tensor, const std::byte* packed, std::span<std::byte> buffer) noexcept {
  copy_strided(between(tensor, Direction::scatter), packed, buffer.data());
}

}  // namespace dmlrun
