// Operators and their tensors in words, for people.
#pragma once

#include <string>

#include "dmlrun/operators.h"

namespace dmlrun {

/// "InputTensor"; "InputTensors[1]" of a tensor array.
[[nodiscard]] std::string shown_name(const TensorSlot& slot);
/// "[2, 3]".
[[nodiscard]] std::string sizes_json(const Dimensions& sizes);
/// "PADDING SYMMETRIC": the operator with what its desc says in words, such as a mode.
[[nodiscard]] std::string operator_words(const Operator& op);

}  // namespace dmlrun
