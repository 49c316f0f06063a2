// JOIN concatenates tensors along one axis, SPLIT cuts one into several: the same rules, told from the other side.
#include "engine/operators/families/lowering.h"
#include "engine/operators/families/movement.h"
#include "engine/text/counted.h"

namespace dmlrun::operators {
namespace {

FieldPath input_path(std::size_t i) { return {"InputTensors", static_cast<std::int64_t>(i)}; }
FieldPath output_path(std::size_t i) { return {"OutputTensors", static_cast<std::int64_t>(i)}; }
std::uint64_t axis_of(const Desc& desc) { return desc.at<std::uint64_t>("Axis"); }

/// There are parts, not too many, and the axis is one of theirs.
bool check_parts(const std::vector<TensorDesc>& parts, std::string_view field, std::string_view word, std::size_t rank,
                 const std::string& whole, std::uint64_t axis, Checker& c) {
  if (!c.require(!parts.empty(), "one_tensor", FieldPath{field},
                 [&] { return "no " + std::string(word) + " was found; at least one was expected"; }))
    return false;
  const std::uint64_t limit = c.validation().limits.join_inputs;
  if (!c.require(parts.size() <= limit, "most_tensors", FieldPath{field}, [&] {
        return std::to_string(parts.size()) + " " + std::string(word) + "s were found; the limit is " +
               std::to_string(limit);
      }))
    return false;
  return c.require(axis < rank, "axis", {"Axis"}, [&] {
    return "axis " + std::to_string(axis) + " was found; " + whole + " axes 0 to " + std::to_string(rank - 1);
  });
}

class Join final : public Movement {
  void infer_sizes(Fields& fields, Desc& desc) const override {
    const std::vector<PartialTensor>& inputs = fields.tensors("InputTensors");
    PartialTensor& output = fields.tensor("OutputTensor");
    if (output.sizes || inputs.empty()) return;
    const std::uint64_t axis = axis_of(desc);
    std::uint64_t sum = 0;
    output.sizes = Fields::sizes_of(inputs[0]);
    for (const PartialTensor& input : inputs) {
      const auto sizes = Fields::sizes_of(input);
      if (!sizes || !output.sizes) output.sizes.reset();
      else if (axis < sizes->size()) sum += (*sizes)[axis];
    }
    if (output.sizes && axis < output.sizes->size()) (*output.sizes)[axis] = clamped_size(sum);
  }

  static bool check_input(const std::vector<TensorDesc>& inputs, std::size_t i, std::uint64_t axis, std::uint64_t& sum,
                          Checker& c) {
    const Dimensions &sizes = inputs[i].sizes, &first = inputs[0].sizes;
    if (!c.require(sizes.size() == first.size(), "ranks", input_path(i).at("Sizes"), [&] {
          return text::counted_found(sizes.size(), "dimension") + "; InputTensors[0] has " +
                 std::to_string(first.size());
        }))
      return false;
    for (std::size_t k = 0; k < first.size() && k < sizes.size(); ++k)
      if (!c.require(k == axis || sizes[k] == first[k], "off_axis",
                     input_path(i).at("Sizes", static_cast<std::int64_t>(k)), [&] {
                       return std::to_string(sizes[k]) + " was found in InputTensors[" + std::to_string(i) +
                              "]; InputTensors[0] has " + std::to_string(first[k]) + " there, and only axis " +
                              std::to_string(axis) + " may differ";
                     }))
        return false;
    sum += axis < sizes.size() ? sizes[axis] : 0;
    return c.require(sum <= 0xFFFFFFFFu, "overflow", input_path(i).at("Sizes", static_cast<std::int64_t>(axis)), [&] {
      return "the sizes along axis " + std::to_string(axis) + " add up to " + std::to_string(sum) +
             " here; at most 4294967295 is possible";
    });
  }

  bool check(const Desc& desc, Checker& c) const override {
    const auto& inputs = desc.at<TensorList>("InputTensors");
    const auto& output = desc.at<TensorDesc>("OutputTensor");
    const std::uint64_t axis = axis_of(desc);
    const std::size_t rank = inputs.empty() ? 0 : inputs[0].sizes.size();
    if (!check_parts(inputs, "InputTensors", "input", rank, "the inputs have", axis, c)) return false;
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < inputs.size(); ++i)
      if (!check_input(inputs, i, axis, sum, c)) return false;
    if (!c.require(output.sizes.size() == rank, "ranks", FieldPath{"OutputTensor"}.at("Sizes"), [&] {
          return text::counted_found(output.sizes.size(), "dimension") + "; the inputs have " + std::to_string(rank);
        }))
      return false;
    for (std::size_t k = 0; k < rank && k < output.sizes.size(); ++k) {
      const std::uint64_t expected = k == axis ? sum : inputs[0].sizes[k];
      if (!c.require(output.sizes[k] == expected, "sizes", output_size_path(k), [&] {
            return std::to_string(output.sizes[k]) + " was found; the inputs make " + std::to_string(expected);
          }))
        return false;
    }
    for (std::size_t i = 0; i <= inputs.size(); ++i) {
      const bool last = i == inputs.size();
      const DataType type = last ? output.type : inputs[i].type;
      if (!c.require(type == inputs[0].type, "types", (last ? FieldPath{"OutputTensor"} : input_path(i)).at("DataType"),
                     [&] {
                       return std::string(name(type)) + " was found; InputTensors[0] is " +
                              std::string(name(inputs[0].type)) + ", and all must be the same";
                     }))
        return false;
    }
    return true;
  }

  std::vector<plan::Plan> lower(const Desc& desc) const override {
    const auto& inputs = desc.at<TensorList>("InputTensors");
    const auto& output = desc.at<TensorDesc>("OutputTensor");
    plan::Plan plan = writes(output, moved_element(output.type));
    for (const std::uint32_t size : output.sizes) plan.axes.push_back(whole(size));
    plan::Axis& joined = plan.axes[axis_of(desc)];
    joined.head.clear();
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      plan.operands.push_back(operand(static_cast<std::uint32_t>(i), inputs[i], moved_element(output.type)));
      const std::uint32_t size = inputs[i].sizes[axis_of(desc)];
      joined.head.push_back({size, 0, size == 1 ? 0 : 1, static_cast<std::int32_t>(i)});
    }
    return {std::move(plan)};
  }
};

class Split final : public Movement {
  /// Such as ", e.g. [2, 2] [2, 1]": the first of those without Sizes are rounded up. Nothing for many outputs.
  static std::string sizes_that_fit(std::span<const PartialTensor> outputs, const Dimensions& input, std::size_t axis,
                                    std::uint64_t rest, std::uint64_t open) {
    constexpr std::size_t kMany = 16;
    if (outputs.size() > kMany) return {};
    std::string words = ", e.g.";
    std::uint64_t nth = 0;
    for (const PartialTensor& output : outputs) {
      Dimensions sizes = output.sizes.value_or(input);
      if (!output.sizes) sizes[axis] = static_cast<std::uint32_t>(rest / open + (nth++ < rest % open ? 1 : 0));
      words += " " + list(sizes);
    }
    return words;
  }

  /// Outputs without Sizes share equally what the others leave of the axis.
  void infer_sizes(Fields& fields, Desc& desc) const override {
    std::vector<PartialTensor>& outputs = fields.tensors("OutputTensors");
    const auto input = Fields::sizes_of(fields.tensor("InputTensor"));
    if (!input) return;
    const std::uint64_t axis = axis_of(desc);
    std::uint64_t known = 0, open = 0;
    std::size_t first_open = 0;
    for (std::size_t i = outputs.size(); i-- > 0;) {
      const std::optional<Dimensions>& sizes = outputs[i].sizes;
      if (!sizes) ++open, first_open = i;
      else if (axis < sizes->size()) known += (*sizes)[axis];
    }
    if (open == 0) return;
    Dimensions part = *input;
    if (axis < input->size()) {  // else another rule refuses the axis
      const std::uint64_t rest = part[axis] > known ? part[axis] - known : 0;
      if (!fields.checker().require(rest > 0 && rest % open == 0, "axis_sum", output_path(first_open), [&] {
            return std::to_string(rest) + " of the " + std::to_string(part[axis]) + " elements along axis " +
                   std::to_string(axis) + " are left for " + std::to_string(open) + " outputs without Sizes, " +
                   (rest < open ? "of which each takes 1 or more; fewer outputs were expected"
                                : "which are no equal parts; the outputs' Sizes were expected" +
                                      sizes_that_fit(outputs, *input, axis, rest, open));
          }))
        return;
      part[axis] = static_cast<std::uint32_t>(rest / open);
    }
    for (PartialTensor& output : outputs)
      if (!output.sizes) output.sizes = part;
  }

  static bool check_output(const std::vector<TensorDesc>& outputs, std::size_t i, const Dimensions& input,
                           std::uint64_t axis, std::uint64_t& sum, Checker& c) {
    const Dimensions& sizes = outputs[i].sizes;
    if (!c.require(sizes.size() == input.size(), "ranks", output_path(i).at("Sizes"), [&] {
          return text::counted_found(sizes.size(), "dimension") + "; InputTensor has " + std::to_string(input.size());
        }))
      return false;
    for (std::size_t k = 0; k < input.size(); ++k)
      if (!c.require(k == axis || sizes[k] == input[k], "off_axis",
                     output_path(i).at("Sizes", static_cast<std::int64_t>(k)), [&] {
                       return std::to_string(sizes[k]) + " was found; InputTensor has " + std::to_string(input[k]) +
                              " there, and only axis " + std::to_string(axis) + " may differ";
                     }))
        return false;
    sum += axis < sizes.size() ? sizes[axis] : 0;
    const bool last = i + 1 == outputs.size();
    return c.require(last ? sum == input[axis] : sum <= input[axis], "axis_sum",
                     output_path(i).at("Sizes", static_cast<std::int64_t>(axis)), [&] {
                       return "the sizes along axis " + std::to_string(axis) + " add up to " + std::to_string(sum) +
                              " here; InputTensor has " + std::to_string(input[axis]);
                     });
  }

  bool check(const Desc& desc, Checker& c) const override {
    const auto& input = desc.at<TensorDesc>("InputTensor");
    const auto& outputs = desc.at<TensorList>("OutputTensors");
    const std::uint64_t axis = axis_of(desc);
    if (!check_parts(outputs, "OutputTensors", "output", input.sizes.size(), "InputTensor has", axis, c)) return false;
    if (axis >= input.sizes.size()) return true;  // a build in which that rule is switched off
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < outputs.size(); ++i)
      if (!check_output(outputs, i, input.sizes, axis, sum, c)) return false;
    for (std::size_t i = 0; i < outputs.size(); ++i)
      if (!c.require(outputs[i].type == input.type, "types", output_path(i).at("DataType"), [&] {
            return std::string(name(outputs[i].type)) + " was found; InputTensor is " + std::string(name(input.type)) +
                   ", and all must be the same";
          }))
        return false;
    return true;
  }

  std::vector<plan::Plan> lower(const Desc& desc) const override {
    const auto& input = desc.at<TensorDesc>("InputTensor");
    const auto& outputs = desc.at<TensorList>("OutputTensors");
    const std::uint64_t axis = axis_of(desc);
    std::vector<plan::Plan> plans;
    plans.reserve(outputs.size());
    std::uint32_t begin = 0;
    for (const TensorDesc& output : outputs) {
      plan::Plan plan = writes(output, moved_element(output.type));
      plan.operands.push_back(operand(0, input, moved_element(input.type)));
      for (std::size_t k = 0; k < output.sizes.size(); ++k)
        plan.axes.push_back(stepped(output.sizes[k], k == axis ? begin : 0, 1));
      if (axis < output.sizes.size()) begin += output.sizes[axis];
      plans.push_back(std::move(plan));
    }
    return plans;
  }
};

constexpr Join kJoinDefinition;
constexpr Split kSplitDefinition;

}  // namespace

const Definition& join() noexcept { return kJoinDefinition; }
const Definition& split() noexcept { return kSplitDefinition; }

}  // namespace dmlrun::operators
