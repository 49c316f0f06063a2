// DirectML SLICE: output[c] = input[Offsets + c * Strides].
#include "engine/reference/coordinates.h"
#include "engine/reference/definitions.h"

namespace dmlrun::reference {

bool is_legal_slice(const Desc& desc) noexcept {
  const auto& input = desc.at<TensorDesc>("InputTensor").sizes;
  const auto& output = desc.at<TensorDesc>("OutputTensor").sizes;
  const auto& offsets = desc.at<Dimensions>("Offsets");
  const auto& sizes = desc.at<Dimensions>("Sizes");
  const auto& strides = desc.at<Dimensions>("Strides");
  bool legal = input.size() == output.size();
  for (std::size_t axis = 0; legal && axis < input.size(); ++axis)
    legal = sizes[axis] > 0 && strides[axis] > 0 && output[axis] == sizes[axis] &&
            offsets[axis] + std::uint64_t{sizes[axis] - 1} * strides[axis] < input[axis];
  return legal;
}

void run_slice(const Run& run) noexcept {
  const auto& input_desc = run.desc.at<TensorDesc>("InputTensor");
  const auto& output = run.desc.at<TensorDesc>("OutputTensor");
  const auto& offsets = run.desc.at<Dimensions>("Offsets");
  const auto& strides = run.desc.at<Dimensions>("Strides");
  const Placement input(input_desc);
  const OutputPlacement place(output, run.output, run.first);
  Coordinates at(output.sizes, run.first);
  for (std::uint64_t element = run.first; element < run.last; ++element, at.advance()) {
    std::uint64_t offset = 0;
    for (std::size_t axis = 0; axis < at.rank(); ++axis)
      offset += (offsets[axis] + std::uint64_t{at[axis]} * strides[axis]) * input.step(axis);
    copy_element(place.of(at), run.inputs[0] + offset, input.width());
  }
}

}  // namespace dmlrun::reference
