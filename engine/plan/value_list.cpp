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

void ValueList::store(Number number) {
  values_.resize(number + 1);
  plan_.values = in_order(values_);
}

}  // namespace dmlrun::plan
