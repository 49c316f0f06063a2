// Where the elements along one axis come from, in words: for pictures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/plan/plan.h"

namespace dmlrun::plan {

/// The relation of a coordinate to the longest forward run of the same source, which is `copied`.
enum class Origin : std::uint8_t {
  copied,
  repeated,  ///< positions that the copied run also has, in the same direction
  held,      ///< one position for several coordinates: a clamped edge, a broadcast
  reversed,  ///< positions descend while coordinates ascend
  fill,
};

/// The map of an axis, coordinate by coordinate, as it was lowered: normalising it would hide directions. Costs time
/// and memory in proportion to the number of runs.
class AxisOrigins {
 public:
  explicit AxisOrigins(const Axis& axis);

  struct At {
    Origin origin = Origin::copied;
    std::int64_t position = 0;  ///< 0 for fills
    std::int32_t source = kUnchosen;
  };
  /// Precondition: coordinate < extent().
  [[nodiscard]] At at(std::uint64_t coordinate) const noexcept;
  [[nodiscard]] std::uint64_t extent() const noexcept { return extent_; }
  /// Coordinates at which a run begins, ascending, 0 first. A body contributes those of its first two repeats and of
  /// the last.
  [[nodiscard]] std::vector<std::uint64_t> beginnings() const;

 private:
  /// A run and its origin; a body's runs have the origin of the first repeat.
  struct Segment {
    Run run;
    Origin origin = Origin::copied;
  };
  void name_origins();
  [[nodiscard]] Origin origin_beside(std::size_t segment, std::size_t copied) const noexcept;

  std::vector<Segment> segments_;    ///< head, body, tail
  std::size_t head_ = 0, body_ = 0;  ///< how many segments
  std::uint64_t repeat_ = 0;
  std::int64_t advance_ = 0;
  std::uint64_t head_extent_ = 0, body_extent_ = 0, extent_ = 0;
};

}  // namespace dmlrun::plan
