#include "engine/plan/name.h"

#include <algorithm>
#include <array>

#include "engine/plan/axis_runs.h"

namespace dmlrun::plan {

namespace {

/// What occurs in a plan's axes.
struct Traits {
  bool fills = false, reverses = false, splats = false, skips = false, repeats = false, leaves_gaps = false;
};

Traits traits_of(const Plan& plan) {
  Traits traits;
  std::uint64_t below = 1;
  for (std::size_t a = plan.axes.size(); a-- > 0;) {
    const Axis& axis = plan.axes[a];
    for_each_run(axis, [&](const Run& run) {
      traits.fills = traits.fills || run.source == kFill;
      if (run.source == kFill || run.count == 1) return;
      traits.reverses = traits.reverses || run.step == -1;
      traits.splats = traits.splats || run.step == 0;
      traits.skips = traits.skips || run.step < -1 || run.step > 1;
    });
    traits.repeats = traits.repeats || axis.repeat > 1;
    const std::uint64_t size = extent(axis);
    traits.leaves_gaps =
        traits.leaves_gaps || (size > 1 && static_cast<std::uint64_t>(plan.output_strides[a]) != below);
    below *= size;
  }
  return traits;
}

/// The operations in the order in which they first occur, without those that only change a type; "more" stands for
/// those of long lists, whose names would make one that is too long for a C function.
std::string operations(const Plan& plan) {
  constexpr std::size_t kLong = 40;
  std::array<bool, kOperationCount> is_named{};
  std::string text;
  for (const Value& value : plan.values) {
    if (value.op == Op::load || names_type(value.op)) continue;
    bool& named = is_named[static_cast<std::size_t>(value.op)];
    if (!named && text.size() > kLong) return text + "_more";
    if (!named) (text += '_') += operation(value.op).name;
    named = true;
  }
  return text;
}

}  // namespace

std::string name(const Plan& plan) {
  const bool is_fill = std::any_of(plan.axes.begin(), plan.axes.end(), only_fills);
  const Traits traits = traits_of(plan);
  std::string text = is_fill ? "fill" : plan.values.empty() ? "move" : "compute";
  (text += '_') += kElementNames[static_cast<std::size_t>(plan.output)];
  text += '_';
  for (std::size_t a = 0; a < plan.axes.size(); ++a) text += (a == 0 ? "" : "x") + std::to_string(extent(plan.axes[a]));
  if (plan.axes.empty()) text += '1';
  if (!is_fill) {
    text += operations(plan);
    if (plan.operands.size() > 1) text += "_from" + std::to_string(plan.operands.size());
    if (traits.repeats) text += "_repeat";
    if (traits.reverses) text += "_reverse";
    if (traits.splats) text += "_splat";
    if (traits.skips) text += "_skip";
    if (traits.fills) text += "_fill";
  }
  if (traits.leaves_gaps) text += "_gaps";
  return text;
}

}  // namespace dmlrun::plan
