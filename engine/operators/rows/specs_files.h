#pragma once

#include <span>
#include <string_view>

namespace dmlrun::operators {

/// One file of specs, built into the library.
struct SpecsFile {
  std::string_view name;  ///< path below specs, without .json: "operators/movement"
  std::string_view text;
};
[[nodiscard]] std::span<const SpecsFile> specs_files() noexcept;

}  // namespace dmlrun::operators
