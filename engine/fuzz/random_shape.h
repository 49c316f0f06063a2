// Shapes for random descs, shared by the generators of all operators.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dmlrun/operators.h"
#include "engine/fuzz/random.h"
#include "engine/fuzz/shape_class.h"

namespace dmlrun::fuzz {

/// The axes in random order: the first axis gets the largest share of the element budget.
[[nodiscard]] std::vector<std::size_t> shuffled_axes(Random& random, std::size_t rank);
/// Elements that an output may have, at most `most`: mostly few, so that a million cases take minutes.
[[nodiscard]] std::uint64_t random_budget(Random& random, std::uint64_t most);
/// What one axis may have so that the others, at least 2 each as long as the budget allows, are not all starved.
[[nodiscard]] std::uint64_t share(std::uint64_t left, std::size_t axes_after);
/// Packed, every size 1.
[[nodiscard]] TensorDesc tensor_of(DataType type, std::size_t rank);
/// Makes one of the stridable tensors or more differ from packed when the class says so, and adds what changes nothing.
void lay_out(Random& random, const ShapeClass& wanted, Desc& desc, const std::vector<TensorDesc*>& stridable);

}  // namespace dmlrun::fuzz
