// Letter case of ASCII, whatever the locale.
#pragma once

#include <string>
#include <string_view>

namespace dmlrun::text {

[[nodiscard]] constexpr char lower_case(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
[[nodiscard]] constexpr char upper_case(char c) noexcept {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

[[nodiscard]] inline std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = lower_case(c);
  return lower;
}
[[nodiscard]] inline std::string upper_case(std::string_view text) {
  std::string upper(text);
  for (char& c : upper) c = upper_case(c);
  return upper;
}

}  // namespace dmlrun::text
