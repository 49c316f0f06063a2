#include "engine/operators/operator_list.h"

#include <array>
#include <cassert>
#include <new>

#include "engine/operators/tensor_rules.h"
#include "engine/plan/check.h"
#include "engine/plan/normalize.h"
#include "engine/tensor/floating_point.h"

namespace dmlrun::operators {

std::span<const OperatorEntry* const> operator_list() noexcept {
  static constexpr std::array<const OperatorEntry*, std::variant_size_v<OperatorDesc>> kList = {
      &kTile, &kJoin, &kPadding, &kPadding1, &kQuantizedLinearAdd, &kSlice, &kSlice1, &kSplit};
  return kList;
}

const OperatorEntry* find_operator(std::string_view type) noexcept {
  constexpr std::string_view kPrefix = "DML_OPERATOR_";
  if (type.starts_with(kPrefix)) type.remove_prefix(kPrefix.size());
  for (const OperatorEntry* entry : operator_list())
    if (entry->type == type) return entry;
  return nullptr;
}

namespace {

/// The rules in their order: inputs, the operator's own, output, feature level. What comes later relies on what passed.
bool check_all(const OperatorEntry& entry, const OperatorState& state, Checker& checker) {
  for (const TensorSlot& slot : state.inputs)
    if (!check_tensor(checker, place_of(slot), slot.desc, false)) return false;
  if (!entry.check(state.desc, checker)) return false;
  for (const TensorSlot& slot : state.outputs)
    if (!check_tensor(checker, place_of(slot), slot.desc, true)) return false;
  return entry.check_level(state.inputs, checker) && entry.check_level(state.outputs, checker);
}

/// A level that DirectML never published has no table to check against.
Result<void> check_known_level(FeatureLevel level) {
  for (FeatureLevel known : feature_levels())
    if (known == level) return {};
  return Error{ErrorCode::feature_level, {}, {},
               "feature level " + std::to_string(level) + " was asked for; one of 0x1000 (1.0) to 0x6400 (6.4), as "
               "feature_level_from_name() gives them, was expected", {}};
}

}  // namespace
}  // namespace dmlrun::operators

namespace dmlrun {

namespace {

OperatorState::Buffer buffer_of(const TensorSlot& slot) {
  return {slot.name, slot.index, slot.array, buffer_bytes(slot.desc)};
}

}  // namespace

Result<Operator> Operator::make(OperatorDesc desc, const Validation& validation) noexcept {
  try {
    const DefaultFloatingPoint environment;
    const operators::OperatorEntry& entry = *operators::operator_list()[desc.index()];
    const operators::Specification* specification = operators::find_specification(entry.type);
    if (!specification) return Error{ErrorCode::out_of_memory, {}, {}, {}, {}};
    if (auto ok = operators::check_known_level(validation.level); !ok) return std::move(ok).error();
    auto state = std::make_shared<OperatorState>();
    state->desc = std::move(desc);
    state->entry = &entry;
    entry.list_tensors(state->desc, state->inputs, state->outputs);
    operators::Checker checker(*specification, validation);
    if (!operators::check_all(entry, *state, checker)) return checker.take_error();
    for (const TensorSlot& slot : state->inputs) state->input_buffers.push_back(buffer_of(slot));
    for (const TensorSlot& slot : state->outputs) state->output_buffers.push_back(buffer_of(slot));
    for (plan::Plan& plan : entry.lower(state->desc)) {
      assert(plan::check(plan).empty());
      state->plans.push_back(plan::normalize(std::move(plan)));
      assert(plan::check(state->plans.back()).empty());
      state->keys.push_back(std::make_shared<const plan::Key>(plan::key_of(state->plans.back())));
    }
    return Operator(std::move(state));
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory, {}, {}, {}, {}};
  }
}

std::string_view Operator::type() const noexcept { return state_->entry->type; }
const OperatorDesc& Operator::desc() const noexcept { return state_->desc; }
std::span<const TensorSlot> Operator::inputs() const noexcept { return state_->inputs; }
std::span<const TensorSlot> Operator::outputs() const noexcept { return state_->outputs; }

}  // namespace dmlrun
