// The kinds of plans that a campaign has met.
#pragma once

#include <cstdint>
#include <vector>

#include "dmlrun/operators.h"

namespace dmlrun::fuzz {

/// A number for the shape of each of an operator's plans. Plans of one shape differ in lengths and places only: shape
/// is the element, whether there are values, and per axis the order of runs, their steps and what they read.
[[nodiscard]] std::vector<std::uint64_t> plan_shapes(const Operator& op);

}  // namespace dmlrun::fuzz
