#include "engine/operators/movement.h"

#include "engine/operators/lowering.h"

namespace dmlrun::operators {
namespace {

/// Every array of a row has an entry for each dimension of the input.
bool check_entries(const Desc& desc, std::size_t rank, Checker& c) {
  const auto has_rank = [&](const DescField& field, std::size_t entries) {
    return c.require(entries == rank, "entries", Place{field.name}, [&] {
      return std::to_string(entries) + " entries were found; InputTensor has " + std::to_string(rank) +
             " dimensions, so " + std::to_string(rank) + " were expected";
    });
  };
  for (const DescField& field : desc.fields) {
    const auto* numbers = std::get_if<Dimensions>(&field.value);
    const auto* signed_numbers = std::get_if<SignedDimensions>(&field.value);
    if (numbers && !has_rank(field, numbers->size())) return false;
    if (signed_numbers && !has_rank(field, signed_numbers->size())) return false;
  }
  return true;
}

}  // namespace

std::string input_size_words(const TensorDesc& input, std::size_t axis) {
  return "InputTensor.Sizes[" + std::to_string(axis) + "] is " + std::to_string(input.sizes[axis]);
}

void Movement::infer(Fields& fields, Desc& desc) const {
  Fields::share_type(fields.all_drafts());
  infer_sizes(fields, desc);
}

void AxisMovement::infer_sizes(Fields& fields, Desc& desc) const {
  TensorDraft& output = fields.draft("OutputTensor");
  if (!output.sizes) output.sizes = output_sizes(desc, Fields::sizes_of(fields.draft("InputTensor")));
}

bool AxisMovement::check(const Desc& desc, Checker& c) const {
  const auto& input = desc.at<TensorDesc>("InputTensor");
  const auto& output = desc.at<TensorDesc>("OutputTensor");
  const std::size_t rank = input.sizes.size();
  if (!check_entries(desc, rank, c)) return false;
  if (!c.require(output.sizes.size() == rank, "ranks", Place{"OutputTensor"}.at("Sizes"), [&] {
        return std::to_string(output.sizes.size()) + " dimensions were found; InputTensor has " + std::to_string(rank);
      }))
    return false;
  for (std::size_t axis = 0; axis < rank; ++axis)
    if (!check_axis(desc, axis, c)) return false;
  return c.require(output.type == input.type, "types", Place{"OutputTensor"}.at("DataType"), [&] {
    return std::string(name(output.type)) + " was found; InputTensor is " + std::string(name(input.type));
  });
}

std::vector<plan::Plan> AxisMovement::lower(const Desc& desc) const {
  const auto& input = desc.at<TensorDesc>("InputTensor");
  const auto& output = desc.at<TensorDesc>("OutputTensor");
  plan::Plan plan = writes(output, moved(output.type));
  plan.operands.push_back(operand(0, input, moved(input.type)));
  for (std::size_t axis = 0; axis < output.sizes.size(); ++axis) plan.axes.push_back(lower_axis(desc, axis));
  plan.fill = fill(desc);
  return {std::move(plan)};
}

}  // namespace dmlrun::operators
