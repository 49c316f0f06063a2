#include "engine/text/reader.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace dmlrun::text {
namespace {

bool is_blank(char c) noexcept { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace

std::size_t skip_blanks(std::string_view text, std::size_t at) noexcept {
  while (at < text.size()) {
    if (is_blank(text[at])) {
      ++at;
    } else if (text.substr(at, 2) == "//") {
      std::size_t end = text.find('\n', at);
      std::size_t nul = text.substr(at, end == text.npos ? end : end - at).find('\0');
      if (nul != text.npos) return at + nul;
      at = std::min(end, text.size());
    } else if (text.substr(at, 2) == "/*") {
      std::size_t end = text.find("*/", at + 2);
      if (end == text.npos) return at;
      std::size_t nul = text.substr(at, end - at).find('\0');
      if (nul != text.npos) return at + nul;
      at = end + 2;
    } else {
      break;
    }
  }
  return at;
}

bool is_word(char c) noexcept { return !is_blank(c) && std::string_view("[]{},:\"").find(c) == std::string_view::npos; }

Reader::Reader(std::string_view text, std::size_t begin, const Limits& limits) noexcept
    : text_(text), limits_(limits), at_(begin), last_begin_(begin), token_begin_(begin), word_begin_(begin) {
  // No character of a string takes more than the six of \u0041.
  constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max() / 8;
  most_string_characters_ = static_cast<std::size_t>(std::min<std::uint64_t>(limits.string_bytes, kMost)) * 6;
}

void Reader::load() {
  is_loaded_ = true;
  last_begin_ = at_;
  if (in_string_) return load_in_string();
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
  if (text_.substr(at_, 2) == "/*") {
    return fail(ErrorCode::syntax, at_, "the comment that begins here has no end; \"*/\" is expected");
  }
  load_token(text_[at_]);
}

void Reader::load_token(char c) {
  if (is_word(c)) {
    if (!in_word_) word_begin_ = at_;
    in_word_ = true;
    if (is_number_too_long()) {
      return fail(ErrorCode::out_of_range, word_begin_,
                  "a number of more than " + std::to_string(limits_.number_characters) +
                      " characters begins here; that is the most that is accepted");
    }
  } else {
    in_word_ = false;
    token_begin_ = at_;
    if (c == ',' && is_trailing_comma()) return hand_out(' ', at_ + 1);
    in_string_ = c == '"';
  }
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
  if (std::string_view("\0[{,:", 5).find(previous_) != std::string_view::npos) return false;
  std::size_t next = skip_blanks(text_, at_ + 1);
  return next < text_.size() && (text_[next] == ']' || text_[next] == '}');
}

bool Reader::is_number_too_long() const noexcept {
  char first = text_[word_begin_];
  bool is_number = first == '-' || (first >= '0' && first <= '9');
  return is_number && at_ - word_begin_ >= limits_.number_characters &&
         std::string_view("+-.0123456789eE").find(text_[at_]) != std::string_view::npos;
}

}  // namespace dmlrun::text
