// DirectML's element-wise operators that compute: what an element is, from elements in the same place of the inputs.
#include "engine/reference/elementwise.h"

namespace dmlrun::reference {
namespace {

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

/// The bits of A where the condition is not 0, else those of B.
void choose(const Run& run) noexcept {
  const Input condition(run, 0, "ConditionTensor"), a(run, 1, "ATensor"), b(run, 2, "BTensor");
  for_each_element(run, output_of(run), [&](const Coordinates& at, std::byte* to) {
    const bool is_a = *condition.at(at) != std::byte{0};
    copy_element(to, is_a ? a.at(at) : b.at(at), a.place.width());
  });
}

float mean(float a, float b) noexcept { return (a + b) / 2; }
double mean(double a, double b) noexcept { return (a + b) / 2; }
/// For 32-bit integers: the sum is exact, then divided toward zero.
template <class T>
Integer<T> mean(Integer<T> a, Integer<T> b) noexcept {
  const auto sum = static_cast<std::int64_t>(a.value) + static_cast<std::int64_t>(b.value);
  return Integer<T>(static_cast<std::uint64_t>(sum / 2));
}

float remainder_of(float a, float b) noexcept { return std::fmod(a, b); }
double remainder_of(double a, double b) noexcept { return std::fmod(a, b); }
template <class T>
Integer<T> remainder_of(Integer<T> a, Integer<T> b) noexcept {
  return a % b;
}
/// With the sign of the divisor.
template <class Number>
Number remainder_below(Number a, Number b) noexcept {
  const Number rest = remainder_of(a, b), zero{};
  const bool has_its_sign = rest == zero || (rest < zero) == (b < zero);
  return has_its_sign ? rest : rest + b;
}

/// max(Min, min(x, Max)), likewise, of bounds that have the tensor's type.
template <class Number>
Number clipped(Number x, const Desc& desc) noexcept {
  const auto bound = [&](std::string_view field) {
    const auto& scalar = desc.at<Scalar>(field);
    return load<Number>(scalar.type, scalar.bytes.data());
  };
  const Number least = bound("Min"), most = bound("Max");
  const Number lowered = x == x && !(most < x) ? x : most;
  return least == least && !(least < lowered) ? least : lowered;
}
/// 0 where x is not between the bounds.
template <class Number>
Number clipped_gradient(Number x, Number gradient, const Desc& desc) noexcept {
  const auto bound = [&](std::string_view field) {
    const auto& scalar = desc.at<Scalar>(field);
    return load<Number>(scalar.type, scalar.bytes.data());
  };
  const Number least = bound("Min"), most = bound("Max");
  const bool is_limited = x < least || x == least || most < x || most == x;
  return is_limited ? Number{} : gradient;
}
void clip_gradient1(const Run& run) noexcept {
  binary_of<[](auto x, auto gradient, const Desc& desc) { return clipped_gradient(x, gradient, desc); }>(
      run, "InputTensor", "InputGradientTensor");
}

constexpr ReferenceOperator kElementWise[] = {
    {"ELEMENT_WISE_MODULUS_TRUNCATE", binary<[](auto a, auto b) { return remainder_of(a, b); }>, has_equal_sizes},
    {"ELEMENT_WISE_MODULUS_FLOOR", binary<[](auto a, auto b) { return remainder_below(a, b); }>, has_equal_sizes},
    {"ELEMENT_WISE_CLIP1", unary<[](auto x, const Desc& desc) { return clipped(x, desc); }>, has_equal_sizes},
    {"ELEMENT_WISE_CLIP_GRAD1", clip_gradient1, has_equal_sizes},
    {"ELEMENT_WISE_ADD", binary<[](auto a, auto b) { return a + b; }>, has_equal_sizes},
    {"ELEMENT_WISE_SUBTRACT", binary<[](auto a, auto b) { return a - b; }>, has_equal_sizes},
    {"ELEMENT_WISE_MULTIPLY", binary<[](auto a, auto b) { return a * b; }>, has_equal_sizes},
    {"ELEMENT_WISE_DIVIDE", binary<[](auto a, auto b) { return a / b; }>, has_equal_sizes},
    // With a NaN and a number, the number; with equal ones, the first.
    {"ELEMENT_WISE_MIN", binary<[](auto a, auto b) { return a == a && !(b < a) ? a : b; }>, has_equal_sizes},
    {"ELEMENT_WISE_MAX", binary<[](auto a, auto b) { return a == a && !(a < b) ? a : b; }>, has_equal_sizes},
    {"ELEMENT_WISE_MEAN", binary<[](auto a, auto b) { return mean(a, b); }>, has_equal_sizes},
    {"ELEMENT_WISE_DIFFERENCE_SQUARE", binary<[](auto a, auto b) { return (a - b) * (a - b); }>, has_equal_sizes},
    {"ELEMENT_WISE_CLIP", clip, has_equal_sizes},
    {"ELEMENT_WISE_IF", choose, has_equal_sizes}};

}  // namespace

std::span<const ReferenceOperator> elementwise_operators() noexcept { return kElementWise; }

}  // namespace dmlrun::reference
