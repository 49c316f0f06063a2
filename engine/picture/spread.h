// How a tensor of any size is spread over a sheet: two of its axes are rows and columns, the others are slices beside
// each other, and what is too large is drawn in part.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "dmlrun/tensor.h"
#include "engine/picture/svg.h"

namespace dmlrun::picture {

/// Coordinates that share a row or column of cells.
struct CoordinateRange {
  std::uint64_t first = 0, count = 1;
};
using CoordinateRanges = std::vector<CoordinateRange>;

/// Each coordinate of an axis by itself; where there are more than `most`, those around `beginnings` of runs (0 among
/// them) and at the end.
[[nodiscard]] CoordinateRanges windows(std::uint64_t extent, std::size_t most,
                                       const std::vector<std::uint64_t>& beginnings);
/// At most `most` blocks of the same size, the last maybe smaller, which leave nothing out.
[[nodiscard]] CoordinateRanges blocks(std::uint64_t extent, std::size_t most);

using Coordinates = std::array<std::uint64_t, kMaxRank>;

struct Spread {
  Dimensions sizes;
  std::optional<std::size_t> row_axis, column_axis;  ///< the last two axes of more than one coordinate
  CoordinateRanges rows{{}}, columns{{}};
  std::vector<Coordinates> slices;  ///< 0 on the two axes
  std::uint64_t slice_count = 1;    ///< of the whole tensor

  /// Without rows, columns and slices yet.
  explicit Spread(const Dimensions& tensor);
  /// The coordinates of slice `number`, in row-major order.
  [[nodiscard]] Coordinates slice(std::uint64_t number) const;
  [[nodiscard]] std::size_t cells() const noexcept { return rows.size() * columns.size() * slices.size(); }
  /// The first coordinates of a cell.
  [[nodiscard]] Coordinates coordinates(std::size_t slice, std::size_t row, std::size_t column) const;
  /// "rows: axis 2, columns: axis 3; 12 of 40 slices"; what is left out is said.
  [[nodiscard]] std::string summary() const;
};

/// How a cell looks: classes "c0" ... of the style sheet, a mark over it or none, and words in it or none.
struct Cell {
  std::string_view colour;
  std::string_view mark;
  std::string words;
  bool light_words = false;
};
using Look = std::function<Cell(std::size_t slice, std::size_t row, std::size_t column)>;

/// Up to this many cells have words in them.
inline constexpr std::size_t kMaxWithWords = 400;
/// Up to this many cells make one picture.
inline constexpr std::size_t kMaxCells = 6000;

/// Whether draw() has room for the words of cells.
[[nodiscard]] bool has_room_for_words(const Spread& spread, const Look& look);

/// Draws below and right of `at`; what it took.
Extent draw(Svg& svg, Point at, const Spread& spread, const Look& look);

}  // namespace dmlrun::picture
