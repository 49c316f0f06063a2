// Functions of one number, correctly rounded.
#pragma once

#include <string>

#include "cli/verify/functions.h"
#include "cli/verify/long_number.h"

namespace dmlrun::cli {

/// Values of functions, for one thread.
class LongArithmetic {
 public:
  LongArithmetic();
  LongArithmetic(const LongArithmetic&) = delete;
  LongArithmetic& operator=(const LongArithmetic&) = delete;
  ~LongArithmetic();

  /// The value rounded to odd: towards 0, its last bit then set unless it is exact. Rounded once more, to nearest and
  /// to fewer digits, that is the value correctly rounded.
  [[nodiscard]] double value(const UnaryFunction& function, double x);

 private:
  using Call = int (*)(MpfrNumber*, const MpfrNumber*, MpfrRounding);

  MpfrNumber x_{}, result_{};  ///< with a double's digits
  int (*set_)(MpfrNumber*, double, MpfrRounding);
  double (*get_)(const MpfrNumber*, MpfrRounding);
  const UnaryFunction* of_ = nullptr;
  Call call_ = nullptr;  ///< MPFR's function that `of_` is
};

}  // namespace dmlrun::cli
