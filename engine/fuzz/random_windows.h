// Random descs of the operators that copy parts of a tensor.
#pragma once

#include "dmlrun/operators.h"
#include "engine/fuzz/random.h"
#include "engine/fuzz/shape_class.h"

namespace dmlrun::fuzz {

[[nodiscard]] OperatorDesc make_slice(Random& random, const ShapeClass& wanted, std::uint64_t budget);
[[nodiscard]] OperatorDesc make_slice1(Random& random, const ShapeClass& wanted, std::uint64_t budget);
[[nodiscard]] OperatorDesc make_split(Random& random, const ShapeClass& wanted, std::uint64_t budget);

}  // namespace dmlrun::fuzz
