// The correctly rounded functions, by the operators that compute them.
#pragma once

#include <span>
#include <string_view>

#include "cli/verify/long_number.h"

namespace dmlrun::cli {

/// A function of one number.
struct UnaryFunction {
  std::string_view name;  ///< the operator's, without ELEMENT_WISE_
  std::string_view type;  ///< the operator
  /// The function in the C library's double numbers: within kFilterError of the value, relative to it.
  double (*near)(double);
  /// The same in long arithmetic, where MPFR has no such function; else null.
  Long (*composed)(const Long&) = nullptr;
  /// Whether it is computed in FLOAT32, so that a FLOAT16 result is rounded twice.
  bool rounds_twice = false;
};

/// The error bound of UnaryFunction::near. A result that is nearer than eight times this to the middle of two numbers
/// is decided by long arithmetic.
inline constexpr double kFilterError = 0x1p-43;

/// All of them, in the order of the documentation.
[[nodiscard]] std::span<const UnaryFunction> unary_functions() noexcept;
/// Whether a person means the operator of that type: in any letter case, with or without its prefixes.
[[nodiscard]] bool names(std::string_view text, std::string_view type) noexcept;
/// The first that a person may mean; null where there is none.
[[nodiscard]] const UnaryFunction* find_function(std::string_view text) noexcept;

}  // namespace dmlrun::cli
