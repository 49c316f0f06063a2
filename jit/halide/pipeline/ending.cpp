#include "jit/halide/pipeline/ending.h"

#include <bit>
#include <cmath>

#include "engine/plan/ranges.h"

namespace dmlrun::jit::halide {
namespace {

using plan::Op;
using plan::Plan;
using plan::Value;

/// A whole constant of at most this magnitude.
std::optional<std::int32_t> whole_of(const Value& value, float most) {
  const auto number = constant_float(value);
  if (!number || *number != std::trunc(*number) || std::abs(*number) > most) return std::nullopt;
  return static_cast<std::int32_t>(*number);
}

}  // namespace

std::optional<float> constant_float(const Value& value) {
  if (value.op != Op::constant || value.type != plan::Type::f32) return std::nullopt;
  return std::bit_cast<float>(static_cast<std::uint32_t>(value.immediate));
}

const Value* load_behind(const Plan& plan, std::uint32_t value) {
  const Value* at = &plan.values[value];
  if (at->op == Op::convert) at = &plan.values[at->inputs[0]];
  return at->op == Op::load ? at : nullptr;
}

std::optional<std::uint32_t> float_in_range(const Plan& plan) {
  const Value& last = plan.values.back();
  if (plan::bytes_of(plan.output) != 1 || last.op != Op::saturate || last.type != plan::Type::i32) return std::nullopt;
  if (plan.values[last.inputs[0]].type != plan::Type::f32) return std::nullopt;
  if (!plan::ranges_of(plan).back().is_inside(plan::range_of(plan.output))) return std::nullopt;
  return last.inputs[0];
}

std::optional<Ending> ending_of(const Plan& plan) {
  constexpr float kMaxBound = 512, kMaxZeroPoint = 255;
  const auto root = float_in_range(plan);
  if (!root || plan.values[*root].op != Op::minimum) return std::nullopt;
  const Value& upper = plan.values[*root];
  const Value& lower = plan.values[upper.inputs[0]];
  if (lower.op != Op::maximum) return std::nullopt;
  const auto most = whole_of(plan.values[upper.inputs[1]], kMaxBound);
  const auto least = whole_of(plan.values[lower.inputs[1]], kMaxBound);
  if (!most || !least) return std::nullopt;
  Ending ending{0, {}, *least, *most};
  const Value* whole = &plan.values[lower.inputs[0]];
  if (whole->op == Op::add) {
    const std::uint32_t added = whole->inputs[1];
    const Value* load = load_behind(plan, added);
    const bool is_byte = load && plan::bytes_of(plan.operands[load->immediate].element) == 1;
    if (!is_byte && !whole_of(plan.values[added], kMaxZeroPoint)) return std::nullopt;
    ending.zero_point = added;
    whole = &plan.values[whole->inputs[0]];
  }
  if (whole->op != Op::round) return std::nullopt;
  ending.x = whole->inputs[0];
  return ending;
}

}  // namespace dmlrun::jit::halide
