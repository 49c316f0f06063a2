#include "engine/picture/legend.h"

#include <algorithm>

namespace dmlrun::picture {
namespace {

constexpr int kWidth = 336;  // with the margins what a page of 400 pixels shows
constexpr int kLine = 22;
constexpr int kSwatch = 16;

}  // namespace

Extent draw(Svg& svg, Point at, const std::vector<LegendEntry>& entries) {
  Extent all;
  int x = 0;
  for (const LegendEntry& entry : entries) {
    const int swatch = entry.colour.empty() && entry.mark.empty() ? 0 : kSwatch + 6;
    const int width = swatch + width_of_words(entry.words) + 14;
    if (x > 0 && x + width > kWidth) x = 0, all.height += kLine;
    const Point corner{at.x + x, at.y + all.height};
    if (!entry.colour.empty()) svg.rectangle(corner, {kSwatch, kSwatch}, entry.colour);
    if (!entry.mark.empty()) svg.rectangle(corner, {kSwatch, kSwatch}, entry.mark);
    svg.words({corner.x + swatch, corner.y + 12}, "n", entry.words);
    x += width;
    all.width = std::max(all.width, x);
  }
  if (!entries.empty()) all.height += kLine;
  return all;
}

Extent draw_paragraph(Svg& svg, Point at, std::string_view words) {
  constexpr int kLeading = 17;
  Extent all;
  while (!words.empty()) {
    std::size_t length = words.size();
    while (width_of_words(words.substr(0, length)) > kWidth) {
      const std::size_t space = words.rfind(' ', length - 1);
      if (space == std::string_view::npos || space == 0) break;
      length = space;
    }
    svg.words({at.x, at.y + all.height + 12}, "n", words.substr(0, length));
    all = {std::max(all.width, width_of_words(words.substr(0, length))), all.height + kLeading};
    words.remove_prefix(std::min(words.size(), length + 1));
  }
  return all;
}

}  // namespace dmlrun::picture
