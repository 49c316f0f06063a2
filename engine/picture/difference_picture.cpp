#include "engine/picture/difference_picture.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/picture/legend.h"
#include "engine/picture/spread.h"
#include "engine/spec/tensor_names.h"

namespace dmlrun::picture {
namespace {

constexpr std::size_t kMaxMapRows = 48, kMaxMapColumns = 64, kMaxMapSlices = 12;
constexpr int kMapMargin = 16;

/// What is known of the elements of a cell: nothing where all of them agree.
struct Worst {
  bool differs = false, has_nan = false;
  std::uint64_t ulp = 0;  ///< the largest without NaN
};

/// Steps of the colours d1 ... d5: a distance up to `most` has that colour.
struct HeatStep {
  std::uint64_t most;
  std::string_view colour, words;
  bool light_words;
};
constexpr HeatStep kSteps[] = {
    {1, "d1", "up to 1", false},
    {10, "d2", "2 to 10", false},
    {1000, "d3", "11 to 1000", false},
    {1'000'000, "d4", "1001 to 1000000", true},
    {UINT64_MAX, "d5", "more than 1000000", true},
};
constexpr std::string_view kEqualColour = "d0", kNanColour = "d6", kNanMark = "m3";

const HeatStep& step_of(std::uint64_t ulp) {
  return *std::find_if(std::begin(kSteps), std::end(kSteps), [&](const HeatStep& step) { return ulp <= step.most; });
}

bool is_float(DataType type) {
  return type == DataType::float16 || type == DataType::float32 || type == DataType::float64;
}

class HeatMap {
 public:
  HeatMap(const TensorDesc& tensor, std::span<const std::byte> expected, std::span<const std::byte> found,
          const Tolerance& tolerance)
      : tensor_(tensor), spread_(tensor.sizes) {
    if (spread_.row_axis) spread_.rows = blocks(tensor.sizes[*spread_.row_axis], kMaxMapRows);
    if (spread_.column_axis) spread_.columns = blocks(tensor.sizes[*spread_.column_axis], kMaxMapColumns);
    rows_ = spread_.row_axis ? tensor.sizes[*spread_.row_axis] : 1;
    columns_ = spread_.column_axis ? tensor.sizes[*spread_.column_axis] : 1;
    const std::size_t most =
        std::clamp<std::size_t>(kMaxCells / (spread_.rows.size() * spread_.columns.size()), 1, kMaxMapSlices);
    choose_slices(expected, found, tolerance, most);
    worst_.resize(spread_.cells());
    for_each_difference(tensor.type, expected, found, tolerance, [&](const DifferentPair& pair) { add(pair); });
  }

  /// Draws it with its legend below `at`.
  Extent draw(Svg& svg, Point at, const Tolerance& tolerance) const {
    std::string notes = spread_.summary();
    if (spread_.slices.size() < spread_.slice_count)
      notes += "; values differ in " + std::string(has_more_slices_ ? "more slices than are shown" : "no other slices");
    if (is_in_blocks()) notes += "; the colour is that of the largest difference in a cell";
    Extent all = draw_paragraph(svg, at, notes);
    all.height += 6;
    const Extent keys = picture::draw(svg, {at.x, at.y + all.height}, legend(tolerance));
    all = {std::max(all.width, keys.width), all.height + keys.height + 6};
    const Extent grid = picture::draw(svg, {at.x, at.y + all.height}, spread_,
                                      [&](std::size_t slice, std::size_t row, std::size_t column) {
                                        return cell(worst_[index(slice, row, column)]);
                                      });
    return {std::max(all.width, grid.width), all.height + grid.height};
  }

 private:
  /// All slices where they are few; else the first in which values differ, and the first of the others.
  void choose_slices(std::span<const std::byte> expected, std::span<const std::byte> found, const Tolerance& tolerance,
                     std::size_t most) {
    std::set<std::uint64_t> numbers;
    if (spread_.slice_count > most)
      for_each_difference(tensor_.type, expected, found, tolerance, [&](const DifferentPair& pair) {
        const std::uint64_t number = pair.element / (rows_ * columns_);
        if (numbers.size() < most) numbers.insert(number);
        else if (!numbers.contains(number)) has_more_slices_ = true;
      });
    for (std::uint64_t next = 0; numbers.size() < std::min<std::uint64_t>(most, spread_.slice_count); ++next)
      numbers.insert(next);
    for (const std::uint64_t number : numbers) {
      slice_of_[number] = spread_.slices.size();
      spread_.slices.push_back(spread_.slice(number));
    }
  }

  [[nodiscard]] std::size_t index(std::size_t slice, std::size_t row, std::size_t column) const {
    return (slice * spread_.rows.size() + row) * spread_.columns.size() + column;
  }

  void add(const DifferentPair& pair) {
    const auto slice = slice_of_.find(pair.element / (rows_ * columns_));
    if (slice == slice_of_.end()) return;
    const std::uint64_t row = pair.element / columns_ % rows_, column = pair.element % columns_;
    Worst& worst = worst_[index(slice->second, row / spread_.rows[0].count, column / spread_.columns[0].count)];
    worst.differs = true;
    if (pair.one_nan) worst.has_nan = true;
    else worst.ulp = std::max(worst.ulp, pair.ulp);
  }

  [[nodiscard]] bool is_in_blocks() const { return spread_.rows[0].count > 1 || spread_.columns[0].count > 1; }

  static Cell cell(const Worst& worst) {
    if (worst.has_nan) return {kNanColour, kNanMark, "NaN"};
    if (!worst.differs) return {kEqualColour, "", ""};
    const HeatStep& step = step_of(worst.ulp);
    const std::string words = std::to_string(worst.ulp);
    return {step.colour, "", words.size() <= 7 ? words : words.substr(0, 1) + "e" + std::to_string(words.size() - 1),
            step.light_words};
  }

  [[nodiscard]] std::vector<LegendEntry> legend(const Tolerance& tolerance) const {
    std::vector<LegendEntry> entries{
        {kEqualColour, "", tolerance.exact() ? "equal" : "equal, or within the tolerance"}};
    const std::string unit = is_float(tensor_.type) ? " ULP" : "";
    for (const HeatStep& step : kSteps) entries.push_back({step.colour, "", std::string(step.words) + unit});
    if (is_float(tensor_.type)) entries.push_back({kNanColour, kNanMark, "NaN against a number"});
    return entries;
  }

  const TensorDesc& tensor_;
  Spread spread_;
  std::uint64_t rows_ = 1, columns_ = 1;
  std::map<std::uint64_t, std::size_t> slice_of_;  ///< slice number -> place in spread_.slices
  bool has_more_slices_ = false;
  std::vector<Worst> worst_;
};

}  // namespace

std::string difference_picture(const TensorDesc& tensor, std::span<const std::byte> expected,
                               std::span<const std::byte> found, const Tolerance& tolerance,
                               const Comparison& comparison) {
  const std::string title = "Differences of " + sizes_json(tensor.sizes) + " " + std::string(name(tensor.type));
  const std::string report = describe(comparison), first_line = report.substr(0, report.find('\n'));
  Svg svg;
  svg.words({kMapMargin, kMapMargin + 16}, "h", title);
  Extent all{width_of_name(title) * 5 / 4, 28};  // in larger letters
  const Extent words = draw_paragraph(svg, {kMapMargin, kMapMargin + all.height}, first_line);
  all = {std::max(all.width, words.width), all.height + words.height};
  const Extent map =
      HeatMap(tensor, expected, found, tolerance).draw(svg, {kMapMargin, kMapMargin + all.height}, tolerance);
  all = {std::max(all.width, map.width), all.height + map.height};
  return svg.finish({all.width + 2 * kMapMargin, all.height + 2 * kMapMargin}, title + ": " + first_line);
}

}  // namespace dmlrun::picture
