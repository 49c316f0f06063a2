#include "engine/operators/families/movement.h"

#include <algorithm>

#include "engine/operators/families/lowering.h"
#include "engine/tensor/checked_math.h"
#include "engine/text/counted.h"

namespace dmlrun::operators {
namespace {

/// Every array of a row has an entry for each dimension of the input.
bool check_entries(const Desc& desc, std::string_view input, Checker& c) {
  const std::size_t rank = desc.at<TensorDesc>(input).sizes.size();
  const auto has_rank = [&](const DescField& field, std::size_t entries) {
    return c.require(entries == rank, "entries", FieldPath{field.name}, [&] {
      return text::counted_found(entries, "entry") + "; " + std::string(input) + " has " +
             text::counted(rank, "dimension") + ", so " + std::to_string(rank) +
             (rank == 1 ? " was expected" : " were expected");
    });
  };
  bool all = true;
  for (const DescField& field : desc.fields) {
    const auto* numbers = std::get_if<Dimensions>(&field.value);
    const auto* signed_numbers = std::get_if<SignedDimensions>(&field.value);
    if (numbers) all = has_rank(field, numbers->size()) && all;
    if (signed_numbers) all = has_rank(field, signed_numbers->size()) && all;
  }
  return all;
}

}  // namespace

std::string size_words(const Desc& desc, std::string_view tensor, std::size_t axis) {
  return std::string(tensor) + ".Sizes[" + std::to_string(axis) + "] is " +
         std::to_string(desc.at<TensorDesc>(tensor).sizes[axis]);
}

void Movement::infer(Fields& fields, Desc& desc) const {
  Fields::share_type(fields.all_tensors());
  infer_sizes(fields, desc);
}

void AxisMovement::infer_sizes(Fields& fields, Desc& desc) const {
  PartialTensor& output = fields.tensor(names_.output);
  if (!output.sizes) output.sizes = output_sizes(desc, Fields::sizes_of(fields.tensor(names_.input)));
}

bool Movement::check_rank(const Desc& desc, Checker& c, const TensorNames& names) {
  const std::size_t rank = desc.at<TensorDesc>(names.input).sizes.size(),
                    found = desc.at<TensorDesc>(names.output).sizes.size();
  return c.require(found == rank, "ranks", FieldPath{names.output}.at("Sizes"), [&] {
    return text::counted_found(found, "dimension") + "; " + std::string(names.input) + " has " + std::to_string(rank);
  });
}

bool Movement::check_type(const Desc& desc, Checker& c, const TensorNames& names) {
  const DataType type = desc.at<TensorDesc>(names.input).type, found = desc.at<TensorDesc>(names.output).type;
  return c.require(found == type, "types", FieldPath{names.output}.at("DataType"), [&] {
    return std::string(name(found)) + " was found; " + std::string(names.input) + " is " + std::string(name(type)) +
           ", so " + std::string(name(type)) + " was expected";
  });
}

bool AxisMovement::check(const Desc& desc, Checker& c) const {
  const std::size_t rank = desc.at<TensorDesc>(names_.input).sizes.size();
  if (!check_entries(desc, names_.input, c) || !check_rank(desc, c, names_)) return false;
  for (std::size_t axis = 0; axis < rank; ++axis)
    if (!check_axis(desc, axis, c)) return false;
  return check_type(desc, c, names_);
}

std::vector<plan::Plan> AxisMovement::lower(const Desc& desc) const {
  const auto& input = desc.at<TensorDesc>(names_.input);
  const auto& output = desc.at<TensorDesc>(names_.output);
  plan::Plan plan = writes(output, moved_element(output.type));
  plan.operands.push_back(operand(0, input, moved_element(input.type)));
  for (std::size_t axis = 0; axis < output.sizes.size(); ++axis) plan.axes.push_back(lower_axis(desc, axis));
  plan.fill = fill(desc);
  return {std::move(plan)};
}

Dimensions PartMovement::sizes_made(const std::vector<Part>& parts, Part::AxisStep Part::*tensor, std::size_t rank) {
  std::array<std::uint64_t, kMaxRank> sizes;
  sizes.fill(1);
  for (const Part& part : parts) {
    std::uint64_t& size = sizes[(part.*tensor).axis];
    size = checked_multiply(size, part.count).value_or(0xFFFFFFFF);
  }
  Dimensions made;
  for (std::size_t axis = 0; axis < rank; ++axis) made.push_back(clamped_size(sizes[axis]));
  return made;
}

void PartMovement::infer_sizes(Fields& fields, Desc& desc) const {
  PartialTensor& output = fields.tensor("OutputTensor");
  const auto input = Fields::sizes_of(fields.tensor("InputTensor"));
  if (!input || output.sizes) return;
  const std::vector<Part> all = parts(desc, *input);
  output.sizes = all.empty() ? *input : sizes_made(all, &Part::output, input->size());
}

bool PartMovement::check(const Desc& desc, Checker& c) const {
  const Dimensions &input = desc.at<TensorDesc>("InputTensor").sizes,
                   &output = desc.at<TensorDesc>("OutputTensor").sizes;
  if (!check_rank(desc, c)) return false;
  const std::vector<Part> all = parts(desc, input);
  const Dimensions cut = sizes_made(all, &Part::input, input.size()),
                   made = sizes_made(all, &Part::output, input.size());
  for (std::size_t axis = 0; axis < input.size() && !all.empty(); ++axis) {
    if (!c.require(input[axis] == cut[axis], "sizes",
                   FieldPath{"InputTensor"}.at("Sizes", static_cast<std::int64_t>(axis)), [&] {
                     std::uint64_t block = 1, parts_of_axis = 0;  // the first part of an axis is that of whole blocks
                     for (const Part& part : all)
                       if (part.input.axis == axis && parts_of_axis++ > 0) block *= part.count;
                     return std::to_string(input[axis]) + " was found; a multiple of BlockSize" +
                            (parts_of_axis > 2 ? " squared, " : ", ") + std::to_string(block) + ", was expected";
                   }))
      return false;
    if (!c.require(output[axis] == made[axis], "sizes", output_size_path(axis), [&] {
          return std::to_string(output[axis]) + " was found; the blocks make " + std::to_string(made[axis]);
        }))
      return false;
  }
  return check_type(desc, c);
}

std::vector<plan::Plan> PartMovement::lower(const Desc& desc) const {
  const auto& input = desc.at<TensorDesc>("InputTensor");
  const auto& output = desc.at<TensorDesc>("OutputTensor");
  const Dimensions from = strides_of(input), to = strides_of(output);
  std::vector<Part> all = parts(desc, input.sizes);
  // In the order of the output's elements.
  std::stable_sort(all.begin(), all.end(), [](const Part& a, const Part& b) {
    return a.output.axis != b.output.axis ? a.output.axis < b.output.axis : a.output.step > b.output.step;
  });
  plan::Plan plan = writes(output, moved_element(output.type));
  plan.operands.push_back(operand(0, input, moved_element(input.type)));
  plan.output_strides = plan.operands[0].strides = {};
  for (const Part& part : all) {
    const std::size_t axis = plan.axes.size();
    plan.axes.push_back(whole(static_cast<std::uint32_t>(part.count)));
    if (part.count == 1) continue;
    plan.operands[0].strides[axis] = static_cast<std::int64_t>(part.input.step * from[part.input.axis]);
    plan.output_strides[axis] = static_cast<std::int64_t>(part.output.step * to[part.output.axis]);
  }
  return {std::move(plan)};
}

}  // namespace dmlrun::operators
