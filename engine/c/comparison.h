// Conversions between the C interface's comparisons and the library's.
#pragma once

#include "dmlrun/dmlrun_c.h"
#include "engine/tensor/compare.h"

namespace dmlrun::c {

/// What is wrong with it, null where nothing is: the struct asks for what is not here (see read_struct), or a bound is
/// none.
[[nodiscard]] const char* read_tolerance(const dmlrun_tolerance* given, Tolerance& tolerance) noexcept;
/// `out` and `report` may be null. Throws std::bad_alloc.
dmlrun_code tell(const Comparison& comparison, dmlrun_comparison* out, char** report, dmlrun_error* error);

}  // namespace dmlrun::c
