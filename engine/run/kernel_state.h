// The data of a Kernel. compile.cpp makes it, kernel.cpp runs it.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/operators/operator_state.h"
#include "engine/run/backend.h"
#include "engine/run/compiled_output.h"
#include "engine/run/threads/team.h"

namespace dmlrun {

/// A kernel's tensors and one executable per output.
struct KernelState {
  using Buffer = OperatorState::Buffer;
  /// Makes the state without executables, which are added later. Hidden explicitly, because public headers name the
  /// type.
  [[gnu::visibility("hidden")]] KernelState(const Operator& made_of, const Backend& made_by,
                                            const CompileOptions& options, const Team& run_by);

  const Backend* backend;
  std::span<const Buffer> inputs, outputs;  ///< the operator's tensors
  /// Least size of the output, if there is only one; and least size of each input, if all are equal; else 0. Stored
  /// here so that a run of a small kernel reads only one or two cache lines of this struct.
  std::uint64_t output_bytes = 0, input_bytes = 0;
  std::uint64_t largest_input_bytes = 1;  ///< least size of the largest input
  bool is_plain =
      false;  ///< whether Executable::run, on the caller's thread and in any environment, computes each output
  CompiledOutputs compiled;
  Team team;
  /// The operator, options and device that the kernel was made from, for describe().
  Operator op;
  InForce in_force;
  std::string device;
};

/// The choices that a back end would make for a request; empty if it reports none.
[[nodiscard]] Result<std::vector<Choice>> strategy_of(const Backend& backend, const CompileRequest& request);

}  // namespace dmlrun
