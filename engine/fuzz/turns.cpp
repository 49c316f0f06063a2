#include "engine/fuzz/turns.h"

#include <map>

#include "engine/fuzz/random.h"
#include "engine/fuzz/shape_class.h"

namespace dmlrun::fuzz {
namespace {

CaseClass class_of(const ShapeClass& shape) {
  return {shape.row->type, mode_names(shape), std::string(name(shape.types[0]))};
}

}  // namespace

Turns::Turns(std::span<const std::string> operators, bool strided) {
  std::map<CaseClass, std::vector<std::size_t>> shapes;
  const std::vector<ShapeClass>& all = all_shape_classes();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (strided || !all[i].strided) shapes[class_of(all[i])].push_back(i);
  std::string last;
  for (const CaseClass& one : case_classes(operators)) {
    const auto found = shapes.find(one);
    if (found == shapes.end()) continue;
    if (rows_.empty() || one.row() != last) rows_.emplace_back();
    last = one.row();
    rows_.back().push_back(found->second);
  }
}

std::size_t Turns::at(std::uint64_t seed, std::uint64_t number) const {
  const std::uint64_t round = number / rows_.size();
  const std::size_t row = shuffled_rows(rows_.size(), seed, round)[number % rows_.size()];
  const auto& types = rows_[row];
  const std::size_t type =
      shuffled_rows(types.size(), seed ^ (row + 1) << 32, round / types.size())[round % types.size()];
  const std::vector<std::size_t>& shapes = types[type];
  return shapes[Random(seed ^ 0x7475726e, number).below(shapes.size())];
}

}  // namespace dmlrun::fuzz
