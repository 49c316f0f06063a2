// DirectML FILL_VALUE_CONSTANT: OutputTensor[coordinate] = Value.
#include "engine/reference/coordinates.h"
#include "engine/reference/definitions.h"

namespace dmlrun::reference {

bool is_legal_fill(const Desc& desc) noexcept {
  return desc.at<Scalar>("Value").type == desc.at<TensorDesc>("OutputTensor").type;
}

void run_fill(const Run& run) noexcept {
  const auto& output = run.desc.at<TensorDesc>("OutputTensor");
  const auto& value = run.desc.at<Scalar>("Value");
  const OutputPlacement place(output, run.output, run.first);
  Coordinates at(output.sizes, run.first);
  for (std::uint64_t element = run.first; element < run.last; ++element, at.advance())
    copy_element(place.of(at), value.bytes.data(), width_of(value.type));
}

}  // namespace dmlrun::reference
