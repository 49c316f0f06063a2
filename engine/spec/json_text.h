// JSON as text, written by us: a small tree that prints itself. For documents that dmlrun makes, not ones that it
// reads.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dmlrun::spec {

class JsonText {
 public:
  static JsonText string(std::string_view text);
  /// What is JSON already.
  static JsonText verbatim(std::string text);
  static JsonText number(std::uint64_t value);
  static JsonText signed_number(std::int64_t value);
  static JsonText boolean(bool value);
  static JsonText array(std::vector<JsonText> items = {});
  static JsonText strings(const std::vector<std::string>& items);
  static JsonText object(std::initializer_list<std::pair<std::string_view, JsonText>> members = {});

  /// Appends to an object. Keys are written in the order in which they are added.
  JsonText& add(std::string_view key, JsonText value);
  /// Appends to an array.
  JsonText& append(JsonText value);
  [[nodiscard]] bool empty() const noexcept { return children_.empty(); }

  /// Indented by two spaces; what fits a line of 100 characters stays on one. Ends without a line break.
  [[nodiscard]] std::string text() const;
  /// The same on one line.
  [[nodiscard]] std::string one_line() const;

 private:
  enum class Shape : std::uint8_t { scalar, array, object };
  void print(std::string& out, std::size_t indent, std::size_t column) const;

  Shape shape_ = Shape::scalar;
  std::string literal_;                                     ///< scalars, as written
  std::vector<std::pair<std::string, JsonText>> children_;  ///< keys are "" in arrays
};

}  // namespace dmlrun::spec
