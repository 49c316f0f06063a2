// DirectML's functions, in long double: 11 bits more than a double where the processor has them. Their results are
// rounded once, so that a result is right unless it lies next to the middle between two floats.
#include <bit>

#include "engine/reference/elementwise.h"

namespace dmlrun::reference {
namespace {

using Real = long double;

/// Of two doubles beside a number, the one whose last bit is set; the number itself where it is a double.
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
    store_once(input.type, to, f(static_cast<Real>(input.number<float>(at)), run.desc));
  });
}
/// output = f(x).
template <auto f>
constexpr auto kFunction = function<[](Real x, const Desc&) { return f(x); }>;

/// 1/2 + x/4 - x^3/48 ... of small x, whose last term is less than what a Real has beside 1/2.
Real sigmoid(Real x) noexcept {
  constexpr Real kSmall = 0x1p-15;
  if (x != 0 && std::fabs(x) < kSmall) return std::nextafter(0.5L + x / 4, 0.5L);
  return 1 / (1 + std::exp(-x));
}

constexpr Definition kDefinitions[] = {
    {"ELEMENT_WISE_EXP", kFunction<[](Real x) { return std::exp(x); }>, has_equal_sizes},
    {"ELEMENT_WISE_TANH", kFunction<[](Real x) { return std::tanh(x); }>, has_equal_sizes},
    {"ACTIVATION_SIGMOID", kFunction<sigmoid>, has_equal_sizes},
    {"ACTIVATION_TANH", kFunction<[](Real x) { return std::tanh(x); }>, has_equal_sizes}};

}  // namespace

std::span<const Definition> function_definitions() noexcept { return kDefinitions; }

}  // namespace dmlrun::reference
