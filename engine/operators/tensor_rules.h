// The rules for every tensor (specs/families/tensor.json) and for what a feature level supports.
#pragma once

#include <span>
#include <string_view>

#include "engine/operators/checker.h"

namespace dmlrun::operators {

[[nodiscard]] inline FieldPath path_of(const TensorSlot& slot) noexcept {
  return {slot.name, slot.array ? static_cast<std::int64_t>(slot.index) : -1};
}

/// Checks TENSOR-1 ... TENSOR-14 on one tensor. False if one is broken.
[[nodiscard]] bool check_tensor(Checker& checker, const FieldPath& path, const TensorDesc& tensor, bool output);

/// Checks rank and type of every slot against the operator's support table at the chosen level.
[[nodiscard]] bool check_support(Checker& checker, std::span<const TensorSlot> slots);

}  // namespace dmlrun::operators
