// What a Kernel is made of.
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
  /// Its executables are still missing. Hidden, which it would be by itself if the public headers did not name the
  /// type.
  [[gnu::visibility("hidden")]] KernelState(const Operator& made_of, const Backend& made_by,
                                            const CompileOptions& options, const Team& run_by);

  const Backend* backend;
  std::span<const Buffer> inputs, outputs;  ///< the operator's
  /// What the only output needs, and each of the inputs where all need the same; else 0. A run of a small kernel has
  /// all that it reads of this in one or two cache lines: what a join reads may have taken all others that share their
  /// sets.
  std::uint64_t output_bytes = 0, input_bytes = 0;
  std::uint64_t largest_input_bytes = 1;  ///< what the largest input needs
  bool is_plain = false;  ///< Executable::run computes each output on the caller's thread, whatever its environment
  KernelParts parts;
  Team team;
  /// What it was made of, to describe it.
  Operator op;
  InForce in_force;
  std::string device;
};

/// The choices that a back end would make for a request; none where it tells nothing.
[[nodiscard]] Result<std::vector<Choice>> strategy_of(const Backend& backend, const CompileRequest& request);

}  // namespace dmlrun
