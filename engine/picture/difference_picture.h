#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "dmlrun/tensor.h"
#include "engine/tensor/compare.h"

namespace dmlrun::picture {

/// Two packed tensors of one type and shape as a grid, every cell coloured by how far the values lie apart, as SVG.
/// Bounded in size whatever the shape: a cell of a large tensor is the largest difference of a block. `comparison` is
/// what compare() says of the same arguments.
[[nodiscard]] std::string difference_picture(const TensorDesc& tensor, std::span<const std::byte> expected,
                                             std::span<const std::byte> found, const Tolerance& tolerance,
                                             const Comparison& comparison);

}  // namespace dmlrun::picture
