// Walking coordinates and finding elements, for the reference alone: written anew, so that a mistake in the library's
// own layout code cannot hide here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "dmlrun/tensor.h"

namespace dmlrun::reference {

/// One coordinate per axis, in row-major order, starting at element `number`.
class Coordinates {
 public:
  Coordinates(const Dimensions& sizes, std::uint64_t number) noexcept : sizes_(sizes) {
    for (std::size_t axis = sizes.size(); axis-- > 0;) {
      values_[axis] = static_cast<std::uint32_t>(number % sizes[axis]);
      number /= sizes[axis];
    }
  }
  /// The next element; after the last one, the first.
  void advance() noexcept {
    for (std::size_t axis = sizes_.size(); axis-- > 0;) {
      if (++values_[axis] < sizes_[axis]) return;
      values_[axis] = 0;
    }
  }
  [[nodiscard]] std::size_t rank() const noexcept { return sizes_.size(); }
  [[nodiscard]] std::uint32_t operator[](std::size_t axis) const noexcept { return values_[axis]; }

 private:
  Dimensions sizes_;
  std::array<std::uint32_t, kMaxRank> values_{};
};

/// Bytes of one element.
[[nodiscard]] constexpr std::size_t width_of(DataType type) noexcept {
  switch (type) {
    case DataType::uint8:
    case DataType::int8: return 1;
    case DataType::float16:
    case DataType::uint16:
    case DataType::int16: return 2;
    case DataType::float32:
    case DataType::uint32:
    case DataType::int32: return 4;
    case DataType::float64:
    case DataType::uint64:
    case DataType::int64: return 8;
    case DataType::unknown: break;
  }
  return 0;
}

/// Where a tensor's elements lie: bytes from its first element, by coordinate.
class Placement {
 public:
  explicit Placement(const TensorDesc& tensor) noexcept : width_(width_of(tensor.type)) {
    std::uint64_t packed = width_;
    for (std::size_t axis = tensor.sizes.size(); axis-- > 0;) {
      step_[axis] = tensor.strides.empty() ? packed : tensor.strides[axis] * std::uint64_t{width_};
      packed *= tensor.sizes[axis];
    }
  }
  [[nodiscard]] std::size_t width() const noexcept { return width_; }
  /// Bytes that one step along an axis skips.
  [[nodiscard]] std::uint64_t step(std::size_t axis) const noexcept { return step_[axis]; }
  [[nodiscard]] std::uint64_t of(const Coordinates& at) const noexcept {
    std::uint64_t offset = 0;
    for (std::size_t axis = 0; axis < at.rank(); ++axis) offset += at[axis] * step_[axis];
    return offset;
  }

 private:
  std::size_t width_;
  std::array<std::uint64_t, kMaxRank> step_{};
};

/// Where output elements go when element `first` goes to `start`. Later elements of a permuted output may lie before
/// it.
class OutputPlacement {
 public:
  OutputPlacement(const TensorDesc& tensor, std::byte* start, std::uint64_t first) noexcept
      : placement_(tensor), start_(start), first_(placement_.of(Coordinates(tensor.sizes, first))) {}
  [[nodiscard]] std::byte* of(const Coordinates& at) const noexcept {
    return start_ + static_cast<std::ptrdiff_t>(placement_.of(at) - first_);
  }

 private:
  Placement placement_;
  std::byte* start_;
  std::uint64_t first_;
};

/// Copies one element's bytes.
inline void copy_element(std::byte* to, const std::byte* from, std::size_t width) noexcept {
  switch (width) {
    case 1: *to = *from; break;
    case 2: std::memcpy(to, from, 2); break;
    case 4: std::memcpy(to, from, 4); break;
    default: std::memcpy(to, from, 8); break;
  }
}

}  // namespace dmlrun::reference
