// Converts every Error and exception to the C interface's codes.
#pragma once

#include <new>

#include "dmlrun/dmlrun_c.h"
#include "dmlrun/result.h"

namespace dmlrun::c {

[[nodiscard]] dmlrun_code code_of(ErrorCode code) noexcept;

/// Writes the error into *out, unless that is null, and returns its code.
dmlrun_code refuse(const Error& error, dmlrun_error* out) noexcept;
/// An argument that breaks the rules of dmlrun_c.h. Allocates nothing.
dmlrun_code refuse_usage(const char* message, dmlrun_error* out) noexcept;

/// Runs the work of a call, which returns a code; what it throws becomes one.
template <class Work>
dmlrun_code guarded(dmlrun_error* out, Work work) noexcept {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return refuse({ErrorCode::out_of_memory}, out);
  } catch (...) {
    return refuse({ErrorCode::internal}, out);
  }
}

}  // namespace dmlrun::c
