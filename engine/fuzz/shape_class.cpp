#include "engine/fuzz/shape_class.h"

#include <algorithm>
#include <array>
#include <iomanip>
#include <sstream>

#include "dmlrun/spec.h"

namespace dmlrun::fuzz {
namespace {

using operators::FieldKind;
using operators::OperatorRow;
using operators::RowField;

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
                                                                    "array entry: size - 1",
                                                                    "array entry: 5 sizes and more",
                                                                    "array entry above 65",
                                                                    "array entry 2^31 - 1 or more",
                                                                    "array entry negative",
                                                                    "array of 1 tensor",
                                                                    "array of 8 to 99 tensors",
                                                                    "array of 100 tensors and more",
                                                                    "array of tensors of unequal sizes",
                                                                    "no optional tensors",
                                                                    "some optional tensors",
                                                                    "all optional tensors",
                                                                    "FLOAT field NaN",
                                                                    "scale repeated by stride 0",
                                                                    "scale zero",
                                                                    "scale denormal",
                                                                    "scale infinite",
                                                                    "scale NaN",
                                                                    "scale negative"};

/// `classes` with each choice of the next value.
template <class Choices, class Set>
void multiply(std::vector<ShapeClass>& classes, const Choices& choices, Set set) {
  std::vector<ShapeClass> more;
  for (const ShapeClass& one : classes)
    for (const auto& choice : choices) set(more.emplace_back(one), choice);
  classes = std::move(more);
}

void add_row(const OperatorRow& row, std::vector<ShapeClass>& all) {
  std::vector<ShapeClass> classes(1);
  classes[0].row = &row;
  for (const RowField& field : row.fields)
    if (field.kind == FieldKind::enumeration)
      multiply(classes, field.values, [](ShapeClass& c, const operators::EnumValue& v) { c.modes.push_back(v.value); });
  multiply(classes, std::array{false, true}, [](ShapeClass& c, bool strided) { c.strided = strided; });
  const std::vector<const RowField*> typed = typed_tensors(row);
  const operators::SupportRow& first = *row.supported(typed[0]->name, kLatestFeatureLevel);
  std::vector<std::size_t> ranks;
  for (std::size_t rank = first.least_rank; rank <= first.most_rank; ++rank) ranks.push_back(rank);
  multiply(classes, ranks, [](ShapeClass& c, std::size_t rank) { c.rank = rank; });
  for (const RowField* tensor : typed)
    multiply(classes, row.supported(tensor->name, kLatestFeatureLevel)->types,
             [](ShapeClass& c, DataType type) { c.types.push_back(type); });
  all.insert(all.end(), classes.begin(), classes.end());
}

std::vector<ShapeClass> make_all() {
  std::vector<ShapeClass> all;
  for (std::string_view type : operator_types()) add_row(*operators::find_row(type), all);
  return all;
}

std::string row_name(const ShapeClass& c) {
  std::string text = c.row->type;
  if (text.starts_with("ELEMENT_WISE_")) text.erase(0, 13);
  const std::string modes = mode_names(c);
  return text + (modes.empty() ? "" : " " + modes) + (c.strided ? " strided" : "");
}

std::string type_names(const ShapeClass& c) {
  std::string text;
  for (const DataType type : c.types) text += (text.empty() ? "" : "+") + std::string(name(type));
  return text;
}

}  // namespace

std::string mode_names(const ShapeClass& c) {
  std::string text;
  std::size_t next = 0;
  for (const RowField& field : c.row->fields) {
    if (field.kind != FieldKind::enumeration) continue;
    for (const operators::EnumValue& value : field.values)
      if (value.value == c.modes[next]) text += (text.empty() ? "" : ",") + value.name;
    ++next;
  }
  return text;
}

std::vector<const RowField*> typed_tensors(const OperatorRow& row) {
  std::vector<const RowField*> tensors;
  for (const RowField& field : row.fields)
    if (field.is_tensor() && !field.one_element && !field.optional && field.type_of.empty()) tensors.push_back(&field);
  if (row.rule("types")) tensors.resize(1);
  return tensors;
}

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
    if (features_[i] == 0 && std::find(left_out.begin(), left_out.end(), i) == left_out.end())
      text += std::string(kFeatureNames[i]) + '\n';
  return text;
}

}  // namespace dmlrun::fuzz
