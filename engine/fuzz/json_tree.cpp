#include "engine/fuzz/json_tree.h"

#include <algorithm>
#include <charconv>

#include "engine/text/json_string.h"

namespace dmlrun::fuzz {
namespace {

void append(std::string& out, const JsonTree& tree) {
  switch (tree.kind) {
    case text::Kind::null: out += "null"; return;
    case text::Kind::boolean:
    case text::Kind::number: out += tree.text; return;
    case text::Kind::string: out += text::json_string(tree.text); return;
    case text::Kind::array:
    case text::Kind::object: break;
  }
  out += tree.is(text::Kind::array) ? '[' : '{';
  for (std::size_t i = 0; i < tree.items.size(); ++i) {
    if (i > 0) out += ", ";
    if (tree.is(text::Kind::object)) out += text::json_string(tree.items[i].key) + ": ";
    append(out, tree.items[i]);
  }
  out += tree.is(text::Kind::array) ? ']' : '}';
}

}  // namespace

bool JsonTree::is_numbers() const noexcept {
  return is(text::Kind::array) && !items.empty() &&
         std::all_of(items.begin(), items.end(), [](const JsonTree& item) { return item.is(text::Kind::number); });
}

std::optional<std::uint64_t> JsonTree::whole() const noexcept {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

JsonTree* JsonTree::find(std::string_view name) noexcept {
  for (JsonTree& item : items)
    if (is(text::Kind::object) && item.key == name) return &item;
  return nullptr;
}

void JsonTree::erase(std::string_view name) {
  items.erase(std::remove_if(items.begin(), items.end(), [&](const JsonTree& item) { return item.key == name; }),
              items.end());
}

JsonTree tree_of(const text::Value& value) {
  JsonTree tree;
  tree.kind = value.kind();
  tree.key = value.key();
  if (value.is(text::Kind::string)) tree.text = value.string();
  if (value.is(text::Kind::number)) tree.text = value.literal();
  if (value.is(text::Kind::boolean)) tree.text = value.boolean() ? "true" : "false";
  if (value.is(text::Kind::array) || value.is(text::Kind::object))
    for (const text::Value item : value) tree.items.push_back(tree_of(item));
  return tree;
}

std::string print(const JsonTree& tree) {
  std::string text;
  append(text, tree);
  return text;
}

}  // namespace dmlrun::fuzz
