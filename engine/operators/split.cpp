// SPLIT: cuts a tensor along one axis into several.
#include <optional>

#include "engine/operators/lowering.h"
#include "engine/operators/operator_list.h"
#include "engine/operators/tensor_rules.h"

namespace dmlrun::operators {
namespace {

Place output_place(std::size_t i) { return {"OutputTensors", static_cast<std::int64_t>(i)}; }

/// Outputs without Sizes share equally what the others leave of the axis. Where there is no such axis they get the
/// input's, so that SPLIT-4 says so.
void derive_sizes(Fields& fields, const Dimensions& input, std::uint32_t axis) {
  std::vector<TensorDraft>& outputs = fields.drafts("OutputTensors");
  std::uint64_t known = 0, open = 0;
  std::size_t first_open = 0;
  for (std::size_t i = outputs.size(); i-- > 0;) {
    const std::optional<Dimensions>& sizes = outputs[i].sizes;
    if (!sizes) ++open, first_open = i;
    else if (axis < sizes->size()) known += (*sizes)[axis];
  }
  if (open == 0) return;
  Dimensions part = input;
  if (axis < input.size()) {
    const std::uint64_t rest = input[axis] > known ? input[axis] - known : 0;
    if (!fields.checker().require(rest > 0 && rest % open == 0, "SPLIT-7", output_place(first_open), [&] {
          return std::to_string(rest) + " of " + std::to_string(input[axis]) + " elements along axis " +
                 std::to_string(axis) + " remain for " + std::to_string(open) +
                 " outputs without Sizes, not as many for each; their Sizes were expected";
        }))
      return;
    part[axis] = static_cast<std::uint32_t>(rest / open);
  }
  for (TensorDraft& output : outputs)
    if (!output.sizes) output.sizes = part;
}

OperatorDesc assemble(Fields& fields) {
  SplitDesc desc;
  desc.axis = fields.number("Axis");
  TensorDraft& input = fields.draft("InputTensor");
  std::vector<TensorDraft>& outputs = fields.drafts("OutputTensors");
  if (fields.given("OutputTensors")) {
    fields.match_count("OutputCount", outputs.size(), "OutputTensors", "SPLIT-1");
  } else {
    const std::uint32_t count = fields.number("OutputCount");
    if (!check_array_length(fields.checker(), "OutputCount", count)) return desc;
    outputs.resize(count);
  }
  std::vector<TensorDraft*> typed{&input};
  for (TensorDraft& output : outputs) typed.push_back(&output);
  Fields::share_type(typed);
  if (const auto sizes = Fields::sizes_of(input)) derive_sizes(fields, *sizes, desc.axis);
  desc.input = fields.finish("InputTensor");
  for (std::size_t i = 0; i < outputs.size(); ++i) desc.outputs.push_back(fields.finish(outputs[i], output_place(i)));
  return desc;
}

bool check_sizes(const SplitDesc& d, Checker& c) {
  const Dimensions& input = d.input.sizes;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < d.outputs.size(); ++i) {
    const Dimensions& sizes = d.outputs[i].sizes;
    if (!c.require(sizes.size() == input.size(), "SPLIT-5", output_place(i).at("Sizes"), [&] {
          return std::to_string(sizes.size()) + " dimensions were found; InputTensor has " +
                 std::to_string(input.size());
        }))
      return false;
    for (std::size_t k = 0; k < input.size(); ++k)
      if (!c.require(k == d.axis || sizes[k] == input[k], "SPLIT-6",
                     output_place(i).at("Sizes", static_cast<std::int64_t>(k)), [&] {
                       return std::to_string(sizes[k]) + " was found; InputTensor has " + std::to_string(input[k]) +
                              " there, and only axis " + std::to_string(d.axis) + " may differ";
                     }))
        return false;
    sum += d.axis < sizes.size() ? sizes[d.axis] : 0;
    const bool last = i + 1 == d.outputs.size();
    if (!c.require(last ? sum == input[d.axis] : sum <= input[d.axis], "SPLIT-7",
                   output_place(i).at("Sizes", d.axis), [&] {
                     return "the sizes along axis " + std::to_string(d.axis) + " add up to " + std::to_string(sum) +
                            " here; InputTensor has " + std::to_string(input[d.axis]);
                   }))
      return false;
  }
  return true;
}

bool check(const OperatorDesc& any, Checker& c) {
  const SplitDesc& d = std::get<SplitDesc>(any);
  const Place outputs{"OutputTensors"};
  if (!c.require(!d.outputs.empty(), "SPLIT-2", outputs,
                 [] { return std::string("no output was found; at least one was expected"); }))
    return false;
  const std::uint64_t limit = c.validation().limits.join_inputs;
  if (!c.require(d.outputs.size() <= limit, "SPLIT-3", outputs, [&] {
        return std::to_string(d.outputs.size()) + " outputs were found; the limit is " + std::to_string(limit);
      }))
    return false;
  const std::size_t rank = d.input.sizes.size();
  if (!c.require(d.axis < rank, "SPLIT-4", {"Axis"}, [&] {
        return "axis " + std::to_string(d.axis) + " was found; InputTensor has axes 0 to " + std::to_string(rank - 1);
      }))
    return false;
  if (d.axis >= rank) return true;
  if (!check_sizes(d, c)) return false;
  for (std::size_t i = 0; i < d.outputs.size(); ++i)
    if (!c.require(d.outputs[i].type == d.input.type, "SPLIT-8", output_place(i).at("DataType"), [&] {
          return std::string(name(d.outputs[i].type)) + " was found; InputTensor is " +
                 std::string(name(d.input.type)) + ", and all must be the same";
        }))
      return false;
  return true;
}

bool check_level(std::span<const TensorSlot> slots, Checker& c) {
  return check_support(c, slots, "SPLIT-9", "SPLIT-10");
}

void list_tensors(const OperatorDesc& any, std::vector<TensorSlot>& inputs, std::vector<TensorSlot>& outputs) {
  const SplitDesc& d = std::get<SplitDesc>(any);
  inputs.push_back({"InputTensor", 0, false, d.input});
  outputs.reserve(d.outputs.size());
  for (std::size_t i = 0; i < d.outputs.size(); ++i)
    outputs.push_back({"OutputTensors", static_cast<std::uint32_t>(i), true, d.outputs[i]});
}

std::vector<plan::Plan> lower(const OperatorDesc& any) {
  const SplitDesc& d = std::get<SplitDesc>(any);
  std::vector<plan::Plan> plans;
  plans.reserve(d.outputs.size());
  std::uint32_t begin = 0;
  for (const TensorDesc& output : d.outputs) {
    plan::Plan plan = writes(output, moved(output.type));
    plan.operands.push_back(operand(0, d.input, moved(d.input.type)));
    for (std::size_t k = 0; k < output.sizes.size(); ++k)
      plan.axes.push_back(stepped(output.sizes[k], k == d.axis ? begin : 0, 1));
    if (d.axis < output.sizes.size()) begin += output.sizes[d.axis];
    plans.push_back(std::move(plan));
  }
  return plans;
}

void write(const OperatorDesc& any, FieldWriter& w) {
  const SplitDesc& d = std::get<SplitDesc>(any);
  w.tensor("InputTensor", d.input);
  w.number("OutputCount", static_cast<std::uint32_t>(d.outputs.size()));
  w.tensors("OutputTensors", d.outputs);
  w.number("Axis", d.axis);
}

}  // namespace

const OperatorEntry kSplit{"SPLIT", assemble, check, check_level, list_tensors, lower, write};

}  // namespace dmlrun::operators
