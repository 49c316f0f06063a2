// SLICE: every Strides[i]-th element of an axis, from Offsets[i] on, Sizes[i] of them.
#include "engine/operators/lowering.h"
#include "engine/operators/operator_list.h"
#include "engine/operators/tensor_rules.h"

namespace dmlrun::operators {
namespace {

OperatorDesc assemble(Fields& fields) {
  SliceDesc desc;
  TensorDraft& input = fields.draft("InputTensor");
  TensorDraft& output = fields.draft("OutputTensor");
  Fields::share_type({&input, &output});
  desc.offsets = fields.dimensions("Offsets", "SLICE-2");
  if (fields.given("Sizes") || (!output.sizes && !fields.is_unreadable("OutputTensor"))) desc.sizes = fields.dimensions("Sizes", "SLICE-2");
  else if (output.sizes) desc.sizes = *output.sizes;
  desc.strides = fields.dimensions("Strides", "SLICE-2");
  fields.match_count("DimensionCount", fields.content("Offsets").numbers.size(), "Offsets", "SLICE-1");
  if (!output.sizes) output.sizes = desc.sizes;
  desc.input = fields.finish("InputTensor");
  desc.output = fields.finish("OutputTensor");
  return desc;
}

bool check_axis(const SliceDesc& d, std::size_t i, Checker& c) {
  const auto item = static_cast<std::int64_t>(i);
  const std::string number = "[" + std::to_string(i) + "]";
  if (!c.require(d.sizes[i] >= 1, "SLICE-4", {"Sizes", item},
                 [] { return std::string("a size of 0 was found; at least one element is copied"); }))
    return false;
  if (!c.require(d.strides[i] >= 1, "SLICE-5", {"Strides", item}, [] {
        return std::string("a stride of 0 was found; every stride is at least 1 (1 also where one element is copied)");
      }))
    return false;
  if (!c.require(d.offsets[i] < d.input.sizes[i], "SLICE-6", {"Offsets", item}, [&] {
        return std::to_string(d.offsets[i]) + " was found; InputTensor.Sizes" + number + " is " +
               std::to_string(d.input.sizes[i]) + ", so at most " + std::to_string(d.input.sizes[i] - 1) + " is possible";
      }))
    return false;
  const std::uint64_t last = d.offsets[i] + std::uint64_t{d.sizes[i] - 1} * d.strides[i];
  if (!c.require(last < d.input.sizes[i], "SLICE-7", {"Sizes", item}, [&] {
        return "element " + std::to_string(last) + " would be the last one copied (" + std::to_string(d.offsets[i]) +
               " + " + std::to_string(d.sizes[i] - 1) + " * " + std::to_string(d.strides[i]) +
               "); InputTensor.Sizes" + number + " is " + std::to_string(d.input.sizes[i]);
      }))
    return false;
  return c.require(d.output.sizes[i] == d.sizes[i], "SLICE-8", Place{"OutputTensor"}.at("Sizes", item), [&] {
    return std::to_string(d.output.sizes[i]) + " was found; Sizes" + number + " of the slice is " +
           std::to_string(d.sizes[i]);
  });
}

bool check(const OperatorDesc& any, Checker& c) {
  const SliceDesc& d = std::get<SliceDesc>(any);
  const std::size_t rank = d.input.sizes.size();
  for (const auto& [field, values] : {std::pair{"Offsets", &d.offsets}, {"Sizes", &d.sizes}, {"Strides", &d.strides}})
    if (!c.require(values->size() == rank, "SLICE-2", Place{field}, [rank, found = values->size()] {
          return std::to_string(found) + " entries were found; InputTensor has " + std::to_string(rank) +
                 " dimensions, so " + std::to_string(rank) + " were expected";
        }))
      return false;
  const Place output{"OutputTensor"};
  if (!c.require(d.output.sizes.size() == rank, "SLICE-3", output.at("Sizes"), [&] {
        return std::to_string(d.output.sizes.size()) + " dimensions were found; InputTensor has " +
               std::to_string(rank);
      }))
    return false;
  for (std::size_t i = 0; i < rank; ++i)
    if (!check_axis(d, i, c)) return false;
  return c.require(d.output.type == d.input.type, "SLICE-9", output.at("DataType"), [&] {
    return std::string(name(d.output.type)) + " was found; InputTensor is " + std::string(name(d.input.type));
  });
}

bool check_level(std::span<const TensorSlot> slots, Checker& c) {
  return check_support(c, slots, "SLICE-10", "SLICE-11");
}

void list_tensors(const OperatorDesc& any, std::vector<TensorSlot>& inputs, std::vector<TensorSlot>& outputs) {
  const SliceDesc& d = std::get<SliceDesc>(any);
  inputs.push_back({"InputTensor", 0, false, d.input});
  outputs.push_back({"OutputTensor", 0, false, d.output});
}

std::vector<plan::Plan> lower(const OperatorDesc& any) {
  const SliceDesc& d = std::get<SliceDesc>(any);
  plan::Plan plan = writes(d.output, moved(d.output.type));
  plan.operands.push_back(operand(0, d.input, moved(d.input.type)));
  for (std::size_t i = 0; i < d.sizes.size(); ++i)
    plan.axes.push_back(stepped(d.sizes[i], d.offsets[i], d.strides[i]));
  return {std::move(plan)};
}

void write(const OperatorDesc& any, FieldWriter& w) {
  const SliceDesc& d = std::get<SliceDesc>(any);
  w.tensor("InputTensor", d.input);
  w.tensor("OutputTensor", d.output);
  w.number("DimensionCount", static_cast<std::uint32_t>(d.offsets.size()));
  w.numbers("Offsets", d.offsets);
  w.numbers("Sizes", d.sizes);
  w.numbers("Strides", d.strides);
}

}  // namespace

const OperatorEntry kSlice{"SLICE", assemble, check, check_level, list_tensors, lower, write};

}  // namespace dmlrun::operators
