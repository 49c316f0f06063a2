#include "engine/text/json_string.h"

#include "engine/text/printable.h"

namespace dmlrun::text {
namespace {

constexpr char kHex[] = "0123456789ABCDEF";

/// The code point of a well-formed character.
unsigned code_point(std::string_view character) {
  constexpr unsigned kLeadBits[] = {0x7F, 0x7F, 0x1F, 0x0F, 0x07};
  unsigned code = static_cast<unsigned char>(character[0]) & kLeadBits[character.size()];
  for (char c : character.substr(1)) code = code << 6 | (static_cast<unsigned char>(c) & 0x3F);
  return code;
}

void append_unit(std::string& json, unsigned unit) {
  json += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) json += kHex[unit >> shift & 15];
}

/// \uXXXX, twice for what lies beyond the first plane.
void append_escape(std::string& json, std::string_view character) {
  const unsigned code = code_point(character);
  if (code < 0x10000) return append_unit(json, code);
  append_unit(json, 0xD800 + ((code - 0x10000) >> 10));
  append_unit(json, 0xDC00 + ((code - 0x10000) & 0x3FF));
}

}  // namespace

std::string json_string(std::string_view text) {
  constexpr std::string_view kNamed = "\"\\\b\f\n\r\t", kNames = "\"\\bfnrt";
  std::string json = "\"";
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const std::string_view piece = text.substr(0, length == 0 ? 1 : length);
    text.remove_prefix(piece.size());
    const std::size_t named = kNamed.find(piece[0]);
    if (named != std::string_view::npos) json.append({'\\', kNames[named]});
    else if (length == 0 || is_safe_character(piece)) json += piece;
    else append_escape(json, piece);
  }
  return json + "\"";
}

}  // namespace dmlrun::text
