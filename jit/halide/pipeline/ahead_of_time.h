// A plan as an object file that another program links, on this kind of machine or any other.
#pragma once

#include <Halide.h>

#include <stdexcept>
#include <string>

#include "engine/plan/plan.h"

namespace dmlrun::jit::halide {

/// The text names no target that objects are made for; what() says which are.
struct UnsuitableTarget : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The target of such a text, with what dmlrun decides about code. Throws UnsuitableTarget.
[[nodiscard]] Halide::Target ahead_of_time_target(const std::string& text);

/// One function, `int function(halide_buffer_t* of each operand..., halide_buffer_t* output)`, whose buffers have one
/// dimension that begins at 0 and has stride 1. It writes the whole output, needs no run time, and returns 0.
[[nodiscard]] Halide::Module ahead_of_time_module(const plan::Plan& plan, const std::string& function,
                                                  const Halide::Target& target);

}  // namespace dmlrun::jit::halide
