// Values of tensors in a spec. Defined in sources.cpp; check_values() is in values.cpp.
#pragma once

#include <vector>

#include "engine/operators/rows/operator_row.h"
#include "engine/spec/spec.h"
#include "engine/text/errors.h"

namespace dmlrun::spec {

/// The sources of an array's length.
struct TensorArrays {
  const operators::OperatorRow& row;
  const Validation& validation;
  text::Value desc;  ///< false when the spec has none
};

/// Reads "inputs" or "expected" (a false Value: none): every name must be a tensor of that direction, every V an
/// array, {"value": x} or {"sourcePath": file}; a tensor array takes a list of V, within the limit, and as many as the
/// desc has tensors. What is refused goes to `errors`, and not to `sources`.
void read_sources(const text::Value& object, const TensorArrays& arrays, bool output, std::vector<Source>& sources,
                  text::Errors& errors);

/// Adds the values of a list or constant that are none of the type to `errors`. How many there are is not looked at.
void check_values(const Source& source, DataType type, text::Errors& errors);

/// absTolerance, relTolerance (finite, >= 0) and ulpTolerance (an integer).
void read_tolerance(const text::Value& root, Tolerance& tolerance, text::Errors& errors);

}  // namespace dmlrun::spec
