// What a person may choose in the environment of a test program, for its long forms.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>

namespace dmlrun::jit::test {

/// The number in the environment variable, or `otherwise` where there is none.
[[nodiscard]] inline std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

/// Whether the environment variable is that word.
[[nodiscard]] inline bool is_set_to(const char* name, const char* word) {
  const char* text = std::getenv(name);
  return text && std::string(text) == word;
}

}  // namespace dmlrun::jit::test
