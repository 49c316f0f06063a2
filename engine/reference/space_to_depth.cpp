// DirectML SPACE_TO_DEPTH and SPACE_TO_DEPTH1: with b = BlockSize and C the input's channels,
//   output[n, (i * b + j) * C + c, y, x] = input[n, c, y * b + i, x * b + j] for i and j below b
// and in the order COLUMN_ROW_DEPTH channel c * b * b + i * b + j.
#include "engine/reference/reference_operator.h"

namespace dmlrun::reference {

bool is_legal_space_to_depth(const Desc& desc) noexcept {
  const auto& input = desc.at<TensorDesc>("InputTensor").sizes;
  const auto& output = desc.at<TensorDesc>("OutputTensor").sizes;
  const std::uint64_t block = desc.at<std::uint64_t>("BlockSize");
  return block > 0 && input.size() == 4 && output.size() == 4 && output[0] == input[0] && block <= input[2] &&
         output[1] == input[1] * block * block && output[2] * block == input[2] && output[3] * block == input[3];
}

void run_space_to_depth(const Run& run) noexcept {
  const auto& input_desc = run.desc.at<TensorDesc>("InputTensor");
  const auto& output = run.desc.at<TensorDesc>("OutputTensor");
  const std::uint64_t block = run.desc.at<std::uint64_t>("BlockSize"), channels = input_desc.sizes[1];
  const auto* order = run.desc.get<std::uint64_t>("Order");
  const bool is_depth_last = order != nullptr && *order == 1;
  const Placement input(input_desc);
  for_each_element(run, output, [&](const Coordinates& at, std::byte* to) {
    const std::uint64_t in_block = is_depth_last ? at[1] % (block * block) : at[1] / channels;
    const std::uint64_t channel = is_depth_last ? at[1] / (block * block) : at[1] % channels;
    const std::uint64_t row = at[2] * block + in_block / block, column = at[3] * block + in_block % block;
    copy_element(
        to,
        run.inputs[0] + at[0] * input.step(0) + channel * input.step(1) + row * input.step(2) + column * input.step(3),
        input.width());
  });
}

}  // namespace dmlrun::reference
