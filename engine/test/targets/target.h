// What the coverage-guided targets share. A target is LLVMFuzzerTestOneInput in a file of its own, linked with
// libFuzzer (clang, -DDMLRUN_LIBFUZZER=ON) or with standalone_main.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace dmlrun::test {

/// Ends the process, so that the input is kept, unless `holds`.
inline void demand(bool holds, const char* what, std::string_view words = {}) {
  if (holds) return;
  const std::string all =
      "does not hold: " + std::string(what) + (words.empty() ? "" : ": ") + std::string(words) + "\n";
  std::fputs(all.c_str(), stderr);
  std::abort();
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace dmlrun::test
