#include "cli/verify/sampled_functions.h"

#include <cmath>

#include "cli/verify/functions.h"
#include "cli/verify/long_number.h"

namespace dmlrun::cli {
namespace {

using std::atan2, std::exp, std::expm1, std::log1p, std::pow, std::tanh;

// Each formula once, for double and long numbers: n[0] is x, and parameters follow.
struct Elu {
  template <class T>
  static T of(const T* n) {
    if (n[0] < 0) return n[1] * expm1(n[0]);
    return n[0];
  }
};
struct Celu {
  template <class T>
  static T of(const T* n) {
    const T part = n[1] * expm1(n[0] / n[1]);
    const T above = 0 < n[0] ? n[0] : T(0.0);
    if (part < 0) return above + part;
    return n[0] < 0 || 0 < n[0] ? above : n[0];
  }
};
struct ScaledElu {
  template <class T>
  static T of(const T* n) {
    if (0 < n[0]) return n[2] * n[0];
    return n[2] * n[1] * expm1(n[0]);
  }
};
struct ScaledTanh {
  template <class T>
  static T of(const T* n) {
    return n[1] * tanh(n[2] * n[0]);
  }
};
/// ln(1 + exp(x)) without overflow.
template <class T>
T softplus(const T& x) {
  if (0 < x) return x + log1p(exp(-x));
  return log1p(exp(x));
}
struct Softplus {
  template <class T>
  static T of(const T* n) {
    return softplus<T>(n[1] * n[0]) / n[1];
  }
};
struct ParametricSoftplus {
  template <class T>
  static T of(const T* n) {
    return n[1] * softplus<T>(n[2] * n[0]);
  }
};
struct Swish {
  template <class T>
  static T of(const T* n) {
    return n[0] / (1 + exp(-(n[1] * n[0])));
  }
};
struct Power {
  template <class T>
  static T of(const T* n) {
    return pow(n[0], n[1]);
  }
};
struct Angle {
  template <class T>
  static T of(const T* n) {
    return atan2(n[0], n[1]);
  }
};

template <class Formula>
double near_of(const double* n) {
  return Formula::of(n);
}

template <class Formula>
double exact_of(const double* n) {
  const Long numbers[] = {n[0], n[1], n[2]};
  return Formula::of(numbers).nearest();
}

template <class Formula>
constexpr SampledFunction row(std::string_view name, std::string_view type, std::array<std::string_view, 2> inputs,
                              std::array<std::string_view, 2> parameters) {
  return {name, type, inputs, parameters, near_of<Formula>, exact_of<Formula>};
}

template <class Formula>
constexpr SampledFunction activation(std::string_view name, std::array<std::string_view, 2> parameters) {
  return row<Formula>(name, name, {"InputTensor", ""}, parameters);
}

constexpr std::array kSampled = {
    activation<Elu>("ACTIVATION_ELU", {"Alpha", ""}),
    activation<Celu>("ACTIVATION_CELU", {"Alpha", ""}),
    activation<ScaledElu>("ACTIVATION_SCALED_ELU", {"Alpha", "Gamma"}),
    activation<ScaledTanh>("ACTIVATION_SCALED_TANH", {"Alpha", "Beta"}),
    activation<Softplus>("ACTIVATION_SOFTPLUS", {"Steepness", ""}),
    activation<ParametricSoftplus>("ACTIVATION_PARAMETRIC_SOFTPLUS", {"Alpha", "Beta"}),
    activation<Swish>("ACTIVATION_SWISH", {"SigmoidInputScale", ""}),
    row<Power>("POW", "ELEMENT_WISE_POW", {"InputTensor", "ExponentTensor"}, {"", ""}),
    row<Power>("CONSTANT_POW", "ELEMENT_WISE_CONSTANT_POW", {"InputTensor", ""}, {"Exponent", ""}),
    row<Angle>("ATAN_YX", "ELEMENT_WISE_ATAN_YX", {"ATensor", "BTensor"}, {"", ""}),
};

}  // namespace

std::span<const SampledFunction> sampled_functions() noexcept { return kSampled; }

const SampledFunction* find_sampled(std::string_view text) noexcept {
  for (const SampledFunction& function : kSampled)
    if (names(text, function.type)) return &function;
  return nullptr;
}

}  // namespace dmlrun::cli
