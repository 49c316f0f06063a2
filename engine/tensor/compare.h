// Comparing tensors: bytes by default, tolerances when asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dmlrun/tensor.h"

namespace dmlrun {

/// Accepted differences. No bound set: bytes must be equal. Otherwise an element passes if any set bound accepts it;
/// then NaN equals NaN and -0 equals +0. `relative` is times |expected|; `ulp` is a distance in representable values
/// (neighbours are 1 apart; integers: difference). `equal_nans`: NaN equals NaN without a bound, too.
struct Tolerance {
  std::optional<double> absolute;
  std::optional<double> relative;
  std::optional<std::uint64_t> ulp;
  bool equal_nans = false;
  [[nodiscard]] bool exact() const noexcept { return !absolute && !relative && !ulp; }
  /// The same for an output; `computed` is TensorSlot::computed.
  [[nodiscard]] Tolerance for_output(bool computed) const noexcept {
    return {absolute, relative, ulp, equal_nans || computed};
  }
};

struct Difference {
  std::uint64_t element = 0;  ///< row-major number
  std::vector<std::uint32_t> coordinates;
  std::string expected, found;  ///< JSON form
  std::string expected_hex, found_hex;
  std::uint64_t ulp = 0;  ///< distance; 2^64-1 when one is NaN
};

struct Comparison {
  std::uint64_t elements = 0;
  std::uint64_t different = 0;
  bool integers = false;                 ///< whose distance in values is the difference itself
  std::uint64_t largest_ulp = 0;         ///< of the different pairs without a NaN
  double largest_absolute = 0;           ///< among these pairs; infinite where one side is
  std::vector<Difference> first;         ///< the first ten
  std::uint64_t nan_against_number = 0;  ///< different pairs of which exactly one side is NaN
  std::uint64_t unlike_nans = 0;         ///< different pairs of two NaNs
  std::uint64_t unlike_zeros = 0;        ///< different pairs of 0 and -0
  [[nodiscard]] bool equal() const noexcept { return different == 0; }
};

/// Distance in representable values: +-0 apart 0, 2^64-1 if exactly one is NaN, 0 if both are; integers: |a - b|.
[[nodiscard]] std::uint64_t ulp_distance(DataType type, const std::byte* a, const std::byte* b) noexcept;

/// Compares packed values; both spans hold the elements of `sizes` and nothing more. any_nan[i] (may be empty):
/// expected value i was the literal "nan", which any NaN matches.
[[nodiscard]] Comparison compare(DataType type, const Dimensions& sizes, std::span<const std::byte> expected,
                                 std::span<const std::byte> found, const Tolerance& tolerance,
                                 const std::vector<bool>& any_nan = {});

/// A pair of elements that compare() counts as different.
struct DifferentPair {
  std::uint64_t element = 0;  ///< row-major number
  std::uint64_t ulp = 0;      ///< as ulp_distance
  bool one_nan = false;
};

/// Visits the pairs that compare() counts, in order; the arguments are compare()'s.
void for_each_difference(DataType type, std::span<const std::byte> expected, std::span<const std::byte> found,
                         const Tolerance& tolerance, const std::function<void(const DifferentPair&)>& visit);

/// A report: "3 of 24 values differ (...)", then a line for each of the first ten with coordinates, expected, found,
/// hex and ULP, or what differs where that is no distance. Lines are separated by line feeds; none ends the text.
[[nodiscard]] std::string describe(const Comparison& comparison);

}  // namespace dmlrun
