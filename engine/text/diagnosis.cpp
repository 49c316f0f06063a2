#include "engine/text/diagnosis.h"

#include <algorithm>
#include <optional>

#include "engine/text/document.h"
#include "engine/text/letter_case.h"
#include "engine/text/printable.h"
#include "engine/text/reader.h"

namespace dmlrun::text {
namespace {

using Place = Diagnosis::Place;

constexpr std::size_t kMaxShown = 40;  // bytes of the text that a message quotes
constexpr std::string_view kValue = "a value, with text in double quotes,";

std::string quoted(std::string_view piece) {
  std::string_view mark = piece.find('\'') == piece.npos ? "'" : "\"";
  return std::string(mark) + printable(piece, kMaxShown) + std::string(mark);
}

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

bool is_hexadecimal(char c) noexcept { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

/// Walks a string token to the first thing that is wrong in it.
class StringCheck {
 public:
  StringCheck(std::string_view text, std::size_t begin) noexcept : text_(text), begin_(begin), at_(begin + 1) {}

  /// nullopt: the string is well formed, and end() is behind its closing quote.
  std::optional<Diagnosis> run() {
    for (; at_ < text_.size(); at_ += step_) {
      unsigned char c = static_cast<unsigned char>(text_[at_]);
      step_ = 1;
      std::optional<Diagnosis> wrong;
      if (c == '"') return std::nullopt;
      if (c < 0x20) wrong = control_character();
      if (c >= 0x80) wrong = wide_character();
      if (c == '\\') wrong = escape();
      if (wrong) return wrong;
    }
    return not_closed();
  }

  std::size_t end() const noexcept { return at_ + 1; }

 private:
  Diagnosis fault(ErrorCode code, std::string message) const { return {code, at_, std::move(message)}; }

  Diagnosis not_closed() const {
    return {ErrorCode::syntax, begin_, "the text ends inside the string that begins here; '\"' is expected"};
  }

  Diagnosis control_character() const {
    if (text_[at_] == '\n' || text_[at_] == '\r') {
      return fault(ErrorCode::syntax,
                   "the line ends inside a string; '\"' before it, or \\n in its place, is expected");
    }
    return fault(ErrorCode::syntax, "the control character " + printable(text_.substr(at_, 1)) +
                                        " stands inside a string; an escape such as \\u0009 is expected");
  }

  std::optional<Diagnosis> wide_character() {
    std::string_view rest = text_.substr(at_, 4);
    step_ = character_length(rest);
    if (step_ != 0) return std::nullopt;
    if (is_cut_character(rest)) return not_closed();
    return fault(ErrorCode::bad_utf8,
                 "the byte " + printable(rest.substr(0, 1)) + " begins no UTF-8 character; text in UTF-8 is expected");
  }

  std::optional<Diagnosis> escape() {
    if (at_ + 1 >= text_.size()) return not_closed();
    step_ = 2;
    if (text_[at_ + 1] == 'u') return hexadecimal_escape();
    if (std::string_view("\"\\/bfnrt").find(text_[at_ + 1]) != std::string_view::npos) return std::nullopt;
    std::string_view next = text_.substr(at_ + 1, std::max<std::size_t>(1, character_length(text_.substr(at_ + 1))));
    return fault(ErrorCode::syntax, "the escape '\\" + printable(next) +
                                        "' is not known; one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u is expected");
  }

  /// The four digits behind the \u at `at`; less than four when the text ends or something else stands there.
  std::string_view digits(std::size_t at) const noexcept {
    std::size_t length = 0;
    while (length < 4 && at + 2 + length < text_.size() && is_hexadecimal(text_[at + 2 + length])) ++length;
    return text_.substr(std::min(at + 2, text_.size()), length);
  }

  std::optional<Diagnosis> incomplete(std::size_t at, std::string_view found) const {
    if (at + 2 + found.size() >= text_.size()) return not_closed();
    return Diagnosis{ErrorCode::syntax, at,
                     "'\\u" + std::string(found) + "' is incomplete; four hexadecimal digits after \\u are expected"};
  }

  std::optional<Diagnosis> hexadecimal_escape() {
    std::string_view first = digits(at_);
    if (first.size() < 4) return incomplete(at_, first);
    step_ = 6;
    bool is_surrogate = (first[0] == 'd' || first[0] == 'D') && first[1] >= '8';
    if (!is_surrogate) return std::nullopt;
    bool is_high = first[1] == '8' || first[1] == '9' || (first[1] | 0x20) == 'a' || (first[1] | 0x20) == 'b';
    std::string_view rest = text_.substr(at_ + 6, 2);
    if (is_high && (rest.empty() || rest == "\\")) return not_closed();
    if (is_high && rest == "\\u") {
      std::string_view second = digits(at_ + 6);
      if (second.size() < 4) return incomplete(at_ + 6, second);
      step_ = 12;
      char tens = static_cast<char>(second[1] | 0x20);
      if ((second[0] | 0x20) == 'd' && tens >= 'c' && tens <= 'f') return std::nullopt;
    }
    return fault(ErrorCode::bad_utf8,
                 "'\\u" + std::string(first) + "' is half of a surrogate pair; the other half is expected beside it");
  }

  std::string_view text_;
  std::size_t begin_;
  std::size_t at_;
  std::size_t step_ = 1;
};

std::string_view expected(Expectation expectation) noexcept {
  switch (expectation) {
    case Expectation::value: return "a value";
    case Expectation::first_element: return "a value or ']'";
    case Expectation::first_key: return "a key in double quotes or '}'";
    case Expectation::colon: return "':'";
    case Expectation::next_element: return "',' or ']'";
    case Expectation::next_key: return "',' or '}'";
    case Expectation::end: return "the end of the text";
  }
  return "something else";
}

/// The number or literal, or what stands in its place, around `at`.
std::string_view word_at(std::string_view text, std::size_t at) noexcept {
  std::size_t end = at;
  while (end < text.size() && is_word(text[end])) ++end;
  return text.substr(at, end - at);
}

/// What would be right in place of a word (not empty) that is no JSON value.
std::string advice(std::string_view word, std::string_view otherwise) {
  std::string lower = lower_case(word.substr(0, 16));
  bool is_signed = lower[0] == '-' || lower[0] == '+';
  std::string bare = lower.substr(is_signed ? 1 : 0);
  if (bare == "nan") return "\"nan\" in double quotes";
  if (bare == "inf" || bare == "infinity") {
    return lower[0] == '-' ? "\"-inf\" in double quotes" : "\"inf\" in double quotes";
  }
  if (lower == "true" || lower == "false" || lower == "null") return "'" + lower + "' in lower case";
  if (word[0] == '\'') return "a string in double quotes";
  if (word[0] == '/') return "a comment that begins with // or /*";
  if (is_digit(word[0]) || is_signed || word[0] == '.') return "a number such as 0, -1.5 or 1e-3";
  return std::string(otherwise);
}

class Search {
 public:
  Search(std::string_view text, const Accepted& accepted)
      : text_(text), accepted_(accepted), at_(skip_blanks(text, accepted.end)), expectation_(accepted.expectation) {
    is_value_expected_ = expectation_ == Expectation::value || expectation_ == Expectation::first_element;
    is_key_expected_ = expectation_ == Expectation::first_key;
    wanted_ = expected(expectation_);
  }

  Diagnosis run() {
    pass_separator();
    if (at_ >= text_.size()) return at_end();
    if (text_[at_] == '"') {
      StringCheck check(text_, at_);
      std::optional<Diagnosis> wrong = check.run();
      if (wrong && (is_value_expected_ || is_key_expected_)) return placed(std::move(*wrong));
      std::string_view found = text_.substr(at_, wrong ? 1 : check.end() - at_);
      return placed({ErrorCode::syntax, at_, printable(found, kMaxShown) + " was found; " + wanted_ + " is expected"});
    }
    if (is_word(text_[at_])) return at_word();
    return placed({ErrorCode::syntax, at_, quoted(text_.substr(at_, 1)) + " was found; " + wanted_ + " is expected"});
  }

 private:
  /// What follows a key or a value is a separator; behind it stands what was refused.
  void pass_separator() {
    if (at_ >= text_.size()) return;
    if (expectation_ == Expectation::colon && text_[at_] == ':') {
      wanted_ = "a value";
      is_value_expected_ = true;
    } else if (expectation_ == Expectation::next_element && text_[at_] == ',') {
      wanted_ = "a value";
      is_value_expected_ = true;
    } else if (expectation_ == Expectation::next_key && text_[at_] == ',') {
      wanted_ = "a key in double quotes";
      is_key_expected_ = true;
    } else {
      return;
    }
    is_separated_ = true;
    at_ = skip_blanks(text_, at_ + 1);
  }

  Diagnosis placed(Diagnosis diagnosis) const {
    diagnosis.place = is_value_expected_ ? Place::next_value : Place::container;
    return diagnosis;
  }

  Diagnosis at_end() const {
    if (expectation_ == Expectation::value) return {ErrorCode::syntax, at_, "empty document; a value is expected"};
    return placed({ErrorCode::syntax, at_, "the text ends here; " + wanted_ + " is expected"});
  }

  Diagnosis at_word() {
    // 012 and 1x are one word, of which the parser accepted the beginning.
    bool is_adjacent = at_ == accepted_.end && at_ > 0 && is_word(text_[at_ - 1]);
    bool is_continued = is_adjacent && !is_separated_ && !is_value_expected_;
    std::size_t begin = is_continued ? accepted_.word_begin : at_;
    std::string_view word = word_at(text_, begin);
    Diagnosis diagnosis = placed({ErrorCode::syntax, begin, {}});
    if (is_continued) diagnosis.place = Place::last_value;
    if (std::size_t bad = find_bad_byte(word); bad != word.npos) {
      diagnosis.code = ErrorCode::bad_utf8;
      diagnosis.offset = begin + bad;
      diagnosis.message =
          "the byte " + printable(word.substr(bad, 1)) + " begins no UTF-8 character; text in UTF-8 is expected";
    } else if (is_value_expected_ || is_continued) {
      diagnosis.message = quoted(word) + " is not a JSON value; " + advice(word, kValue) + " is expected";
    } else {
      std::string right = word[0] == '/' ? advice(word, wanted_) : wanted_;
      diagnosis.message = quoted(word) + " was found; " + right + " is expected";
    }
    return diagnosis;
  }

  std::string_view text_;
  const Accepted& accepted_;
  std::size_t at_;
  Expectation expectation_;
  std::string wanted_;
  bool is_value_expected_ = false;
  bool is_key_expected_ = false;
  bool is_separated_ = false;
};

}  // namespace

Diagnosis diagnose(std::string_view text, const Accepted& accepted) { return Search(text, accepted).run(); }

}  // namespace dmlrun::text
