// The text of a document for the JSON parser: comments, blanks and a trailing comma become one blank.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "dmlrun/result.h"

namespace dmlrun::text {

/// Where the next character that is neither blank nor in a comment stands; the text's size when there is none. Stops at
/// the slash of a comment that is not closed, and in a comment at a NUL and where UTF-8 ends.
[[nodiscard]] std::size_t skip_blanks(std::string_view text, std::size_t at) noexcept;

/// True for the characters of numbers, literals and whatever else is neither blank, punctuation nor a quote.
[[nodiscard]] bool is_word(char c) noexcept;

/// Hands out one character at a time and reads no further than asked, so that a refusal costs what was read until then.
/// Refuses what the parser would take wrongly (NUL) or only notice late (an endless string or number): such a fault
/// ends the text. The whole text begins and ends with a blank of the reader's own, so that a number always has one
/// after it and a second byte order mark is not the first thing that the parser sees.
class Reader {
 public:
  /// A refusal at an offset of the text; code internal: none.
  struct Fault {
    ErrorCode code = ErrorCode::internal;
    std::size_t offset = 0;
    std::string message;
  };

  Reader(std::string_view text, std::size_t begin, const Limits& limits) noexcept;

  [[nodiscard]] bool at_end() {
    if (!is_loaded_) load();
    return is_ended_;
  }
  /// Precondition: !at_end().
  [[nodiscard]] char front() const noexcept { return front_; }
  void pop() noexcept { is_loaded_ = false; }

  /// Where the last character handed out begins, and where it ends.
  [[nodiscard]] std::size_t last_begin() const noexcept { return last_begin_; }
  [[nodiscard]] std::size_t last_end() const noexcept { return at_; }
  /// Where the last string or punctuation, and the last number or literal, begins.
  [[nodiscard]] std::size_t token_begin() const noexcept { return token_begin_; }
  [[nodiscard]] std::size_t word_begin() const noexcept { return word_begin_; }
  [[nodiscard]] bool has_fault() const noexcept { return fault_.code != ErrorCode::internal; }
  [[nodiscard]] const Fault& fault() const noexcept { return fault_; }

 private:
  void load();
  void load_in_string();
  void load_between();
  void load_word(char c);
  void load_mark(char c);
  void hand_out(char c, std::size_t end) noexcept;
  void fail(ErrorCode code, std::size_t offset, std::string message);
  void fail_at_nul();
  [[nodiscard]] bool is_trailing_comma() const noexcept;
  [[nodiscard]] bool is_number_too_long() const noexcept;

  std::string_view text_;
  const Limits& limits_;
  std::size_t at_;
  std::size_t last_begin_ = 0;
  std::size_t token_begin_ = 0;
  std::size_t word_begin_ = 0;
  std::size_t most_string_characters_;
  char front_ = ' ';
  char previous_ = '\0';  // the last character outside strings that is not blank; '"' after a string
  bool is_loaded_ = false;
  bool is_ended_ = false;
  bool is_begun_ = false;
  bool is_closed_ = false;
  bool in_string_ = false;
  bool in_escape_ = false;
  bool in_word_ = false;
  Fault fault_;
};

}  // namespace dmlrun::text
