// DirectML's functions, in long double: 11 bits more than a double where the processor has them. Their results are
// rounded once, so that a result is right unless it lies next to the middle between two floats.
#include <algorithm>
#include <bit>
#include <limits>

#include "engine/reference/elementwise.h"

namespace dmlrun::reference {
namespace {

using Real = long double;

/// The number if a double holds it, else the neighbouring double whose last bit is set.
double rounded_to_odd(Real number) noexcept {
  double near = static_cast<double>(number);
  if (near != number && near == near) {
    if (std::fabs(static_cast<Real>(near)) > std::fabs(number)) near = std::nextafter(near, 0.0);
    near = std::bit_cast<double>(std::bit_cast<std::uint64_t>(near) | 1);
  }
  return near;
}

void store_once(DataType type, std::byte* to, Real number) noexcept {
  if (type == DataType::float16) return store<double>(type, to, rounded_to_odd(number));
  store<float>(type, to, static_cast<float>(number));
}

/// output = f(x, desc).
template <auto f>
void function(const Run& run) noexcept {
  const Input input(run, 0, "InputTensor");
  for_each_element(run, output_of(run), [&](const Coordinates& at, std::byte* to) {
    store_once(output_of(run).type, to, f(static_cast<Real>(input.number<float>(at)), run.desc));
  });
}
/// output = f(x).
template <auto f>
constexpr auto kFunction = function<[](Real x, const Desc&) { return f(x); }>;

/// output = f(a, b).
template <auto f>
void function_of_two(const Run& run) noexcept {
  const Input a(run, 0, "ATensor"), b(run, 1, "BTensor");
  for_each_element(run, output_of(run), [&](const Coordinates& at, std::byte* to) {
    store_once(a.type, to, f(static_cast<Real>(a.number<float>(at)), static_cast<Real>(b.number<float>(at))));
  });
}

/// 1/2 + x/4 - x^3/48 ... of small x, whose last term is less than what a Real has beside 1/2.
Real sigmoid(Real x) noexcept {
  constexpr Real kSmall = 0x1p-15;
  if (x != 0 && std::fabs(x) < kSmall) return std::nextafter(0.5L + x / 4, 0.5L);
  return 1 / (1 + std::exp(-x));
}

/// x/2 + 0.4 x^2 ... of small x, whose second term is less than what a Real has beside the first.
Real gelu(Real x) noexcept {
  constexpr Real kSmall = 0x1p-60, kLarge = 9;
  if (x != 0 && std::fabs(x) < kSmall) return std::nextafter(x / 2, Real{1});
  if (x > kLarge && x < std::numeric_limits<Real>::infinity()) return std::nextafter(x, Real{0});
  return x * (std::erfc(-x * std::sqrt(0.5L)) / 2);
}

// Functions with parameters: steps in double, of functions that are rounded to double.
double parameter(const Desc& desc, std::string_view field) noexcept { return desc.at<float>(field); }

double swish(Real x, const Desc& desc) noexcept {
  const auto power = static_cast<double>(std::exp(-x * parameter(desc, "SigmoidInputScale")));
  return static_cast<double>(x) / (1 + power);
}
/// ln(1 + e^x).
double softplus(Real x) noexcept {
  constexpr Real kMinPower = 0x1.6a09e667f3bcdp-1023L;  // 2^-1022.5: in double steps no power is below that
  const Real value = (x < 0 ? 0 : x) + std::log1p(std::exp(-std::fabs(x)));
  return value < kMinPower ? 0 : static_cast<double>(value);
}
double softplus_by(Real x, const Desc& desc) noexcept {
  const double steepness = parameter(desc, "Steepness");
  return softplus(steepness * x) / steepness;
}
double parametric_softplus(Real x, const Desc& desc) noexcept {
  return parameter(desc, "Alpha") * softplus(parameter(desc, "Beta") * x);
}
double exponential_less_one(double x) noexcept { return static_cast<double>(std::expm1(static_cast<Real>(x))); }
double elu(Real number, const Desc& desc) noexcept {
  const auto x = static_cast<double>(number);
  return x < 0 ? parameter(desc, "Alpha") * exponential_less_one(x) : x;
}
double celu(Real number, const Desc& desc) noexcept {
  const auto x = static_cast<double>(number);
  const double alpha = parameter(desc, "Alpha");
  return x < 0 ? alpha * exponential_less_one(x / alpha) : x;
}
double scaled_elu(Real number, const Desc& desc) noexcept {
  const auto x = static_cast<double>(number);
  return parameter(desc, "Gamma") * (0 < x ? x : parameter(desc, "Alpha") * exponential_less_one(x));
}
double scaled_tanh(Real x, const Desc& desc) noexcept {
  return parameter(desc, "Alpha") * static_cast<double>(std::tanh(parameter(desc, "Beta") * x));
}

/// Beyond 2^60 exponents are even, and powers of all but 1 infinite or 0; C libraries are wrong on some of -infinity.
Real power_of(Real x, Real y) noexcept { return std::pow(x, std::clamp(y, Real{-0x1p60}, Real{0x1p60})); }
Real power(Real x, const Desc& desc) noexcept { return power_of(x, static_cast<Real>(parameter(desc, "Exponent"))); }

Real real(float x) noexcept { return static_cast<Real>(x); }
template <class T>
Real real(Integer<T> x) noexcept {
  return static_cast<Real>(x.value);
}

/// Integer powers: truncated, where a double holds nearly all digits of the integer result; integer exponents count
/// multiplications. Of exponents below 0 they lie between -1 and 1, however near to these.
template <class T, class U>
Integer<T> whole_power(Integer<T> x, U y) noexcept {
  const Integer<T> one(1), minus_one(~std::uint64_t{0});
  if constexpr (std::is_floating_point_v<U>) {
    if (y < 0 && std::abs(real(x)) > 1) return {};
    return truncated<T>(static_cast<double>(power_of(real(x), real(y)) * 1.000000000000014L));
  } else {
    if (y < U() && !(x == one) && (!std::is_signed_v<T> || !(x == minus_one))) return {};
    Integer<T> result = one;
    for (auto left = y.bits(); left != 0; left >>= 1, x = x * x)
      if (left % 2 == 1) result = result * x;
    return result;
  }
}

void power_of_two(const Run& run) noexcept {
  const Input base(run, 0, "InputTensor"), exponent(run, 1, "ExponentTensor");
  with_number(base.type, [&]<class Base>(Base) {
    with_number(exponent.type, [&]<class Exponent>(Exponent) {
      if constexpr (!std::is_same_v<Base, double> && !std::is_same_v<Exponent, double>)
        for_each_element(run, output_of(run), [&](const Coordinates& at, std::byte* to) {
          const Base x = base.number<Base>(at);
          const Exponent y = exponent.number<Exponent>(at);
          if constexpr (std::is_same_v<Base, float>) store_once(base.type, to, power_of(real(x), real(y)));
          else store<Base>(base.type, to, whole_power(x, y));
        });
    });
  });
}

constexpr ReferenceOperator kFunctions[] = {
    {"ELEMENT_WISE_EXP", kFunction<[](Real x) { return std::exp(x); }>, has_equal_sizes},
    {"ELEMENT_WISE_LOG", kFunction<[](Real x) { return std::log(x); }>, has_equal_sizes},
    {"ELEMENT_WISE_SIN", kFunction<[](Real x) { return std::sin(x); }>, has_equal_sizes},
    {"ELEMENT_WISE_COS", kFunction<[](Real x) { return std::cos(x); }>, has_equal_sizes},
    {"ELEMENT_WISE_TAN", kFunction<[](Real x) { return std::tan(x); }>, has_equal_sizes},
    {"ELEMENT_WISE_ASIN", kFunction<[](Real x) { return std::asin(x); }>, has_equal_sizes},
    {"ELEMENT_WISE_ACOS", kFunction<[](Real x) { return std::acos(x); }>, has_equal_sizes},
    {"ELEMENT_WISE_ATAN", kFunction<[](Real x) { return std::atan(x); }>, has_equal_sizes},
    {"ELEMENT_WISE_SINH", kFunction<[](Real x) { return std::sinh(x); }>, has_equal_sizes},
    {"ELEMENT_WISE_COSH", kFunction<[](Real x) { return std::cosh(x); }>, has_equal_sizes},
    {"ELEMENT_WISE_TANH", kFunction<[](Real x) { return std::tanh(x); }>, has_equal_sizes},
    {"ELEMENT_WISE_ASINH", kFunction<[](Real x) { return std::asinh(x); }>, has_equal_sizes},
    {"ELEMENT_WISE_ACOSH", kFunction<[](Real x) { return std::acosh(x); }>, has_equal_sizes},
    {"ELEMENT_WISE_ATANH", kFunction<[](Real x) { return std::atanh(x); }>, has_equal_sizes},
    {"ELEMENT_WISE_ATAN_YX", function_of_two<[](Real y, Real x) { return std::atan2(y, x); }>, has_equal_sizes, true},
    {"ELEMENT_WISE_ERF", kFunction<[](Real x) { return std::erf(x); }>, has_equal_sizes},
    {"ACTIVATION_TANH", kFunction<[](Real x) { return std::tanh(x); }>, has_equal_sizes},
    {"ACTIVATION_SIGMOID", kFunction<sigmoid>, has_equal_sizes},
    {"ACTIVATION_GELU", kFunction<gelu>, has_equal_sizes},
    {"ELEMENT_WISE_CONSTANT_POW", function<power>, has_equal_sizes, true},
    {"ELEMENT_WISE_POW", power_of_two, has_equal_sizes, true},
    {"ACTIVATION_SWISH", function<swish>, has_equal_sizes, true},
    {"ACTIVATION_SOFTPLUS", function<softplus_by>, has_equal_sizes, true},
    {"ACTIVATION_PARAMETRIC_SOFTPLUS", function<parametric_softplus>, has_equal_sizes, true},
    {"ACTIVATION_ELU", function<elu>, has_equal_sizes, true},
    {"ACTIVATION_CELU", function<celu>, has_equal_sizes, true},
    {"ACTIVATION_SCALED_ELU", function<scaled_elu>, has_equal_sizes, true},
    {"ACTIVATION_SCALED_TANH", function<scaled_tanh>, has_equal_sizes, true}};

}  // namespace

std::span<const ReferenceOperator> function_operators() noexcept { return kFunctions; }

}  // namespace dmlrun::reference
