// DirectML ELEMENT_WISE_QUANTIZED_LINEAR_ADD:
//   output = clamp(round(((A - az) * as + (B - bz) * bs) / os) + oz, Min, Max)
// The subtractions are of integers; after them every step is one float32 operation that rounds to nearest even. The
// clamp is max(x, Min), then min(., Max), both of which give the bound when x is NaN: so NaN becomes Min.
#include <cstring>

#include "engine/reference/reference_operator.h"

namespace dmlrun::reference {
namespace {

int load_integer(DataType type, const std::byte* element) noexcept {
  const int value = std::to_integer<int>(*element);
  return type == DataType::int8 && value > 127 ? value - 256 : value;
}

float load_float(const std::byte* element) noexcept {
  float value;
  std::memcpy(&value, element, sizeof value);
  return value;
}

/// To integral, half to even. From 2^23 on every float is integral; infinities and NaN pass.
float round_half_even(float x) noexcept {
  if (!(x > -8388608.0f && x < 8388608.0f)) return x;
  const int whole = static_cast<int>(x);             // toward zero
  const float rest = x - static_cast<float>(whole);  // exact
  const bool odd = whole % 2 != 0;
  if (rest > 0.5f || (rest == 0.5f && odd)) return static_cast<float>(whole + 1);
  if (rest < -0.5f || (rest == -0.5f && odd)) return static_cast<float>(whole - 1);
  return static_cast<float>(whole);
}

}  // namespace

bool is_legal_quantized_linear_add(const Desc& desc) noexcept {
  const auto& sizes = desc.at<TensorDesc>("ATensor").sizes;
  bool legal = desc.at<TensorDesc>("BTensor").sizes == sizes && desc.at<TensorDesc>("OutputTensor").sizes == sizes;
  for (const DescField& field : desc.fields) {
    const auto* tensor = std::get_if<TensorDesc>(&field.value);
    if (!tensor || !(field.name.ends_with("ScaleTensor") || field.name.ends_with("ZeroPointTensor"))) continue;
    legal = legal && tensor->sizes.size() == sizes.size();
    for (std::size_t axis = 0; legal && axis < sizes.size(); ++axis)
      legal = tensor->sizes[axis] == 1 || (!tensor->strides.empty() && tensor->strides[axis] == 0);
  }
  return legal;
}

void run_quantized_linear_add(const Run& run) noexcept {
  std::size_t next = 0;
  // Scales and zero points hold one value, whatever their sizes: their first element.
  const auto zero_point = [&](std::string_view name) {
    const auto* tensor = run.desc.get<TensorDesc>(name);
    return tensor ? load_integer(tensor->type, run.inputs[next++]) : 0;
  };
  const std::byte* const a = run.inputs[next++];
  const float a_scale = load_float(run.inputs[next++]);
  const int a_zero_point = zero_point("AZeroPointTensor");
  const std::byte* const b = run.inputs[next++];
  const float b_scale = load_float(run.inputs[next++]);
  const int b_zero_point = zero_point("BZeroPointTensor");
  const float output_scale = load_float(run.inputs[next++]);
  const float output_zero_point = static_cast<float>(zero_point("OutputZeroPointTensor"));
  const auto& a_desc = run.desc.at<TensorDesc>("ATensor");
  const auto& b_desc = run.desc.at<TensorDesc>("BTensor");
  const auto& output = run.desc.at<TensorDesc>("OutputTensor");
  const float smallest = output.type == DataType::int8 ? -128.0f : 0.0f;
  const float largest = output.type == DataType::int8 ? 127.0f : 255.0f;

  const Placement a_place(a_desc), b_place(b_desc);
  for_each_element(run, output, [&](const Coordinates& at, std::byte* to) {
    const int a_difference = load_integer(a_desc.type, a + a_place.of(at)) - a_zero_point;
    const int b_difference = load_integer(b_desc.type, b + b_place.of(at)) - b_zero_point;
    const float a_value = static_cast<float>(a_difference) * a_scale;
    const float b_value = static_cast<float>(b_difference) * b_scale;
    const float sum = a_value + b_value;
    const float quotient = sum / output_scale;
    const float shifted = round_half_even(quotient) + output_zero_point;
    const float from_below = shifted > smallest ? shifted : smallest;
    const float clamped = from_below < largest ? from_below : largest;
    *to = static_cast<std::byte>(static_cast<int>(clamped));
  });
}

}  // namespace dmlrun::reference
