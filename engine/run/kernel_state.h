// The data of a Kernel.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/operators/definition.h"
#include "engine/run/backend.h"
#include "engine/run/kernel_part.h"
#include "engine/run/threads/team.h"

namespace dmlrun {

/// A kernel's tensors and one executable per output.
struct KernelState {
  using Buffer = OperatorState::Buffer;
  /// Made without executables, which are added later. Hidden explicitly, because the public headers name the type.
  [[gnu::visibility("hidden")]] KernelState(const Operator& made_of, const Backend& made_by,
                                            const CompileOptions& options, const Team& run_by);

  const Backend* backend;
  std::span<const Buffer> inputs, outputs;  ///< the operator's
  /// The size that the only output needs, and the size of each input where all need the same; else 0. A run of a small
  /// kernel reads only one or two cache lines of this struct: a join may have evicted all others of their sets.
  std::uint64_t output_bytes = 0, input_bytes = 0;
  std::uint64_t largest_input_bytes = 1;  ///< what the largest input needs
  bool is_plain = false;  ///< Executable::run computes each output on the caller's thread, whatever its environment
  KernelParts parts;
  Team team;
  /// What it was made of, for describe().
  Operator op;
  InForce in_force;
  std::string device;
};

/// The choices that a back end would make for a request; none where it reports nothing.
[[nodiscard]] Result<std::vector<Choice>> strategy_of(const Backend& backend, const CompileRequest& request);

}  // namespace dmlrun
