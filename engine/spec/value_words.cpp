#include "engine/spec/value_words.h"

#include <algorithm>

#include "engine/text/numbers.h"

namespace dmlrun::spec {
namespace {

constexpr std::string_view kDigits = "0123456789";

std::string_view take_digits(std::string_view& word) {
  const std::string_view digits = word.substr(0, std::min(word.find_first_not_of(kDigits), word.size()));
  word.remove_prefix(digits.size());
  return digits;
}

bool take(std::string_view& word, std::string_view characters) {
  if (word.empty() || characters.find(word.front()) == std::string_view::npos) return false;
  word.remove_prefix(1);
  return true;
}

/// 1,9
std::string list_json(std::string_view words) {
  std::string list = "[";
  for (std::size_t begin = 0; begin <= words.size();) {
    const std::size_t comma = std::min(words.find(',', begin), words.size());
    const std::string number = number_json(words.substr(begin, comma - begin));
    if (number.empty()) return {};
    list += (begin == 0 ? "" : ", ") + number;
    begin = comma + 1;
  }
  return list + "]";
}

/// [[1, .5], [inf, "nan"]]
std::string array_json(std::string_view text) {
  constexpr std::string_view kBetween = "[], \t\n";
  std::string json;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = std::min(text.find_first_of(kBetween, begin), text.size());
    if (text[begin] == '"') {
      end = begin + 1;
      while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
      end = std::min(end + 1, text.size());
      json += text.substr(begin, end - begin);
    } else if (end == begin) {
      json += text[end++];
    } else {
      const std::string number = number_json(text.substr(begin, end - begin));
      if (number.empty()) return {};
      json += number;
    }
    begin = end;
  }
  return json;
}

}  // namespace

std::string number_json(std::string_view word) {
  while (take(word, " ")) continue;
  for (const std::string_view text : {"\"inf\"", "\"-inf\"", "\"nan\""})
    if (word == text) return std::string(text);
  const bool is_negative = word.starts_with('-');
  (void)take(word, "+-");
  if (text::is_same_word(word, "inf") || text::is_same_word(word, "infinity"))
    return is_negative ? "\"-inf\"" : "\"inf\"";
  if (text::is_same_word(word, "nan")) return "\"nan\"";
  const std::string_view whole = take_digits(word);
  if (whole.size() > 1 && whole.front() == '0') return {};
  const std::string_view fraction = take(word, ".") ? take_digits(word) : std::string_view();
  if (whole.empty() && fraction.empty()) return {};
  std::string number = is_negative ? "-" : "";
  number += whole.empty() ? "0" : whole;
  if (!fraction.empty()) (number += '.') += fraction;
  if (take(word, "eE")) {
    number += 'e';
    if (word.starts_with('-')) number += '-';
    (void)take(word, "+-");
    const std::string_view exponent = take_digits(word);
    if (exponent.empty()) return {};
    number += exponent;
  }
  return word.empty() ? number : std::string();
}

std::optional<WrongEntry> wrong_entry(std::string_view word) {
  const bool is_json = word.starts_with('[');
  const std::string_view between = is_json ? "[], \t\n" : ",";
  if (!is_json && word.find(',') == std::string_view::npos) return {};
  std::optional<WrongEntry> wrong;
  bool has_number = is_json;
  for (std::size_t begin = 0, entry = 1; begin <= word.size(); ++begin) {
    const std::size_t end = std::min(word.find_first_of(between, begin), word.size());
    const std::string_view text = word.substr(begin, end - begin);
    begin = end;
    if (is_json && text.empty()) continue;
    if (!number_json(text).empty() || (is_json && text.starts_with('"'))) has_number = true;
    else if (!wrong) wrong = WrongEntry{entry, text};
    ++entry;
  }
  return has_number ? wrong : std::nullopt;
}

std::string values_json(std::string_view word) {
  if (word.starts_with('[')) return array_json(word);
  return word.find(',') == std::string_view::npos ? number_json(word) : list_json(word);
}

}  // namespace dmlrun::spec
