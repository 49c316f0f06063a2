#include "jit/halide/pipeline/ending.h"

#include <cmath>

#include "engine/plan/ranges.h"

namespace dmlrun::jit::halide {
namespace {

using plan::Op;
using plan::Plan;
using plan::Value;

bool is_whole(float number, float most) { return number == std::trunc(number) && std::abs(number) <= most; }

}  // namespace

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
  // Together below the 1024 of Arithmetic::bounded(), so that what is bounded there ends at a limit.
  constexpr float kMaxBound = 512, kMaxZeroPoint = 255;
  const auto found = plan::quantized_ending(plan);
  if (!found || !float_in_range(plan) || !is_whole(found->least, kMaxBound) || !is_whole(found->most, kMaxBound))
    return std::nullopt;
  if (found->added) {
    const Value* load = load_behind(plan, *found->added);
    const auto constant = constant_float(plan.values[*found->added]);
    const bool is_byte = load && plan::bytes_of(plan.operands[load->immediate].element) == 1;
    if (!is_byte && !(constant && is_whole(*constant, kMaxZeroPoint))) return std::nullopt;
  }
  return Ending{found->number, found->added, static_cast<std::int32_t>(found->least),
                static_cast<std::int32_t>(found->most)};
}

}  // namespace dmlrun::jit::halide
