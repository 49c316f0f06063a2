// ELEMENT_WISE_QUANTIZED_LINEAR_ADD: clamp(round(((A - az) * as + (B - bz) * bs) / os) + oz).
#include <algorithm>
#include <optional>

#include "engine/operators/definition.h"
#include "engine/operators/lowering.h"
#include "engine/plan/value_list.h"

namespace dmlrun::operators {
namespace {

/// One of the three quantized tensors with its parameters.
struct Quantized {
  std::string_view tensor, scale, zero_point;
};
constexpr Quantized kA{"ATensor", "AScaleTensor", "AZeroPointTensor"};
constexpr Quantized kB{"BTensor", "BScaleTensor", "BZeroPointTensor"};
constexpr Quantized kOutput{"OutputTensor", "OutputScaleTensor", "OutputZeroPointTensor"};

/// A parameter's type, and Sizes of as many ones as the operator has dimensions, where they are left out.
void complete_parameter(TensorDraft& draft, std::optional<DataType> type, std::optional<std::size_t> rank) {
  if (!draft.type) draft.type = type;
  if (!draft.sizes && rank) draft.sizes = Dimensions::filled(*rank, 1);
}

bool is_one_element(const TensorDesc& tensor) {
  for (std::size_t i = 0; i < tensor.sizes.size(); ++i)
    if (tensor.sizes[i] > 1 && (i >= tensor.strides.size() || tensor.strides[i] != 0)) return false;
  return true;
}

bool check_one_element(const TensorDesc& tensor, std::string_view field, std::string_view rule, Checker& c) {
  return c.require(is_one_element(tensor), rule, Place{field}.at("Sizes"), [&] {
    return "sizes " + list(tensor.sizes) +
           " were found; one element was expected, or a stride of 0 on every axis "
           "above 1";
  });
}

bool check_parameters(const Desc& desc, const Quantized& q, Checker& c) {
  const DataType type = desc.at<TensorDesc>(q.tensor).type;
  if (!check_one_element(desc.at<TensorDesc>(q.scale), q.scale, "one_scale", c)) return false;
  const auto* zero_point = desc.get<TensorDesc>(q.zero_point);
  if (!zero_point) return true;
  if (!check_one_element(*zero_point, q.zero_point, "one_zero_point", c)) return false;
  return c.require(zero_point->type == type, "zero_point_type", Place{q.zero_point}.at("DataType"), [&] {
    return std::string(name(zero_point->type)) + " was found; " + std::string(q.tensor) + " is " +
           std::string(name(type)) + ", and a zero point has its tensor's type";
  });
}

plan::Element number_of(DataType type) {
  if (type == DataType::float32) return plan::Element::f32;
  return type == DataType::int8 ? plan::Element::i8 : plan::Element::u8;
}

class QuantizedLinearAdd final : public Definition {
  void infer(Fields& fields, Desc&) const override {
    for (const Quantized& q : {kA, kB, kOutput})
      Fields::share_type({&fields.draft(q.tensor), &fields.draft(q.zero_point)});
    TensorDraft& a = fields.draft(kA.tensor);
    TensorDraft& b = fields.draft(kB.tensor);
    TensorDraft& output = fields.draft(kOutput.tensor);
    if (!output.type) output.type = a.type;
    std::optional<Dimensions> sizes;
    for (const TensorDraft* draft : {&a, &b, &output})
      if (!sizes) sizes = draft->sizes;
    for (const TensorDraft* draft : {&a, &b})
      if (!sizes) sizes = Fields::sizes_of(*draft);
    for (TensorDraft* draft : {&a, &b, &output})
      if (!draft->sizes) draft->sizes = sizes;
    std::optional<std::size_t> rank;
    if (sizes) rank = sizes->size();
    for (const Quantized& q : {kA, kB, kOutput}) {
      complete_parameter(fields.draft(q.scale), DataType::float32, rank);
      complete_parameter(fields.draft(q.zero_point), fields.draft(q.tensor).type, rank);
    }
  }

  bool check(const Desc& desc, Checker& c) const override {
    const Dimensions& a = desc.at<TensorDesc>(kA.tensor).sizes;
    for (const DescField& field : desc.fields) {
      const auto* tensor = std::get_if<TensorDesc>(&field.value);
      if (tensor && !c.require(tensor->sizes.size() == a.size(), "ranks", Place{field.name}.at("Sizes"), [&] {
            return std::to_string(tensor->sizes.size()) + " dimensions were found; ATensor has " +
                   std::to_string(a.size()) + ", and all tensors have the same number";
          }))
        return false;
    }
    for (const std::string_view field : {kB.tensor, kOutput.tensor}) {
      const Dimensions& sizes = desc.at<TensorDesc>(field).sizes;
      if (!c.require(sizes == a, "equal_sizes", Place{field}.at("Sizes"), [&] {
            return "sizes " + list(sizes) + " were found; ATensor has " + list(a) +
                   ", and they must be equal (broadcast with a stride of 0)";
          }))
        return false;
    }
    return check_parameters(desc, kA, c) && check_parameters(desc, kB, c) && check_parameters(desc, kOutput, c);
  }

  std::vector<plan::Plan> lower(const Desc& desc) const override {
    using plan::Op, plan::Type;
    const auto& output = desc.at<TensorDesc>(kOutput.tensor);
    plan::Plan plan = writes(output, number_of(output.type));
    for (std::uint32_t size : output.sizes) plan.axes.push_back(whole(size));
    std::vector<std::string_view> inputs;
    for (const DescField& field : desc.fields) {
      const auto* tensor = std::get_if<TensorDesc>(&field.value);
      if (!tensor || field.name == kOutput.tensor) continue;
      plan.operands.push_back(operand(static_cast<std::uint32_t>(inputs.size()), *tensor, number_of(tensor->type)));
      // A parameter is one element, whatever its Sizes: it is read at every position.
      if (field.name != kA.tensor && field.name != kB.tensor) plan.operands.back().strides = {};
      inputs.push_back(field.name);
    }
    plan::ValueList values(plan);
    /// As a float, which holds each of these numbers. Nothing when the tensor is an absent zero point.
    const auto load = [&](std::string_view field) -> std::optional<plan::ValueList::Number> {
      const auto found = std::find(inputs.begin(), inputs.end(), field);
      if (found == inputs.end()) return std::nullopt;
      return values.cast(Op::convert, Type::f32, values.load(static_cast<std::uint32_t>(found - inputs.begin())));
    };
    const auto number = [&](const Quantized& q) {
      auto x = *load(q.tensor);
      if (const auto zero_point = load(q.zero_point)) x = values.apply(Op::subtract, {x, *zero_point});
      return values.apply(Op::multiply, {x, *load(q.scale)});
    };
    auto x = values.apply(Op::add, {number(kA), number(kB)});
    x = values.apply(Op::round, {values.apply(Op::divide, {x, *load(kOutput.scale)})});
    if (const auto zero_point = load(kOutput.zero_point)) x = values.apply(Op::add, {x, *zero_point});
    const bool is_signed = output.type == DataType::int8;
    x = values.apply(Op::maximum, {x, values.constant(Type::f32, is_signed ? -128 : 0)});
    x = values.apply(Op::minimum, {x, values.constant(Type::f32, is_signed ? 127 : 255)});
    values.store(values.cast(Op::saturate, Type::i32, x));
    return {std::move(plan)};
  }
};

constexpr QuantizedLinearAdd kDefinition;

}  // namespace

const Definition& quantized_linear_add() noexcept { return kDefinition; }

}  // namespace dmlrun::operators
