// DirectML ACTIVATION_IDENTITY, and ELEMENT_WISE_IDENTITY without ScaleBias: f(x) = x, the element at each coordinate.
#include "engine/reference/coordinates.h"
#include "engine/reference/definitions.h"

namespace dmlrun::reference {

bool is_legal_identity(const Desc& desc) noexcept {
  return desc.at<TensorDesc>("InputTensor").sizes == desc.at<TensorDesc>("OutputTensor").sizes;
}

void run_identity(const Run& run) noexcept {
  const auto& output = run.desc.at<TensorDesc>("OutputTensor");
  const Placement input(run.desc.at<TensorDesc>("InputTensor"));
  const OutputPlacement place(output, run.output, run.first);
  Coordinates at(output.sizes, run.first);
  for (std::uint64_t element = run.first; element < run.last; ++element, at.advance())
    copy_element(place.of(at), run.inputs[0] + input.of(at), input.width());
}

}  // namespace dmlrun::reference
