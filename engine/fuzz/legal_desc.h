// Legal descs of a class, from the operator's row alone: a random walk whose steps the reference allows.
#pragma once

#include "dmlrun/operators.h"
#include "engine/fuzz/random.h"
#include "engine/fuzz/shape_class.h"

namespace dmlrun::fuzz {

/// Outputs have about `budget` elements at most, inputs sixteen times as many.
[[nodiscard]] Desc make_legal(Random& random, const ShapeClass& wanted, std::uint64_t budget);

}  // namespace dmlrun::fuzz
