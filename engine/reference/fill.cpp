// DirectML FILL_VALUE_CONSTANT: OutputTensor[coordinate] = Value.
#include "engine/reference/definitions.h"

namespace dmlrun::reference {

bool is_legal_fill(const Desc& desc) noexcept {
  return desc.at<Scalar>("Value").type == desc.at<TensorDesc>("OutputTensor").type;
}

void run_fill(const Run& run) noexcept {
  const auto& value = run.desc.at<Scalar>("Value");
  for_each_element(run, run.desc.at<TensorDesc>("OutputTensor"), [&](const Coordinates&, std::byte* to) {
    copy_element(to, value.bytes.data(), width_of(value.type));
  });
}

}  // namespace dmlrun::reference
