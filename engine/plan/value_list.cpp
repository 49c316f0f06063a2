#include "engine/plan/value_list.h"

#include <algorithm>

namespace dmlrun::plan {

ValueList::Number ValueList::add(const Value& value) {
  const auto found = std::find(values_.begin(), values_.end(), value);
  const auto number = static_cast<Number>(found - values_.begin());
  if (found == values_.end()) values_.push_back(value);
  return number;
}

ValueList::Number ValueList::apply(Op op, std::initializer_list<Number> inputs) {
  Value value{op, Type::f32, {}, 0};
  std::array<Type, 3> types{};
  std::size_t count = 0;
  for (const Number input : inputs) {
    value.inputs[count] = input;
    types[count++] = type_of_value(input);
  }
  value.type = type_given(op, types[0], types).value_or(types[0]);
  return add(value);
}

std::uint32_t ValueList::table(const double* entries, std::size_t count) {
  Table made{Type::f64, {}};
  for (std::size_t i = 0; i < count; ++i) made.entries.push_back(bits_of(Type::f64, entries[i]));
  const auto found = std::find(plan_.tables.begin(), plan_.tables.end(), made);
  const auto number = static_cast<std::uint32_t>(found - plan_.tables.begin());
  if (found == plan_.tables.end()) plan_.tables.push_back(std::move(made));
  return number;
}

void ValueList::store(Number number) {
  values_.resize(number + 1);
  plan_.values = in_order(values_);
}

}  // namespace dmlrun::plan
