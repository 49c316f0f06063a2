// Valid names for emitted C functions.
#pragma once

#include <string_view>

namespace dmlrun {

/// Letters, digits and '_', at most 100, not beginning with a digit; and no name that C or C++ reserve: keywords, main,
/// names that begin with '_' or have two in a row, and functions of C's library.
[[nodiscard]] bool is_function_name(std::string_view name) noexcept;

/// The rule in words, for an error: "... is no name for a C function: " and this.
inline constexpr std::string_view kFunctionNames =
    "letters, digits and '_', at most 100, and none that C or C++ reserve";

}  // namespace dmlrun
