#pragma once

#include <span>
#include <string_view>

namespace dmlrun::model {

/// One file of specs/dxdispatch, built into the library.
struct DxDispatchText {
  std::string_view stem;  ///< file name without .json
  std::string_view text;
};
[[nodiscard]] std::span<const DxDispatchText> dxdispatch_texts() noexcept;

}  // namespace dmlrun::model
