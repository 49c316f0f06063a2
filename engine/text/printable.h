// Bytes of unknown origin made safe for a message, a pointer or a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace dmlrun::text {

/// Length in bytes (1 to 4) of the well-formed UTF-8 character that `text` begins with (RFC 3629: no overlong forms, no
/// surrogates, nothing above U+10FFFF); 0 when there is none.
[[nodiscard]] std::size_t character_length(std::string_view text) noexcept;

/// Offset of the first byte that is not part of such a character; npos when there is none.
[[nodiscard]] std::size_t find_bad_byte(std::string_view text) noexcept;

/// True when `text` is the beginning of a well-formed character whose remaining bytes are missing.
[[nodiscard]] bool is_cut_character(std::string_view text) noexcept;

/// Whether a well-formed character may reach a terminal. Not: C0, DEL and C1 controls, line separators, characters
/// without width, and the marks that reverse the direction of what follows on a screen.
[[nodiscard]] bool is_safe_character(std::string_view character) noexcept;

/// Appends `key` as one reference token of a JSON pointer: "/" before it, ~0 for "~", ~1 for "/", \xNN for what
/// printable() would escape.
void append_pointer_token(std::string& pointer, std::string_view key);

}  // namespace dmlrun::text
