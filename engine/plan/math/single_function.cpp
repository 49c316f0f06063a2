#include "engine/plan/math/single_function.h"

#include <array>
#include <string_view>
#include <vector>

#include "engine/plan/math/functions.h"
#include "engine/plan/normalize.h"

namespace dmlrun::plan::math {

namespace {

constexpr std::array<std::string_view, 3> kNames = {"exp", "sigmoid", "tanh"};

std::vector<Value> values_of(std::string_view name) {
  Plan plan;
  plan.operands = {Operand{0, Element::f32, 0, 1, {}}};
  plan.output = Element::f32;
  plan.output_span = 1;
  ValueList list(plan);
  const Number x = Number(list, list.load(0)).cast(Op::convert, Type::f64);
  list.store(find_function(name)->apply(&x).value());  // which rounds
  return normalize(std::move(plan)).values;
}

}  // namespace

std::optional<SingleFunction> single_function(const Plan& plan) {
  constexpr std::size_t kFewValues = 20;  // less than any of them has
  if (plan.values.size() < kFewValues || plan.output != Element::f32 || plan.operands.size() != 1 ||
      plan.operands[0].element != Element::f32)
    return std::nullopt;
  static const std::array<std::vector<Value>, kNames.size()> kValues = {values_of(kNames[0]), values_of(kNames[1]),
                                                                        values_of(kNames[2])};
  for (std::size_t i = 0; i < kValues.size(); ++i)
    if (plan.values == kValues[i]) return static_cast<SingleFunction>(i);
  return std::nullopt;
}

}  // namespace dmlrun::plan::math
