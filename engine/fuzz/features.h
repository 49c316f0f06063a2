// Which features a legal case has, found by looking at it.
#pragma once

#include <span>
#include <string>

#include "dmlrun/operators.h"
#include "engine/fuzz/shape_class.h"

namespace dmlrun::fuzz {

/// The class of a legal desc.
[[nodiscard]] ShapeClass class_of(const Desc& desc);

/// Adds the case's features to the tally. `inputs` in the order of Operator::inputs().
void count_features(const Operator& op, std::span<const std::span<const std::byte>> inputs, bool misaligned,
                    Tally& tally);

}  // namespace dmlrun::fuzz
