#include "engine/plan/fold_values.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "engine/plan/interpreter/compute_values.h"

namespace dmlrun::plan {

namespace {

using Bits = std::array<std::byte, 8>;

Bits bytes_of_constant(const Value& value) noexcept {
  Bits bytes{};
  std::memcpy(bytes.data(), &value.immediate, bytes_of(value.type));
  return bytes;
}

std::uint64_t result_of(const Plan& plan, const Value& value) noexcept {
  const Value& first = plan.values[value.inputs[0]];
  alignas(8) std::array<Bits, 3> inputs;
  for (std::size_t i = 0; i < inputs.size(); ++i) inputs[i] = bytes_of_constant(plan.values[value.inputs[i]]);
  alignas(8) Bits result{};
  compute(value, first.type, {inputs[0].data(), inputs[1].data(), inputs[2].data()}, result.data(), 1);
  std::uint64_t bits = 0;
  std::memcpy(&bits, result.data(), result.size());
  return bits;
}

/// The number of the value that is equal to this one: an input that is multiplied with 1 or divided by 1, or `self`.
std::uint32_t equal_value(const Plan& plan, std::uint32_t self) noexcept {
  const Value& value = plan.values[self];
  if (value.op != Op::multiply && value.op != Op::divide) return self;
  const auto is_one = [&](std::uint32_t input) {
    const Value& other = plan.values[input];
    return other.op == Op::constant && other.immediate == bits_of(other.type, 1);
  };
  if (is_one(value.inputs[1])) return value.inputs[0];
  return value.op == Op::multiply && is_one(value.inputs[0]) ? value.inputs[1] : self;
}

}  // namespace

void fold_values(Plan& plan) {
  bool has_changed = false;
  std::vector<std::uint32_t> equal(plan.values.size());
  for (std::uint32_t v = 0; v < plan.values.size(); ++v) {
    Value& value = plan.values[v];
    const std::size_t arity = operation(value.op).arity;
    for (std::size_t i = 0; i < arity; ++i) value.inputs[i] = equal[value.inputs[i]];
    equal[v] = equal_value(plan, v);
    has_changed = has_changed || equal[v] != v;
    const auto is_constant = [&](std::uint32_t input) { return plan.values[input].op == Op::constant; };
    if (arity == 0 || !std::all_of(value.inputs.begin(), value.inputs.begin() + arity, is_constant)) continue;
    const std::uint64_t bits = result_of(plan, value);
    if (is_nan(value.type, bits)) continue;
    value = {Op::constant, value.type, {}, bits};
    has_changed = true;
  }
  if (!has_changed) return;
  plan.values.resize(equal.back() + std::size_t{1});  // what the last value is equal to
  plan.values = in_order(plan.values);
}

bool stores_what_it_loads(const Plan& plan) noexcept {
  if (plan.values.size() != 1) return false;
  const Operand& operand = plan.operands[plan.values[0].immediate];
  if (operand.input == kIndex || bytes_of(operand.element) != bytes_of(plan.output)) return false;
  return is_float(operand.element) == is_float(plan.output);
}

}  // namespace dmlrun::plan
