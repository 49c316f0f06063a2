// Functions to any number of digits, by MPFR, which is looked for when it is first needed.
#pragma once

#include <memory>
#include <string>

#include "cli/verify/functions.h"

namespace dmlrun::cli {

/// Values of functions, for one thread.
class LongArithmetic {
 public:
  /// Failure exit 5, with what to install, where MPFR is not there.
  LongArithmetic();
  LongArithmetic(const LongArithmetic&) = delete;
  LongArithmetic& operator=(const LongArithmetic&) = delete;
  ~LongArithmetic();

  /// The value rounded to odd: towards 0, its last bit then set unless it is exact. Rounded once more, to nearest and
  /// to fewer digits, that is the value correctly rounded.
  [[nodiscard]] double value(const UnaryFunction& function, double x);

  /// "MPFR 4.2.0".
  [[nodiscard]] std::string version() const;

 private:
  struct Numbers;
  std::unique_ptr<Numbers> numbers_;
};

}  // namespace dmlrun::cli
