// Writing JSON: the program's own results and messages under --json, and the files that `gen` makes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace dmlrun::cli {

/// A JSON string with its quotes, harmless on a terminal: what printable() would escape is \uXXXX, or \n and the like,
/// and reads back as it was. Only bytes that are no UTF-8 become the text \xNN.
[[nodiscard]] std::string json_string(std::string_view text);

/// Whether json_string() keeps every byte: whether the text is UTF-8.
[[nodiscard]] bool is_in_json(std::string_view text) noexcept;

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
