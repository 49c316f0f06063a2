#pragma once

#include <charconv>
#include <string>

#include "engine/plan/plan.h"

namespace dmlrun::plan {

/// Appends a number: the shortest text that reads as the same number.
template <class Number>
void append(std::string& text, Number number) {
  char digits[32];
  const std::to_chars_result end = std::to_chars(digits, digits + sizeof digits, number);
  text.append(digits, end.ptr);
}

/// The parts "; v1 = ...; value ..." of a plan's text. Accepts malformed plans, and prints "?" for what is wrong.
[[nodiscard]] std::string print_values(const Plan& plan);

}  // namespace dmlrun::plan
