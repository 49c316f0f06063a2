// The examples of operators that the program has built in.
#pragma once

#include <string>
#include <string_view>

#include "engine/text/document.h"

namespace dmlrun::cli {

/// The plainest of the examples of an operator that are whole in themselves. Every operator has one, which
/// operators_test.py holds.
[[nodiscard]] text::Document example_of(std::string_view type);

/// What that example has for a field, as the command line writes it; "" where it has none.
[[nodiscard]] std::string example_value(std::string_view type, std::string_view field);

}  // namespace dmlrun::cli
