// DirectML's activations without an exponential, and functions of one tensor. Where a condition is false for NaN, what
// stands behind "else" is taken.
#include "engine/reference/elementwise.h"

namespace dmlrun::reference {
namespace {

template <class Number>
Number parameter(const Desc& desc, std::string_view field, Number) noexcept {
  return reference::parameter<Number>(desc, field);
}

template <class Number>
Number one() noexcept {
  if constexpr (std::is_floating_point_v<Number>) return 1;
  else return Number(std::uint64_t{1});
}

template <class Number>
Number rectified(Number x) noexcept {
  return Number() < x ? x : Number();
}
template <class Number>
Number leaky(Number x, Number slope) noexcept {
  return x < Number() || !(x == x) ? slope * x : x;
}
/// The number where one is NaN; the first where both are equal.
template <class Number>
Number greater(Number a, Number b) noexcept {
  return !(a == a) || a < b ? b : a;
}
template <class Number>
Number hard_sigmoid(Number x, const Desc& desc) noexcept {
  const Number line = parameter(desc, "Alpha", x) * x + parameter(desc, "Beta", x);
  const Number limited = line < one<Number>() ? line : one<Number>();
  return Number() < limited ? limited : Number();
}
template <class Number>
Number shrunk(Number x, const Desc& desc) noexcept {
  const float threshold = desc.at<float>("Threshold");
  Number least = Number();
  if constexpr (std::is_floating_point_v<Number>) least = -threshold;
  else least = truncated<decltype(Number::value)>(-threshold);
  if (parameter(desc, "Threshold", x) < x) return x - parameter(desc, "Bias", x);
  if (x < least) return x + parameter(desc, "Bias", x);
  return Number();
}
template <class Number>
Number sign(Number x) noexcept {
  if (Number() < x) return one<Number>();
  return x < Number() ? Number() - one<Number>() : Number();
}
float rounded(float x, const Desc& desc) noexcept {
  const std::uint64_t mode = desc.at<std::uint64_t>("RoundingMode");
  return mode == 0 ? std::nearbyint(x) : mode == 1 ? std::trunc(x) : std::round(x);
}
double rounded(double x, const Desc&) noexcept { return x; }  // no such tensors
template <class T>
Integer<T> rounded(Integer<T> x, const Desc&) noexcept {
  return x;
}
/// f for floats. Integers, which these operators do not take, are returned unchanged.
template <auto f>
constexpr auto kOfFloats = [](auto x, const Desc&) {
  if constexpr (std::is_floating_point_v<decltype(x)>) return static_cast<decltype(x)>(f(x));
  else return x;
};

void clip_gradient(const Run& run) noexcept {
  binary_of<[](auto x, auto gradient, const Desc& desc) {
    const auto low = parameter(desc, "Min", x), high = parameter(desc, "Max", x);
    const bool is_limited = x < low || x == low || high < x || high == x;
    return is_limited ? decltype(x)() : gradient;
  }>(run, "InputTensor", "InputGradientTensor");
}
void relu_gradient(const Run& run) noexcept {
  binary_of<[](auto x, auto gradient, const Desc&) { return decltype(x)() < x ? gradient : decltype(x)(); }>(
      run, "InputTensor", "InputGradientTensor");
}
void parameterized_relu(const Run& run) noexcept {
  binary_of<[](auto x, auto slope, const Desc&) { return leaky(x, slope); }>(run, "InputTensor", "SlopeTensor");
}

constexpr ReferenceOperator kActivations[] = {
    {"ACTIVATION_RELU", unary<[](auto x, const Desc&) { return rectified(x); }>, has_equal_sizes},
    {"ACTIVATION_RELU_GRAD", relu_gradient, has_equal_sizes},
    {"ACTIVATION_LEAKY_RELU", unary<[](auto x, const Desc& d) { return leaky(x, parameter(d, "Alpha", x)); }>,
     has_equal_sizes},
    {"ACTIVATION_PARAMETERIZED_RELU", parameterized_relu, has_equal_sizes},
    {"ACTIVATION_THRESHOLDED_RELU",
     unary<[](auto x, const Desc& d) { return parameter(d, "Alpha", x) < x ? x : decltype(x)(); }>, has_equal_sizes},
    {"ACTIVATION_LINEAR",
     unary<[](auto x, const Desc& d) { return parameter(d, "Alpha", x) * x + parameter(d, "Beta", x); }>,
     has_equal_sizes},
    {"ACTIVATION_HARD_SIGMOID", unary<[](auto x, const Desc& d) { return hard_sigmoid(x, d); }>, has_equal_sizes},
    {"ACTIVATION_HARD_SWISH", unary<[](auto x, const Desc& d) { return x * hard_sigmoid(x, d); }>, has_equal_sizes},
    {"ACTIVATION_SHRINK", unary<[](auto x, const Desc& d) { return shrunk(x, d); }>, has_equal_sizes},
    {"ACTIVATION_SOFTSIGN", unary<kOfFloats<[](auto x) { return x / (1 + std::abs(x)); }>>, has_equal_sizes},
    {"ELEMENT_WISE_SIGN", unary<[](auto x, const Desc&) { return sign(x); }>, has_equal_sizes},
    {"ELEMENT_WISE_RECIP", unary<kOfFloats<[](auto x) { return 1 / x; }>>, has_equal_sizes},
    {"ELEMENT_WISE_SQRT", unary<kOfFloats<[](auto x) { return std::sqrt(x); }>>, has_equal_sizes},
    {"ELEMENT_WISE_CEIL", unary<kOfFloats<[](auto x) { return std::ceil(x); }>>, has_equal_sizes},
    {"ELEMENT_WISE_FLOOR", unary<kOfFloats<[](auto x) { return std::floor(x); }>>, has_equal_sizes},
    {"ELEMENT_WISE_ROUND", unary<[](auto x, const Desc& d) { return rounded(x, d); }>, has_equal_sizes},
    {"ELEMENT_WISE_THRESHOLD", unary<[](auto x, const Desc& d) { return greater(x, parameter(d, "Min", x)); }>,
     has_equal_sizes},
    {"ELEMENT_WISE_CLIP_GRAD", clip_gradient, has_equal_sizes}};

}  // namespace

std::span<const ReferenceOperator> activation_operators() noexcept { return kActivations; }

}  // namespace dmlrun::reference
