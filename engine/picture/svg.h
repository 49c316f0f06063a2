// A drawing as SVG text: whole coordinates, so that the same picture is the same bytes everywhere.
#pragma once

#include <string>
#include <string_view>

namespace dmlrun::picture {

struct Point {
  int x = 0, y = 0;
};

struct Extent {
  int width = 0, height = 0;
};

/// Classes are those of the style sheet in svg.cpp, which has colours for light and dark surroundings: "b" the
/// background, "h" "t" "n" words in three sizes, "w" words in cells, "g" lines between cells, "x" where cells are left
/// out, "c0" ... and "d0" ... cells, "m1" ... marks on cells, "f" faint ones below words, "l" words on a strong colour.
class Svg {
 public:
  void words(Point at, std::string_view css_class, std::string_view words);
  void rectangle(Point at, Extent extent, std::string_view css_class);
  /// `commands` are a path's; nothing is drawn for "".
  void path(std::string_view css_class, std::string_view commands);
  /// The document. `title` is for readers that cannot see it.
  [[nodiscard]] std::string finish(Extent extent, std::string_view title) const;

 private:
  std::string body_;
};

/// Commands of a path: a filled rectangle, a line.
void append_rectangle(std::string& commands, Point at, Extent extent);
void append_line(std::string& commands, Point from, Point to);

/// About how wide words are: in a line of text, as a picture's title, as a tensor's name above it, and in a cell.
[[nodiscard]] int width_of_words(std::string_view words) noexcept;
[[nodiscard]] int width_of_title(std::string_view title) noexcept;
[[nodiscard]] int width_of_name(std::string_view name) noexcept;
[[nodiscard]] int width_in_cell(std::size_t characters) noexcept;

}  // namespace dmlrun::picture
