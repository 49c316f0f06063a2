// Writing JSON: the program's own results and messages under --json, and the files that `gen` makes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace dmlrun::cli {

/// text::json_string() with the text \xNN for bytes that are no UTF-8.
[[nodiscard]] std::string json_string(std::string_view text);

/// An object on one line, member by member.
class JsonObject {
 public:
  JsonObject& add(std::string_view key, std::string_view text) { return add_raw(key, json_string(text)); }
  JsonObject& add(std::string_view key, std::uint64_t number) { return add_raw(key, std::to_string(number)); }
  /// `json` is written as it is.
  JsonObject& add_raw(std::string_view key, std::string_view json);
  [[nodiscard]] std::string text() const { return text_ + "}"; }

 private:
  std::string text_ = "{";
};

/// "[a, b, c]" out of anything that std::to_string or json_string takes.
template <class Range, class Write>
[[nodiscard]] std::string json_array(const Range& range, Write write) {
  std::string text = "[";
  for (const auto& item : range) {
    if (text.size() > 1) text += ", ";
    text += write(item);
  }
  return text + "]";
}

}  // namespace dmlrun::cli
