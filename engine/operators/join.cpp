// JOIN: concatenates tensors along one axis.
#include <algorithm>

#include "engine/operators/lowering.h"
#include "engine/operators/operator_list.h"
#include "engine/operators/tensor_rules.h"

namespace dmlrun::operators {
namespace {

Place input_place(std::size_t i) { return {"InputTensors", static_cast<std::int64_t>(i)}; }

OperatorDesc assemble(Fields& fields) {
  JoinDesc desc;
  desc.axis = fields.number("Axis");
  std::vector<TensorDraft>& inputs = fields.drafts("InputTensors");
  TensorDraft& output = fields.draft("OutputTensor");
  const bool counted = fields.given("InputTensors");
  if (counted || !inputs.empty()) fields.match_count("InputCount", inputs.size(), "InputTensors", "JOIN-1");
  // More inputs than the limit are refused by JOIN-3; deriving from them first would only cost time.
  std::vector<TensorDraft*> typed{&output};
  for (TensorDraft& input : inputs) typed.push_back(&input);
  Fields::share_type(typed);
  if (!output.sizes && !inputs.empty()) {
    std::uint64_t sum = 0;
    output.sizes = Fields::sizes_of(inputs[0]);
    for (const TensorDraft& input : inputs) {
      const auto sizes = Fields::sizes_of(input);
      if (!sizes || !output.sizes) output.sizes.reset();
      else if (desc.axis < sizes->size()) sum += (*sizes)[desc.axis];
    }
    // JOIN-7 refuses what does not fit.
    if (output.sizes && desc.axis < output.sizes->size())
      (*output.sizes)[desc.axis] = static_cast<std::uint32_t>(std::min<std::uint64_t>(sum, 0xFFFFFFFFu));
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) desc.inputs.push_back(fields.finish(inputs[i], input_place(i)));
  if (inputs.empty() && !counted) {
    TensorDraft unknown;
    desc.inputs.push_back(fields.finish(unknown, input_place(0)));
  }
  if (inputs.empty() && counted) return desc;  // JOIN-2 refuses it
  desc.output = fields.finish("OutputTensor");
  return desc;
}

bool check_shapes(const JoinDesc& d, Checker& c) {
  const std::size_t rank = d.inputs[0].sizes.size();
  const Place output{"OutputTensor"};
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < d.inputs.size(); ++i) {
    const Dimensions& sizes = d.inputs[i].sizes;
    if (!c.require(sizes.size() == rank, "JOIN-5", input_place(i).at("Sizes"), [&] {
          return std::to_string(sizes.size()) + " dimensions were found; InputTensors[0] has " + std::to_string(rank);
        }))
      return false;
    for (std::size_t k = 0; k < rank && k < sizes.size(); ++k)
      if (!c.require(k == d.axis || sizes[k] == d.inputs[0].sizes[k], "JOIN-6",
                     input_place(i).at("Sizes", static_cast<std::int64_t>(k)), [&] {
                       return std::to_string(sizes[k]) + " was found in InputTensors[" + std::to_string(i) +
                              "]; InputTensors[0] has " + std::to_string(d.inputs[0].sizes[k]) + " there, and only axis " +
                              std::to_string(d.axis) + " may differ";
                     }))
        return false;
    sum += d.axis < sizes.size() ? sizes[d.axis] : 0;
    if (!c.require(sum <= 0xFFFFFFFFu, "JOIN-7", input_place(i).at("Sizes", d.axis), [&] {
          return "the sizes along axis " + std::to_string(d.axis) + " add up to " + std::to_string(sum) +
                 " here; at most 4294967295 is possible";
        }))
      return false;
  }
  if (!c.require(d.output.sizes.size() == rank, "JOIN-5", output.at("Sizes"), [&] {
        return std::to_string(d.output.sizes.size()) + " dimensions were found; the inputs have " +
               std::to_string(rank);
      }))
    return false;
  for (std::size_t k = 0; k < rank && k < d.output.sizes.size(); ++k) {
    const std::uint64_t expected = k == d.axis ? sum : d.inputs[0].sizes[k];
    if (!c.require(d.output.sizes[k] == expected, "JOIN-8", output.at("Sizes", static_cast<std::int64_t>(k)), [&] {
          return std::to_string(d.output.sizes[k]) + " was found; the inputs make " + std::to_string(expected);
        }))
      return false;
  }
  return true;
}

bool check(const OperatorDesc& any, Checker& c) {
  const JoinDesc& d = std::get<JoinDesc>(any);
  const Place inputs{"InputTensors"};
  if (!c.require(!d.inputs.empty(), "JOIN-2", inputs,
                 [] { return std::string("no input was found; at least one was expected"); }))
    return false;
  const std::uint64_t limit = c.validation().limits.join_inputs;
  if (!c.require(d.inputs.size() <= limit, "JOIN-3", inputs, [&] {
        return std::to_string(d.inputs.size()) + " inputs were found; the limit is " + std::to_string(limit);
      }))
    return false;
  if (d.inputs.empty()) return true;
  const std::size_t rank = d.inputs[0].sizes.size();
  if (!c.require(d.axis < rank, "JOIN-4", {"Axis"}, [&] {
        return "axis " + std::to_string(d.axis) + " was found; the inputs have axes 0 to " + std::to_string(rank - 1);
      }))
    return false;
  if (!check_shapes(d, c)) return false;
  for (std::size_t i = 0; i <= d.inputs.size(); ++i) {
    const bool last = i == d.inputs.size();
    const DataType type = last ? d.output.type : d.inputs[i].type;
    if (!c.require(type == d.inputs[0].type, "JOIN-9",
                   (last ? Place{"OutputTensor"} : input_place(i)).at("DataType"), [&] {
                     return std::string(name(type)) + " was found; InputTensors[0] is " +
                            std::string(name(d.inputs[0].type)) + ", and all must be the same";
                   }))
      return false;
  }
  return true;
}

bool check_level(std::span<const TensorSlot> slots, Checker& c) {
  return check_support(c, slots, "JOIN-10", "JOIN-11");
}

void list_tensors(const OperatorDesc& any, std::vector<TensorSlot>& inputs, std::vector<TensorSlot>& outputs) {
  const JoinDesc& d = std::get<JoinDesc>(any);
  inputs.reserve(d.inputs.size());
  for (std::size_t i = 0; i < d.inputs.size(); ++i)
    inputs.push_back({"InputTensors", static_cast<std::uint32_t>(i), true, d.inputs[i]});
  outputs.push_back({"OutputTensor", 0, false, d.output});
}

std::vector<plan::Plan> lower(const OperatorDesc& any) {
  const JoinDesc& d = std::get<JoinDesc>(any);
  plan::Plan plan = writes(d.output, moved(d.output.type));
  for (std::size_t k = 0; k < d.output.sizes.size(); ++k) plan.axes.push_back(whole(d.output.sizes[k]));
  plan::Axis& joined = plan.axes[d.axis];
  joined.head.clear();
  for (std::size_t i = 0; i < d.inputs.size(); ++i) {
    plan.operands.push_back(operand(static_cast<std::uint32_t>(i), d.inputs[i], moved(d.output.type)));
    const std::uint32_t size = d.inputs[i].sizes[d.axis];
    joined.head.push_back({size, 0, size == 1 ? 0 : 1, static_cast<std::int32_t>(i)});
  }
  return {std::move(plan)};
}

void write(const OperatorDesc& any, FieldWriter& w) {
  const JoinDesc& d = std::get<JoinDesc>(any);
  w.number("InputCount", static_cast<std::uint32_t>(d.inputs.size()));
  w.tensors("InputTensors", d.inputs);
  w.tensor("OutputTensor", d.output);
  w.number("Axis", d.axis);
}

}  // namespace

const OperatorEntry kJoin{"JOIN", assemble, check, check_level, list_tensors, lower, write};

}  // namespace dmlrun::operators
