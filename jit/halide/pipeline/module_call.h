// What all functions that the module exports have in common: one call at a time, and exceptions end here.
#pragma once

#include <Halide.h>

#include <mutex>
#include <stdexcept>
#include <string_view>

#include "engine/plan/plan.h"
#include "jit/halide/module_interface.h"

namespace dmlrun::jit::halide {

/// Thrown if a text names no target that objects can be made for; what() lists the targets.
struct UnsuitableTarget : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The mutex that serialises calls, because Halide's compiler and device run times have global state.
std::mutex& call_mutex();

/// Reads the text form of a plan. Throws std::runtime_error.
plan::Plan plan_of(const char* text);

/// Writes at most 4 KiB of `text` to the answer, and returns `outcome`.
ModuleOutcome answer_with(const ModuleAnswer& answer, std::string_view text, ModuleOutcome outcome);

/// The outcome of the exception that is being handled; the answer gets its sentence.
ModuleOutcome outcome_of_exception(const ModuleAnswer& answer);

/// Makes Halide throw compile-time errors, which it would print before it ends the process.
void throw_compile_time_errors();

/// Runs `body` while holding call_mutex(), and turns exceptions into outcomes.
template <class Body>
ModuleOutcome guarded(const ModuleAnswer& answer, const Body& body) {
  try {
    const std::lock_guard lock(call_mutex());
    throw_compile_time_errors();
    return body();
  } catch (...) {
    return outcome_of_exception(answer);
  }
}

}  // namespace dmlrun::jit::halide
