#include "cli/verify/long_arithmetic.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "engine/text/letter_case.h"

namespace dmlrun::cli {
namespace {

/// "mpfr_exp" of EXP, "mpfr_tanh" of ACTIVATION_TANH.
std::string symbol_of(const UnaryFunction& function) {
  return "mpfr_" + text::lower_case(function.name.substr(function.name.rfind('_') + 1));
}

double to_odd(double truncated, bool is_exact) {
  if (is_exact || truncated == 0 || !std::isfinite(truncated)) return truncated;
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(truncated) | 1);
}

}  // namespace

LongArithmetic::LongArithmetic()
    : set_(mpfr_function<decltype(set_)>("mpfr_set_d")), get_(mpfr_function<decltype(get_)>("mpfr_get_d")) {
  for (MpfrNumber* number : {&x_, &result_})
    mpfr_function<void (*)(MpfrNumber*, long)>("mpfr_init2")(number, std::numeric_limits<double>::digits);
}

LongArithmetic::~LongArithmetic() {
  for (MpfrNumber* number : {&x_, &result_}) mpfr_function<void (*)(MpfrNumber*)>("mpfr_clear")(number);
}

double LongArithmetic::value(const UnaryFunction& function, double x) {
  if (function.composed != nullptr) {
    const Long value = function.composed(x);
    const double truncated = value.toward_zero();
    return to_odd(truncated, !(value < truncated) && !(truncated < value));
  }
  if (of_ != &function) {
    of_ = &function;
    call_ = mpfr_function<Call>(symbol_of(function).c_str());
  }
  set_(&x_, x, MpfrRounding::nearest);
  const bool is_exact = call_(&result_, &x_, MpfrRounding::toward_zero) == 0;
  return to_odd(get_(&result_, MpfrRounding::toward_zero), is_exact);
}

}  // namespace dmlrun::cli
