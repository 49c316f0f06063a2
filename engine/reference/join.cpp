// DirectML JOIN: the inputs one after another along one axis.
#include "engine/reference/coordinates.h"
#include "engine/reference/definitions.h"

namespace dmlrun::reference {

void run_join(const JoinDesc& desc, const std::byte* const* inputs, std::byte* output, std::uint64_t first,
              std::uint64_t last) noexcept {
  const OutputPlacement place(desc.output, output, first);
  Coordinates at(desc.output.sizes, first);
  // The input that holds the coordinate, and the coordinate of its first element. Kept between elements, because
  // neighbours mostly come from the same input and there may be thousands.
  std::size_t number = 0;
  std::uint64_t begin = 0;
  Placement input(desc.inputs[0]);
  for (std::uint64_t element = first; element < last; ++element, at.advance()) {
    const std::uint64_t along = at[desc.axis];
    const std::size_t before = number;
    while (along < begin) begin -= desc.inputs[--number].sizes[desc.axis];
    while (along >= begin + desc.inputs[number].sizes[desc.axis]) begin += desc.inputs[number++].sizes[desc.axis];
    if (number != before) input = Placement(desc.inputs[number]);
    copy_element(place.of(at), inputs[number] + (input.of(at) - begin * input.step(desc.axis)), input.width());
  }
}

}  // namespace dmlrun::reference
