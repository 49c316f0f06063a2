#include "engine/picture/origin_picture.h"

#include <algorithm>
#include <set>

#include "dmlrun/spec.h"
#include "engine/picture/legend.h"
#include "engine/picture/spread.h"
#include "engine/plan/origin.h"
#include "engine/run/lowered_plans.h"
#include "engine/spec/tensor_names.h"
#include "engine/tensor/element.h"
#include "engine/tensor/floating_point.h"
#include "engine/text/out_of_memory.h"

namespace dmlrun::picture {
namespace {

constexpr std::size_t kMaxRows = 40, kMaxColumns = 64, kMaxSlices = 12, kMaxOfSlice = 24, kMaxOutputs = 6,
                      kMaxInputs = 8;
constexpr int kMargin = 16;

/// With one input, colours tell what happens to it; with several, which input it is.
constexpr std::string_view kInputColours[kMaxInputs] = {"c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7"};
constexpr std::string_view kFillColour = "c8", kComputedColour = "c9";

struct OriginLook {
  std::string_view colour, mark, words;
};

OriginLook look_of(plan::Origin origin) {
  switch (origin) {
    case plan::Origin::copied: return {"c0", "", "copied"};
    case plan::Origin::repeated: return {"c2", "m1", "repeated"};
    case plan::Origin::held: return {"c3", "m2", "the same again (edge, mirror, broadcast)"};
    case plan::Origin::reversed: return {"c4", "m3", "reversed"};
    case plan::Origin::fill: return {kFillColour, "", "fill"};
  }
  return {};
}

/// Where one element of the output comes from, all axes together.
struct ElementOrigin {
  plan::Origin origin = plan::Origin::copied;
  std::size_t operand = 0;
  std::size_t part = 0;  ///< of axes that are cut: which of the parts that go to another axis
  std::array<std::int64_t, kMaxRank> position{};
};

/// Which coordinates of an axis of the output an axis of the plan has, where several share one: c / inner % extent.
struct Cut {
  std::size_t axis = 0;
  std::uint64_t inner = 1;
  bool goes_elsewhere = false;  ///< it lies on another axis of the input
};

/// The axis of a packed tensor along which elements lie that far apart.
std::size_t axis_of_stride(const Dimensions& sizes, std::int64_t stride) {
  std::size_t axis = sizes.size();
  for (std::int64_t packed = 1; axis > 1 && stride >= packed * sizes[axis - 1]; --axis) packed *= sizes[axis - 1];
  return axis - 1;
}

class OutputPicture {
 public:
  OutputPicture(const Operator& op, std::size_t output, const plan::Plan& plan, std::size_t most_cells)
      : op_(op), slot_(op.outputs()[output]), plan_(plan), spread_(slot_.desc.sizes) {
    for (const plan::Axis& axis : plan.axes) axes_.emplace_back(axis);
    if (axes_.size() != spread_.sizes.size()) find_cuts();
    choose_parts(most_cells);
  }

  /// What stands above the grid: words and legend. Not drawn where those of the output before are the same.
  struct Heading {
    std::string notes;
    std::vector<LegendEntry> legend;
  };

  /// Draws it with its name below `at`; `heading` is that of the output before and becomes its own.
  Extent draw(Svg& svg, Point at, Heading& heading) const {
    const std::string words =
        shown_name(slot_) + " " + sizes_json(slot_.desc.sizes) + " " + std::string(name(slot_.desc.type));
    svg.words({at.x, at.y + 13}, "t", words);
    Extent all{width_of_name(words), 24};
    const auto below = [&](const Extent& extent) {
      all = {std::max(all.width, extent.width), all.height + extent.height};
    };
    const auto place = [&] { return Point{at.x, at.y + all.height}; };
    Heading own{notes(), legend()};
    if (own.notes != heading.notes) below(draw_paragraph(svg, place(), own.notes));
    all.height += 4;
    if (own.legend != heading.legend) below(picture::draw(svg, place(), own.legend));
    all.height += 4;
    below(picture::draw(svg, place(), spread_, look()));
    heading = std::move(own);
    return all;
  }

 private:
  [[nodiscard]] bool is_cut() const { return !cuts_.empty(); }

  /// From the innermost axis on, as many axes of the plan as fill each axis of the output.
  void find_cuts() {
    cuts_.resize(axes_.size());
    std::size_t axis = spread_.sizes.size() - 1;
    std::uint64_t filled = 1;
    for (std::size_t i = axes_.size(); i-- > 0;) {
      if (axes_[i].extent() == 1) continue;
      while (filled == spread_.sizes[axis]) --axis, filled = 1;
      cuts_[i] = {axis, filled, axis_of_stride(op_.inputs()[0].desc.sizes, plan_.operands[0].strides[i]) != axis};
      filled *= axes_[i].extent();
    }
  }

  [[nodiscard]] std::vector<std::uint64_t> beginnings(std::size_t axis) const {
    return is_cut() ? std::vector<std::uint64_t>{0} : axes_[axis].beginnings();
  }

  [[nodiscard]] bool is_computed() const { return !plan_.values.empty(); }
  [[nodiscard]] bool has_several_inputs() const { return !is_computed() && plan_.operands.size() > 1; }

  void choose_parts(std::size_t most_cells) {
    const auto shown = [&](std::optional<std::size_t> axis, std::size_t most, CoordinateRanges& ranges) {
      if (axis) ranges = windows(spread_.sizes[*axis], most, beginnings(*axis));
    };
    const bool has_slices = spread_.slice_count > 1;
    shown(spread_.row_axis, has_slices ? kMaxOfSlice : kMaxRows, spread_.rows);
    shown(spread_.column_axis, has_slices ? kMaxOfSlice : kMaxColumns, spread_.columns);
    const std::size_t in_slice = spread_.rows.size() * spread_.columns.size();
    choose_slices(std::clamp<std::size_t>(most_cells / in_slice, 1, kMaxSlices));
  }

  /// As many coordinates of each outer axis as fit, first those that are copied and those where runs begin.
  void choose_slices(std::size_t most) {
    std::vector<std::size_t> outer;
    for (std::size_t axis = spread_.sizes.size(); axis-- > 0;)
      if (axis != spread_.row_axis && axis != spread_.column_axis && spread_.sizes[axis] > 1) outer.push_back(axis);
    std::array<std::uint64_t, kMaxRank> counts;
    counts.fill(1);
    std::uint64_t all = 1;
    for (bool has_grown = true; has_grown;) {
      has_grown = false;
      for (const std::size_t axis : outer) {
        const std::uint64_t grown = all / counts[axis] * (counts[axis] + 1);
        if (counts[axis] == spread_.sizes[axis] || grown > most) continue;
        ++counts[axis];
        all = grown;
        has_grown = true;
      }
    }
    spread_.slices = {Coordinates{}};
    for (std::size_t i = outer.size(); i-- > 0;)
      extend_slices(outer[i], telling_coordinates(outer[i], counts[outer[i]]));
  }

  void extend_slices(std::size_t axis, const std::vector<std::uint64_t>& coordinates) {
    std::vector<Coordinates> extended;
    for (Coordinates slice : spread_.slices)
      for (const std::uint64_t coordinate : coordinates) {
        slice[axis] = coordinate;
        extended.push_back(slice);
      }
    spread_.slices = std::move(extended);
  }

  [[nodiscard]] std::vector<std::uint64_t> telling_coordinates(std::size_t axis, std::size_t count) const {
    std::vector<std::uint64_t> order = beginnings(axis);
    if (!is_cut())
      std::stable_partition(order.begin(), order.end(), [&](std::uint64_t coordinate) {
        return axes_[axis].at(coordinate).origin == plan::Origin::copied;
      });
    const std::uint64_t extent = spread_.sizes[axis];
    std::set<std::uint64_t> chosen;
    for (std::size_t i = 0; i < order.size() && chosen.size() < count; ++i) chosen.insert(order[i]);
    if (chosen.size() < count) chosen.insert(extent - 1);
    for (std::uint64_t next = 0; chosen.size() < count; ++next) chosen.insert(next);
    return {chosen.begin(), chosen.end()};
  }

  [[nodiscard]] Look look() const {
    return [this](std::size_t slice, std::size_t row, std::size_t column) {
      return cell(origin_at(spread_.coordinates(slice, row, column)));
    };
  }

  [[nodiscard]] ElementOrigin origin_at(const Coordinates& coordinates) const {
    if (is_cut()) return origin_of_parts(coordinates);
    ElementOrigin element;
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
      const plan::AxisOrigins::At at = axes_[axis].at(coordinates[axis]);
      element.origin = std::max(element.origin, at.origin);
      element.position[axis] = at.position;
      if (at.source >= 0) element.operand = static_cast<std::size_t>(at.source);
    }
    return element;
  }

  [[nodiscard]] ElementOrigin origin_of_parts(const Coordinates& coordinates) const {
    ElementOrigin element;
    std::int64_t number = 0;  // of the element in its packed tensor
    for (std::size_t i = 0; i < axes_.size(); ++i) {
      const std::uint64_t at = coordinates[cuts_[i].axis] / cuts_[i].inner % axes_[i].extent();
      number += static_cast<std::int64_t>(at) * plan_.operands[0].strides[i];
      if (cuts_[i].goes_elsewhere) element.part = element.part * axes_[i].extent() + at;
    }
    const Dimensions& sizes = op_.inputs()[0].desc.sizes;
    for (std::size_t axis = sizes.size(); axis-- > 0; number /= sizes[axis])
      element.position[axis] = number % sizes[axis];
    return element;
  }

  [[nodiscard]] Cell cell(const ElementOrigin& element) const {
    if (element.origin == plan::Origin::fill) return {kFillColour, "", ""};
    if (is_computed()) return {kComputedColour, "", words(element)};
    if (is_cut()) return {kInputColours[element.part % kMaxInputs], "", words(element)};
    const OriginLook look = look_of(element.origin);
    if (!has_several_inputs()) return {look.colour, look.mark, words(element)};
    return {kInputColours[element.operand % kMaxInputs], look.mark, words(element)};
  }

  /// Coordinates in the input, without axes on which nothing has more than one.
  [[nodiscard]] std::string words(const ElementOrigin& element) const {
    std::string text = has_several_inputs() ? std::to_string(element.operand) + ": " : "";
    bool is_first = true;
    for (std::size_t axis = 0; axis < spread_.sizes.size(); ++axis) {
      if (!is_told(axis)) continue;
      text += (is_first ? "" : ",") + std::to_string(element.position[axis]);
      is_first = false;
    }
    return text;
  }

  [[nodiscard]] bool is_told(std::size_t axis) const {
    return std::any_of(plan_.operands.begin(), plan_.operands.end(), [&](const plan::Operand& operand) {
      const bool is_index = operand.input == plan::kIndex;
      return (is_index ? slot_.desc : op_.inputs()[operand.input].desc).sizes[axis] > 1;
    });
  }

  [[nodiscard]] std::string notes() const {
    std::string text = spread_.summary();
    if (spread_.cells() < elements()) text += "; dashed lines and missing numbers stand for what is not shown";
    if (has_room_for_words(spread_, look()))
      text +=
          has_several_inputs() ? "; in a cell: input and coordinates there" : "; in a cell: coordinates in the input";
    if (is_computed()) text += "; computed element by element from " + operand_words();
    return text;
  }

  [[nodiscard]] std::uint64_t elements() const {
    std::uint64_t count = 1;
    for (const std::uint32_t size : spread_.sizes) count *= size;
    return count;
  }

  [[nodiscard]] std::vector<LegendEntry> legend() const {
    std::set<plan::Origin> origins;
    std::set<std::size_t> operands, parts;
    for (std::size_t slice = 0; slice < spread_.slices.size(); ++slice)
      for (std::size_t row = 0; row < spread_.rows.size(); ++row)
        for (std::size_t column = 0; column < spread_.columns.size(); ++column) {
          const ElementOrigin element = origin_at(spread_.coordinates(slice, row, column));
          origins.insert(element.origin);
          parts.insert(element.part);
          if (element.origin != plan::Origin::fill) operands.insert(element.operand);
        }
    std::vector<LegendEntry> entries;
    if (is_computed()) entries.push_back({kComputedColour, "", "computed"});
    if (has_several_inputs()) add_inputs(operands, entries);
    if (is_cut()) return part_entries(parts);
    for (const plan::Origin origin : origins) {
      const OriginLook look = look_of(origin);
      if (origin == plan::Origin::fill) entries.push_back({look.colour, "", "fill: " + fill_value()});
      else if (is_computed() || (has_several_inputs() && look.mark.empty())) continue;
      else entries.push_back({has_several_inputs() ? "d0" : look.colour, look.mark, std::string(look.words)});
    }
    return entries;
  }

  [[nodiscard]] static std::vector<LegendEntry> part_entries(const std::set<std::size_t>& parts) {
    std::vector<LegendEntry> entries;
    for (const std::size_t part : parts) {
      if (entries.size() == kMaxInputs) {
        entries.push_back({"", "", "and " + std::to_string(parts.size() - kMaxInputs) + " more, colours repeat"});
        break;
      }
      entries.push_back({kInputColours[part % kMaxInputs], "", "element " + std::to_string(part) + " of each block"});
    }
    return entries;
  }

  void add_inputs(const std::set<std::size_t>& operands, std::vector<LegendEntry>& entries) const {
    for (const std::size_t operand : operands) {
      if (entries.size() == kMaxInputs) {
        entries.push_back({"", "", "and " + std::to_string(operands.size() - kMaxInputs) + " more, colours repeat"});
        return;
      }
      const std::size_t input = plan_.operands[operand].input;
      entries.push_back(
          {kInputColours[operand % kMaxInputs], "", std::to_string(operand) + ": " + shown_name(op_.inputs()[input])});
    }
  }

  /// The operands that values read, and the axes along which they do not move.
  [[nodiscard]] std::string operand_words() const {
    std::string text;
    for (const plan::Operand& operand : plan_.operands) {
      std::string still;
      bool moves = false;
      for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
        if (spread_.sizes[axis] == 1) continue;
        if (operand.strides[axis] == 0) still += (still.empty() ? " " : ", ") + std::to_string(axis);
        else moves = true;
      }
      text += text.empty() ? "" : ", ";
      text += operand.input == plan::kIndex ? "its position" : shown_name(op_.inputs()[operand.input]);
      if (!still.empty()) text += moves ? " (the same along axis" + still + ")" : " (one element)";
    }
    return text;
  }

  [[nodiscard]] std::string fill_value() const {
    std::string text;
    append_json(text, slot_.desc.type, plan_.fill.data());
    return text;
  }

  const Operator& op_;
  const TensorSlot& slot_;
  const plan::Plan& plan_;
  Spread spread_;
  std::vector<plan::AxisOrigins> axes_;
  std::vector<Cut> cuts_;  ///< one for each axis of the plan; none where it has those of the output
};

}  // namespace

std::string origin_picture(const Operator& op) {
  const std::vector<plan::Plan> plans = lowered_plans(op);
  const std::size_t shown = std::min(plans.size(), kMaxOutputs);
  Svg svg;
  std::string title = operator_words(op);
  svg.words({kMargin, kMargin + 16}, "h", title);
  Extent all{width_of_title(title), 32};
  if (shown < plans.size()) {
    const std::string words = std::to_string(shown) + " of " + std::to_string(plans.size()) + " outputs are shown";
    all.height += draw_paragraph(svg, {kMargin, kMargin + all.height - 8}, words).height;
  }
  OutputPicture::Heading heading;
  for (std::size_t i = 0; i < shown; ++i) {
    const Point at{kMargin, kMargin + all.height};
    const Extent one = OutputPicture(op, i, plans[i], kMaxCells / shown).draw(svg, at, heading);
    all = {std::max(all.width, one.width), all.height + one.height + (i + 1 < shown ? 24 : 0)};
    if (i == 0) title += ", " + shown_name(op.outputs()[i]) + " " + sizes_json(op.outputs()[i].desc.sizes);
  }
  return svg.finish({all.width + 2 * kMargin, all.height + 2 * kMargin}, "Where each element comes from: " + title);
}

}  // namespace dmlrun::picture

namespace dmlrun {

Result<std::string> draw(const Operator& op) noexcept {
  const DefaultFloatingPoint environment;
  return or_out_of_memory([&]() -> Result<std::string> { return picture::origin_picture(op); });
}

}  // namespace dmlrun
