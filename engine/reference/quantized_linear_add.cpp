// DirectML ELEMENT_WISE_QUANTIZED_LINEAR_ADD:
//   output = clamp(round(((A - az) * as + (B - bz) * bs) / os) + oz, Min, Max)
// The subtractions are of integers; after them every step is one float32 operation that rounds to nearest even. The
// clamp is max(x, Min), then min(., Max), both of which give the bound when x is NaN: so NaN becomes Min.
#include <cstring>

#include "engine/reference/coordinates.h"
#include "engine/reference/definitions.h"

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

void run_quantized_linear_add(const QuantizedLinearAddDesc& desc, const std::byte* const* inputs, std::byte* output,
                              std::uint64_t first, std::uint64_t last) noexcept {
  std::size_t next = 0;
  // Scales and zero points hold one value, whatever their sizes: their first element.
  const auto zero_point = [&](const std::optional<TensorDesc>& tensor) {
    return tensor ? load_integer(tensor->type, inputs[next++]) : 0;
  };
  const std::byte* const a = inputs[next++];
  const float a_scale = load_float(inputs[next++]);
  const int a_zero_point = zero_point(desc.a_zero_point);
  const std::byte* const b = inputs[next++];
  const float b_scale = load_float(inputs[next++]);
  const int b_zero_point = zero_point(desc.b_zero_point);
  const float output_scale = load_float(inputs[next++]);
  const float output_zero_point = static_cast<float>(zero_point(desc.output_zero_point));
  const float smallest = desc.output.type == DataType::int8 ? -128.0f : 0.0f;
  const float largest = desc.output.type == DataType::int8 ? 127.0f : 255.0f;

  const Placement a_place(desc.a), b_place(desc.b);
  const OutputPlacement place(desc.output, output, first);
  Coordinates at(desc.output.sizes, first);
  for (std::uint64_t element = first; element < last; ++element, at.advance()) {
    const int a_difference = load_integer(desc.a.type, a + a_place.of(at)) - a_zero_point;
    const int b_difference = load_integer(desc.b.type, b + b_place.of(at)) - b_zero_point;
    const float a_value = static_cast<float>(a_difference) * a_scale;
    const float b_value = static_cast<float>(b_difference) * b_scale;
    const float sum = a_value + b_value;
    const float quotient = sum / output_scale;
    const float shifted = round_half_even(quotient) + output_zero_point;
    const float from_below = shifted > smallest ? shifted : smallest;
    const float clamped = from_below < largest ? from_below : largest;
    *place.of(at) = static_cast<std::byte>(static_cast<int>(clamped));
  }
}

}  // namespace dmlrun::reference
