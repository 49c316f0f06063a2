// DirectML's operators, described in JSON or code, compiled at run time, run anywhere.
//
// These rules hold unless a declaration says otherwise:
// Threads. Every function may be called from any thread at any time. Do not assign to, move from or destroy an object
// while another thread uses it.
// Ownership. A call uses its arguments (views, spans, pointers, options) only until it returns. Operator and Kernel are
// handles whose copies share; views that they return are valid while one of the copies lives. A std::string_view in a
// result is valid for the whole process.
// Errors. Functions return them. Only Error::to_string() and building or copying a Desc, a DescField or another struct
// that allocates may throw, and only std::bad_alloc. Every function that returns a Result may fail with out_of_memory;
// internal is a defect of dmlrun.
// Names, types and units are DirectML's, and docs/operators has each field with its rules and DirectML's page.
#pragma once

#if __cplusplus < 202002L
#error "dmlrun's headers are C++20: compile with -std=c++20 or later, or use dmlrun_c.h"
#else

#include "dmlrun/kernel.h"
#include "dmlrun/operators.h"
#include "dmlrun/result.h"
#include "dmlrun/run.h"
#include "dmlrun/spec.h"
#include "dmlrun/tensor.h"

#endif
