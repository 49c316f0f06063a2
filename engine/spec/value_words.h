// Numbers and lists of numbers as a command line writes them, in JSON.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace dmlrun::spec {

/// The JSON of a number: 2, -0.5, .5, 5., +1 or 1e3 as a number; inf, -inf and nan, in any letter case or as JSON
/// strings, as a string. "" for any other word, and for leading zeros, which elsewhere mean octal.
[[nodiscard]] std::string number_json(std::string_view word);
/// The JSON of a tensor's values: of a number, of numbers with commas between them, 1,9, as a list, and of a JSON array
/// with such numbers or with strings inside. "" for any other word. Brackets that do not match stay as they are.
[[nodiscard]] std::string values_json(std::string_view word);

/// An entry of a list that is no number. `number` counts from 1.
struct WrongEntry {
  std::size_t number = 0;
  std::string_view text;
};
/// The first such entry of a list, 1,a or [1,a]. Nothing for other words, and for words with commas without a number:
/// those are names.
[[nodiscard]] std::optional<WrongEntry> wrong_entry(std::string_view word);

}  // namespace dmlrun::spec
