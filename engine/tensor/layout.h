#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "dmlrun/tensor.h"

namespace dmlrun {

/// The tensor without its repetitions, of size 1 on axes of stride 0: what a file or a list of its values holds.
[[nodiscard]] TensorDesc without_repeats(const TensorDesc& tensor) noexcept;
/// Whether a shape is these sizes, or what follows the ones that they begin with, or some of these.
template <class Shape>
[[nodiscard]] bool is_without_ones(const Shape& shape, const Dimensions& sizes) noexcept {
  if (shape.size() > sizes.size()) return false;
  const std::size_t missing = sizes.size() - shape.size();
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (sizes[i] != (i < missing ? 1 : shape[i - missing])) return false;
  return true;
}

/// Whether the strides nest: each is beyond the reach of the smaller ones. Then no two coordinates share an element.
/// Some interleaved layouts share none, either, though their strides do not nest.
[[nodiscard]] bool strides_nest(const TensorDesc& tensor) noexcept;

/// Copies the logical values of a strided buffer into a packed one (element_count * element_size bytes).
void gather(const TensorDesc& tensor, std::span<const std::byte> buffer, std::byte* packed) noexcept;
/// The inverse; gaps are left alone. On a stride-0 axis the last value written stays.
void scatter(const TensorDesc& tensor, const std::byte* packed, std::span<std::byte> buffer) noexcept;

/// Writes one element to every place of a strided buffer, each once; gaps are left alone. `between` is called at least
/// every 2 MiB, and what it throws comes out.
void fill(const TensorDesc& tensor, const std::byte* element, std::byte* buffer,
          const std::function<void()>& between = {});

}  // namespace dmlrun
