// SLICE1: a walk through a window of the input, forwards from its beginning or backwards from its end.
#include <cstdlib>

#include "engine/operators/lowering.h"
#include "engine/operators/operator_list.h"
#include "engine/operators/tensor_rules.h"

namespace dmlrun::operators {
namespace {

/// How many elements a walk through a window meets. The least INT32 has a magnitude, too.
std::uint64_t most_copied(std::uint32_t window, std::int32_t stride) {
  if (window == 0 || stride == 0) return 1;
  return 1 + std::uint64_t{window - 1} / static_cast<std::uint64_t>(std::abs(std::int64_t{stride}));
}

OperatorDesc assemble(Fields& fields) {
  Slice1Desc desc;
  TensorDraft& input = fields.draft("InputTensor");
  TensorDraft& output = fields.draft("OutputTensor");
  Fields::share_type({&input, &output});
  desc.offsets = fields.dimensions("InputWindowOffsets", "SLICE1-2");
  desc.sizes = fields.dimensions("InputWindowSizes", "SLICE1-2");
  desc.strides = fields.signed_dimensions("InputWindowStrides", "SLICE1-2");
  fields.match_count("DimensionCount", fields.content("InputWindowOffsets").numbers.size(), "InputWindowOffsets",
                     "SLICE1-1");
  if (!output.sizes) {
    output.sizes.emplace();
    // SLICE1-2 refuses another number of strides.
    for (std::size_t i = 0; i < desc.sizes.size(); ++i)
      output.sizes->push_back(static_cast<std::uint32_t>(
          most_copied(desc.sizes[i], i < desc.strides.size() ? desc.strides[i] : 1)));
  }
  desc.input = fields.finish("InputTensor");
  desc.output = fields.finish("OutputTensor");
  return desc;
}

bool check_axis(const Slice1Desc& d, std::size_t i, Checker& c) {
  const auto item = static_cast<std::int64_t>(i);
  const std::string number = "[" + std::to_string(i) + "]";
  if (!c.require(d.sizes[i] >= 1, "SLICE1-4", {"InputWindowSizes", item},
                 [] { return std::string("a size of 0 was found; a window has at least one element"); }))
    return false;
  if (!c.require(d.strides[i] != 0, "SLICE1-5", {"InputWindowStrides", item}, [] {
        return std::string("a stride of 0 was found; 1 or more, or -1 or less, was expected");
      }))
    return false;
  const std::uint64_t end = std::uint64_t{d.offsets[i]} + d.sizes[i];
  if (!c.require(end <= d.input.sizes[i], "SLICE1-6", {"InputWindowSizes", item}, [&] {
        return "the window of " + std::to_string(d.sizes[i]) + " from " + std::to_string(d.offsets[i]) +
               " on ends at " + std::to_string(end) + "; InputTensor.Sizes" + number + " is " +
               std::to_string(d.input.sizes[i]);
      }))
    return false;
  const std::uint64_t most = most_copied(d.sizes[i], d.strides[i]);
  return c.require(d.output.sizes[i] <= most, "SLICE1-7", Place{"OutputTensor"}.at("Sizes", item), [&] {
    return std::to_string(d.output.sizes[i]) + " was found; a window of " + std::to_string(d.sizes[i]) +
           " with a stride of " + std::to_string(d.strides[i]) + " gives at most " + std::to_string(most);
  });
}

bool check(const OperatorDesc& any, Checker& c) {
  const Slice1Desc& d = std::get<Slice1Desc>(any);
  const std::size_t rank = d.input.sizes.size();
  for (const auto& [field, entries] : {std::pair{"InputWindowOffsets", d.offsets.size()},
                                       {"InputWindowSizes", d.sizes.size()},
                                       {"InputWindowStrides", d.strides.size()}})
    if (!c.require(entries == rank, "SLICE1-2", Place{field}, [&, found = entries] {
          return std::to_string(found) + " entries were found; InputTensor has " + std::to_string(rank) +
                 " dimensions, so " + std::to_string(rank) + " were expected";
        }))
      return false;
  const Place output{"OutputTensor"};
  if (!c.require(d.output.sizes.size() == rank, "SLICE1-3", output.at("Sizes"), [&] {
        return std::to_string(d.output.sizes.size()) + " dimensions were found; InputTensor has " +
               std::to_string(rank);
      }))
    return false;
  for (std::size_t i = 0; i < rank; ++i)
    if (!check_axis(d, i, c)) return false;
  return c.require(d.output.type == d.input.type, "SLICE1-8", output.at("DataType"), [&] {
    return std::string(name(d.output.type)) + " was found; InputTensor is " + std::string(name(d.input.type));
  });
}

bool check_level(std::span<const TensorSlot> slots, Checker& c) {
  if (!c.require(c.specification().since <= c.validation().level, "SLICE1-11", {"type"}, [&] {
        return "SLICE1 needs feature level " + level_name(c.specification().since) + "; the chosen one is " +
               level_name(c.validation().level);
      }))
    return false;
  return check_support(c, slots, "SLICE1-9", "SLICE1-10");
}

void list_tensors(const OperatorDesc& any, std::vector<TensorSlot>& inputs, std::vector<TensorSlot>& outputs) {
  const Slice1Desc& d = std::get<Slice1Desc>(any);
  inputs.push_back({"InputTensor", 0, false, d.input});
  outputs.push_back({"OutputTensor", 0, false, d.output});
}

std::vector<plan::Plan> lower(const OperatorDesc& any) {
  const Slice1Desc& d = std::get<Slice1Desc>(any);
  plan::Plan plan = writes(d.output, moved(d.output.type));
  plan.operands.push_back(operand(0, d.input, moved(d.input.type)));
  for (std::size_t i = 0; i < d.output.sizes.size(); ++i) {
    const std::int64_t back = d.strides[i] < 0 ? std::int64_t{d.sizes[i]} - 1 : 0;
    plan.axes.push_back(stepped(d.output.sizes[i], d.offsets[i] + back, d.strides[i]));
  }
  return {std::move(plan)};
}

void write(const OperatorDesc& any, FieldWriter& w) {
  const Slice1Desc& d = std::get<Slice1Desc>(any);
  w.tensor("InputTensor", d.input);
  w.tensor("OutputTensor", d.output);
  w.number("DimensionCount", static_cast<std::uint32_t>(d.offsets.size()));
  w.numbers("InputWindowOffsets", d.offsets);
  w.numbers("InputWindowSizes", d.sizes);
  w.signed_numbers("InputWindowStrides", d.strides);
}

}  // namespace

const OperatorEntry kSlice1{"SLICE1", assemble, check, check_level, list_tensors, lower, write};

}  // namespace dmlrun::operators
