#include "engine/text/printable.h"

#include "engine/text/document.h"

namespace dmlrun::text {
namespace {

unsigned byte_at(std::string_view text, std::size_t at) noexcept {
  return at < text.size() ? static_cast<unsigned char>(text[at]) : 0u;
}

/// Length that a lead byte announces; 0 for a byte that begins no character.
std::size_t announced_length(unsigned lead) noexcept {
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  return lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
}

/// Whether the byte at `at` (1 to 3) may follow `lead`: the second byte's range depends on the lead (RFC 3629, 4).
bool may_follow(unsigned lead, std::size_t at, unsigned byte) noexcept {
  unsigned least = 0x80, most = 0xBF;
  if (at == 1) {
    if (lead == 0xE0) least = 0xA0;
    if (lead == 0xED) most = 0x9F;
    if (lead == 0xF0) least = 0x90;
    if (lead == 0xF4) most = 0x8F;
  }
  return byte >= least && byte <= most;
}

void append_escaped(std::string& out, std::string_view bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  for (char c : bytes) {
    unsigned byte = static_cast<unsigned char>(c);
    out.append({'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]});
  }
}

/// Appends what `text` begins with, a character or one byte that is part of none, and returns its length.
std::size_t append_one(std::string& out, std::string_view text) {
  std::size_t length = character_length(text);
  std::string_view piece = text.substr(0, length == 0 ? 1 : length);
  if (length != 0 && is_safe_character(piece)) {
    out.append(piece);
  } else {
    append_escaped(out, piece);
  }
  return piece.size();
}

}  // namespace

std::size_t character_length(std::string_view text) noexcept {
  std::size_t length = text.empty() ? 0 : announced_length(byte_at(text, 0));
  if (length > text.size()) return 0;
  for (std::size_t at = 1; at < length; ++at) {
    if (!may_follow(byte_at(text, 0), at, byte_at(text, at))) return 0;
  }
  return length;
}

std::size_t find_bad_byte(std::string_view text) noexcept {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character_length(text.substr(at));
    if (length == 0) return at;
    at += length;
  }
  return text.npos;
}

bool is_safe_character(std::string_view character) noexcept {
  const unsigned first = byte_at(character, 0), second = byte_at(character, 1), third = byte_at(character, 2);
  switch (first) {
    case 0xC2:  // C1 controls, the soft hyphen
      return second >= 0xA0 && second != 0xAD;
    case 0xD8:  // the Arabic letter mark
      return second != 0x9C;
    case 0xE1:  // the Mongolian vowel separator
      return !(second == 0xA0 && third == 0x8E);
    case 0xE2: {
      const bool is_mark = second == 0x80 && ((third >= 0x8B && third <= 0x8F) || (third >= 0xA8 && third <= 0xAE));
      const bool is_format = second == 0x81 && third >= 0xA0 && third <= 0xAF;
      return !is_mark && !is_format;
    }
    case 0xEF:  // the byte order mark, marks of annotations
      return !(second == 0xBB && third == 0xBF) && !(second == 0xBF && third >= 0xB9 && third <= 0xBB);
    case 0xF3:  // tags: text that nobody sees
      return !(second == 0xA0 && (third == 0x80 || third == 0x81));
    default: return character.size() > 1 || (first >= 0x20 && first != 0x7F);
  }
}

bool is_cut_character(std::string_view text) noexcept {
  if (text.empty() || text.size() >= announced_length(byte_at(text, 0))) return false;
  for (std::size_t at = 1; at < text.size(); ++at) {
    if (!may_follow(byte_at(text, 0), at, byte_at(text, at))) return false;
  }
  return true;
}

void append_pointer_token(std::string& pointer, std::string_view key) {
  pointer += '/';
  while (!key.empty()) {
    if (key.front() == '~' || key.front() == '/') {
      pointer += key.front() == '~' ? "~0" : "~1";
      key.remove_prefix(1);
    } else {
      key.remove_prefix(append_one(pointer, key));
    }
  }
}

std::string printable(std::string_view text, std::size_t most) {
  std::string out;
  while (!text.empty()) {
    std::size_t kept = out.size();
    text.remove_prefix(append_one(out, text));
    if (out.size() > most) {
      out.resize(kept);
      return out + "...";
    }
  }
  return out;
}

}  // namespace dmlrun::text
