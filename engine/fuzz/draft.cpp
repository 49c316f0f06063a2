#include "engine/fuzz/draft.h"

#include <algorithm>
#include <charconv>

namespace dmlrun::fuzz {
namespace {

void append_string(std::string& out, std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < 0x20)
      (out += "\\u00") += {kHex[static_cast<unsigned char>(c) / 16], kHex[static_cast<unsigned char>(c) % 16]};
    else out += c;
  }
  out += '"';
}

void append(std::string& out, const Draft& draft) {
  switch (draft.kind) {
    case text::Kind::null: out += "null"; return;
    case text::Kind::boolean:
    case text::Kind::number: out += draft.text; return;
    case text::Kind::string: append_string(out, draft.text); return;
    case text::Kind::array:
    case text::Kind::object: break;
  }
  out += draft.is(text::Kind::array) ? '[' : '{';
  for (std::size_t i = 0; i < draft.items.size(); ++i) {
    if (i > 0) out += ", ";
    if (draft.is(text::Kind::object)) {
      append_string(out, draft.items[i].key);
      out += ": ";
    }
    append(out, draft.items[i]);
  }
  out += draft.is(text::Kind::array) ? ']' : '}';
}

}  // namespace

bool Draft::is_numbers() const noexcept {
  return is(text::Kind::array) && !items.empty() &&
         std::all_of(items.begin(), items.end(), [](const Draft& item) { return item.is(text::Kind::number); });
}

std::optional<std::uint64_t> Draft::whole() const noexcept {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

Draft* Draft::find(std::string_view name) noexcept {
  for (Draft& item : items)
    if (is(text::Kind::object) && item.key == name) return &item;
  return nullptr;
}

void Draft::erase(std::string_view name) {
  items.erase(std::remove_if(items.begin(), items.end(), [&](const Draft& item) { return item.key == name; }),
              items.end());
}

Draft draft_of(const text::Value& value) {
  Draft draft;
  draft.kind = value.kind();
  draft.key = value.key();
  if (value.is(text::Kind::string)) draft.text = value.string();
  if (value.is(text::Kind::number)) draft.text = value.literal();
  if (value.is(text::Kind::boolean)) draft.text = value.boolean() ? "true" : "false";
  if (value.is(text::Kind::array) || value.is(text::Kind::object))
    for (const text::Value item : value) draft.items.push_back(draft_of(item));
  return draft;
}

std::string print(const Draft& draft) {
  std::string text;
  append(text, draft);
  return text;
}

}  // namespace dmlrun::fuzz
