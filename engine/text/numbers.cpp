#include "engine/text/numbers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <system_error>
#include <vector>

namespace dmlrun::text {
namespace {

constexpr std::size_t kMostShown = 60;  // bytes of a value that a message quotes

/// A value as a message shows it: "the string "2,3"", "the number 2.0", "an array".
std::string shown(const Value& value) {
  switch (value.kind()) {
    case Kind::number:
      return "the number " + printable(value.literal(), kMostShown);
    case Kind::string:
      return "the string \"" + printable(value.string(), kMostShown) + "\"";
    case Kind::boolean:
      return value.boolean() ? "true" : "false";
    default:
      return std::string(with_article(value.kind()));
  }
}

Error refusal(const Value& value, ErrorCode code, const std::string& expected) {
  return error_at(value, code, shown(value) + " was found; " + expected + " is expected");
}

template <class Integer>
std::string integer_between(Integer least, Integer most) {
  return "an integer from " + std::to_string(least) + " to " + std::to_string(most);
}

bool is_integer_literal(std::string_view literal) noexcept {
  return literal.find_first_of(".eE") == std::string_view::npos;
}

template <class Integer>
Result<Integer> read_integer(const Value& value, Integer least, Integer most) {
  std::string_view literal = value.literal();
  Integer number = 0;
  // A minus sign stops the conversion to an unsigned type, too many digits that to any, and a point that before its end.
  auto [end, failure] = std::from_chars(literal.data(), literal.data() + literal.size(), number);
  bool is_whole = failure == std::errc() && end == literal.data() + literal.size() && literal != "-0";
  if (is_whole && number >= least && number <= most) return number;
  const std::string expected = integer_between(least, most);
  if (!value.is(Kind::number)) return refusal(value, ErrorCode::wrong_type, expected);
  if (is_integer_literal(literal) && literal != "-0") return refusal(value, ErrorCode::out_of_range, expected);
  return refusal(value, ErrorCode::not_an_integer, expected + ", written without point and exponent,");
}

/// Power of ten of the first digit that is not 0, about: above 0 for numbers of 1 and more.
long long decimal_magnitude(std::string_view literal) noexcept {
  std::size_t exponent_at = std::min(literal.find_first_of("eE"), literal.size());
  std::string_view digits = literal.substr(0, exponent_at);
  std::size_t point = std::min(digits.find('.'), digits.size());
  std::size_t first = std::min(digits.find_first_of("123456789"), digits.size());
  long long magnitude = static_cast<long long>(point) - static_cast<long long>(first);
  if (exponent_at == literal.size()) return magnitude;
  std::string_view exponent = literal.substr(exponent_at + 1);
  bool is_negative = exponent.substr(0, 1) == "-";
  if (is_negative || exponent.substr(0, 1) == "+") exponent.remove_prefix(1);
  long long power = 0;
  constexpr long long kEnough = 1'000'000'000'000;  // more than the digits of any text can make up for
  for (char c : exponent) power = std::min(power * 10 + (c - '0'), kEnough);
  return magnitude + (is_negative ? -power : power);
}

/// Whether the double is the integer that the digits spell, and not merely the nearest one.
bool is_exact(std::string_view digits, double number) {
  std::array<char, 400> exact;
  auto [end, failure] =
      std::to_chars(exact.data(), exact.data() + exact.size(), std::abs(number), std::chars_format::fixed, 0);
  return failure == std::errc() &&
         std::string_view(exact.data(), static_cast<std::size_t>(end - exact.data())) == digits;
}

/// inf, -inf and nan in any letter case.
std::optional<double> named_real(std::string_view word) noexcept {
  auto is = [&](std::string_view name) {
    return std::equal(word.begin(), word.end(), name.begin(), name.end(),
                      [](char a, char b) { return a == b || (a >= 'A' && a <= 'Z' && (a | 0x20) == b); });
  };
  if (is("inf")) return std::numeric_limits<double>::infinity();
  if (is("-inf")) return -std::numeric_limits<double>::infinity();
  if (is("nan")) return std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

}  // namespace

Result<std::uint64_t> read_unsigned(const Value& value, std::uint64_t most) {
  return read_integer<std::uint64_t>(value, 0, most);
}

Result<std::int64_t> read_signed(const Value& value, std::int64_t least, std::int64_t most) {
  return read_integer<std::int64_t>(value, least, most);
}

std::optional<double> convert_real(std::string_view literal) noexcept {
  double number = 0;
  auto [end, failure] = std::from_chars(literal.data(), literal.data() + literal.size(), number);
  if (failure == std::errc() && std::isfinite(number)) return number;
  bool is_huge = literal.find_first_of("123456789") < literal.find_first_of("eE") && decimal_magnitude(literal) > 0;
  if (is_huge) return std::nullopt;
  return literal.substr(0, 1) == "-" ? -0.0 : 0.0;
}

Result<double> read_real(const Value& value) {
  if (value.is(Kind::string))
    if (std::optional<double> named = named_real(value.string())) return *named;
  if (!value.is(Kind::number)) return refusal(value, ErrorCode::wrong_type, "a number, \"inf\", \"-inf\" or \"nan\"");
  std::string_view literal = value.literal();
  if (literal == "-0") return 0.0;
  std::optional<double> number = convert_real(literal);
  if (!number) return refusal(value, ErrorCode::out_of_range, "a number of at most about 1.8e308");
  constexpr double kFirstGap = 9007199254740992;  // 2^53: from here on doubles skip integers
  std::string_view digits = literal.substr(literal[0] == '-' ? 1 : 0);
  if (is_integer_literal(literal) && std::abs(*number) >= kFirstGap && !is_exact(digits, *number)) {
    return refusal(value, ErrorCode::out_of_range, "an integer that a double holds exactly, such as one up to 2^53,");
  }
  return *number;
}

Result<float> read_float(const Value& value) {
  Result<double> real = read_real(value);
  if (!real) return std::move(real).error();
  // Half-way between the largest float and the next power of two: from here on rounding gives infinity.
  constexpr double kTooLarge = 0x1.ffffffp127;
  if (std::isfinite(*real) && std::abs(*real) >= kTooLarge) {
    return refusal(value, ErrorCode::out_of_range, "a number from -3.4028235e38 to 3.4028235e38");
  }
  return static_cast<float>(*real);
}

Result<bool> read_boolean(const Value& value) {
  if (!value.is(Kind::boolean)) return refusal(value, ErrorCode::wrong_type, "true or false");
  return value.boolean();
}

Result<std::string_view> read_string(const Value& value) {
  if (!value.is(Kind::string)) return refusal(value, ErrorCode::wrong_type, "a string");
  return value.string();
}

Result<void> expect_kind(const Value& value, Kind kind) {
  if (!value.is(kind)) return refusal(value, ErrorCode::wrong_type, std::string(with_article(kind)));
  return {};
}

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t most) {
  // row[j]: distance from the part of a read so far to the first j characters of b.
  std::vector<std::size_t> distances(b.size() + 1);
  std::size_t* const row = distances.data();
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0], least = i + 1;
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1), dropped = std::min(row[j], row[j + 1]) + 1;
      diagonal = row[j + 1];
      row[j + 1] = std::min(replaced, dropped);
      least = std::min(least, row[j + 1]);
    }
    if (least >= most) return most;  // no later row has less
  }
  return std::min(row[b.size()], most);
}

}  // namespace dmlrun::text
