#include "cli/examples.h"

#include <algorithm>
#include <vector>

#include "cli/report/failure.h"
#include "engine/fuzz/example_texts.h"
#include "engine/spec/field_words.h"
#include "engine/spec/operator_list.h"

namespace dmlrun::cli {
namespace {

bool has_strides(const text::Value& value) {
  if (value.is(text::Kind::object) && value.find("Strides")) return true;
  if (!value.is(text::Kind::object) && !value.is(text::Kind::array)) return false;
  for (const text::Value inner : value)
    if (has_strides(inner)) return true;
  return false;
}

std::size_t occurrences(std::string_view word, std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string_view::npos; at += word.size()) ++count;
  return count;
}

/// How far an example is from what a newcomer needs: a short line for the shell, which has few fields and numbers,
/// FLOAT32, ordinary values, and tensors as files hold them.
std::size_t strangeness(std::string_view type, const text::Document& example, std::string_view text) {
  constexpr std::size_t kMuch = 1u << 20, kCharacter = 6, kSpecial = 60;
  const text::Value desc = example.root().find("desc");
  bool is_strided = false;
  if (desc)
    for (const text::Value field : desc) is_strided = is_strided || has_strides(field);
  std::size_t line = 0;
  for (const std::string& word : spec::words_of_spec(type, example.root())) line += word.size() + 1;
  const std::size_t specials = occurrences("\"nan\"", text) + occurrences("inf\"", text);
  return text.size() + kCharacter * line + kSpecial * specials +
         (text.find("\"FLOAT32\"") == std::string_view::npos ? kMuch : 0) + (is_strided ? 2 * kMuch : 0);
}

}  // namespace

text::Document example_of(std::string_view type) {
  text::Document plainest = take(text::Document::parse("{}"));
  std::size_t least = std::string_view::npos;
  for (const fuzz::ExampleText& example : fuzz::example_texts()) {
    if (example.text.find(std::string(type) + "\"") == std::string_view::npos) continue;
    if (example.text.find("\"sourcePath\"") != std::string_view::npos) continue;
    text::Document document = take(text::Document::parse_in_place(example.text));
    const text::Value named = document.root().find("type");
    if (!named || spec::operator_named(named.string()) != type || document.root().find("featureLevel")) continue;
    if (const std::size_t weight = strangeness(type, document, example.text); weight < least)
      least = weight, plainest = std::move(document);
  }
  return plainest;
}

std::string example_value(std::string_view type, std::string_view field) {
  const text::Document example = example_of(type);
  const std::vector<std::string> words = spec::words_of_spec(type, example.root());
  const auto option = std::find(words.begin(), words.end(), "--" + std::string(field));
  if (option != words.end() && option + 1 != words.end()) return *(option + 1);
  for (const spec::FieldOption& known : spec::field_options(type))  // a number that the example does without
    if (known.name == field && known.kind == "float32") return "0";
  return {};
}

}  // namespace dmlrun::cli
