#include "engine/plan/check_values.h"

#include <algorithm>

namespace dmlrun::plan {

namespace {

/// What is wrong with one constant; its type is known.
std::string check_bits(Type type, std::uint64_t bits) {
  if (bytes_of(type) == 4 && bits > 0xffffffffu) return "has more bits than its type";
  if (is_nan(type, bits) && bits != canonical_nan(type)) return "is a NaN other than the canonical one";
  return {};
}

std::string check_immediate(const Plan& plan, const Value& value) {
  switch (value.op) {
    case Op::load:
      if (value.immediate >= plan.operands.size())
        return "names operand " + std::to_string(value.immediate) + " of " + std::to_string(plan.operands.size());
      if (value.type != type_of(plan.operands[value.immediate].element)) return "has another type than its operand";
      return {};
    case Op::constant: return check_bits(value.type, value.immediate);
    default: return value.immediate == 0 ? "" : "has an immediate and needs none";
  }
}

std::string check_value(const Plan& plan, std::size_t number) {
  const Value& value = plan.values[number];
  if (static_cast<std::size_t>(value.op) >= kOperationCount) return "is no known operation";
  if (value.type > Type::f64) return "has no known type";
  const std::size_t arity = operation(value.op).arity;
  std::array<Type, 3> types{};
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (i >= arity && value.inputs[i] != 0) return "has more inputs than its operation";
    if (i < arity && value.inputs[i] >= number) return "is made of a value that is not before it";
    if (i < arity) types[i] = plan.values[value.inputs[i]].type;
  }
  if (std::string wrong = check_immediate(plan, value); !wrong.empty()) return wrong;
  const auto type = type_given(value.op, value.type, types);
  if (!type) return "takes no inputs of these types";
  return *type == value.type ? "" : "gives another type than it has";
}

}  // namespace

std::string check_values(const Plan& plan) {
  if (!is_number(plan.output)) return "values need an output of numbers";
  if (plan.values.size() > kMaxValues) return "there are more than " + std::to_string(kMaxValues) + " values";
  for (std::size_t o = 0; o < plan.operands.size(); ++o)
    if (!is_number(plan.operands[o].element))
      return "operand " + std::to_string(o) + " does not hold the numbers that values are made of";
  for (std::size_t v = 0; v < plan.values.size(); ++v)
    if (std::string wrong = check_value(plan, v); !wrong.empty()) return "value " + std::to_string(v) + " " + wrong;
  if (std::none_of(plan.values.begin(), plan.values.end(), [](const Value& v) { return v.op == Op::load; }))
    return "the values load no operand; a constant is a fill";
  if (in_order(plan.values) != plan.values) return "the values are not in order, or some are equal or not used";
  if (!can_store(plan.values.back().type, plan.output))
    return "a value of " + std::string(kTypeNames[static_cast<std::size_t>(plan.values.back().type)]) +
           " cannot be stored as " + std::string(kElementNames[static_cast<std::size_t>(plan.output)]);
  return {};
}

}  // namespace dmlrun::plan
