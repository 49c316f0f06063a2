// The kinds of cases, so that a random test can go through all of them and count them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dmlrun/operators.h"
#include "engine/operators/rows/operator_row.h"

namespace dmlrun::fuzz {

/// A combination that every long enough random test must have met: operator x modes x rank x types x strided. All of
/// them follow from the operators' rows.
struct ShapeClass {
  const operators::OperatorRow* row = nullptr;
  std::vector<std::uint64_t> modes{};  ///< values of the row's enumerations, in the order of its fields
  std::size_t rank = 1;
  std::vector<DataType> types{};  ///< of each tensor of typed_tensors()
  bool strided = false;           ///< at least one tensor is not packed; tensors of one element do not count
  friend bool operator==(const ShapeClass&, const ShapeClass&) = default;
};

/// The names of its modes, with commas between them; "" without one.
[[nodiscard]] std::string mode_names(const ShapeClass& shape);

/// The tensors whose types may differ from each other; where the row says that all are equal, the first one alone.
[[nodiscard]] std::vector<const operators::RowField*> typed_tensors(const operators::OperatorRow& row);

/// Every class there is; neighbours differ in type first, then in rank.
[[nodiscard]] const std::vector<ShapeClass>& all_shape_classes();

/// How often each class, and each of some named features, was met.
class Tally {
 public:
  Tally();
  void add_class(std::size_t number) { ++classes_[number]; }
  /// `feature` is one of kFeatures.
  void add_feature(std::size_t feature) { ++features_[feature]; }
  /// A table for people: a line per operator, modes and strided, with totals per rank and the least count of any
  /// (rank, types) in it; then the features.
  [[nodiscard]] std::string table() const;
  /// Names of what was never met, one per line; "" when nothing is missing. `left_out` are features that
  /// cannot be met where it was counted.
  [[nodiscard]] std::string missing(std::span<const std::size_t> left_out = {}) const;

 private:
  std::vector<std::uint64_t> classes_, features_;
};

/// Features that a case may have besides its class, found in the desc itself.
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
  kEntrySizeMinusOne,
  kEntryManySizes,
  kEntryLarge,
  kEntryHuge,
  kEntryNegative,
  kTensorsOne,
  kTensorsTens,
  kTensorsHundreds,
  kTensorsUnequal,
  kOptionalNone,
  kOptionalSome,
  kOptionalAll,
  kNumberNotANumber,
  kScaleTensorBroadcast,
  kScaleZero,
  kScaleDenormal,
  kScaleInfinite,
  kScaleNotANumber,
  kScaleNegative,
  kFeatureCount,
};

}  // namespace dmlrun::fuzz
