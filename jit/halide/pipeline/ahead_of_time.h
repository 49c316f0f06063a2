// Compiles a plan to an object file that another program links, for any target.
#pragma once

#include <Halide.h>

#include <string>

#include "engine/plan/plan.h"

namespace dmlrun::jit::halide {

/// Parses a target and adds the features that dmlrun requires. Throws UnsuitableTarget.
[[nodiscard]] Halide::Target ahead_of_time_target(const std::string& text);

/// A module with one function, `int function(halide_buffer_t* of each operand..., halide_buffer_t* output)`. Buffers
/// have one dimension, with min 0 and stride 1. The function writes the whole output, needs no run time, and returns 0.
[[nodiscard]] Halide::Module ahead_of_time_module(const plan::Plan& plan, const std::string& function,
                                                  const Halide::Target& target);

}  // namespace dmlrun::jit::halide
