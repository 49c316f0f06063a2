#pragma once

#include <cstddef>
#include <span>

#include "dmlrun/tensor.h"

namespace dmlrun {

/// Copies the logical values of a strided buffer into a packed one (element_count * element_size bytes).
void gather(const TensorDesc& tensor, std::span<const std::byte> buffer, std::byte* packed) noexcept;
/// The opposite; gaps are left alone. On a stride-0 axis the last value written stays.
void scatter(const TensorDesc& tensor, const std::byte* packed, std::span<std::byte> buffer) noexcept;

}  // namespace dmlrun
