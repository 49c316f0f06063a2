// Commands that people copy into a shell.
#pragma once

#include <string>

namespace dmlrun::cli {

/// One word of a command, in quotes. Of what would not come through as it is, printf makes the bytes.
[[nodiscard]] std::string shell_quoted(const std::string& text);
/// The same without the quotes where none are needed.
[[nodiscard]] std::string shell_word(const std::string& text);

}  // namespace dmlrun::cli
