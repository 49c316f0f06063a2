// ONE_HOT: the second element of ValuesTensor where the coordinate on the axis is the index, else the first one. An
// index below 0 counts from the axis's end; one beyond the axis is nowhere.
#include <tuple>

#include "engine/operators/definition.h"
#include "engine/operators/families/lowering.h"
#include "engine/plan/value_list.h"
#include "engine/text/counted.h"

namespace dmlrun::operators {
namespace {

class OneHot final : public Definition {
  void infer(Fields& fields, Desc& desc) const override {
    PartialTensor &indices = fields.tensor("IndicesTensor"), &values = fields.tensor("ValuesTensor"),
                  &output = fields.tensor("OutputTensor");
    Fields::share_type({&values, &output});
    const auto axis = desc.at<std::uint64_t>("Axis");
    const bool is_wrong = indices.sizes && (axis >= indices.sizes->size() || (*indices.sizes)[axis] != 1);
    if (!output.sizes && is_wrong) output.sizes = indices.sizes;  // so that check() tells what is wrong
    if (!output.sizes) return;
    if (!indices.sizes) {
      indices.sizes = *output.sizes;
      if (axis < indices.sizes->size()) (*indices.sizes)[axis] = 1;
    }
    if (values.sizes) return;
    values.sizes = Dimensions::filled(output.sizes->size(), 1);
    (*values.sizes)[output.sizes->size() - 1] = static_cast<std::uint32_t>(values.listed.value_or(2));
  }

  bool check(const Desc& desc, Checker& c) const override {
    const auto &indices = desc.at<TensorDesc>("IndicesTensor"), &values = desc.at<TensorDesc>("ValuesTensor"),
               &output = desc.at<TensorDesc>("OutputTensor");
    const auto axis = desc.at<std::uint64_t>("Axis");
    const std::size_t rank = output.sizes.size();
    Dimensions one_index = output.sizes, two_values = Dimensions::filled(rank, 1);
    if (axis < rank) one_index[axis] = 1;
    two_values[rank - 1] = 2;
    for (const auto& [name, tensor, wanted] :
         {std::tuple("IndicesTensor", &indices, one_index), std::tuple("ValuesTensor", &values, two_values)})
      if (const std::size_t found = tensor->sizes.size();
          !c.require(found == rank, "ranks", FieldPath{name}.at("Sizes"), [&] {
            return text::counted_found(found, "dimension") + "; OutputTensor has " + std::to_string(rank) +
                   ", so sizes like " + list(wanted) + " were expected";
          }))
        return false;
    if (!c.require(axis < rank, "axis", {"Axis"}, [&] {
          return "axis " + std::to_string(axis) + " was found; OutputTensor has axes 0 to " + std::to_string(rank - 1);
        }))
      return false;
    for (std::size_t i = 0; i < rank; ++i) {
      const std::uint32_t wanted = one_index[i], found = indices.sizes[i];
      if (!c.require(found == wanted, "one_index", FieldPath{"IndicesTensor"}.at("Sizes", static_cast<std::int64_t>(i)),
                     [&] {
                       return std::to_string(found) + " was found; " + std::to_string(wanted) + " was expected, " +
                              (i == axis ? "an index for the whole axis" : "OutputTensor's size");
                     }))
        return false;
    }
    if (!c.require(element_count(values) >= 2, "two_values", FieldPath{"ValuesTensor"}.at("Sizes"), [] {
          return std::string("one element was found; at least two were expected, the off value and the on value");
        }))
      return false;
    return c.require(output.type == values.type, "same_type", FieldPath{"OutputTensor"}.at("DataType"), [&] {
      return std::string(name(output.type)) + " was found; ValuesTensor is " + std::string(name(values.type));
    });
  }

  std::vector<plan::Plan> lower(const Desc& desc) const override {
    using plan::Op, plan::Type;
    const auto &indices = desc.at<TensorDesc>("IndicesTensor"), &values = desc.at<TensorDesc>("ValuesTensor"),
               &output = desc.at<TensorDesc>("OutputTensor");
    const auto axis = desc.at<std::uint64_t>("Axis");
    plan::Plan plan = writes(output, unsigned_element(numeric_element(output.type)));
    for (const std::uint32_t size : output.sizes) plan.axes.push_back(whole(size));
    plan.operands = {coordinate_of(output, axis), operand(0, indices, numeric_element(indices.type)),
                     operand(1, values, plan.output), operand(1, values, plan.output)};
    plan.operands[2].strides = plan.operands[3].strides = {};
    // The neighbour on the fastest-changing axis that has one.
    for (std::size_t i = 0; i < values.sizes.size(); ++i)
      if (values.sizes[i] > 1) plan.operands[3].offset = strides_of(values)[i];
    plan::ValueList list(plan);
    const auto index = list.load(1), number = list.cast(Op::convert, Type::i64, index);
    const auto from_end = list.apply(Op::add, {number, list.constant_bits(Type::i64, output.sizes[axis])});
    const auto is_negative = list.apply(Op::less, {index, list.constant_bits(list.type_of_value(index), 0)});
    const auto place = list.apply(Op::select, {is_negative, from_end, number});
    const auto is_here = list.apply(Op::equal, {list.load(0), place});
    list.store(list.apply(Op::select, {is_here, list.load(3), list.load(2)}));
    return {std::move(plan)};
  }
};

constexpr OneHot kOneHot;

}  // namespace

const Definition& one_hot() noexcept { return kOneHot; }

}  // namespace dmlrun::operators
