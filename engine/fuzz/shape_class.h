// What kinds of cases there are, so that a random test can go through all of them and count what it has seen.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dmlrun/operators.h"

namespace dmlrun::fuzz {

/// Numbers of the variant OperatorDesc.
enum class OperatorKind : std::uint8_t { tile, join, padding, padding1, quantized_linear_add, slice, slice1, split };
[[nodiscard]] std::string_view name(OperatorKind kind) noexcept;
[[nodiscard]] std::string_view mode_name(PaddingMode mode) noexcept;

/// A combination that every long enough random test must have met: operator x mode x rank x type x strided x folded.
struct ShapeClass {
  OperatorKind kind = OperatorKind::tile;
  PaddingMode mode = PaddingMode::constant;  ///< padding operators only
  std::size_t rank = 1;
  /// Moving operators: the data type. Quantized add: types[0 ... 2] are those of A, B and the output.
  std::array<DataType, 3> types{};
  bool strided = false;  ///< at least one tensor is not packed; scales and zero points do not count
  bool folded = false;   ///< a padded region of a periodic mode begins again at least once
  friend bool operator==(const ShapeClass&, const ShapeClass&) = default;
};

/// Every class there is; neighbours differ in type first, then in rank.
[[nodiscard]] const std::vector<ShapeClass>& all_shape_classes();

/// How often each class, and each of some named features, was met.
class Tally {
 public:
  Tally();
  void add_class(std::size_t number) { ++classes_[number]; }
  /// `feature` is one of kFeatures.
  void add_feature(std::size_t feature) { ++features_[feature]; }
  /// A table for people: a line per operator, mode, strided and folded, with totals per rank and the least count of any
  /// (rank, type) in it; then the features.
  [[nodiscard]] std::string table() const;
  /// Names of what was never met, one per line; "" when nothing is missing. `left_out` are features that
  /// cannot be met where it was counted.
  [[nodiscard]] std::string missing(std::span<const std::size_t> left_out = {}) const;

 private:
  std::vector<std::uint64_t> classes_, features_;
};

/// What a case may have besides its class. Found by looking at the desc, not by asking the generator.
enum Feature : std::size_t {
  kInputBroadcast,
  kInputPermuted,
  kInputPadded,
  kInputOverlapping,
  kExplicitPackedStrides,
  kOutputGaps,
  kOutputPermuted,
  kTotalBytesAbove,
  kAlignment,
  kOwnedByDml,
  kOneElement,
  kManyElements,
  kMisaligned,
  kSliced,
  kSlicedInside,
  kRepeatLarge,
  kJoinOfOne,
  kJoinOfTens,
  kJoinOfHundreds,
  kPadOfSizeMinusOne,
  kPadManyFolds,
  kPaddingValueNotANumber,
  kZeroPointsNone,
  kZeroPointsSome,
  kZeroPointsAll,
  kScaleTensorBroadcast,
  kScaleZero,
  kScaleDenormal,
  kScaleInfinite,
  kScaleNotANumber,
  kScaleNegative,
  kSliceStrided,
  kSliceOfOneFarStride,
  kSliceReversed,
  kSliceShorterThanItsWindow,
  kSplitOfOne,
  kSplitOfTens,
  kSplitOfHundreds,
  kFeatureCount,
};

}  // namespace dmlrun::fuzz
