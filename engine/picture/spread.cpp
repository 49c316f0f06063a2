#include "engine/picture/spread.h"

#include <algorithm>

namespace dmlrun::picture {
namespace {

/// Coordinates at most `reach` away from a beginning, or from the end.
CoordinateRanges around(std::uint64_t extent, std::uint64_t reach, const std::vector<std::uint64_t>& beginnings) {
  CoordinateRanges ranges;
  std::uint64_t next = 0;
  const auto take = [&](std::uint64_t beginning) {
    const std::uint64_t from = std::max(next, beginning - std::min(reach, beginning));
    next = std::max(from, std::min(extent, beginning + reach));
    for (std::uint64_t c = from; c < next; ++c) ranges.push_back({c, 1});
  };
  for (const std::uint64_t beginning : beginnings) take(beginning);
  take(extent);
  return ranges;
}

std::string left_out(std::string_view what, std::size_t axis, const CoordinateRanges& ranges, std::uint64_t extent) {
  std::string text = std::string(what) + ": axis " + std::to_string(axis);
  std::uint64_t shown = 0, largest = 1;
  for (const CoordinateRange& range : ranges) shown += range.count, largest = std::max(largest, range.count);
  if (largest > 1) text += ", a cell is " + std::to_string(largest) + " coordinates";
  else if (shown < extent) text += ", " + std::to_string(shown) + " of " + std::to_string(extent);
  return text;
}

}  // namespace

CoordinateRanges windows(std::uint64_t extent, std::size_t most, const std::vector<std::uint64_t>& beginnings) {
  if (extent <= most) return blocks(extent, most);
  std::vector<std::uint64_t> kept = beginnings;
  const std::size_t room = std::max<std::size_t>(most / 4, 1);  // so that two coordinates on each side fit
  if (kept.size() > room) {
    for (std::size_t i = 0; i < room; ++i) kept[i] = beginnings[i * beginnings.size() / room];
    kept.resize(room);
  }
  std::uint64_t reach = most / (2 * kept.size());
  while (around(extent, reach + 1, kept).size() <= most) ++reach;
  return around(extent, std::max<std::uint64_t>(reach, 1), kept);
}

CoordinateRanges blocks(std::uint64_t extent, std::size_t most) {
  const std::uint64_t count = (extent + most - 1) / most;
  CoordinateRanges ranges;
  for (std::uint64_t first = 0; first < extent; first += count)
    ranges.push_back({first, std::min(count, extent - first)});
  return ranges;
}

Spread::Spread(const Dimensions& tensor) : sizes(tensor) {
  for (std::size_t axis = sizes.size(); axis-- > 0;) {
    if (sizes[axis] == 1) continue;
    if (!column_axis) column_axis = axis;
    else if (!row_axis) row_axis = axis;
    else slice_count *= sizes[axis];
  }
}

Coordinates Spread::slice(std::uint64_t number) const {
  Coordinates result{};
  for (std::size_t axis = sizes.size(); axis-- > 0;) {
    if (axis == row_axis || axis == column_axis) continue;
    result[axis] = number % sizes[axis];
    number /= sizes[axis];
  }
  return result;
}

Coordinates Spread::coordinates(std::size_t slice, std::size_t row, std::size_t column) const {
  Coordinates result = slices[slice];
  if (row_axis) result[*row_axis] = rows[row].first;
  if (column_axis) result[*column_axis] = columns[column].first;
  return result;
}

std::string Spread::summary() const {
  if (!column_axis) return "one element";
  std::string text = row_axis ? left_out("rows", *row_axis, rows, sizes[*row_axis]) + "; " : "";
  text += left_out("columns", *column_axis, columns, sizes[*column_axis]);
  if (slices.size() < slice_count)
    text += "; " + std::to_string(slices.size()) + " of " + std::to_string(slice_count) + " slices";
  else if (slice_count > 1) text += "; " + std::to_string(slice_count) + " slices";
  return text;
}

}  // namespace dmlrun::picture
