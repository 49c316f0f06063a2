#include "cli/report/shell_word.h"

#include <limits.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <string_view>

#include "engine/text/printable.h"

namespace dmlrun::cli {
namespace {

/// Whether a terminal, a text file and JSON take the text as it is.
bool is_plain(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = text::character_length(text);
    if (length == 0 || !text::is_safe_character(text.substr(0, length))) return false;
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace

std::string shell_quoted(const std::string& text) {
  const bool plain = is_plain(text);
  std::string safe = plain ? "'" : "\"$(printf -- '";
  for (const char c : text) {
    if (plain ? c != '\'' : c >= ' ' && c <= '~' && c != '\'' && c != '\\' && c != '%') {
      safe += c;
    } else if (plain) {
      safe += "'\\''";
    } else {
      char octal[8];
      std::snprintf(octal, sizeof octal, "\\%03o", static_cast<unsigned>(static_cast<unsigned char>(c)));
      safe += octal;
    }
  }
  return safe + (plain ? "'" : "')\"");
}

std::string shell_word(const std::string& text) {
  constexpr std::string_view kNeedNone = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+./:,=@%";
  const bool needs_none = !text.empty() && text.find_first_not_of(kNeedNone) == std::string::npos;
  return needs_none ? text : shell_quoted(text);
}

std::string own_program() {
  std::array<char, PATH_MAX> bytes;
  const ssize_t size = ::readlink("/proc/self/exe", bytes.data(), bytes.size());
  if (size <= 0) return "dmlrun";
  std::string path(bytes.data(), static_cast<std::size_t>(size));
  constexpr std::string_view kReplaced = " (deleted)";  // as it is told of a program that was built anew
  if (path.ends_with(kReplaced) && ::access(path.c_str(), F_OK) != 0) path.resize(path.size() - kReplaced.size());
  return shell_word(path);
}

}  // namespace dmlrun::cli
