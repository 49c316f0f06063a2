// DirectML's element-wise operators that give another data type: CAST, and quantization.
#include "engine/reference/elementwise.h"

namespace dmlrun::reference {
namespace {

template <class To, class From>
void store_cast(DataType type, std::byte* to, From x) noexcept {
  if constexpr (std::is_floating_point_v<From> && std::is_floating_point_v<To>) {
    if (type == DataType::float16) store<double>(type, to, static_cast<double>(x));
    else store<To>(type, to, static_cast<To>(x));
  } else if constexpr (std::is_floating_point_v<From>) {
    store<To>(type, to, truncated<decltype(To::value)>(x));
  } else if constexpr (std::is_floating_point_v<To>) {
    if (type == DataType::float16)  // beyond 2^53 infinite, below that exact in a double
      store<double>(type, to, static_cast<double>(x.value));
    else store<To>(type, to, static_cast<To>(x.value));
  } else {
    store<To>(type, to, To(x.bits()));
  }
}

void cast(const Run& run) noexcept {
  const Input input(run, 0, "InputTensor");
  const DataType type = output_of(run).type;
  if (input.type == type)  // nothing is converted: a NaN keeps its bits, signalling ones too
    return copy_by_axis(run, [](std::size_t, std::uint64_t c) { return c; });
  with_number(input.type, [&]<class From>(From) {
    with_number(type, [&]<class To>(To) {
      for_each_element(run, output_of(run),
                       [&](const Coordinates& at, std::byte* to) { store_cast<To>(type, to, input.number<From>(at)); });
    });
  });
}

/// clamp(round(x / Scale) + ZeroPoint, Min, Max), in float32; halves to even, and NaN becomes Min.
void quantize(const Run& run) noexcept {
  const Input input(run, 0, "InputTensor"), scale(run, 1, "ScaleTensor");
  const bool has_zero_point = run.desc.get<TensorDesc>("ZeroPointTensor") != nullptr;
  const Input zero_point = has_zero_point ? Input(run, 2, "ZeroPointTensor") : input;
  const bool is_signed = output_of(run).type == DataType::int8;
  const float least = is_signed ? -128.0f : 0.0f, most = is_signed ? 127.0f : 255.0f;
  for_each_element(run, output_of(run), [&](const Coordinates& at, std::byte* to) {
    const float x = input.type == DataType::int32 ? static_cast<float>(input.number<Integer<std::int32_t>>(at).value)
                                                  : input.number<float>(at);
    float result = std::nearbyint(x / scale.number<float>(at));
    if (has_zero_point && is_signed) result += static_cast<float>(zero_point.number<Integer<std::int8_t>>(at).value);
    if (has_zero_point && !is_signed) result += static_cast<float>(zero_point.number<Integer<std::uint8_t>>(at).value);
    const float raised = result > least ? result : least;
    *to = static_cast<std::byte>(static_cast<int>(raised < most ? raised : most));
  });
}

/// (x - ZeroPoint) * Scale: the difference is exact, rounded to float32, and so is the product.
void dequantize(const Run& run) noexcept {
  const Input input(run, 0, "InputTensor"), scale(run, 1, "ScaleTensor");
  const bool has_zero_point = run.desc.get<TensorDesc>("ZeroPointTensor") != nullptr;
  const Input zero_point = has_zero_point ? Input(run, 2, "ZeroPointTensor") : input;
  with_number(input.type, [&]<class Number>(Number) {
    if constexpr (!std::is_floating_point_v<Number>)
      for_each_element(run, output_of(run), [&](const Coordinates& at, std::byte* to) {
        const auto zero = has_zero_point ? zero_point.number<Number>(at) : Number();
        const auto difference =
            static_cast<std::int64_t>(input.number<Number>(at).value) - static_cast<std::int64_t>(zero.value);
        store<float>(scale.type, to, static_cast<float>(difference) * scale.number<float>(at));
      });
  });
}

constexpr ReferenceOperator kConversions[] = {{"ELEMENT_WISE_DEQUANTIZE_LINEAR", dequantize, has_equal_sizes},
                                              {"CAST", cast, has_equal_sizes},
                                              {"ELEMENT_WISE_QUANTIZE_LINEAR", quantize, has_equal_sizes}};

}  // namespace

std::span<const ReferenceOperator> conversion_operators() noexcept { return kConversions; }

}  // namespace dmlrun::reference
