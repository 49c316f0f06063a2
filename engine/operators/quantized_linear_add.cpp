// ELEMENT_WISE_QUANTIZED_LINEAR_ADD: clamp(round(((A - az) * as + (B - bz) * bs) / os) + oz).
#include "engine/operators/lowering.h"
#include "engine/operators/operator_list.h"
#include "engine/operators/tensor_rules.h"

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

OperatorDesc assemble(Fields& fields) {
  QuantizedLinearAddDesc desc;
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
  const auto parameter = [&](std::string_view field) -> std::optional<TensorDesc> {
    if (!fields.draft(field).present) return std::nullopt;
    return fields.finish(field);
  };
  desc.a = fields.finish(kA.tensor);
  desc.a_scale = fields.finish(kA.scale);
  desc.a_zero_point = parameter(kA.zero_point);
  desc.b = fields.finish(kB.tensor);
  desc.b_scale = fields.finish(kB.scale);
  desc.b_zero_point = parameter(kB.zero_point);
  desc.output_scale = fields.finish(kOutput.scale);
  desc.output_zero_point = parameter(kOutput.zero_point);
  desc.output = fields.finish(kOutput.tensor);
  return desc;
}

bool is_one_element(const TensorDesc& tensor) {
  for (std::size_t i = 0; i < tensor.sizes.size(); ++i)
    if (tensor.sizes[i] > 1 && (i >= tensor.strides.size() || tensor.strides[i] != 0)) return false;
  return true;
}

struct Parameter {
  std::string_view name;
  const TensorDesc* tensor;
};

bool check_parameters(const QuantizedLinearAddDesc& d, Checker& c) {
  const auto one_element = [&](const Parameter& p, std::string_view rule) {
    return c.require(is_one_element(*p.tensor), rule, Place{p.name}.at("Sizes"), [&] {
      return "sizes " + list(p.tensor->sizes) + " were found; one element was expected, or a stride of 0 on every axis "
             "above 1";
    });
  };
  const struct { Parameter scale, zero_point; std::string_view tensor; DataType type; } rows[] = {
      {{kA.scale, &d.a_scale}, {kA.zero_point, d.a_zero_point ? &*d.a_zero_point : nullptr}, kA.tensor, d.a.type},
      {{kB.scale, &d.b_scale}, {kB.zero_point, d.b_zero_point ? &*d.b_zero_point : nullptr}, kB.tensor, d.b.type},
      {{kOutput.scale, &d.output_scale},
       {kOutput.zero_point, d.output_zero_point ? &*d.output_zero_point : nullptr},
       kOutput.tensor,
       d.output.type}};
  for (const auto& row : rows) {
    if (!one_element(row.scale, "QADD-3")) return false;
    if (!row.zero_point.tensor) continue;
    if (!one_element(row.zero_point, "QADD-4")) return false;
    if (!c.require(row.zero_point.tensor->type == row.type, "QADD-5", Place{row.zero_point.name}.at("DataType"), [&] {
          return std::string(name(row.zero_point.tensor->type)) + " was found; " + std::string(row.tensor) + " is " +
                 std::string(name(row.type)) + ", and a zero point has its tensor's type";
        }))
      return false;
  }
  return true;
}

void list_tensors(const OperatorDesc& any, std::vector<TensorSlot>& inputs, std::vector<TensorSlot>& outputs) {
  const QuantizedLinearAddDesc& d = std::get<QuantizedLinearAddDesc>(any);
  const auto add = [&](std::string_view field, const TensorDesc& tensor) { inputs.push_back({field, 0, false, tensor}); };
  add(kA.tensor, d.a);
  add(kA.scale, d.a_scale);
  if (d.a_zero_point) add(kA.zero_point, *d.a_zero_point);
  add(kB.tensor, d.b);
  add(kB.scale, d.b_scale);
  if (d.b_zero_point) add(kB.zero_point, *d.b_zero_point);
  add(kOutput.scale, d.output_scale);
  if (d.output_zero_point) add(kOutput.zero_point, *d.output_zero_point);
  outputs.push_back({kOutput.tensor, 0, false, d.output});
}

bool check(const OperatorDesc& any, Checker& c) {
  const QuantizedLinearAddDesc& d = std::get<QuantizedLinearAddDesc>(any);
  if (!c.require(c.specification().since <= c.validation().level, "QADD-6", {"type"}, [&] {
        return c.specification().type + " needs feature level " + level_name(c.specification().since) +
               "; the chosen one is " + level_name(c.validation().level);
      }))
    return false;
  std::vector<TensorSlot> slots, outputs;
  list_tensors(any, slots, outputs);
  slots.push_back(outputs[0]);
  for (const TensorSlot& slot : slots)
    if (!c.require(slot.desc.sizes.size() == d.a.sizes.size(), "QADD-1", place_of(slot).at("Sizes"), [&] {
          return std::to_string(slot.desc.sizes.size()) + " dimensions were found; ATensor has " +
                 std::to_string(d.a.sizes.size()) + ", and all tensors have the same number";
        }))
      return false;
  for (const Parameter& p : {Parameter{kB.tensor, &d.b}, Parameter{kOutput.tensor, &d.output}})
    if (!c.require(p.tensor->sizes == d.a.sizes, "QADD-2", Place{p.name}.at("Sizes"), [&] {
          return "sizes " + list(p.tensor->sizes) + " were found; ATensor has " + list(d.a.sizes) +
                 ", and they must be equal (broadcast with a stride of 0)";
        }))
      return false;
  return check_parameters(d, c);
}

/// Every rank that the tensor rules let through is supported: no rule can refuse it.
bool check_level(std::span<const TensorSlot> slots, Checker& c) { return check_support(c, slots, "", "QADD-7"); }

plan::Element number_of(DataType type) {
  if (type == DataType::float32) return plan::Element::f32;
  return type == DataType::int8 ? plan::Element::i8 : plan::Element::u8;
}

std::vector<plan::Plan> lower(const OperatorDesc& any) {
  using Op = plan::Step::Op;
  const QuantizedLinearAddDesc& d = std::get<QuantizedLinearAddDesc>(any);
  plan::Plan plan = writes(d.output, number_of(d.output.type));
  for (std::uint32_t size : d.output.sizes) plan.axes.push_back(whole(size));
  std::vector<TensorSlot> inputs, outputs;
  list_tensors(any, inputs, outputs);
  for (std::uint32_t i = 0; i < inputs.size(); ++i) {
    plan.operands.push_back(operand(i, inputs[i].desc, number_of(inputs[i].desc.type)));
    // A parameter is one element, whatever its Sizes: it is read at every position.
    if (inputs[i].name != kA.tensor && inputs[i].name != kB.tensor) plan.operands.back().strides = {};
  }
  const auto apply = [&](Op op) { plan.expression.push_back({op, 0, 0}); };
  const auto constant = [&](float value) { plan.expression.push_back({Op::constant, 0, value}); };
  /// False when the tensor is an absent zero point.
  const auto load = [&](std::string_view field) {
    for (std::uint32_t i = 0; i < inputs.size(); ++i)
      if (inputs[i].name == field) return plan.expression.push_back({Op::load, i, 0}), true;
    return false;
  };
  for (const Quantized& q : {kA, kB}) {
    load(q.tensor);
    if (load(q.zero_point)) apply(Op::subtract);
    load(q.scale);
    apply(Op::multiply);
  }
  apply(Op::add);
  load(kOutput.scale);
  apply(Op::divide);
  apply(Op::round);
  if (load(kOutput.zero_point)) apply(Op::add);
  const bool is_signed = d.output.type == DataType::int8;
  constant(is_signed ? -128.0f : 0.0f);
  apply(Op::max);
  constant(is_signed ? 127.0f : 255.0f);
  apply(Op::min);
  return {std::move(plan)};
}

void write(const OperatorDesc& any, FieldWriter& w) {
  std::vector<TensorSlot> inputs, outputs;
  list_tensors(any, inputs, outputs);
  for (const TensorSlot& slot : inputs) w.tensor(slot.name, slot.desc);
  w.tensor(outputs[0].name, outputs[0].desc);
}

}  // namespace

const OperatorEntry kQuantizedLinearAdd{"ELEMENT_WISE_QUANTIZED_LINEAR_ADD", assemble, check, check_level, list_tensors,
                                        lower, write};

}  // namespace dmlrun::operators
