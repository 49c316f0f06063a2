// What the words behind "transpose", "reshape" and the like say of a file.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dmlrun::cli {

struct LayoutRequest {
  std::string path;
  std::vector<std::int64_t> numbers;  ///< axes or sizes: 6,4 or [6,-1], or each a word
};
/// Nothing where a word is not understood: it may say that something else is meant.
[[nodiscard]] std::optional<LayoutRequest> read_layout_request(std::span<const std::string> words);

}  // namespace dmlrun::cli
