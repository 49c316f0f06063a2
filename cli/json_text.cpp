#include "cli/json_text.h"

#include "engine/text/document.h"

namespace dmlrun::cli {

std::string json_string(std::string_view text) {
  std::string json = "\"";
  for (char c : text::printable(text, 1u << 20)) {
    if (c == '"' || c == '\\') json += '\\';
    json += c;
  }
  return json + "\"";
}

JsonObject& JsonObject::add_raw(std::string_view key, std::string_view json) {
  if (text_.size() > 1) text_ += ", ";
  text_ += json_string(key);
  text_ += ": ";
  text_ += json;
  return *this;
}

}  // namespace dmlrun::cli
