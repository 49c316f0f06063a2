// TILE: repeats a tensor along every axis.
#include <algorithm>

#include "engine/operators/lowering.h"
#include "engine/operators/operator_list.h"
#include "engine/operators/tensor_rules.h"
#include "engine/plan/periodic.h"

namespace dmlrun::operators {
namespace {

OperatorDesc assemble(Fields& fields) {
  TileDesc desc;
  TensorDraft& input = fields.draft("InputTensor");
  TensorDraft& output = fields.draft("OutputTensor");
  Fields::share_type({&input, &output});
  desc.repeats = fields.dimensions("Repeats", "TILE-2");
  fields.match_count("RepeatsCount", fields.content("Repeats").numbers.size(), "Repeats", "TILE-1");
  if (const auto sizes = Fields::sizes_of(input); sizes && !output.sizes) {
    output.sizes.emplace();
    for (std::size_t i = 0; i < sizes->size(); ++i) {
      const std::uint64_t size = std::uint64_t{(*sizes)[i]} * (i < desc.repeats.size() ? desc.repeats[i] : 1);
      // TILE-5 refuses what does not fit.
      output.sizes->push_back(static_cast<std::uint32_t>(std::min<std::uint64_t>(size, 0xFFFFFFFFu)));
    }
  }
  desc.input = fields.finish("InputTensor");
  desc.output = fields.finish("OutputTensor");
  return desc;
}

bool check(const OperatorDesc& any, Checker& c) {
  const TileDesc& d = std::get<TileDesc>(any);
  const std::size_t rank = d.input.sizes.size();
  const Place output{"OutputTensor"}, repeats{"Repeats"};
  if (!c.require(d.repeats.size() == rank, "TILE-2", repeats, [&] {
        return std::to_string(d.repeats.size()) + " repeats were found; InputTensor has " + std::to_string(rank) +
               " dimensions, so " + std::to_string(rank) + " were expected";
      }))
    return false;
  if (!c.require(d.output.sizes.size() == rank, "TILE-4", output.at("Sizes"), [&] {
        return std::to_string(d.output.sizes.size()) + " dimensions were found; InputTensor has " +
               std::to_string(rank);
      }))
    return false;
  for (std::size_t i = 0; i < rank && i < d.repeats.size() && i < d.output.sizes.size(); ++i) {
    const auto item = static_cast<std::int64_t>(i);
    if (!c.require(d.repeats[i] >= 1, "TILE-3", {"Repeats", item},
                   [] { return std::string("a repeat of 0 was found; every repeat is at least 1"); }))
      return false;
    const std::uint64_t size = std::uint64_t{d.input.sizes[i]} * d.repeats[i];
    const auto product = [&] { return std::to_string(d.input.sizes[i]) + " * " + std::to_string(d.repeats[i]); };
    if (!c.require(size <= 0xFFFFFFFFu, "TILE-5", {"Repeats", item}, [&] {
          return "size " + product() + " does not fit a UINT32; at most 4294967295 is possible";
        }))
      return false;
    if (!c.require(size == d.output.sizes[i], "TILE-6", output.at("Sizes", item), [&] {
          return std::to_string(d.output.sizes[i]) + " is not InputTensor.Sizes[" + std::to_string(i) +
                 "] * Repeats[" + std::to_string(i) + "] (" + product() + "); " + std::to_string(size) +
                 " was expected";
        }))
      return false;
  }
  return c.require(d.output.type == d.input.type, "TILE-7", output.at("DataType"), [&] {
    return std::string(name(d.output.type)) + " was found; InputTensor is " + std::string(name(d.input.type));
  });
}

bool check_level(std::span<const TensorSlot> slots, Checker& c) { return check_support(c, slots, "TILE-8", "TILE-9"); }

void list_tensors(const OperatorDesc& any, std::vector<TensorSlot>& inputs, std::vector<TensorSlot>& outputs) {
  const TileDesc& d = std::get<TileDesc>(any);
  inputs.push_back({"InputTensor", 0, false, d.input});
  outputs.push_back({"OutputTensor", 0, false, d.output});
}

std::vector<plan::Plan> lower(const OperatorDesc& any) {
  const TileDesc& d = std::get<TileDesc>(any);
  plan::Plan plan = writes(d.output, moved(d.output.type));
  plan.operands.push_back(operand(0, d.input, moved(d.input.type)));
  for (std::size_t i = 0; i < d.input.sizes.size(); ++i)
    plan.axes.push_back(plan::periodic(whole(d.input.sizes[i]).head, 0, d.output.sizes[i]));
  return {std::move(plan)};
}

void write(const OperatorDesc& any, FieldWriter& w) {
  const TileDesc& d = std::get<TileDesc>(any);
  w.tensor("InputTensor", d.input);
  w.tensor("OutputTensor", d.output);
  w.number("RepeatsCount", static_cast<std::uint32_t>(d.repeats.size()));
  w.numbers("Repeats", d.repeats);
}

}  // namespace

const OperatorEntry kTile{"TILE", assemble, check, check_level, list_tensors, lower, write};

}  // namespace dmlrun::operators
