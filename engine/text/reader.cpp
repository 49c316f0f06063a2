#include "engine/text/reader.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "engine/text/printable.h"

namespace dmlrun::text {
namespace {

enum class Class : unsigned char { word, blank, slash, mark, quote, nul };

/// Asked for every character, so it is one look-up.
constexpr std::array<Class, 256> kClasses = [] {
  std::array<Class, 256> classes{};
  for (unsigned char c : {' ', '\t', '\n', '\r'}) classes[c] = Class::blank;
  for (unsigned char c : {'[', ']', '{', '}', ',', ':'}) classes[c] = Class::mark;
  classes['/'] = Class::slash;
  classes['"'] = Class::quote;
  classes['\0'] = Class::nul;
  return classes;
}();

Class class_of(char c) noexcept { return kClasses[static_cast<unsigned char>(c)]; }

/// Whether a slash that stands there begins a comment of the kind that has `second` next.
bool is_comment(std::string_view text, std::size_t at, char second) noexcept {
  return at + 1 < text.size() && text[at + 1] == second;
}

/// The first byte of a comment that stands in no document.
std::size_t find_unwanted(std::string_view comment) noexcept {
  return std::min(comment.find('\0'), find_bad_byte(comment));
}

}  // namespace

std::size_t skip_blanks(std::string_view text, std::size_t at) noexcept {
  while (at < text.size()) {
    const Class found = class_of(text[at]);
    if (found == Class::blank) {
      ++at;
    } else if (found == Class::slash && is_comment(text, at, '/')) {
      std::size_t end = text.find('\n', at);
      if (std::size_t bad = find_unwanted(text.substr(at, end - at)); bad != text.npos) return at + bad;
      at = std::min(end, text.size());
    } else if (found == Class::slash && is_comment(text, at, '*')) {
      std::size_t end = text.find("*/", at + 2);
      if (end == text.npos) return at;
      if (std::size_t bad = find_unwanted(text.substr(at, end - at)); bad != text.npos) return at + bad;
      at = end + 2;
    } else {
      break;
    }
  }
  return at;
}

bool is_word(char c) noexcept {
  const Class found = class_of(c);
  return found == Class::word || found == Class::slash || found == Class::nul;
}

Reader::Reader(std::string_view text, std::size_t begin, const Limits& limits) noexcept
    : text_(text), limits_(limits), at_(begin), last_begin_(begin), token_begin_(begin), word_begin_(begin) {
  // No character of a string takes more than the six of \u0041.
  constexpr std::size_t kMax = std::numeric_limits<std::size_t>::max() / 8;
  most_string_characters_ = static_cast<std::size_t>(std::min<std::uint64_t>(limits.string_bytes, kMax)) * 6;
}

void Reader::load() {
  is_loaded_ = true;
  last_begin_ = at_;
  if (in_string_) return load_in_string();
  if (is_begun_ && at_ < text_.size()) {
    const char c = text_[at_];
    const Class found = class_of(c);
    if (found == Class::word) return load_word(c);
    if (found == Class::mark || found == Class::quote) return load_mark(c);
  }
  load_between();
}

/// What is no character of a token, or a slash.
void Reader::load_between() {
  std::size_t next = skip_blanks(text_, at_);
  if (next > at_ || !is_begun_) {
    is_begun_ = true;
    in_word_ = false;
    return hand_out(' ', next);
  }
  if (at_ == text_.size()) {
    is_ended_ = is_closed_;
    is_closed_ = true;
    return hand_out(' ', at_);
  }
  if (text_[at_] == '\0') return fail_at_nul();
  if (is_comment(text_, at_, '*')) {
    return fail(ErrorCode::syntax, at_, "the comment that begins here has no end; \"*/\" is expected");
  }
  load_word(text_[at_]);
}

void Reader::load_word(char c) {
  if (!in_word_) word_begin_ = at_;
  in_word_ = true;
  if (is_number_too_long()) {
    return fail(ErrorCode::out_of_range, word_begin_,
                "a number of more than " + std::to_string(limits_.number_characters) +
                    " characters begins here; that is the most that is accepted");
  }
  previous_ = c;
  hand_out(c, at_ + 1);
}

void Reader::load_mark(char c) {
  in_word_ = false;
  token_begin_ = at_;
  if (c == ',' && is_trailing_comma()) return hand_out(' ', at_ + 1);
  in_string_ = c == '"';
  previous_ = c;
  hand_out(c, at_ + 1);
}

void Reader::load_in_string() {
  if (at_ == text_.size()) {
    is_ended_ = true;
    return;
  }
  char c = text_[at_];
  if (c == '\0') return fail_at_nul();
  if (at_ - token_begin_ > most_string_characters_ && (c != '"' || in_escape_)) {
    return fail(ErrorCode::too_large, token_begin_,
                "a string of more than " + std::to_string(limits_.string_bytes) +
                    " bytes begins here; that is the most that is accepted");
  }
  in_string_ = in_escape_ || c != '"';
  in_escape_ = !in_escape_ && c == '\\';
  hand_out(c, at_ + 1);
}

void Reader::hand_out(char c, std::size_t end) noexcept {
  front_ = c;
  at_ = end;
}

void Reader::fail(ErrorCode code, std::size_t offset, std::string message) {
  is_ended_ = true;
  fault_ = {code, offset, std::move(message)};
}

void Reader::fail_at_nul() {
  fail(ErrorCode::syntax, at_, "a NUL byte was found; JSON text has none (\\u0000 is how a string spells it)");
}

/// A comma is trailing when a value stands before it and a closing bracket after it.
bool Reader::is_trailing_comma() const noexcept {
  for (const char begins : {'\0', '[', '{', ',', ':'})
    if (previous_ == begins) return false;
  std::size_t next = skip_blanks(text_, at_ + 1);
  return next < text_.size() && (text_[next] == ']' || text_[next] == '}');
}

bool Reader::is_number_too_long() const noexcept {
  if (at_ - word_begin_ < limits_.number_characters) return false;
  char first = text_[word_begin_];
  bool is_number = first == '-' || (first >= '0' && first <= '9');
  return is_number && std::string_view("+-.0123456789eE").find(text_[at_]) != std::string_view::npos;
}

}  // namespace dmlrun::text
