// What a Kernel is made of.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/operators/operator_list.h"
#include "engine/run/backend.h"
#include "engine/run/kernel_part.h"
#include "engine/run/team.h"

namespace dmlrun {

/// A kernel's tensors and one executable per output.
struct KernelState {
  using Buffer = OperatorState::Buffer;
  const Backend* backend = nullptr;
  std::span<const Buffer> inputs, outputs;  ///< the operator's
  std::vector<KernelPart> parts;
  Team team{};
  /// What it was made of, to describe it.
  Operator op;
  InForce in_force{};
  std::string device;
};

/// The choices that a back end would make for a task; none where it tells nothing.
[[nodiscard]] Result<std::vector<Choice>> strategy_of(const Backend& backend, const Task& task);

}  // namespace dmlrun
