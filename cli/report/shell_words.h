// What the library calls by its functions and members, in the words of the command line.
#pragma once

#include <string>
#include <string_view>

namespace dmlrun::cli {

/// A message of the library, whose remedies name commands and options of the program instead of functions.
[[nodiscard]] std::string in_shell_words(std::string_view message);

}  // namespace dmlrun::cli
