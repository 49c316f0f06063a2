// Numbers of many digits, by MPFR, which is loaded on first use.
#pragma once

#include <bit>
#include <string>

namespace dmlrun::cli {

/// mpfr_t of MPFR 4. Its library is loaded on first use, so that the program does not depend on it.
struct MpfrNumber {
  long precision;
  int sign;
  long exponent;
  void* limbs;
};

/// The rounding modes that are used.
enum class MpfrRounding : int { nearest = 0, toward_zero = 1 };

/// A function of MPFR, "mpfr_exp" for instance. Failure exit 5, with what to install, where MPFR is missing.
[[nodiscard]] void* mpfr_function(const std::string& name);
template <class F>
F mpfr_function(const char* name) {
  return std::bit_cast<F>(mpfr_function(std::string(name)));
}

/// A number of 256 binary digits. Each operation rounds to nearest.
class Long {
 public:
  Long(double value);  // so that formulas may mix both
  Long(const Long& other);
  Long& operator=(const Long&) = delete;
  ~Long();

  /// With as many digits as a double has.
  [[nodiscard]] double nearest() const;
  /// Without the digits that a double has not.
  [[nodiscard]] double toward_zero() const;

  friend Long operator+(const Long& a, const Long& b);
  friend Long operator*(const Long& a, const Long& b);
  friend Long operator/(const Long& a, const Long& b);
  friend Long operator-(const Long& a);
  friend bool operator<(const Long& a, const Long& b);
  friend Long exp(const Long& x);
  friend Long expm1(const Long& x);
  friend Long log1p(const Long& x);
  friend Long tanh(const Long& x);
  friend Long erfc(const Long& x);
  friend Long sqrt(const Long& x);
  friend Long pow(const Long& x, const Long& y);
  friend Long atan2(const Long& y, const Long& x);

 private:
  using Unary = int (*)(MpfrNumber*, const MpfrNumber*, MpfrRounding);
  using Binary = int (*)(MpfrNumber*, const MpfrNumber*, const MpfrNumber*, MpfrRounding);
  Long();
  static Long made(Unary call, const Long& x);
  static Long made(Binary call, const Long& a, const Long& b);
  MpfrNumber number_;
};

}  // namespace dmlrun::cli
