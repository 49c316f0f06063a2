#include "engine/plan/quantized_ending.h"

namespace dmlrun::plan {

std::optional<float> constant_float(const Value& value) {
  if (value.op != Op::constant || value.type != Type::f32) return std::nullopt;
  return static_cast<float>(number_of(value.type, value.immediate));
}

std::optional<QuantizedEnding> quantized_ending(const Plan& plan) {
  const auto value = [&](std::uint32_t number) -> const Value& { return plan.values[number]; };
  const auto is = [](const Value& one, Op op) { return one.op == op && one.type == Type::f32; };
  const Value& last = plan.values.back();
  if (bytes_of(plan.output) != 1 || last.op != Op::saturate || last.type != Type::i32) return std::nullopt;
  const Value& upper = value(last.inputs[0]);
  if (!is(upper, Op::minimum)) return std::nullopt;
  const Value& lower = value(upper.inputs[0]);
  if (!is(lower, Op::maximum)) return std::nullopt;
  const auto least = constant_float(value(lower.inputs[1])), most = constant_float(value(upper.inputs[1]));
  if (!least || !most) return std::nullopt;
  QuantizedEnding ending{0, lower.inputs[0], {}, *least, *most};
  if (value(ending.rounded).op == Op::add) {
    ending.added = value(ending.rounded).inputs[1];
    ending.rounded = value(ending.rounded).inputs[0];
  }
  if (value(ending.rounded).op != Op::round) return std::nullopt;
  ending.number = value(ending.rounded).inputs[0];
  return ending;
}

}  // namespace dmlrun::plan
