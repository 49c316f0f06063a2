// DirectML DEPTH_TO_SPACE and DEPTH_TO_SPACE1: with b = BlockSize and C the output's channels,
//   output[n, c, y, x] = input[n, ((y mod b) * b + x mod b) * C + c, y / b, x / b]
// and in the order COLUMN_ROW_DEPTH channel c * b * b + (y mod b) * b + x mod b.
#include "engine/reference/reference_operator.h"

namespace dmlrun::reference {

bool is_legal_depth_to_space(const Desc& desc) noexcept {
  const auto& input = desc.at<TensorDesc>("InputTensor").sizes;
  const auto& output = desc.at<TensorDesc>("OutputTensor").sizes;
  const std::uint64_t block = desc.at<std::uint64_t>("BlockSize");
  return block > 0 && input.size() == 4 && output.size() == 4 && output[0] == input[0] && block <= input[1] &&
         output[1] * block * block == input[1] && output[2] == input[2] * block && output[3] == input[3] * block;
}

void run_depth_to_space(const Run& run) noexcept {
  const auto& output = run.desc.at<TensorDesc>("OutputTensor");
  const std::uint64_t block = run.desc.at<std::uint64_t>("BlockSize");
  const auto* order = run.desc.get<std::uint64_t>("Order");
  const bool is_depth_last = order != nullptr && *order == 1;
  const Placement input(run.desc.at<TensorDesc>("InputTensor"));
  for_each_element(run, output, [&](const Coordinates& at, std::byte* to) {
    const std::uint64_t in_block = at[2] % block * block + at[3] % block;
    const std::uint64_t channel = is_depth_last ? at[1] * block * block + in_block : in_block * output.sizes[1] + at[1];
    copy_element(to,
                 run.inputs[0] + at[0] * input.step(0) + channel * input.step(1) + at[2] / block * input.step(2) +
                     at[3] / block * input.step(3),
                 input.width());
  });
}

}  // namespace dmlrun::reference
