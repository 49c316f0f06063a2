// Numbers of things in messages: 1 entry, 2 entries.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace dmlrun::text {

/// "1 entry", "2 entries": `one` is the word for one of them.
[[nodiscard]] inline std::string counted(std::uint64_t count, std::string_view one) {
  std::string made = std::to_string(count) + " ";
  if (count == 1) return made.append(one);
  return one.ends_with('y') ? made.append(one.substr(0, one.size() - 1)) + "ies" : made.append(one) + "s";
}

/// "1 entry was found", "2 entries were found".
[[nodiscard]] inline std::string counted_found(std::uint64_t count, std::string_view one) {
  return counted(count, one) + (count == 1 ? " was found" : " were found");
}

}  // namespace dmlrun::text
