// DirectML TILE: output[c] = input[c mod sizes], on every axis.
#include "engine/reference/coordinates.h"
#include "engine/reference/definitions.h"

namespace dmlrun::reference {

bool is_legal_tile(const Desc& desc) noexcept {
  const auto& input = desc.at<TensorDesc>("InputTensor").sizes;
  const auto& output = desc.at<TensorDesc>("OutputTensor").sizes;
  const auto& repeats = desc.at<Dimensions>("Repeats");
  bool legal = input.size() == output.size();
  for (std::size_t axis = 0; legal && axis < input.size(); ++axis)
    legal = repeats[axis] > 0 && std::uint64_t{input[axis]} * repeats[axis] == output[axis];
  return legal;
}

void run_tile(const Run& run) noexcept {
  const auto& input_desc = run.desc.at<TensorDesc>("InputTensor");
  const auto& output = run.desc.at<TensorDesc>("OutputTensor");
  const Placement input(input_desc);
  const OutputPlacement place(output, run.output, run.first);
  Coordinates at(output.sizes, run.first);
  for (std::uint64_t element = run.first; element < run.last; ++element, at.advance()) {
    std::uint64_t offset = 0;
    for (std::size_t axis = 0; axis < at.rank(); ++axis) offset += at[axis] % input_desc.sizes[axis] * input.step(axis);
    copy_element(place.of(at), run.inputs[0] + offset, input.width());
  }
}

}  // namespace dmlrun::reference
