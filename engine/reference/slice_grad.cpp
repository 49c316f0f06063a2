// DirectML SLICE_GRAD: output[start + c * InputWindowStrides] = gradient[c], where start is the window's last element
// on axes of negative stride and its first one on the others; all else is 0.
#include "engine/reference/reference_operator.h"

namespace dmlrun::reference {

bool is_legal_slice_grad(const Desc& desc) noexcept {
  const auto& gradient = desc.at<TensorDesc>("InputGradientTensor").sizes;
  const auto& output = desc.at<TensorDesc>("OutputGradientTensor").sizes;
  const auto& offsets = desc.at<Dimensions>("InputWindowOffsets");
  const auto& windows = desc.at<Dimensions>("InputWindowSizes");
  const auto& strides = desc.at<SignedDimensions>("InputWindowStrides");
  bool legal = gradient.size() == output.size();
  for (std::size_t axis = 0; legal && axis < output.size(); ++axis) {
    const std::int64_t stride = strides[axis], steps = gradient[axis] - std::int64_t{1};
    legal = stride != 0 && std::uint64_t{offsets[axis]} + windows[axis] <= output[axis] &&
            steps * (stride < 0 ? -stride : stride) < windows[axis];
  }
  return legal;
}

void run_slice_grad(const Run& run) noexcept {
  const auto& tensor = run.desc.at<TensorDesc>("InputGradientTensor");
  const auto& offsets = run.desc.at<Dimensions>("InputWindowOffsets");
  const auto& windows = run.desc.at<Dimensions>("InputWindowSizes");
  const auto& strides = run.desc.at<SignedDimensions>("InputWindowStrides");
  const Placement gradient(tensor);
  for_each_element(run, run.desc.at<TensorDesc>("OutputGradientTensor"), [&](const Coordinates& at, std::byte* to) {
    const std::uint64_t zero = 0;
    const std::byte* from = run.inputs[0];
    for (std::size_t axis = 0; from && axis < at.rank(); ++axis) {
      const std::int64_t stride = strides[axis];
      const std::int64_t start = std::int64_t{offsets[axis]} + (stride < 0 ? std::int64_t{windows[axis]} - 1 : 0);
      const std::int64_t moved = std::int64_t{at[axis]} - start, c = moved / stride;
      const bool is_met = moved % stride == 0 && c >= 0 && c < std::int64_t{tensor.sizes[axis]};
      from = is_met ? from + static_cast<std::uint64_t>(c) * gradient.step(axis) : nullptr;
    }
    copy_element(to, from ? from : reinterpret_cast<const std::byte*>(&zero), gradient.width());
  });
}

}  // namespace dmlrun::reference
