// Random sizes and layouts.
#pragma once

#include <cstdint>

#include "dmlrun/tensor.h"
#include "engine/fuzz/random.h"

namespace dmlrun::fuzz {

/// An extent from 1 to `most`, with a liking for 1, 2, 3 and the neighbours of 8, 16, 32 and 64.
[[nodiscard]] std::uint32_t random_extent(Random& random, std::uint64_t most);

/// Strides that make the tensor differ from packed. Precondition: an axis is longer than 1. Inputs may repeat elements
/// (stride 0, or overlapping); outputs never do, and may have gaps.
void make_strided(Random& random, TensorDesc& tensor, bool output);

/// Things that change nothing: written-out packed strides, any stride where the extent is 1, a larger total size, an
/// alignment, OWNED_BY_DML (inputs).
void decorate(Random& random, TensorDesc& tensor, bool output);

}  // namespace dmlrun::fuzz
