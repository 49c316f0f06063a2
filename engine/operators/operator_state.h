// An operator that passed all checks: its desc, its plans, and what a caller's buffers must be.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "dmlrun/operators.h"
#include "engine/operators/rows/operator_row.h"
#include "engine/plan/key.h"
#include "engine/plan/plan.h"

namespace dmlrun::operators {
class Definition;
}

namespace dmlrun {

/// The state that copies of an Operator share.
struct OperatorState {
  /// A kernel's requirements on a tensor's buffer.
  struct Buffer {
    std::string_view name;
    std::uint32_t index = 0;
    bool array = false;
    std::uint64_t bytes = 0;     ///< least size of a span
    bool may_be_output = false;  ///< inputs: the output may be this buffer; both tensors have one layout
  };
  Desc desc;
  const operators::OperatorRow* row = nullptr;
  const operators::Definition* definition = nullptr;
  std::vector<TensorSlot> inputs, outputs;
  std::vector<Buffer> input_buffers, output_buffers;
  std::vector<plan::Plan> plans;                       ///< normalised, one per output
  std::vector<std::shared_ptr<const plan::Key>> keys;  ///< one per plan
};

}  // namespace dmlrun
