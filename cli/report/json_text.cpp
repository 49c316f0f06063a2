#include "cli/report/json_text.h"

#include "engine/text/json_string.h"
#include "engine/text/printable.h"

namespace dmlrun::cli {

std::string json_string(std::string_view text) {
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string words;
  for (std::size_t bad; (bad = text::find_bad_byte(text)) != std::string_view::npos; text.remove_prefix(bad + 1)) {
    words += text.substr(0, bad);
    words += {'\\', 'x', kHex[static_cast<unsigned char>(text[bad]) >> 4], kHex[text[bad] & 15]};
  }
  return text::json_string(words.append(text));
}

JsonObject& JsonObject::add_raw(std::string_view key, std::string_view json) {
  if (text_.size() > 1) text_ += ", ";
  text_ += json_string(key);
  text_ += ": ";
  text_ += json;
  return *this;
}

}  // namespace dmlrun::cli
