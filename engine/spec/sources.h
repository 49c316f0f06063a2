#pragma once

#include <vector>

#include "engine/operators/specification.h"
#include "engine/spec/spec.h"

namespace dmlrun::spec {

/// Reads "inputs" or "expected" (a false Value: none): every name must be a tensor of that direction, every V an
/// array, {"value": x} or {"sourcePath": file}; a tensor array takes a list of V.
[[nodiscard]] Result<void> read_sources(const text::Value& object, const operators::Specification& specification,
                                        bool output, std::vector<Source>& sources);

/// absTolerance, relTolerance (finite, >= 0) and ulpTolerance (an integer).
[[nodiscard]] Result<void> read_tolerance(const text::Value& root, Tolerance& tolerance);

}  // namespace dmlrun::spec
