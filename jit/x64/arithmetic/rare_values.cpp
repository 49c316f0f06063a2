#include "jit/x64/arithmetic/rare_values.h"

namespace dmlrun::jit::x64::arithmetic {

namespace {

/// In place of a condition: the value is always needed; no later value uses it.
constexpr std::uint32_t kAlways = 0xffffffff, kUnused = kAlways - 1;
/// Values that are computed in the time that a mispredicted jump costs.
constexpr std::uint32_t kMinSkipped = 10;

/// For each value, the condition of the outermost select. Constants are computed before.
std::vector<std::uint32_t> conditions_of(const plan::Plan& plan) {
  std::vector<std::uint32_t> conditions(plan.values.size(), kUnused);
  conditions.back() = kAlways;
  for (std::size_t v = plan.values.size(); v-- > 0;) {
    const plan::Value& value = plan.values[v];
    if (value.op == plan::Op::constant) conditions[v] = kAlways;
    for (std::size_t i = 0; i < plan::operation(value.op).arity; ++i) {
      const bool is_first_side = conditions[v] == kAlways && value.op == plan::Op::select && i == 1;
      const std::uint32_t own = is_first_side ? value.inputs[0] : conditions[v];
      std::uint32_t& input = conditions[value.inputs[i]];
      input = input == kUnused || input == own ? own : kAlways;
    }
  }
  return conditions;
}

}  // namespace

RareValues::RareValues(const plan::Plan& plan, bool are_any)
    : plan_(plan), conditions_(are_any ? conditions_of(plan) : std::vector(plan.values.size(), kAlways)) {
  std::vector<std::uint32_t> counts(plan.values.size());
  for (const std::uint32_t condition : conditions_)
    if (condition < kUnused) ++counts[condition];
  for (std::uint32_t& condition : conditions_)
    if (condition >= kUnused || counts[condition] < kMinSkipped) condition = kAlways;
}

bool RareValues::postpones(std::size_t value) {
  if (conditions_[value] == kAlways) return false;
  postponed_.push_back(value);
  return true;
}

std::vector<std::size_t> RareValues::due(const plan::Value& select) {
  std::vector<std::size_t> due;
  if (conditions_[static_cast<std::size_t>(&select - plan_.values.data())] != kAlways) return due;
  std::erase_if(postponed_, [&](std::size_t value) {
    if (conditions_[value] == select.inputs[0]) due.push_back(value);
    return conditions_[value] == select.inputs[0];
  });
  return due;
}

}  // namespace dmlrun::jit::x64::arithmetic
