// DirectML SLICE: output[c] = input[Offsets + c * Strides].
#include "engine/reference/coordinates.h"
#include "engine/reference/definitions.h"

namespace dmlrun::reference {

void run_slice(const SliceDesc& desc, const std::byte* const* inputs, std::byte* output, std::uint64_t first,
               std::uint64_t last) noexcept {
  const Placement input(desc.input);
  const OutputPlacement place(desc.output, output, first);
  Coordinates at(desc.output.sizes, first);
  for (std::uint64_t element = first; element < last; ++element, at.advance()) {
    std::uint64_t offset = 0;
    for (std::size_t axis = 0; axis < at.rank(); ++axis)
      offset += (desc.offsets[axis] + std::uint64_t{at[axis]} * desc.strides[axis]) * input.step(axis);
    copy_element(place.of(at), inputs[0] + offset, input.width());
  }
}

}  // namespace dmlrun::reference
