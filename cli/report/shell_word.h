// Commands that people copy into a shell.
#pragma once

#include <string>

namespace dmlrun::cli {

/// One word of a command, in quotes. Of what would not come through as it is, printf makes the bytes.
[[nodiscard]] std::string shell_quoted(const std::string& text);
/// The same without the quotes where none are needed.
[[nodiscard]] std::string shell_word(const std::string& text);
/// This program by its absolute path, as such a word; its name where the system does not say where it lies.
[[nodiscard]] std::string own_program();

}  // namespace dmlrun::cli
