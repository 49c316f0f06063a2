// DirectML JOIN: the inputs one after another along one axis. SPLIT: what JOIN would put together again.
#include "engine/reference/reference_operator.h"

namespace dmlrun::reference {

namespace {

/// Whether parts differ from the whole on the axis alone, and add up to it there.
bool add_up(const std::vector<TensorDesc>& parts, const Dimensions& whole, std::uint64_t joined) noexcept {
  std::uint64_t sum = 0;
  bool legal = !parts.empty() && joined < whole.size();
  for (std::size_t i = 0; legal && i < parts.size(); ++i) {
    legal = parts[i].sizes.size() == whole.size();
    for (std::size_t axis = 0; legal && axis < whole.size(); ++axis)
      legal = axis == joined || parts[i].sizes[axis] == whole[axis];
    if (legal) sum += parts[i].sizes[joined];
  }
  return legal && sum == whole[joined];
}

}  // namespace

bool is_legal_join(const Desc& desc) noexcept {
  return add_up(desc.at<TensorList>("InputTensors"), desc.at<TensorDesc>("OutputTensor").sizes,
                desc.at<std::uint64_t>("Axis"));
}

bool is_legal_split(const Desc& desc) noexcept {
  return add_up(desc.at<TensorList>("OutputTensors"), desc.at<TensorDesc>("InputTensor").sizes,
                desc.at<std::uint64_t>("Axis"));
}

void run_join(const Run& run) noexcept {
  const auto& tensors = run.desc.at<TensorList>("InputTensors");
  const std::uint64_t axis = run.desc.at<std::uint64_t>("Axis");
  // The input that holds the coordinate, and the coordinate of its first element. Kept between elements, because
  // neighbours mostly come from the same input and there may be thousands.
  std::size_t number = 0;
  std::uint64_t begin = 0;
  Placement input(tensors[0]);
  for_each_element(run, run.desc.at<TensorDesc>("OutputTensor"), [&](const Coordinates& at, std::byte* to) {
    const std::uint64_t along = at[axis];
    const std::size_t before = number;
    while (along < begin) begin -= tensors[--number].sizes[axis];
    while (along >= begin + tensors[number].sizes[axis]) begin += tensors[number++].sizes[axis];
    if (number != before) input = Placement(tensors[number]);
    copy_element(to, run.inputs[number] + (input.of(at) - begin * input.step(axis)), input.width());
  });
}

void run_split(const Run& run) noexcept {
  const auto& outputs = run.desc.at<TensorList>("OutputTensors");
  const std::uint64_t axis = run.desc.at<std::uint64_t>("Axis");
  const Placement input(run.desc.at<TensorDesc>("InputTensor"));
  std::uint64_t before = 0;  // elements of the axis that earlier outputs take
  for (std::size_t i = 0; i < run.output_index; ++i) before += outputs[i].sizes[axis];
  for_each_element(run, outputs[run.output_index], [&](const Coordinates& at, std::byte* to) {
    copy_element(to, run.inputs[0] + input.of(at) + before * input.step(axis), input.width());
  });
}

}  // namespace dmlrun::reference
