#include "engine/fuzz/shape_class.h"

#include <algorithm>
#include <array>
#include <iomanip>
#include <sstream>
#include <variant>

namespace dmlrun::fuzz {
namespace {

constexpr std::array<std::string_view, std::variant_size_v<OperatorDesc>> kKinds{
    "TILE", "JOIN", "PADDING", "PADDING1", "QUANTIZED_LINEAR_ADD", "SLICE", "SLICE1", "SPLIT"};
constexpr std::array<std::string_view, 5> kModes{"CONSTANT", "EDGE", "REFLECTION", "SYMMETRIC", "WRAP"};
constexpr std::array<std::string_view, kFeatureCount> kFeatureNames{"input broadcast by stride 0",
                                                                    "input permuted",
                                                                    "input with gaps",
                                                                    "input overlapping itself",
                                                                    "packed strides written out",
                                                                    "output with gaps",
                                                                    "output permuted",
                                                                    "total size above the need",
                                                                    "alignment given",
                                                                    "OWNED_BY_DML",
                                                                    "output of one element",
                                                                    "output above 4096 elements",
                                                                    "buffers misaligned",
                                                                    "run by slices",
                                                                    "several slices of several elements",
                                                                    "repeat above 65",
                                                                    "JOIN of 1",
                                                                    "JOIN of 8 to 99",
                                                                    "JOIN of 100 and more",
                                                                    "pad of size - 1",
                                                                    "pad of 5 sizes and more",
                                                                    "PADDING value NaN",
                                                                    "no zero points",
                                                                    "some zero points",
                                                                    "all zero points",
                                                                    "scale repeated by stride 0",
                                                                    "scale zero",
                                                                    "scale denormal",
                                                                    "scale infinite",
                                                                    "scale NaN",
                                                                    "scale negative",
                                                                    "SLICE with a stride above 1",
                                                                    "SLICE of one element, stride 2^32 - 1",
                                                                    "SLICE1 walked backwards",
                                                                    "SLICE1 that ends before its window",
                                                                    "SPLIT into 1",
                                                                    "SPLIT into 8 to 99",
                                                                    "SPLIT into 100 and more"};

void add_types(std::vector<ShapeClass>& classes, ShapeClass c) {
  if (c.kind == OperatorKind::quantized_linear_add) {
    for (std::size_t combination = 0; combination < 8; ++combination) {
      for (std::size_t i = 0; i < 3; ++i) c.types[i] = combination >> i & 1 ? DataType::int8 : DataType::uint8;
      classes.push_back(c);
    }
    return;
  }
  for (DataType type :
       {DataType::float32, DataType::float16, DataType::uint32, DataType::uint16, DataType::uint8, DataType::int32,
        DataType::int16, DataType::int8, DataType::float64, DataType::uint64, DataType::int64}) {
    if (c.kind == OperatorKind::tile && type == DataType::float64) continue;  // refused at every level
    c.types[0] = type;
    classes.push_back(c);
  }
}

std::vector<ShapeClass> make_all() {
  std::vector<ShapeClass> classes;
  for (std::size_t number = 0; number < kKinds.size(); ++number) {
    const auto kind = static_cast<OperatorKind>(number);
    const bool pads = kind == OperatorKind::padding || kind == OperatorKind::padding1;
    for (std::size_t mode = 0; mode < (pads ? kModes.size() : 1); ++mode)
      for (bool strided : {false, true})
        for (bool folded : {false, true}) {
          if (folded && (!pads || mode < static_cast<std::size_t>(PaddingMode::reflection))) continue;
          for (std::size_t rank = 1; rank <= kMaxRank; ++rank) {
            ShapeClass c;
            c.kind = kind;
            c.mode = static_cast<PaddingMode>(mode);
            c.rank = rank;
            c.strided = strided;
            c.folded = folded;
            add_types(classes, c);
          }
        }
  }
  return classes;
}

std::string row_name(const ShapeClass& c) {
  std::string text(name(c.kind));
  if (c.kind == OperatorKind::padding || c.kind == OperatorKind::padding1) text += " " + std::string(mode_name(c.mode));
  if (c.strided) text += " strided";
  if (c.folded) text += " folded";
  return text;
}

std::string type_names(const ShapeClass& c) {
  std::string text(name(c.types[0]));
  if (c.kind == OperatorKind::quantized_linear_add)
    text += "+" + std::string(name(c.types[1])) + "=" + std::string(name(c.types[2]));
  return text;
}

}  // namespace

std::string_view name(OperatorKind kind) noexcept { return kKinds[static_cast<std::size_t>(kind)]; }

std::string_view mode_name(PaddingMode mode) noexcept { return kModes[static_cast<std::size_t>(mode)]; }

const std::vector<ShapeClass>& all_shape_classes() {
  static const std::vector<ShapeClass> classes = make_all();
  return classes;
}

Tally::Tally() : classes_(all_shape_classes().size()), features_(kFeatureCount) {}

std::string Tally::table() const {
  const std::vector<ShapeClass>& all = all_shape_classes();
  std::ostringstream text;
  text << std::left << std::setw(38) << "legal cases run" << std::right << std::setw(9) << "total";
  for (std::size_t rank = 1; rank <= kMaxRank; ++rank) text << std::setw(7) << ("rank" + std::to_string(rank));
  text << std::setw(22) << "least (rank, type)\n";
  for (std::size_t begin = 0; begin < all.size();) {
    const std::string row = row_name(all[begin]);
    std::array<std::uint64_t, kMaxRank + 1> by_rank{};
    std::uint64_t total = 0, least = ~std::uint64_t{0};
    for (; begin < all.size() && row_name(all[begin]) == row; ++begin) {
      total += classes_[begin];
      by_rank[all[begin].rank] += classes_[begin];
      least = std::min(least, classes_[begin]);
    }
    text << std::left << std::setw(38) << row << std::right << std::setw(9) << total;
    for (std::size_t rank = 1; rank <= kMaxRank; ++rank) text << std::setw(7) << by_rank[rank];
    text << std::setw(21) << least << '\n';
  }
  for (std::size_t i = 0; i < kFeatureCount; ++i)
    text << std::left << std::setw(38) << kFeatureNames[i] << std::right << std::setw(9) << features_[i] << '\n';
  return text.str();
}

std::string Tally::missing(std::span<const std::size_t> left_out) const {
  std::string text;
  for (std::size_t i = 0; i < classes_.size(); ++i)
    if (classes_[i] == 0) {
      const ShapeClass& c = all_shape_classes()[i];
      text += row_name(c) + " of rank " + std::to_string(c.rank) + ", " + type_names(c) + '\n';
    }
  for (std::size_t i = 0; i < kFeatureCount; ++i)
    if (features_[i] == 0 && std::find(left_out.begin(), left_out.end(), i) == left_out.end()) text += std::string(kFeatureNames[i]) + '\n';
  return text;
}

}  // namespace dmlrun::fuzz
