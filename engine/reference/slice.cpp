// DirectML SLICE: output[c] = input[Offsets + c * Strides].
#include "engine/reference/reference_operator.h"

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
  const auto& offsets = run.desc.at<Dimensions>("Offsets");
  const auto& strides = run.desc.at<Dimensions>("Strides");
  copy_by_axis(run, [&](std::size_t axis, std::uint64_t c) { return offsets[axis] + c * strides[axis]; });
}

}  // namespace dmlrun::reference
