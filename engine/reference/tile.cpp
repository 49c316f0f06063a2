// DirectML TILE: output[c] = input[c mod sizes], on every axis.
#include "engine/reference/reference_operator.h"

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
  const auto& input = run.desc.at<TensorDesc>("InputTensor").sizes;
  copy_by_axis(run, [&](std::size_t axis, std::uint64_t c) { return c % input[axis]; });
}

}  // namespace dmlrun::reference
