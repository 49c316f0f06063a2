// What an element-wise definition is made of: elements as numbers, and inputs. Numbers are computed in float32 for
// FLOAT16 and FLOAT32, in double for FLOAT64, and in the tensor's own integer type, whose arithmetic wraps.
#pragma once

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "engine/reference/reference_operator.h"
#include "engine/tensor/element.h"

namespace dmlrun::reference {

/// Stores results of an operator, after the activation that is fused to it, if any: once rounded to the output's type.
class FusedStore {
 public:
  FusedStore(const Run& run, DataType type) noexcept;
  void operator()(float result, std::byte* to) const noexcept;

 private:
  DataType type_;
  const Desc& activation_;
  const ReferenceOperator* operator_ = nullptr;
};

/// An integer whose arithmetic wraps.
template <class T>
struct Integer {
  T value = 0;
  Integer() = default;
  explicit Integer(std::uint64_t low_bits) noexcept : value(static_cast<T>(low_bits)) {}
  [[nodiscard]] std::uint64_t bits() const noexcept { return static_cast<std::uint64_t>(value); }
  friend Integer operator+(Integer a, Integer b) noexcept { return Integer(a.bits() + b.bits()); }
  friend Integer operator-(Integer a, Integer b) noexcept { return Integer(a.bits() - b.bits()); }
  friend Integer operator*(Integer a, Integer b) noexcept { return Integer(a.bits() * b.bits()); }
  /// Toward zero; by 0 all bits are one.
  friend Integer operator/(Integer a, Integer b) noexcept {
    if (b.value == 0) return Integer(~std::uint64_t{0});
    if (std::is_signed_v<T> && b.value == static_cast<T>(-1)) return Integer(0 - a.bits());
    return Integer(static_cast<std::uint64_t>(a.value / b.value));
  }
  /// The remainder of that quotient; by 0 all bits are one.
  friend Integer operator%(Integer a, Integer b) noexcept {
    return b.value == 0 ? Integer(~std::uint64_t{0}) : a - a / b * b;
  }
  friend bool operator<(Integer a, Integer b) noexcept { return a.value < b.value; }
  friend bool operator==(Integer a, Integer b) noexcept { return a.value == b.value; }
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

/// An input of the operator: loads its elements by their coordinates. Those of InputTensor are scaled first, if the
/// desc says so: a product and a sum, each rounded.
struct Input {
  DataType type;
  const std::byte* elements;
  Placement place;
  const ScaleBias* scaled;
  Input(const Run& run, std::size_t number, std::string_view name) noexcept
      : type(run.desc.at<TensorDesc>(name).type),
        elements(run.inputs[number]),
        place(run.desc.at<TensorDesc>(name)),
        scaled(name == "InputTensor" ? run.desc.get<ScaleBias>("ScaleBias") : nullptr) {}
  [[nodiscard]] const std::byte* at(const Coordinates& at) const noexcept { return elements + place.of(at); }
  template <class Number>
  [[nodiscard]] Number number(const Coordinates& c) const noexcept {
    const Number x = load<Number>(type, at(c));
    if constexpr (std::is_floating_point_v<Number>)
      if (scaled) {
        const Number product = x * static_cast<Number>(scaled->scale);
        return product + static_cast<Number>(scaled->bias);
      }
    return x;
  }
};

inline const TensorDesc& output_of(const Run& run) noexcept {
  const auto* gradient = run.desc.get<TensorDesc>("OutputGradientTensor");
  return gradient ? *gradient : run.desc.at<TensorDesc>("OutputTensor");
}

/// A FLOAT field as a number of a tensor's type.
template <class Number>
Number parameter(const Desc& desc, std::string_view field) noexcept {
  if constexpr (std::is_floating_point_v<Number>) return static_cast<Number>(desc.at<float>(field));
  else return truncated<decltype(Number::value)>(desc.at<float>(field));
}

/// output = f(x, desc), both of one type.
template <auto f>
void unary(const Run& run) noexcept {
  const Input input(run, 0, "InputTensor");
  with_number(input.type, [&]<class Number>(Number) {
    for_each_element(run, output_of(run), [&](const Coordinates& at, std::byte* to) {
      store<Number>(output_of(run).type, to, f(input.number<Number>(at), run.desc));
    });
  });
}

/// An operator on bits, where none are scaled.
template <auto of_bits, auto of_numbers>
void on_bits_or_scaled(const Run& run) noexcept {
  run.desc.get<ScaleBias>("ScaleBias") ? unary<of_numbers>(run) : of_bits(run);
}

/// output = f(a, b), all of one type, of two tensors that are called so.
template <auto f>
void binary_of(const Run& run, std::string_view first, std::string_view second) noexcept {
  const Input a(run, 0, first), b(run, 1, second);
  with_number(a.type, [&]<class Number>(Number) {
    for_each_element(run, output_of(run), [&](const Coordinates& at, std::byte* to) {
      store<Number>(a.type, to, f(a.number<Number>(at), b.number<Number>(at), run.desc));
    });
  });
}

/// output = f(a, b), all of one type.
template <auto f>
void binary(const Run& run) noexcept {
  const Input a(run, 0, "ATensor"), b(run, 1, "BTensor");
  with_number(a.type, [&]<class Number>(Number) {
    for_each_element(run, output_of(run), [&](const Coordinates& at, std::byte* to) {
      store<Number>(a.type, to, f(a.number<Number>(at), b.number<Number>(at)));
    });
  });
}

inline void answer(const Run& run, std::byte* to, bool is) noexcept {
  const std::uint32_t number = is ? 1 : 0;
  std::memcpy(to, &number, element_size(output_of(run).type));
}

/// output = is(a, b), 1 or 0, in a type of its own.
template <auto is>
void compare(const Run& run) noexcept {
  const Input a(run, 0, "ATensor"), b(run, 1, "BTensor");
  with_number(a.type, [&]<class Number>(Number) {
    for_each_element(run, output_of(run), [&](const Coordinates& at, std::byte* to) {
      answer(run, to, is(a.number<Number>(at), b.number<Number>(at)));
    });
  });
}

/// output = is(x), likewise.
template <auto is>
void question(const Run& run) noexcept {
  const Input input(run, 0, "InputTensor");
  with_number(input.type, [&]<class Number>(Number) {
    for_each_element(run, output_of(run),
                     [&](const Coordinates& at, std::byte* to) { answer(run, to, is(input.number<Number>(at))); });
  });
}

/// Tensors of an element-wise operator have equal sizes.
inline bool has_equal_sizes(const Desc& desc) noexcept {
  const TensorDesc* first = nullptr;
  for (const DescField& field : desc.fields)
    if (const auto* tensor = std::get_if<TensorDesc>(&field.value)) {
      if (first && tensor->sizes != first->sizes) return false;
      first = tensor;
    }
  return true;
}

}  // namespace dmlrun::reference
