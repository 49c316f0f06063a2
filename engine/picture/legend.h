#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/picture/svg.h"

namespace dmlrun::picture {

/// A colour, a mark or both, and what they mean. Classes of the style sheet; "" for none.
struct LegendEntry {
  std::string_view colour, mark;
  std::string words;
  friend bool operator==(const LegendEntry&, const LegendEntry&) = default;
};

/// Draws entries one behind another in lines below `at`; what it took.
Extent draw(Svg& svg, Point at, const std::vector<LegendEntry>& entries);

/// Words in lines below `at`, broken at spaces.
Extent draw_paragraph(Svg& svg, Point at, std::string_view words);

}  // namespace dmlrun::picture
