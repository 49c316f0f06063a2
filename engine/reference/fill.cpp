// DirectML FILL_VALUE_CONSTANT: OutputTensor[coordinate] = Value. FILL_VALUE_SEQUENCE: ValueStart + i * ValueDelta for
// the i-th element in row-major order; integers wrap, floats are one fused operation in double, rounded to the type.
#include <cmath>

#include "engine/reference/reference_operator.h"
#include "engine/tensor/element.h"

namespace dmlrun::reference {

bool is_legal_fill(const Desc& desc) noexcept {
  for (const DescField& field : desc.fields)
    if (const auto* value = std::get_if<Scalar>(&field.value))
      if (value->type != desc.at<TensorDesc>("OutputTensor").type) return false;
  return true;
}

void run_fill(const Run& run) noexcept {
  const auto& value = run.desc.at<Scalar>("Value");
  for_each_element(run, run.desc.at<TensorDesc>("OutputTensor"), [&](const Coordinates&, std::byte* to) {
    copy_element(to, value.bytes.data(), width_of(value.type));
  });
}

void run_sequence(const Run& run) noexcept {
  const auto &start = run.desc.at<Scalar>("ValueStart"), &delta = run.desc.at<Scalar>("ValueDelta");
  const auto& output = run.desc.at<TensorDesc>("OutputTensor");
  const auto bits = [](const Scalar& value) {
    std::uint64_t number = 0;  // its upper bits never matter
    std::memcpy(&number, value.bytes.data(), width_of(value.type));
    return number;
  };
  std::uint64_t i = run.first;
  for_each_element(run, output, [&](const Coordinates&, std::byte* to) {
    const std::uint64_t whole = bits(start) + i * bits(delta);
    const double number = std::fma(static_cast<double>(i), load_double(delta.type, delta.bytes.data()),
                                   load_double(start.type, start.bytes.data()));
    const auto single = static_cast<float>(number);
    const std::uint16_t half = half_from_double(number);
    ++i;
    if (output.type == DataType::float32) std::memcpy(to, &single, sizeof single);
    else if (output.type == DataType::float16) std::memcpy(to, &half, sizeof half);
    else std::memcpy(to, &whole, width_of(output.type));
  });
}

}  // namespace dmlrun::reference
