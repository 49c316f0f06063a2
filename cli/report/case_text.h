// The texts of a case's folder: a spec whose values lie in .npy files beside it, and a DxDispatch model of the same.
#pragma once

#include <string>
#include <vector>

#include "dmlrun/operators.h"

namespace dmlrun::cli {

/// The bare name, with a number inside tensor arrays: InputTensors_0. Serves as file and as resource name.
[[nodiscard]] std::string plain_name(const TensorSlot& slot);

/// The completed spec, with inputs and, if wanted, expected values in "<plain name>.npy".
[[nodiscard]] std::string case_spec(const Operator& op, bool with_expected = true);

/// A DxDispatch model that dispatches the operator on the same inputs. `expected`: a file for each output, its buffer.
[[nodiscard]] std::string case_model(const Operator& op, const std::vector<std::string>& expected);

}  // namespace dmlrun::cli
