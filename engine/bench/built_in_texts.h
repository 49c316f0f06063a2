#pragma once

#include <span>
#include <string_view>

namespace dmlrun::bench {

/// The grid, or a part of the report's page, built into the program.
struct BuiltInText {
  std::string_view stem;  ///< file name without its ending
  std::string_view text;
};
[[nodiscard]] std::span<const BuiltInText> built_in_texts() noexcept;
/// The text of that stem; "" where there is none.
[[nodiscard]] std::string_view built_in_text(std::string_view stem) noexcept;

}  // namespace dmlrun::bench
