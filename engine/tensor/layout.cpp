#include "engine/tensor/layout.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/tensor/strided_copy.h"

namespace dmlrun {
namespace {

enum class Direction { gather, scatter };

StridedCopy between_layouts(const TensorDesc& tensor, Direction direction) noexcept {
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

/// Elements between two calls of `between`: 2 MiB of the largest, and a page each at worst.
constexpr std::uint64_t kPart = 1u << 18;

/// Halves the outermost axis until a part is small enough.
void fill_parts(const StridedCopy& copy, const std::byte* element, std::byte* target,
                const std::function<void()>& between) {
  std::uint64_t count = 1;
  for (const CopyAxis& axis : copy.axes) count *= axis.count;
  if (count <= kPart) {
    if (between) between();
    return copy_strided(copy, element, target);
  }
  StridedCopy low = copy, high = copy;
  const auto outermost = std::find_if(copy.axes.begin(), copy.axes.end(), [](CopyAxis a) { return a.count > 1; });
  const auto axis = static_cast<std::size_t>(outermost - copy.axes.begin());
  low.axes[axis].count = outermost->count / 2;
  high.axes[axis].count -= low.axes[axis].count;
  fill_parts(low, element, target, between);
  fill_parts(high, element, target + low.axes[axis].count * outermost->target * copy.element_bytes, between);
}

}  // namespace

TensorDesc without_repeats(const TensorDesc& tensor) noexcept {
  TensorDesc once = tensor;
  for (std::size_t axis = 0; axis < once.strides.size(); ++axis)
    if (once.strides[axis] == 0) once.sizes[axis] = 1;
  return once;
}

bool strides_nest(const TensorDesc& t) noexcept {
  if (t.strides.empty()) return true;
  std::array<std::pair<std::uint64_t, std::uint64_t>, kMaxRank> axes;  // stride, size
  std::size_t count = 0;
  for (std::size_t i = 0; i < t.sizes.size() && i < t.strides.size(); ++i)
    if (t.sizes[i] > 1) axes[count++] = {t.strides[i], t.sizes[i]};
  std::sort(axes.begin(), axes.begin() + static_cast<std::ptrdiff_t>(count));
  std::uint64_t reach = 0;  // sum over smaller strides of (size - 1) * stride: below 2^64 by TENSOR-6
  for (std::size_t i = 0; i < count; ++i) {
    if (axes[i].first <= reach) return false;
    reach += (axes[i].second - 1) * axes[i].first;
  }
  return true;
}

void gather(const TensorDesc& tensor, std::span<const std::byte> buffer, std::byte* packed) noexcept {
  copy_strided(between_layouts(tensor, Direction::gather), buffer.data(), packed);
}

void scatter(const TensorDesc& tensor, const std::byte* packed, std::span<std::byte> buffer) noexcept {
  copy_strided(between_layouts(tensor, Direction::scatter), packed, buffer.data());
}

void fill(const TensorDesc& tensor, const std::byte* element, std::byte* buffer, const std::function<void()>& between) {
  StridedCopy copy = between_layouts(tensor, Direction::scatter);
  for (CopyAxis& axis : copy.axes) axis = {axis.target == 0 ? 1 : axis.count, 0, axis.target};
  // One element everywhere: in any order, so in that of the addresses, where axes without gaps become one row.
  std::sort(copy.axes.begin(), copy.axes.begin() + static_cast<std::ptrdiff_t>(copy.rank),
            [](const CopyAxis& a, const CopyAxis& b) { return a.target > b.target; });
  fill_parts(copy, element, buffer, between);
}

}  // namespace dmlrun
