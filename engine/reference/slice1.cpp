// DirectML SLICE1: output[c] = input[start + c * InputWindowStrides], where start is the window's last element on axes of
// negative stride and its first one on the others.
#include "engine/reference/coordinates.h"
#include "engine/reference/definitions.h"

namespace dmlrun::reference {

void run_slice1(const Slice1Desc& desc, const std::byte* const* inputs, std::byte* output, std::uint64_t first,
                std::uint64_t last) noexcept {
  const Placement input(desc.input);
  const OutputPlacement place(desc.output, output, first);
  Coordinates at(desc.output.sizes, first);
  for (std::uint64_t element = first; element < last; ++element, at.advance()) {
    std::uint64_t offset = 0;
    for (std::size_t axis = 0; axis < at.rank(); ++axis) {
      std::int64_t from = desc.offsets[axis];
      if (desc.strides[axis] < 0) from += desc.sizes[axis] - 1;
      from += std::int64_t{desc.strides[axis]} * at[axis];
      offset += static_cast<std::uint64_t>(from) * input.step(axis);
    }
    copy_element(place.of(at), inputs[0] + offset, input.width());
  }
}

}  // namespace dmlrun::reference
