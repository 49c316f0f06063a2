// Tensors as DirectML describes them: DML_BUFFER_TENSOR_DESC.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "dmlrun/result.h"

#pragma GCC visibility push(default)
namespace dmlrun {

/// DML_TENSOR_DATA_TYPE; the values are DirectML's. The 4-bit types (12, 13) are not supported.
// clang-format off
enum class DataType : std::uint8_t {
  unknown = 0, float32 = 1, float16 = 2, uint32 = 3, uint16 = 4, uint8 = 5, int32 = 6, int16 = 7, int8 = 8,
  float64 = 9, uint64 = 10, int64 = 11,
};
// clang-format on

/// Bytes of one element: 1, 2, 4 or 8; 0 for unknown.
[[nodiscard]] std::size_t element_size(DataType type) noexcept;
/// DirectML's short name, e.g. "FLOAT32".
[[nodiscard]] std::string_view name(DataType type) noexcept;
/// Accepts "FLOAT32" and "DML_TENSOR_DATA_TYPE_FLOAT32"; returns nothing for any other text, including "UNKNOWN" and
/// 4-bit types.
[[nodiscard]] std::optional<DataType> data_type_from_name(std::string_view text) noexcept;

inline constexpr std::size_t kMaxRank = 8;  ///< DML_TENSOR_DIMENSION_COUNT_MAX1

/// Up to kMaxRank values without allocation, one per axis.
template <class T>
class PerAxis {
 public:
  constexpr PerAxis() noexcept = default;
  /// Precondition: at most kMaxRank values.
  constexpr PerAxis(std::initializer_list<T> values) noexcept {
    for (T v : values) push_back(v);
  }
  /// `count` copies of `value`. Precondition: count <= kMaxRank.
  static constexpr PerAxis filled(std::size_t count, T value) noexcept {
    PerAxis d;
    for (std::size_t i = 0; i < count; ++i) d.push_back(value);
    return d;
  }
  /// Precondition: size() < kMaxRank.
  constexpr void push_back(T v) noexcept { values_[count_++] = v; }
  [[nodiscard]] constexpr std::size_t size() const noexcept { return count_; }
  [[nodiscard]] constexpr bool empty() const noexcept { return count_ == 0; }
  /// Element i. Precondition: i < size().
  constexpr T& operator[](std::size_t i) noexcept { return values_[i]; }
  constexpr T operator[](std::size_t i) const noexcept { return values_[i]; }
  [[nodiscard]] constexpr const T* begin() const noexcept { return values_.data(); }
  [[nodiscard]] constexpr const T* end() const noexcept { return values_.data() + count_; }
  friend constexpr bool operator==(const PerAxis& a, const PerAxis& b) noexcept {
    if (a.count_ != b.count_) return false;
    for (std::size_t i = 0; i < a.count_; ++i)
      if (a.values_[i] != b.values_[i]) return false;
    return true;
  }

 private:
  std::array<T, kMaxRank> values_{};
  std::uint8_t count_ = 0;
};
/// UINT32 values: Sizes, Strides, Repeats, StartPadding.
using Dimensions = PerAxis<std::uint32_t>;
/// INT32 values: InputWindowStrides.
using SignedDimensions = PerAxis<std::int32_t>;

/// DML_BUFFER_TENSOR_DESC. DimensionCount is sizes.size().
struct TensorDesc {
  DataType type = DataType::unknown;
  Dimensions sizes{};                      ///< extents, outermost first, 1 to 8 of them, each >= 1
  Dimensions strides{};                    ///< in elements; empty means packed row-major; 0 repeats (inputs only)
  bool owned_by_dml = false;               ///< DML_TENSOR_FLAG_OWNED_BY_DML (inputs only)
  std::uint64_t total_bytes = 0;           ///< TotalTensorSizeInBytes; 0 means minimum_total_bytes()
  std::uint32_t guaranteed_alignment = 0;  ///< GuaranteedBaseOffsetAlignment, in bytes; 0 promises nothing
  friend bool operator==(const TensorDesc&, const TensorDesc&) = default;
};

// All functions below require a desc that an Operator accepted; otherwise results may wrap around.

/// Number of elements: the product of the sizes.
[[nodiscard]] std::uint64_t element_count(const TensorDesc& tensor) noexcept;
/// The strides in elements: the desc's own, or packed row-major ones if it has none.
[[nodiscard]] Dimensions strides_of(const TensorDesc& tensor) noexcept;
/// Bytes from the first element to the end of the last one: the least size of a buffer.
[[nodiscard]] std::uint64_t buffer_bytes(const TensorDesc& tensor) noexcept;
/// buffer_bytes() rounded up to a multiple of 4 (DMLCalcBufferTensorSize).
[[nodiscard]] std::uint64_t minimum_total_bytes(const TensorDesc& tensor) noexcept;
/// Whether the elements lie one after another in row-major order.
[[nodiscard]] bool is_packed(const TensorDesc& tensor) noexcept;

}  // namespace dmlrun
#pragma GCC visibility pop
