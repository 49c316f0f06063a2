// DirectML SPLIT: what JOIN would put together again.
#include "engine/reference/coordinates.h"
#include "engine/reference/definitions.h"

namespace dmlrun::reference {

void run_split(const SplitDesc& desc, std::size_t index, const std::byte* const* inputs, std::byte* output,
               std::uint64_t first, std::uint64_t last) noexcept {
  const Placement input(desc.input);
  std::uint64_t before = 0;  // elements of the axis that earlier outputs take
  for (std::size_t i = 0; i < index; ++i) before += desc.outputs[i].sizes[desc.axis];
  const TensorDesc& part = desc.outputs[index];
  const OutputPlacement place(part, output, first);
  Coordinates at(part.sizes, first);
  for (std::uint64_t element = first; element < last; ++element, at.advance())
    copy_element(place.of(at), inputs[0] + input.of(at) + before * input.step(desc.axis), input.width());
}

}  // namespace dmlrun::reference
