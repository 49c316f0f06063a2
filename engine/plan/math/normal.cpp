// The error function, and the tail of the normal distribution.
#include "engine/plan/math/coefficients.h"
#include "engine/plan/math/elementary_functions.h"

namespace dmlrun::plan::math {

Number error_function(Number x) {
  constexpr double kOne = 3.926;  // where 1 is next, and the end of the polynomial
  const Number bounded = at_most(kOne, at_least(-kOne, x));
  return bounded * polynomial(kErf, fma(bounded * bounded, kErfScale, -1));
}

Number normal_tail(Number x) {
  constexpr double kMax = 14.5;  // the end of the polynomial; above, the exponential soon is below all floats
  const Number size = absolute(x);
  const Number y = minimum(kMax, size);
  return small_exponential(x * x * -0.5) * polynomial(kMills, (y - 4.5) / (y + 4.5));
}

}  // namespace dmlrun::plan::math
