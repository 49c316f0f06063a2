// Operator::make: the rules that follow from any row, in their order, and an operator's own.
#include <cassert>

#include "engine/operators/definition.h"
#include "engine/operators/desc/desc_record.h"
#include "engine/operators/operator_state.h"
#include "engine/operators/tensor_rules.h"
#include "engine/plan/check.h"
#include "engine/plan/normalize.h"
#include "engine/tensor/floating_point.h"
#include "engine/text/out_of_memory.h"

namespace dmlrun::operators {
namespace {

bool check_since(const OperatorRow& row, Checker& c) {
  return !c.knows("level") || c.require(row.since <= c.validation().level, "level", {"type"}, [&] {
    return row.type + " needs feature level " + level_name(row.since) + "; the chosen one is " +
           level_name(c.validation().level);
  });
}

bool check_absent(const OperatorRow& row, const Desc& desc, Checker& c) {
  for (const RowField& field : row.fields) {
    const bool is_absent = field.optional && field.is_tensor() && !desc.get<TensorDesc>(field.name);
    if (c.knows("level_absent") && is_absent &&
        !c.require(field.optional_since <= c.validation().level, "level_absent", {field.name}, [&] {
          return field.name + " may be left out from feature level " + level_name(field.optional_since) +
                 " on; the chosen one is " + level_name(c.validation().level);
        }))
      return false;
  }
  return true;
}

bool check_enumeration(const RowField& field, std::uint64_t found, Checker& c) {
  for (const EnumValue& value : field.values)
    if (value.value == found)
      return !c.knows("level_value") ||
             c.require(value.since <= c.validation().level, "level_value", {field.name}, [&] {
               return value.name + " needs feature level " + level_name(value.since) + "; the chosen one is " +
                      level_name(c.validation().level);
             });
  const auto shown = [](const EnumValue& value) { return std::to_string(value.value) + " (" + value.name + ")"; };
  return c.require(false, "value", {field.name}, [&] {
    return std::to_string(found) + " was found; " + shown(field.values.front()) + " to " + shown(field.values.back()) +
           " were expected";
  });
}

/// One of those that the field allows, from its level on.
bool check_activation(const RowField& field, const FusedActivation& found, Checker& c) {
  for (const EnumValue& value : field.values)
    if (found.type == field.enum_prefix + "_" + value.name) return check_enumeration(field, value.value, c);
  return c.require(false, "value", {field.name}, [&] {
    return std::string(found.type) + " was found, which is no activation that " + c.row().type + " applies";
  });
}

bool check_least(const RowField& field, std::uint64_t found, Checker& c) {
  return c.require(found >= field.least, "least", {field.name}, [&] {
    return std::to_string(found) + " was found; at least " + std::to_string(field.least) + " was expected";
  });
}

/// A scalar is of the output's type.
bool check_scalar(const RowField& field, const Scalar& value, const OperatorState& state, Checker& c) {
  const TensorSlot& output = state.outputs[0];
  return c.require(value.type == output.desc.type, "value_type", {field.of[0]}, [&] {
    return std::string(name(value.type)) + " was found; " + std::string(output.name) + " is " +
           std::string(name(output.desc.type)) + ", so " + std::string(name(output.desc.type)) + " was expected";
  });
}

/// It multiplies floats; DirectML does not say what it does to others.
bool check_scale_bias(const RowField& field, const OperatorState& state, Checker& c) {
  const TensorSlot& input = state.inputs[0];
  const bool is_float = input.desc.type == DataType::float32 || input.desc.type == DataType::float16;
  return !c.knows("scale_bias") || c.require(is_float, "scale_bias", {field.name}, [&] {
    return "a scale and bias were found; " + std::string(input.name) + " is " + std::string(name(input.desc.type)) +
           ", and only FLOAT32 and FLOAT16 take them";
  });
}

/// The rules of each tensor alone: what one breaks hides nothing of the others.
bool check_tensors(const std::vector<TensorSlot>& slots, bool output, Checker& c) {
  bool all = true;
  for (const TensorSlot& slot : slots) all = check_tensor(c, path_of(slot), slot.desc, output) && all;
  return all;
}

/// The rules in their order: inputs, the operator's own, outputs, feature level. Later ones may assume that earlier
/// ones passed.
bool check_all(const OperatorState& state, Checker& c) {
  const OperatorRow& row = *state.row;
  if (!check_tensors(state.inputs, false, c)) return false;
  if (!check_since(row, c) || !check_absent(row, state.desc, c)) return false;
  for (std::size_t i = 0; i < row.fields.size(); ++i) {
    const RowField& field = row.fields[i];
    const auto* value = std::get_if<std::uint64_t>(&state.desc.fields[i].value);
    if (value && field.kind == FieldKind::enumeration && !check_enumeration(field, *value, c)) return false;
    if (value && field.kind == FieldKind::uint32 && !check_least(field, *value, c)) return false;
    if (const auto* activation = std::get_if<FusedActivation>(&state.desc.fields[i].value);
        activation && !check_activation(field, *activation, c))
      return false;
    if (std::holds_alternative<ScaleBias>(state.desc.fields[i].value) && !check_scale_bias(field, state, c))
      return false;
  }
  if (!state.definition->check(state.desc, c)) return false;
  for (std::size_t i = 0; i < row.fields.size(); ++i)
    if (const auto* value = std::get_if<Scalar>(&state.desc.fields[i].value);
        value && !check_scalar(row.fields[i], *value, state, c))
      return false;
  if (!check_tensors(state.outputs, true, c)) return false;
  return check_support(c, state.inputs) && check_support(c, state.outputs);
}

/// The error, or, where it speaks of a tensor of which the desc says nothing, that this one was forgotten.
Error told_as_forgotten(Error error, const std::vector<TensorSlot>& slots, bool output) {
  for (const TensorSlot& slot : slots) {
    if (slot.desc.type != DataType::unknown || !slot.desc.sizes.empty()) continue;
    std::string place = "/" + std::string(slot.name) + (slot.array ? "/" + std::to_string(slot.index) : "");
    if (!(error.where + "/").starts_with(place + "/")) continue;
    return {.code = ErrorCode::missing_field,
            .where = std::move(place),
            .message = std::string("no type and no sizes were found; a desc tells both") +
                       (output ? ", of outputs too" : "") + ": {.type = DataType::float32, .sizes = {2, 3}}"};
  }
  return error;
}

/// A level that DirectML never published has no table to check against.
Result<void> check_known_level(FeatureLevel level) {
  for (FeatureLevel known : feature_levels())
    if (known == level) return {};
  return Error{.code = ErrorCode::feature_level,
               .message = "feature level " + std::to_string(level) +
                          " was asked for; one of 0x1000 (1.0) to 0x6400 (6.4), as "
                          "feature_level_from_name() gives them, was expected"};
}

}  // namespace
}  // namespace dmlrun::operators

namespace dmlrun {

namespace {

OperatorState::Buffer buffer_of(const TensorSlot& slot) {
  return {slot.name, slot.index, slot.array, buffer_bytes(slot.desc)};
}

bool lie_alike(const TensorDesc& a, const TensorDesc& b) {
  if (a.sizes != b.sizes || element_size(a.type) != element_size(b.type)) return false;
  const Dimensions x = strides_of(a), y = strides_of(b);
  for (std::size_t axis = 0; axis < a.sizes.size(); ++axis)
    if (a.sizes[axis] > 1 && x[axis] != y[axis]) return false;
  return true;
}

}  // namespace

Result<Operator> Operator::make(const Desc& desc, const Validation& validation) noexcept {
  return or_out_of_memory([&]() -> Result<Operator> {
    const DefaultFloatingPoint environment;
    const operators::Definition* definition = operators::find_definition(desc.type);
    if (!definition)
      return Error{.code = operators::code_not_found(desc.type),
                   .where = "/type",
                   .message = operators::why_not_found(desc.type)};
    const operators::OperatorRow* row = operators::find_row(desc.type);
    if (!row) return Error{ErrorCode::out_of_memory};
    if (auto ok = operators::check_known_level(validation.level); !ok) return std::move(ok).error();
    auto state = std::make_shared<OperatorState>();
    state->row = row;
    state->definition = definition;
    auto record = operators::record_of(desc, *row);
    if (!record) return std::move(record).error();
    state->desc = std::move(*record);
    operators::list_tensors(state->desc, *row, state->inputs, state->outputs);
    operators::Checker checker(*row, validation);
    if (!operators::check_all(*state, checker))
      return operators::told_as_forgotten(operators::told_as_forgotten(checker.take_error(), state->inputs, false),
                                          state->outputs, true);
    for (const TensorSlot& slot : state->inputs) {
      state->input_buffers.push_back(buffer_of(slot));
      state->input_buffers.back().may_be_output = row->in_place && lie_alike(slot.desc, state->outputs[0].desc);
    }
    for (const TensorSlot& slot : state->outputs) state->output_buffers.push_back(buffer_of(slot));
    for (plan::Plan& plan : definition->lower(state->desc)) {
      assert(plan::check(plan).empty());
      const bool gives_floats = !plan.values.empty() && plan::is_number(plan.output) && plan::is_float(plan.output);
      TensorSlot& output = state->outputs[state->plans.size()];
      state->plans.push_back(plan::normalize(std::move(plan)));
      // A plan that became a move computes nothing; what was computed from constants alone reads nothing any more.
      const plan::Plan& normal = state->plans.back();
      output.computed = gives_floats && (!normal.values.empty() || normal.operands.empty());
      assert(plan::check(state->plans.back()).empty());
      state->keys.push_back(std::make_shared<const plan::Key>(plan::key_of(state->plans.back())));
    }
    return Operator(std::move(state));
  });
}

std::string_view Operator::type() const noexcept { return state_->row->type; }
const Desc& Operator::desc() const noexcept { return state_->desc; }
std::span<const TensorSlot> Operator::inputs() const noexcept { return state_->inputs; }
std::span<const TensorSlot> Operator::outputs() const noexcept { return state_->outputs; }

}  // namespace dmlrun
