// DirectML SLICE1: output[c] = input[start + c * InputWindowStrides], where start is the window's last element on axes
// of negative stride and its first one on the others.
#include "engine/reference/reference_operator.h"

namespace dmlrun::reference {

bool is_legal_slice1(const Desc& desc) noexcept {
  const auto& input = desc.at<TensorDesc>("InputTensor").sizes;
  const auto& output = desc.at<TensorDesc>("OutputTensor").sizes;
  const auto& offsets = desc.at<Dimensions>("InputWindowOffsets");
  const auto& windows = desc.at<Dimensions>("InputWindowSizes");
  const auto& strides = desc.at<SignedDimensions>("InputWindowStrides");
  bool legal = input.size() == output.size();
  for (std::size_t axis = 0; legal && axis < input.size(); ++axis) {
    const std::int64_t stride = strides[axis], far = (output[axis] - std::int64_t{1}) * (stride < 0 ? -stride : stride);
    legal = stride != 0 && std::uint64_t{offsets[axis]} + windows[axis] <= input[axis] && far < windows[axis];
  }
  return legal;
}

void run_slice1(const Run& run) noexcept {
  const auto& offsets = run.desc.at<Dimensions>("InputWindowOffsets");
  const auto& sizes = run.desc.at<Dimensions>("InputWindowSizes");
  const auto& strides = run.desc.at<SignedDimensions>("InputWindowStrides");
  copy_by_axis(run, [&](std::size_t axis, std::uint64_t c) {
    std::int64_t from = offsets[axis];
    if (strides[axis] < 0) from += sizes[axis] - 1;
    return static_cast<std::uint64_t>(from + std::int64_t{strides[axis]} * static_cast<std::int64_t>(c));
  });
}

}  // namespace dmlrun::reference
