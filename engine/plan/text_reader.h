// Reads words and numbers of a plan's text, and keeps the first failure.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace dmlrun::plan {

class TextReader {
 public:
  explicit TextReader(std::string_view text) : text_(text) {}

  [[nodiscard]] std::string_view rest() const noexcept { return text_.substr(at_); }
  [[nodiscard]] std::uint32_t column() const noexcept { return static_cast<std::uint32_t>(at_ + 1); }
  /// A sentence about the first failure: expected, and found. "": none yet.
  [[nodiscard]] const std::string& wrong() const noexcept { return wrong_; }

  /// Records a failure unless there is one already. Returns false.
  bool fail(std::string_view expected);
  /// Consumes the words if they are next.
  bool accept(std::string_view words) noexcept {
    if (text_.substr(at_, words.size()) != words) return false;
    at_ += words.size();
    return true;
  }
  bool expect(std::string_view words);
  template <class Number>
  bool number(Number& value, std::string_view what) {
    const char* const begin = text_.data() + at_;
    const auto [stop, code] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (code != std::errc{}) return fail(what);
    at_ += static_cast<std::size_t>(stop - begin);
    return true;
  }
  /// Reads one of `names`, none of which is a prefix of another, and gives its index as `which`.
  template <class Names, class Enum>
  bool name(const Names& names, Enum& which, std::string_view what) {
    for (std::size_t i = 0; i < names.size(); ++i)
      if (accept(names[i])) {
        which = static_cast<Enum>(i);
        return true;
      }
    return fail(what);
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::string wrong_;
};

}  // namespace dmlrun::plan
