// The specs of specs/examples, which the build puts into the program.
#pragma once

#include <span>
#include <string_view>

namespace dmlrun::fuzz {

struct ExampleText {
  std::string_view name, text;
};

[[nodiscard]] std::span<const ExampleText> example_texts() noexcept;

}  // namespace dmlrun::fuzz
