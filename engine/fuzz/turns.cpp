#include "engine/fuzz/turns.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "dmlrun/spec.h"
#include "engine/fuzz/random.h"

namespace dmlrun::fuzz {

CaseClass case_class(const ShapeClass& shape) {
  return {shape.row->type, mode_names(shape), std::string(name(shape.types[0]))};
}

bool is_among(std::span<const std::string> operators, const CaseClass& one) {
  return operators.empty() || std::any_of(operators.begin(), operators.end(),
                                          [&](const std::string& word) { return word == one.op || word == one.row(); });
}

std::vector<CaseClass> case_classes(std::span<const std::string> operators) {
  std::vector<CaseClass> classes;
  std::set<CaseClass> met;
  for (const ShapeClass& shape : all_shape_classes())
    if (CaseClass one = case_class(shape); is_among(operators, one) && met.insert(one).second)
      classes.push_back(std::move(one));
  return classes;
}

std::vector<std::size_t> shuffled_rows(std::size_t rows, std::uint64_t seed, std::uint64_t round) {
  std::vector<std::size_t> order(rows);
  std::iota(order.begin(), order.end(), std::size_t{0});
  Random random(seed ^ 0x726f7773, round);
  for (std::size_t i = rows; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  return order;
}

Turns::Turns(std::span<const std::string> operators, bool strided) {
  std::map<CaseClass, std::vector<std::size_t>> shapes;
  const std::vector<ShapeClass>& all = all_shape_classes();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (strided || !all[i].strided) shapes[case_class(all[i])].push_back(i);
  std::string last;
  for (const CaseClass& one : case_classes(operators)) {
    if (rows_.empty() || one.row() != last) rows_.emplace_back();
    last = one.row();
    rows_.back().push_back(shapes.at(one));
  }
}

std::size_t Turns::until_all() const {
  std::size_t types = 0;
  for (const auto& row : rows_) types = std::max(types, row.size());
  return types * rows_.size();
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
