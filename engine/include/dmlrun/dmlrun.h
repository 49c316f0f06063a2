// DirectML's operators, described in JSON or code, compiled at run time, run anywhere.
//
// What holds wherever a declaration does not say otherwise:
// Threads. Every function may be called from any thread at any time. An object that several threads use is not assigned
// to, moved from or destroyed meanwhile.
// Ownership. What a call is given (views, spans, pointers, options) is used until it returns; nothing keeps a pointer
// to it. Operator and Kernel are handles whose copies share; views that they return are valid while one of them lives.
// Texts of type std::string_view in results are valid for the whole process.
// Errors. Nothing throws but Error::to_string(). Whatever returns a Result may refuse with out_of_memory; internal
// would be a defect of dmlrun.
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
