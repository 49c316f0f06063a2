// DirectML's element-wise operators: what an element is, from the elements in the same place of the inputs. Numbers are
// computed in float32 for FLOAT16 and FLOAT32, in double for FLOAT64, and in the tensor's own integer type, whose
// arithmetic wraps.
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "engine/reference/definitions.h"
#include "engine/tensor/element.h"

namespace dmlrun::reference {
namespace {

/// An integer whose arithmetic wraps.
template <class T>
struct Integer {
  T value;
  Integer() = default;
  explicit Integer(std::uint64_t low_bits) noexcept : value(static_cast<T>(low_bits)) {}
  [[nodiscard]] std::uint64_t bits() const noexcept { return static_cast<std::uint64_t>(value); }
  friend Integer operator+(Integer a, Integer b) noexcept { return Integer(a.bits() + b.bits()); }
  friend Integer operator*(Integer a, Integer b) noexcept { return Integer(a.bits() * b.bits()); }
  /// Toward zero; by 0 all bits are one.
  friend Integer operator/(Integer a, Integer b) noexcept {
    if (b.value == 0) return Integer(~std::uint64_t{0});
    if (std::is_signed_v<T> && b.value == static_cast<T>(-1)) return Integer(0 - a.bits());
    return Integer(static_cast<std::uint64_t>(a.value / b.value));
  }
  friend bool operator<(Integer a, Integer b) noexcept { return a.value < b.value; }
};

/// f(number) with the number that an element of that type is computed as.
template <class F>
void with_number(DataType type, F f) noexcept {
  switch (type) {
    case DataType::int8: return f(Integer<std::int8_t>());
    case DataType::uint8: return f(Integer<std::uint8_t>());
    case DataType::int16: return f(Integer<std::int16_t>());
    case DataType::uint16: return f(Integer<std::uint16_t>());
    case DataType::int32: return f(Integer<std::int32_t>());
    case DataType::uint32: return f(Integer<std::uint32_t>());
    case DataType::int64: return f(Integer<std::int64_t>());
    case DataType::uint64: return f(Integer<std::uint64_t>());
    case DataType::float16:
    case DataType::float32: return f(float());
    case DataType::float64: return f(double());
    case DataType::unknown: break;
  }
}

template <class Number>
Number load(DataType type, const std::byte* element) noexcept {
  if constexpr (std::is_floating_point_v<Number>)
    if (type == DataType::float16) {
      std::uint16_t half;
      std::memcpy(&half, element, sizeof half);
      return static_cast<Number>(double_from_half(half));
    }
  Number number;
  std::memcpy(&number, element, sizeof number);
  return number;
}

template <class Number>
void store(DataType type, std::byte* element, Number number) noexcept {
  if constexpr (std::is_floating_point_v<Number>)
    if (type == DataType::float16) {
      const std::uint16_t half = half_from_double(static_cast<double>(number));
      std::memcpy(element, &half, sizeof half);
      return;
    }
  std::memcpy(element, &number, sizeof number);
}

/// Floats to integers: truncated, saturated, NaN is 0.
template <class T, class Float>
Integer<T> truncated(Float x) noexcept {
  constexpr T kMin = std::numeric_limits<T>::min(), kMax = std::numeric_limits<T>::max();
  const double whole = std::trunc(static_cast<double>(x));
  Integer<T> result(0);
  if (whole <= static_cast<double>(kMin)) result.value = kMin;
  else if (whole >= std::ldexp(1.0, std::numeric_limits<T>::digits)) result.value = kMax;
  else if (whole == whole) result.value = static_cast<T>(whole);
  return result;
}

/// An input of the operator: loads its elements by their coordinates.
struct Input {
  DataType type;
  const std::byte* elements;
  Placement place;
  Input(const Run& run, std::size_t number, std::string_view name) noexcept
      : type(run.desc.at<TensorDesc>(name).type), elements(run.inputs[number]), place(run.desc.at<TensorDesc>(name)) {}
  [[nodiscard]] const std::byte* at(const Coordinates& at) const noexcept { return elements + place.of(at); }
  template <class Number>
  [[nodiscard]] Number number(const Coordinates& c) const noexcept {
    return load<Number>(type, at(c));
  }
};

const TensorDesc& output_of(const Run& run) noexcept { return run.desc.at<TensorDesc>("OutputTensor"); }

/// output = f(a, b), all of one type.
template <class F>
void binary(const Run& run, F f) noexcept {
  const Input a(run, 0, "ATensor"), b(run, 1, "BTensor");
  with_number(a.type, [&]<class Number>(Number) {
    for_each_element(run, output_of(run), [&](const Coordinates& at, std::byte* to) {
      store<Number>(a.type, to, f(a.number<Number>(at), b.number<Number>(at)));
    });
  });
}

/// output = is(a, b), 1 or 0, in a type of its own.
template <class Is>
void compare(const Run& run, Is is) noexcept {
  const Input a(run, 0, "ATensor"), b(run, 1, "BTensor");
  with_number(a.type, [&]<class Number>(Number) {
    for_each_element(run, output_of(run), [&](const Coordinates& at, std::byte* to) {
      const std::uint32_t answer = is(a.number<Number>(at), b.number<Number>(at)) ? 1 : 0;
      std::memcpy(to, &answer, element_size(output_of(run).type));
    });
  });
}

/// min(Max, max(Min, x)), where of a NaN and a number the number counts.
void clip(const Run& run) noexcept {
  const Input input(run, 0, "InputTensor");
  const float least = run.desc.at<float>("Min"), most = run.desc.at<float>("Max");
  const auto is_nan = []<class Number>(Number x) {
    if constexpr (std::is_floating_point_v<Number>) return std::isnan(x);
    return false;
  };
  with_number(input.type, [&]<class Number>(Number) {
    Number low, high;
    if constexpr (std::is_floating_point_v<Number>) {
      low = least, high = most;
    } else {
      low = truncated<decltype(Number::value)>(least), high = truncated<decltype(Number::value)>(most);
    }
    for_each_element(run, output_of(run), [&](const Coordinates& at, std::byte* to) {
      const Number x = input.number<Number>(at);
      const Number raised = is_nan(low) || low < x ? x : low;
      store<Number>(input.type, to, is_nan(high) || raised < high ? raised : high);
    });
  });
}

void cast(const Run& run) noexcept {
  const Input input(run, 0, "InputTensor");
  const DataType type = output_of(run).type;
  with_number(input.type, [&]<class From>(From) {
    with_number(type, [&]<class To>(To) {
      for_each_element(run, output_of(run), [&](const Coordinates& at, std::byte* to) {
        const From x = input.number<From>(at);
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
      });
    });
  });
}

/// The bits of A where the condition is not 0, else those of B.
void choose(const Run& run) noexcept {
  const Input condition(run, 0, "ConditionTensor"), a(run, 1, "ATensor"), b(run, 2, "BTensor");
  for_each_element(run, output_of(run), [&](const Coordinates& at, std::byte* to) {
    const bool is_a = *condition.at(at) != std::byte{0};
    copy_element(to, is_a ? a.at(at) : b.at(at), a.place.width());
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

/// Tensors of an element-wise operator have equal sizes.
bool has_equal_sizes(const Desc& desc) noexcept {
  for (const DescField& field : desc.fields)
    if (const auto* tensor = std::get_if<TensorDesc>(&field.value))
      if (tensor->sizes != desc.at<TensorDesc>("OutputTensor").sizes) return false;
  return true;
}

void add(const Run& run) noexcept {
  binary(run, [](auto a, auto b) { return a + b; });
}
void multiply(const Run& run) noexcept {
  binary(run, [](auto a, auto b) { return a * b; });
}
void divide(const Run& run) noexcept {
  binary(run, [](auto a, auto b) { return a / b; });
}
void less(const Run& run) noexcept {
  compare(run, [](auto a, auto b) { return a < b; });
}

constexpr Definition kDefinitions[] = {{"ELEMENT_WISE_ADD", add, has_equal_sizes},
                                       {"ELEMENT_WISE_MULTIPLY", multiply, has_equal_sizes},
                                       {"ELEMENT_WISE_DIVIDE", divide, has_equal_sizes},
                                       {"ELEMENT_WISE_CLIP", clip, has_equal_sizes},
                                       {"CAST", cast, has_equal_sizes},
                                       {"ELEMENT_WISE_LOGICAL_LESS_THAN", less, has_equal_sizes},
                                       {"ELEMENT_WISE_IF", choose, has_equal_sizes},
                                       {"ELEMENT_WISE_QUANTIZE_LINEAR", quantize, has_equal_sizes}};

}  // namespace

std::span<const Definition> elementwise_definitions() noexcept { return kDefinitions; }

}  // namespace dmlrun::reference
