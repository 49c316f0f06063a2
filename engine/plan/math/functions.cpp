#include "engine/plan/math/functions.h"

#include <limits>
#include <utility>

#include "engine/plan/math/elementary_functions.h"
#include "engine/plan/normalize.h"

namespace dmlrun::plan::math {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// An argument whose result as a double is a midpoint between two floats, and the float nearest to the exact result.
struct Exception {
  double at, value;
};
template <std::size_t n>
Number except(const Exception (&exceptions)[n], Number x, Number result) {
  for (const Exception& one : exceptions) result = select(x == one.at, one.value, result);
  return result;
}

/// Against double rounding, for functions whose exact results lie above any midpoint between two floats that the double
/// is: sets one of the last two bits. 0 stays: `place` is 62, and results of less than 2 in size stay, too, or 61.
Number above_midpoint(unsigned place, Number result) {
  const Number bits = bits_of(result);
  return from_bits(bits | bits >> place);
}

template <Number (*f)(Number)>
Number unary(const Number* x) {
  return f(x[0]);
}

/// x where it is NaN or infinite.
Number finite_or(Number x, Number result) { return select(x < kInfinity, result, x); }

Number log(Number x) {
  const Number special = select(x < 0.0, x.constant(kNaN), x.constant(-kInfinity));
  return select(x <= 0.0, special, finite_or(x, above_midpoint(62, logarithm(x))));
}

Number tanh(Number x) {
  const Number e = small_exponential_less_one(at_most(40, x + x));
  return e / (e + 2);
}

Number acos(Number x) { return above_midpoint(61, arc_cosine(x)); }
Number atan(Number x) {
  constexpr Exception kExceptions[] = {{0x1.1ad646p-4, 0x1.1a6386p-4}};
  const Number size = absolute(x);
  return with_sign_of(except(kExceptions, size, arc_tangent(size)), x);
}

/// Arguments above 100, whose results are beyond floats, are bounded.
Number sinh(Number x) {
  const Number e = small_exponential_less_one(at_most(100, absolute(x)));
  return with_sign_of((e + e / (e + 1)) * 0.5, x);
}
Number cosh(Number x) {
  const Number e = exponential(absolute(x));
  return (e + 1 / e) * 0.5;
}

Number asinh(Number x) {
  const Number size = absolute(x);
  const Number square = x * x;
  const Number more = square / (square_root(square + 1) + 1);
  return with_sign_of(finite_or(size, above_midpoint(62, logarithm_of_one_and(size + more))), x);
}
Number acosh(Number x) {
  constexpr Exception kExceptions[] = {{0x1.b121a6p+75, 0x1.a9a3f2p+5}, {0x1.6351d8p+94, 0x1.08b512p+6}};
  const Number more = x - 1;
  const Number result = logarithm_of_one_and(more + square_root(more * (more + 2)));
  const Number usual = finite_or(x, except(kExceptions, x, result));
  return select(x < 1.0, kNaN, usual);
}
Number atanh(Number x) {
  constexpr Exception kExceptions[] = {{0x1.713744p-12, 0x1.713746p-12}};
  const Number size = absolute(x);
  const Number usual = except(kExceptions, size, logarithm_of_one_and((size + size) / (1 - size)) * 0.5);
  const Number end = select(size == 1.0, x.constant(kInfinity), x.constant(kNaN));
  return with_sign_of(select(size < 1.0, usual, end), x);
}

/// Near 0 it is 1/2 + x/4 - x^3/48: for odd multiples of 2^-23 next to a midpoint of floats, on the side of 1/2.
Number sigmoid(Number x) {
  const Number e = small_exponential(at_most(100, x));
  return select(absolute(x) < 0x1p-11, fma(x, 0.25 - 0x1p-29, 0.5), e / (e + 1));
}

/// The exact result is above x/2 where the double is x/2, and below x where it is x, next to a midpoint of floats or
/// halves. So tails stay below 1/2, and the other factor is the double before 1 at most.
Number gelu(Number x) {
  const Number tail = minimum(0.5 - 0x1p-52, normal_tail(x));
  return x * select(x < 0.0, tail, 1 - 0x1p-53 - tail);
}

Number atan2(const Number* x) { return arc_of_point(x[0], x[1]); }

Number pow(const Number* x) { return power(x[0], x[1]); }

Number swish(const Number* x) { return x[0] / (exponential(-(x[0] * x[1])) + 1); }

/// ln(1 + e^x) = max(x, 0) + ln(1 + e^-|x|).
Number softplus(Number x) {
  return logarithm_of_one_and_up_to_one(small_exponential(-absolute(x)), select(x < 0.0, 0, x));
}
Number softplus_by(const Number* x) { return softplus(x[0] * x[1]) / x[1]; }
Number parametric_softplus(const Number* x) { return x[1] * softplus(x[0] * x[2]); }

Number elu(const Number* x) { return select(x[0] < 0.0, x[1] * small_exponential_less_one(x[0]), x[0]); }
Number celu(const Number* x) { return select(x[0] < 0.0, x[1] * exponential_less_one(x[0] / x[1]), x[0]); }
Number scaled_elu(const Number* x) { return x[2] * select(0.0 < x[0], x[0], x[1] * small_exponential_less_one(x[0])); }
Number scaled_tanh(const Number* x) { return x[1] * tanh(x[0] * x[2]); }

constexpr Function kFunctions[] = {{"exp", 1, unary<exponential>},
                                   {"log", 1, unary<log>},
                                   {"sin", 1, unary<sine>},
                                   {"cos", 1, unary<cosine>},
                                   {"tan", 1, unary<tangent>},
                                   {"asin", 1, unary<arc_sine>},
                                   {"acos", 1, unary<acos>},
                                   {"atan", 1, unary<atan>},
                                   {"sinh", 1, unary<sinh>},
                                   {"cosh", 1, unary<cosh>},
                                   {"tanh", 1, unary<tanh>},
                                   {"asinh", 1, unary<asinh>},
                                   {"acosh", 1, unary<acosh>},
                                   {"atanh", 1, unary<atanh>},
                                   {"erf", 1, unary<error_function>},
                                   {"sigmoid", 1, unary<sigmoid>},
                                   {"gelu", 1, unary<gelu>},
                                   {"atan2", 2, atan2},
                                   {"pow", 2, pow},
                                   {"swish", 2, swish},
                                   {"softplus", 2, softplus_by},
                                   {"parametric_softplus", 3, parametric_softplus},
                                   {"elu", 2, elu},
                                   {"celu", 2, celu},
                                   {"scaled_elu", 3, scaled_elu},
                                   {"scaled_tanh", 3, scaled_tanh}};

}  // namespace

std::span<const Function> functions() noexcept { return kFunctions; }

const Function* find_function(std::string_view name) noexcept {
  for (const Function& function : kFunctions)
    if (function.name == name) return &function;
  return nullptr;
}

std::vector<Value> values_of(const Function& function) {
  Plan plan;
  plan.operands = {Operand{0, Element::f32, 0, 1, {}}};
  plan.output = Element::f32;
  plan.output_span = 1;
  ValueList list(plan);
  const Number x = Number(list, list.load(0)).cast(Op::convert, Type::f64);
  list.store(function.apply(&x).value());
  return normalize(std::move(plan)).values;
}

}  // namespace dmlrun::plan::math
