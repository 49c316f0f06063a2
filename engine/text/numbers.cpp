#include "engine/text/numbers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <system_error>
#include <vector>

#include "engine/text/letter_case.h"

namespace dmlrun::text {
namespace {

constexpr std::size_t kMaxQuoted = 60;  // bytes of a value that a message quotes

/// The beginning of a value as JSON, with more than kMaxQuoted characters where there are more.
void append_json(std::string& text, const Value& value) {
  const bool is_object = value.is(Kind::object);
  if (text.size() > kMaxQuoted) return;
  if (!is_object && !value.is(Kind::array)) {
    switch (value.kind()) {
      case Kind::number: text += value.literal(); return;
      case Kind::string: ((text += '"') += value.string().substr(0, kMaxQuoted + 1)) += '"'; return;
      case Kind::boolean: text += value.boolean() ? "true" : "false"; return;
      default: text += "null"; return;
    }
  }
  text += is_object ? '{' : '[';
  const std::size_t begin = text.size();
  for (const Value child : value) {
    if (text.size() > kMaxQuoted) return;
    if (text.size() > begin) text += ", ";
    if (is_object) ((text += '"') += child.key().substr(0, kMaxQuoted + 1)) += "\": ";
    append_json(text, child);
  }
  text += is_object ? '}' : ']';
}

/// A value as a message shows it: "the string "2,3"", "the number 2.0", "the array [1, 2]".
std::string shown(const Value& value) {
  if (value.is(Kind::array) || value.is(Kind::object)) {
    std::string text;
    append_json(text, value);
    return (value.is(Kind::array) ? "the array " : "the object ") + printable(text, kMaxQuoted);
  }
  switch (value.kind()) {
    case Kind::number: return "the number " + printable(value.literal(), kMaxQuoted);
    case Kind::string: return "the string \"" + printable(value.string(), kMaxQuoted) + "\"";
    case Kind::boolean: return value.boolean() ? "true" : "false";
    default: return std::string(with_article(value.kind()));
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
  // A minus sign stops the conversion to an unsigned type, too many digits that to any, and a point that before its
  // end.
  auto [end, failure] = std::from_chars(literal.data(), literal.data() + literal.size(), number);
  bool is_whole = failure == std::errc() && end == literal.data() + literal.size() && literal != "-0";
  if (is_whole && number >= least && number <= most) return number;
  const std::string expected = integer_between(least, most);
  if (!value.is(Kind::number)) return refusal(value, ErrorCode::wrong_type, expected);
  if (is_integer_literal(literal) && literal != "-0") return refusal(value, ErrorCode::out_of_range, expected);
  return refusal(value, ErrorCode::not_an_integer, expected + ", written without point and exponent,");
}

/// The digits of a number's literal from the first one that is not 0 on, and their place. The sign does not count.
class Decimal {
 public:
  explicit Decimal(std::string_view literal) noexcept {
    const std::size_t exponent_at = std::min(literal.find_first_of("eE"), literal.size());
    digits_ = literal.substr(0, exponent_at);
    const std::size_t point = std::min(digits_.find('.'), digits_.size());
    const std::size_t first = std::min(digits_.find_first_of("123456789"), digits_.size());
    is_zero_ = first == digits_.size();
    magnitude_ = static_cast<long long>(point) - static_cast<long long>(first) + (first > point ? 1 : 0);
    digits_.remove_prefix(first);
    if (exponent_at == literal.size()) return;
    std::string_view exponent = literal.substr(exponent_at + 1);
    const bool is_negative = exponent.substr(0, 1) == "-";
    if (is_negative || exponent.substr(0, 1) == "+") exponent.remove_prefix(1);
    long long power = 0;
    constexpr long long kEnough = 1'000'000'000'000;  // more than the digits of any text can make up for
    for (char c : exponent) power = std::min(power * 10 + (c - '0'), kEnough);
    magnitude_ += is_negative ? -power : power;
  }

  [[nodiscard]] bool is_zero() const noexcept { return is_zero_; }
  /// 1 for 1.5, 0 for 0.15, -1 for 0.015.
  [[nodiscard]] long long magnitude() const noexcept { return magnitude_; }
  [[nodiscard]] bool at_end() const noexcept { return digits_.empty(); }
  /// The next digit; zeros after the last one.
  char next() noexcept {
    if (digits_.substr(0, 1) == ".") digits_.remove_prefix(1);
    if (digits_.empty()) return '0';
    const char digit = digits_.front();
    digits_.remove_prefix(1);
    return digit;
  }

 private:
  std::string_view digits_;
  long long magnitude_ = 0;
  bool is_zero_ = false;
};

/// inf, -inf and nan in any letter case.
std::optional<double> named_real(std::string_view word) noexcept {
  if (is_same_word(word, "inf")) return std::numeric_limits<double>::infinity();
  if (is_same_word(word, "-inf")) return -std::numeric_limits<double>::infinity();
  if (is_same_word(word, "nan")) return std::numeric_limits<double>::quiet_NaN();
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
  const Decimal decimal(literal);
  if (!decimal.is_zero() && decimal.magnitude() > 0) return std::nullopt;
  return literal.substr(0, 1) == "-" ? -0.0 : 0.0;
}

int compare_magnitudes(std::string_view literal, double number) noexcept {
  constexpr int kMaxDigits = 767;  // that a double has
  std::array<char, kMaxDigits + 16> exact;
  const auto written = std::to_chars(exact.data(), exact.data() + exact.size(), std::abs(number),
                                     std::chars_format::scientific, kMaxDigits - 1);
  Decimal a(literal), b({exact.data(), static_cast<std::size_t>(written.ptr - exact.data())});
  if (a.is_zero() || b.is_zero()) return int{b.is_zero()} - int{a.is_zero()};
  if (a.magnitude() != b.magnitude()) return a.magnitude() < b.magnitude() ? -1 : 1;
  while (!a.at_end() || !b.at_end())
    if (const int difference = a.next() - b.next(); difference != 0) return difference;
  return 0;
}

Result<double> read_real(const Value& value) {
  if (value.is(Kind::string))
    if (std::optional<double> named = named_real(value.string())) return *named;
  if (!value.is(Kind::number)) return refusal(value, ErrorCode::wrong_type, "a number, \"inf\", \"-inf\" or \"nan\"");
  std::string_view literal = value.literal();
  if (literal == "-0") return 0.0;
  std::optional<double> number = convert_real(literal);
  if (!number) return refusal(value, ErrorCode::out_of_range, "a number of at most about 1.8e308");
  return *number;
}

Result<std::optional<double>> read_tolerance(const Value& value) {
  if (!value) return std::optional<double>();
  const auto real = read_real(value);
  if (!real) return real.error();
  if (!std::isfinite(*real) || *real < 0)
    return refusal(value, ErrorCode::out_of_range, "a finite number of at least 0");
  return std::optional(*real);
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

bool is_same_word(std::string_view a, std::string_view b) noexcept {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower_case(x) == lower_case(y); });
}

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t most) {
  // row[j]: distance from the part of a read so far to the first j characters of b; those of one and two less in a.
  std::vector<std::size_t> row(b.size() + 1), previous(row.size()), older(row.size());
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  const auto same = [&](std::size_t i, std::size_t j) { return lower_case(a[i]) == lower_case(b[j]); };
  for (std::size_t i = 0; i < a.size(); ++i) {
    older.swap(previous);
    previous.swap(row);
    std::size_t least = row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      row[j + 1] = std::min({previous[j] + (same(i, j) ? 0 : 1), row[j] + 1, previous[j + 1] + 1});
      if (i > 0 && j > 0 && same(i, j - 1) && same(i - 1, j)) row[j + 1] = std::min(row[j + 1], older[j - 1] + 1);
      least = std::min(least, row[j + 1]);
    }
    if (least >= most) return most;  // no later row has less
  }
  return std::min(row[b.size()], most);
}

std::size_t letters_apart(std::string_view a, std::string_view b) {
  std::array<int, 256> excess{};
  for (const char letter : a) ++excess[static_cast<unsigned char>(lower_case(letter))];
  for (const char letter : b) --excess[static_cast<unsigned char>(lower_case(letter))];
  int more = 0, less = 0;
  for (const int count : excess) (count > 0 ? more : less) += std::abs(count);
  return static_cast<std::size_t>(std::max(more, less));
}

}  // namespace dmlrun::text
