#include "cli/verify/functions.h"

#include <array>
#include <cmath>

#include "engine/spec/operator_list.h"

namespace dmlrun::cli {
namespace {

template <class T>
T reciprocal(const T& x) {
  return 1 / x;
}

template <class T>
T sigmoid(const T& x) {
  using std::exp;
  return 1 / (1 + exp(-x));
}

/// x times the normal distribution. That is less than x, also where it has as many digits in common with it as a long
/// number has.
template <class T>
T gelu(const T& x) {
  using std::erfc, std::sqrt;
  if (T(16.0) < x) return x * (T(1.0) + T(-0x1p-200));
  return x * erfc(-x * sqrt(T(0.5))) * 0.5;
}

template <class T, T (*function)(const T&)>
T of_value(T x) {
  return function(x);
}

constexpr std::array kFunctions = {
    UnaryFunction{"EXP", "ELEMENT_WISE_EXP", [](double x) { return std::exp(x); }},
    UnaryFunction{"LOG", "ELEMENT_WISE_LOG", [](double x) { return std::log(x); }},
    UnaryFunction{"SIN", "ELEMENT_WISE_SIN", [](double x) { return std::sin(x); }},
    UnaryFunction{"COS", "ELEMENT_WISE_COS", [](double x) { return std::cos(x); }},
    UnaryFunction{"TAN", "ELEMENT_WISE_TAN", [](double x) { return std::tan(x); }},
    UnaryFunction{"ASIN", "ELEMENT_WISE_ASIN", [](double x) { return std::asin(x); }},
    UnaryFunction{"ACOS", "ELEMENT_WISE_ACOS", [](double x) { return std::acos(x); }},
    UnaryFunction{"ATAN", "ELEMENT_WISE_ATAN", [](double x) { return std::atan(x); }},
    UnaryFunction{"SINH", "ELEMENT_WISE_SINH", [](double x) { return std::sinh(x); }},
    UnaryFunction{"COSH", "ELEMENT_WISE_COSH", [](double x) { return std::cosh(x); }},
    UnaryFunction{"TANH", "ELEMENT_WISE_TANH", [](double x) { return std::tanh(x); }},
    UnaryFunction{"ASINH", "ELEMENT_WISE_ASINH", [](double x) { return std::asinh(x); }},
    UnaryFunction{"ACOSH", "ELEMENT_WISE_ACOSH", [](double x) { return std::acosh(x); }},
    UnaryFunction{"ATANH", "ELEMENT_WISE_ATANH", [](double x) { return std::atanh(x); }},
    UnaryFunction{"ERF", "ELEMENT_WISE_ERF", [](double x) { return std::erf(x); }},
    UnaryFunction{"ACTIVATION_TANH", "ACTIVATION_TANH", [](double x) { return std::tanh(x); }},
    UnaryFunction{"ACTIVATION_SIGMOID", "ACTIVATION_SIGMOID", of_value<double, sigmoid>, sigmoid},
    UnaryFunction{"ACTIVATION_GELU", "ACTIVATION_GELU", of_value<double, gelu>, gelu},
    UnaryFunction{"SQRT", "ELEMENT_WISE_SQRT", [](double x) { return std::sqrt(x); }, nullptr, true},
    UnaryFunction{"RECIP", "ELEMENT_WISE_RECIP", of_value<double, reciprocal>, reciprocal, true},
};

}  // namespace

std::span<const UnaryFunction> unary_functions() noexcept { return kFunctions; }

bool names(std::string_view text, std::string_view type) noexcept { return spec::operator_named(text) == type; }

const UnaryFunction* find_function(std::string_view text) noexcept {
  for (const UnaryFunction& function : kFunctions)
    if (names(text, function.type)) return &function;
  return nullptr;
}

}  // namespace dmlrun::cli
