// Operators without input: Value everywhere, whatever its type; FILL_VALUE_SEQUENCE: ValueStart + i * ValueDelta.
#include <algorithm>

#include "engine/operators/definition.h"
#include "engine/operators/families/lowering.h"
#include "engine/plan/value_list.h"
#include "engine/tensor/element.h"

namespace dmlrun::operators {
namespace {

class Fill : public Definition {
  void infer(Fields&, Desc&) const override {}

  bool check(const Desc&, Checker&) const override { return true; }

  std::vector<plan::Plan> lower(const Desc& desc) const override {
    const auto& output = desc.at<TensorDesc>("OutputTensor");
    plan::Plan plan = writes(output, moved_element(output.type));
    for (const std::uint32_t size : output.sizes) plan.axes.push_back({{{size, 0, 0, plan::kFill}}, {}, 0, {}});
    const auto& value = desc.at<Scalar>("Value");
    std::copy_n(value.bytes.begin(), element_size(value.type), plan.fill.begin());
    return {std::move(plan)};
  }
};

class Sequence final : public Fill {
  std::vector<plan::Plan> lower(const Desc& desc) const override {
    using plan::Op, plan::Type;
    const auto& output = desc.at<TensorDesc>("OutputTensor");
    const auto &start = desc.at<Scalar>("ValueStart"), &delta = desc.at<Scalar>("ValueDelta");
    plan::Plan plan = writes(output, numeric_element(output.type));
    for (const std::uint32_t size : output.sizes) plan.axes.push_back(whole(size));
    TensorDesc packed = output;
    packed.strides = {};
    packed.total_bytes = 0;
    plan.operands.push_back(operand(plan::kIndex, packed, plan::Element::i64));
    plan::ValueList values(plan);
    const auto index = values.load(0);
    if (plan::is_float(plan.output)) {
      const auto number = [&](const Scalar& value) {
        return values.constant(Type::f64, load_double(value.type, value.bytes.data()));
      };
      values.store(values.apply(Op::fma, {values.cast(Op::convert, Type::f64, index), number(delta), number(start)}));
    } else {
      const auto number = [&](const Scalar& value) { return values.constant_bits(Type::i64, widened_bits(value)); };
      values.store(values.apply(Op::add, {values.apply(Op::multiply, {index, number(delta)}), number(start)}));
    }
    return {std::move(plan)};
  }
};

constexpr Fill kFill;
constexpr Sequence kSequenceDefinition;

}  // namespace

const Definition& fill() noexcept { return kFill; }
const Definition& sequence() noexcept { return kSequenceDefinition; }

}  // namespace dmlrun::operators
