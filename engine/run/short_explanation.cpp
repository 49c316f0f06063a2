#include "engine/run/short_explanation.h"

#include <algorithm>
#include <cstdlib>
#include <span>
#include <vector>

#include "engine/operators/formula/formula_text.h"
#include "engine/operators/operator_state.h"
#include "engine/plan/axis_runs.h"
#include "engine/run/lowered_plans.h"
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

/// A run of an axis; copies that are not of the whole axis say where they begin.
std::string run_words(const plan::Run& run, std::size_t axis, std::span<const TensorSlot> inputs) {
  const std::string count = std::to_string(run.count);
  if (run.source == plan::kFill) return count + " filled";
  const TensorSlot& input = inputs[static_cast<std::size_t>(std::max(run.source, 0))];
  const Dimensions& sizes = input.desc.sizes;
  const bool is_part = run.begin != 0 || axis >= sizes.size() || run.count < sizes[axis];
  const std::string from = is_part ? " from " + std::to_string(run.begin) : "";
  std::string text = count + " copied" + from;
  if (run.count > 1 && run.step == 0) text = "1 repeated " + count + " times";
  else if (run.count > 1 && run.step == -1) text = count + " reversed";
  else if (run.count > 1 && run.step != 1) text += ", " + std::to_string(run.step) + " apart";
  return text + (inputs.size() > 1 && run.source >= 0 ? " of " + shown_name(input) : "");
}

std::string axis_words(const plan::Axis& axis, std::size_t number, std::span<const TensorSlot> inputs) {
  std::vector<std::string> parts;
  const auto add = [&](const std::vector<plan::Run>& runs) {
    for (const plan::Run& run : runs) parts.push_back(run_words(run, number, inputs));
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

/// What begins the words of an axis behind those of others.
std::string axis_label(const std::string& before, std::size_t axis) {
  return (before.empty() ? "axis " : "; axis ") + std::to_string(axis) + ": ";
}

/// The tensor's axis that has such a stride. Precondition: the tensor is packed.
std::size_t axis_of(std::int64_t stride, const TensorDesc& tensor) {
  const Dimensions strides = strides_of(tensor);
  std::size_t axis = 0;
  while (tensor.sizes[axis] == 1 || strides[axis] > static_cast<std::uint64_t>(stride)) ++axis;
  return axis;
}

/// The parts of input axes that make each output axis, outermost first. Precondition: all tensors of `plan` are packed.
std::string parts_words(const plan::Plan& plan, TensorDesc input, TensorDesc output) {
  input.strides = output.strides = {};
  std::vector<std::string> made(output.sizes.size());
  std::vector<bool> is_whole(made.size());
  for (std::size_t axis = 0; axis < made.size(); ++axis) is_whole[axis] = output.sizes[axis] == input.sizes[axis];
  for (std::size_t i = 0; i < plan.axes.size(); ++i) {
    const std::uint64_t count = extent(plan.axes[i]);
    if (count == 1) continue;
    const std::int64_t stride = plan.operands[0].strides[i];
    const std::size_t from = axis_of(stride, input), to = axis_of(plan.output_strides[i], output);
    const std::uint64_t step = static_cast<std::uint64_t>(stride) / strides_of(input)[from];
    const bool is_all = count == input.sizes[from];
    is_whole[to] = is_whole[to] && is_all && from == to;
    made[to] += (made[to].empty() ? "" : ", each with ") + (is_all ? "" : std::to_string(count) + " of ") +
                "input axis " + std::to_string(from) + (step > 1 ? ", " + std::to_string(step) + " apart" : "");
  }
  std::string text;
  for (std::size_t axis = 0; axis < made.size(); ++axis)
    if (!is_whole[axis])
      text += axis_label(text, axis) + (made[axis].empty() ? "1 of input axis " + std::to_string(axis) : made[axis]);
  return text.empty() ? "all are copied" : text + "; others as they are";
}

/// An axis whose coordinates are computed with, and the inputs: of some, such as indices, one element there.
std::string counted_words(const plan::Plan& plan, std::size_t axis, std::span<const TensorSlot> inputs) {
  std::string text = "computed from the coordinate";
  for (const plan::Operand& operand : plan.operands)
    if (operand.input != plan::kIndex && operand.strides != plan::Strides{})
      text += (operand.strides[axis] == 0 ? " and 1 of " : " and ") + shown_name(inputs[operand.input]);
  return text;
}

std::string plan_words(plan::Plan plan, const Operator& op, const TensorSlot& output) {
  if (plan.axes.size() != output.desc.sizes.size()) return parts_words(plan, op.inputs()[0].desc, output.desc);
  std::string text;
  std::size_t whole = 0;
  for (std::size_t i = 0; i < plan.axes.size(); ++i) {
    plan::Axis& axis = plan.axes[i];
    plan::Axis normal = axis;
    plan::normalize_runs(normal);
    if (run_count(normal) <= run_count(axis)) axis = std::move(normal);  // two elements apart become two runs
    const plan::Run* run = plan::only_run(axis);
    const bool is_any = run && run->begin == 0 && (run->step == 1 || run->count == 1) && run->source == plan::kUnchosen;
    const bool is_moved = plan.values.empty() && !op.inputs().empty();
    const bool is_counted = std::ranges::any_of(plan.operands, [&](const plan::Operand& operand) {
      return operand.input == plan::kIndex && operand.strides[i] != 0;
    });
    if (is_counted) text += axis_label(text, i) + counted_words(plan, i, op.inputs());
    else if (is_any && (!is_moved || run->count == op.inputs()[0].desc.sizes[i])) ++whole;
    else text += axis_label(text, i) + axis_words(axis, i, op.inputs());
  }
  if (text.empty()) return plan.values.empty() ? "all are copied" : "element by element";
  if (whole == 0) return text;
  return text + (plan.values.empty() ? "; others as they are" : "; others element by element");
}

/// What a tensor's strides say that its sizes do not; "" where it is packed.
std::string stride_words(const TensorSlot& slot) {
  if (is_packed(slot.desc)) return {};
  return "; " + shown_name(slot) + " has strides " + sizes_json(slot.desc.strides);
}

std::string axes_words(const Operator& op) {
  std::string text;
  std::vector<plan::Plan> plans = lowered_plans(op);
  for (std::size_t i = 0; i < plans.size(); ++i) {
    if (i == kMaxParts) return text + "; ... (" + std::to_string(plans.size()) + " outputs)";
    const TensorSlot& output = op.outputs()[i];
    if (plans.size() > 1) text += (i > 0 ? "; " : "") + shown_name(output) + " ";
    text += plan_words(std::move(plans[i]), op, output);
  }
  for (const TensorSlot& slot : op.inputs()) text += stride_words(slot);
  for (const TensorSlot& slot : op.outputs()) text += stride_words(slot);
  return text;
}

/// The formula of an operator without a value: where there is one for each mode, "EDGE: ...", that of its mode.
std::string formula_line(const Operator& op) {
  const std::vector<std::string>& lines = op.state().row->formula;
  const std::string words = operator_words(op), mode = words.substr(words.find(' ') + 1) + ": ";
  for (const std::string& line : lines)
    if (line.starts_with(mode)) return line.substr(mode.size());
  return lines.empty() ? "none" : lines.front();
}

/// The operator's formula, and how many operations of the plan it became, loads and constants among them.
std::string formula_words(const Operator& op) {
  std::string formula = operators::formula_text(*op.state().row, op.state().desc);
  if (formula.empty()) formula = formula_line(op);
  const std::size_t operations = op.state().plans[0].values.size();
  if (operations == 0) return formula + (op.inputs().empty() ? "; elements are filled" : "; elements are moved");
  return formula + ", " + std::to_string(operations) + (operations == 1 ? " operation" : " operations") +
         " in the plan";
}

}  // namespace

std::string short_explanation(const Operator& op, const Explanation& explanation, std::string_view backend) {
  const std::string arrow = op.inputs().empty() ? "" : tensor_words(op.inputs()) + " to ";
  std::string text = operator_words(op) + ": " + arrow + tensor_words(op.outputs()) + "\n";
  text += "axes: " + axes_words(op) + "\n";
  text += "formula: " + formula_words(op) + "\n";
  text += "back end: " + std::string(explanation.chosen.empty() ? "none" : explanation.chosen);
  for (const auto& choice : explanation.choices)
    if (explanation.chosen.empty() && choice.backend == backend) text += ": " + choice.why_not;
  return text;
}

}  // namespace dmlrun
