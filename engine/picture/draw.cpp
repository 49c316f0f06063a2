// Drawing of a Spread.
#include <algorithm>
#include <map>

#include "engine/picture/spread.h"

namespace dmlrun::picture {
namespace {

constexpr int kSheetWidth = 1000;
constexpr int kGap = 9;           ///< where coordinates are left out
constexpr int kSliceGap = 22;     ///< between slices
constexpr int kLabelHeight = 15;  ///< of column numbers and of a slice's name
constexpr int kMinLines = 6;      ///< smaller cells have no lines between them

/// Where the cells of an axis begin, and where the last ends.
std::vector<int> places(const CoordinateRanges& ranges, int cell) {
  std::vector<int> at;
  int next = 0;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    if (i > 0 && ranges[i].first != ranges[i - 1].first + ranges[i - 1].count) next += kGap;
    at.push_back(next);
    next += cell;
  }
  at.push_back(next);
  return at;
}

/// The width of cells that have room for their words; 0 where there is none, or no words.
int width_with_words(const Spread& spread, const Look& look) {
  if (spread.cells() > kMaxWithWords) return 0;
  std::size_t longest = 0;
  for (std::size_t slice = 0; slice < spread.slices.size(); ++slice)
    for (std::size_t row = 0; row < spread.rows.size(); ++row)
      for (std::size_t column = 0; column < spread.columns.size(); ++column)
        longest = std::max(longest, look(slice, row, column).words.size());
  const int width = std::max(22, width_in_cell(longest));
  return longest > 0 && width * static_cast<int>(spread.columns.size()) <= kSheetWidth ? width : 0;
}

class Drawing {
 public:
  Drawing(Svg& svg, const Spread& spread, const Look& look) : svg_(svg), spread_(spread), look_(look) { measure(); }

  Extent draw(Point origin) {
    int width = left_ + columns_.back();
    for (std::size_t slice = 0; spread_.slice_count > 1 && slice < spread_.slices.size(); ++slice)
      width = std::max(width, left_ + width_of_words(slice_name(slice)));
    const int height = top_ + rows_.back();
    const int per_line = std::max(1, (kSheetWidth + kSliceGap) / (width + kSliceGap));
    Extent all;
    for (std::size_t slice = 0; slice < spread_.slices.size(); ++slice) {
      const int i = static_cast<int>(slice);
      const Point at{i % per_line * (width + kSliceGap), i / per_line * (height + kSliceGap)};
      draw_slice(slice, {origin.x + at.x, origin.y + at.y});
      all = {std::max(all.width, at.x + width), std::max(all.height, at.y + height)};
    }
    return all;
  }

 private:
  void measure() {
    const auto fitting = [](int room, std::size_t cells) { return std::clamp(room / static_cast<int>(cells), 6, 18); };
    const int room = spread_.slices.size() > 1 ? 265 : 740;
    const int side = std::min(fitting(room, spread_.columns.size()), fitting(room, spread_.rows.size()));
    cell_ = {side, side};
    if (width_with_words(spread_, look_) > 0) cell_ = {width_with_words(spread_, look_), 22}, has_words_ = true;
    columns_ = places(spread_.columns, cell_.width);
    rows_ = places(spread_.rows, cell_.height);
    if (spread_.row_axis) left_ = width_in_cell(std::to_string(spread_.rows.back().first).size());
    top_ = (spread_.column_axis ? kLabelHeight : 0) + (spread_.slice_count > 1 ? kLabelHeight + 3 : 0);
  }

  void draw_slice(std::size_t slice, Point at) {
    if (spread_.slice_count > 1) svg_.words({at.x + left_, at.y + 11}, "n", slice_name(slice));
    at = {at.x + left_, at.y + top_};
    draw_labels(at);
    std::map<std::string_view, std::string> colours, marks;
    for (std::size_t row = 0; row < spread_.rows.size(); ++row) draw_row(slice, row, at, colours, marks);
    for (const auto& [css_class, commands] : colours) svg_.path(css_class, commands);
    for (const auto& [css_class, commands] : marks)
      svg_.path(std::string(css_class) + (has_words_ ? " f" : ""), commands);
    draw_lines(at);
    if (has_words_) draw_words(slice, at);
  }

  [[nodiscard]] std::string slice_name(std::size_t slice) const {
    std::string text = "[";
    for (std::size_t axis = 0; axis < spread_.sizes.size(); ++axis) {
      if (axis > 0) text += ", ";
      text +=
          axis == spread_.row_axis || axis == spread_.column_axis ? ":" : std::to_string(spread_.slices[slice][axis]);
    }
    return text + "]";
  }

  /// Neighbours of one look are one rectangle.
  void draw_row(std::size_t slice, std::size_t row, Point at, std::map<std::string_view, std::string>& colours,
                std::map<std::string_view, std::string>& marks) {
    const auto flush = [&](std::map<std::string_view, std::string>& paths, std::string_view css_class, int from,
                           int to) {
      if (!css_class.empty())
        append_rectangle(paths[css_class], {at.x + from, at.y + rows_[row]}, {to - from, cell_.height});
    };
    Cell before;
    int colour_from = 0, mark_from = 0, end = 0;
    for (std::size_t column = 0; column <= spread_.columns.size(); ++column) {
      const bool is_end = column == spread_.columns.size();
      Cell cell = is_end ? Cell{} : look_(slice, row, column);
      const bool is_apart = is_end || columns_[column] != end;
      if (is_apart || cell.colour != before.colour)
        flush(colours, before.colour, colour_from, end), colour_from = columns_[column];
      if (is_apart || cell.mark != before.mark) flush(marks, before.mark, mark_from, end), mark_from = columns_[column];
      if (!is_end) end = columns_[column] + cell_.width;
      before = std::move(cell);
    }
  }

  /// Lines between cells, and dashed ones where cells are left out.
  void draw_lines(Point at) {
    std::string lines, dashes;
    const bool has_lines = cell_.width >= kMinLines;
    for (std::size_t i = 1; i + 1 < columns_.size(); ++i) {
      const bool is_gap = columns_[i] != columns_[i - 1] + cell_.width;
      const int x = at.x + columns_[i] - (is_gap ? kGap / 2 + 1 : 0);
      if (is_gap || has_lines) append_line(is_gap ? dashes : lines, {x, at.y}, {x, at.y + rows_.back()});
    }
    for (std::size_t i = 1; i + 1 < rows_.size(); ++i) {
      const bool is_gap = rows_[i] != rows_[i - 1] + cell_.height;
      const int y = at.y + rows_[i] - (is_gap ? kGap / 2 + 1 : 0);
      if (is_gap || has_lines) append_line(is_gap ? dashes : lines, {at.x, y}, {at.x + columns_.back(), y});
    }
    svg_.path("g", lines);
    svg_.path("x", dashes);
  }

  /// A label every few coordinates, counted from each gap on, so that labels do not overlap.
  void draw_labels(Point at) {
    const auto label = [](const CoordinateRanges& ranges, const std::vector<int>& places, int cell, int room,
                          auto draw) {
      const int step = (room + cell - 1) / cell;
      int free = places.front() - room, since_gap = 0;
      for (std::size_t i = 0; i < ranges.size(); ++i, ++since_gap) {
        if (i > 0 && places[i] != places[i - 1] + cell) since_gap = 0;
        const int middle = places[i] + cell / 2;
        if (since_gap % step != 0 || middle - room / 2 < free) continue;
        draw(middle, std::to_string(ranges[i].first));
        free = middle + room / 2;
      }
    };
    const int digits = static_cast<int>(std::to_string(spread_.columns.back().first).size());
    if (spread_.column_axis)
      label(spread_.columns, columns_, cell_.width, digits * 6 + 5, [&](int middle, const std::string& words) {
        svg_.words({at.x + middle, at.y - 5}, "k", words);
      });
    if (spread_.row_axis)
      label(spread_.rows, rows_, cell_.height, 12, [&](int middle, const std::string& words) {
        svg_.words({at.x - 5, at.y + middle + 4}, "r", words);
      });
  }

  void draw_words(std::size_t slice, Point at) {
    for (std::size_t row = 0; row < spread_.rows.size(); ++row)
      for (std::size_t column = 0; column < spread_.columns.size(); ++column) {
        const Cell cell = look_(slice, row, column);
        if (cell.words.empty()) continue;
        svg_.words({at.x + columns_[column] + cell_.width / 2, at.y + rows_[row] + 15}, cell.light_words ? "w l" : "w",
                   cell.words);
      }
  }

  Svg& svg_;
  const Spread& spread_;
  const Look& look_;
  Extent cell_;
  bool has_words_ = false;
  std::vector<int> columns_, rows_;
  int left_ = 0, top_ = 0;
};

}  // namespace

bool has_room_for_words(const Spread& spread, const Look& look) { return width_with_words(spread, look) > 0; }

Extent draw(Svg& svg, Point at, const Spread& spread, const Look& look) { return Drawing(svg, spread, look).draw(at); }

}  // namespace dmlrun::picture
