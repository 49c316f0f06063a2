#include "engine/run/short_explanation.h"

#include <algorithm>
#include <cstdlib>
#include <span>
#include <vector>

#include "engine/operators/definition.h"
#include "engine/operators/formula_text.h"
#include "engine/plan/axis_runs.h"
#include "engine/run/unfolded_plans.h"
#include "engine/spec/tensor_names.h"

namespace dmlrun {
namespace {

constexpr std::size_t kMaxParts = 6;  ///< of an axis, and tensors in a row

std::string tensor_words(std::span<const TensorSlot> slots) {
  std::string text;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (i == kMaxParts) return text + ", ... (" + std::to_string(slots.size()) + " in all)";
    text += (i > 0 ? ", " : "") + shown_name(slots[i]) + " " + std::string(name(slots[i].desc.type)) + " " +
            sizes_json(slots[i].desc.sizes);
  }
  return text;
}

std::string run_words(const plan::Run& run, std::span<const TensorSlot> inputs) {
  const std::string count = std::to_string(run.count);
  if (run.source == plan::kFill) return count + " filled";
  std::string text = count + " copied";
  if (run.count > 1 && run.step == 0) text = "1 repeated " + count + " times";
  else if (run.count > 1 && run.step == -1) text = count + " reversed";
  else if (run.count > 1 && run.step != 1) text = count + " copied, " + std::to_string(run.step) + " apart";
  if (inputs.size() > 1 && run.source >= 0) text += " of " + shown_name(inputs[static_cast<std::size_t>(run.source)]);
  return text;
}

std::string axis_words(const plan::Axis& axis, std::span<const TensorSlot> inputs) {
  std::vector<std::string> parts;
  const auto add = [&](const std::vector<plan::Run>& runs) {
    for (const plan::Run& run : runs) parts.push_back(run_words(run, inputs));
  };
  add(axis.head);
  const std::size_t before = parts.size();
  add(axis.body);
  if (axis.repeat > 1 && parts.size() > before) {
    parts[before] = "(" + parts[before];
    parts.back() += ") " + std::to_string(axis.repeat) + " times";
    if (axis.advance != 0)
      parts.back() +=
          ", each time " + std::to_string(std::abs(axis.advance)) + (axis.advance < 0 ? " back" : " further on");
  }
  add(axis.tail);
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i == kMaxParts) return text + ", ... (" + std::to_string(parts.size()) + " parts)";
    text += (i > 0 ? " + " : "") + parts[i];
  }
  return text;
}

bool is_whole(const plan::Axis& axis) {
  const plan::Run* run = plan::only_run(axis);
  return run && run->begin == 0 && (run->step == 1 || run->count == 1) && run->source == plan::kAny;
}

std::string axes_words(const Operator& op) {
  plan::Plan plan = std::move(unfolded_plans(op)[0]);
  if (plan.axes.size() != op.outputs()[0].desc.sizes.size()) return "parts of axes change places";
  for (plan::Axis& axis : plan.axes) {
    plan::Axis normal = axis;
    plan::normalize_runs(normal);
    if (run_count(normal) <= run_count(axis)) axis = std::move(normal);  // two elements apart become two runs
  }
  std::string text;
  for (std::size_t i = 0; i < plan.axes.size(); ++i)
    if (!is_whole(plan.axes[i]))
      text += (text.empty() ? "" : "; ") + ("axis " + std::to_string(i)) + ": " + axis_words(plan.axes[i], op.inputs());
  if (text.empty()) return plan.values.empty() ? "all are copied" : "element by element";
  const bool has_others = std::any_of(plan.axes.begin(), plan.axes.end(), is_whole);
  return text + (has_others ? "; others as they are" : "");
}

/// The operator's formula, and how many values of the plan it became; some operators compute without one.
std::string formula_words(const std::string& formula, std::size_t values) {
  if (values == 0) return (formula.empty() ? "none" : formula) + "; elements are moved";
  return (formula.empty() ? "the operator's own" : formula) + ", as " + std::to_string(values) +
         (values == 1 ? " value" : " values");
}

}  // namespace

std::string short_explanation(const Operator& op, const Explanation& explanation, std::string_view backend) {
  const std::string value = operators::formula_text(*op.state().row, op.state().desc);
  const std::string arrow = op.inputs().empty() ? "" : tensor_words(op.inputs()) + " to ";
  std::string text = operator_words(op) + ": " + arrow + tensor_words(op.outputs()) + "\n";
  text += "axes: " + axes_words(op) + "\n";
  text += "formula: " + formula_words(value, op.state().plans[0].values.size()) + "\n";
  text += "back end: " + std::string(explanation.chosen.empty() ? "none" : explanation.chosen);
  for (const auto& choice : explanation.choices)
    if (explanation.chosen.empty() && choice.backend == backend) text += ": " + choice.why_not;
  return text;
}

}  // namespace dmlrun
