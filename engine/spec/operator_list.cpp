#include "engine/spec/operator_list.h"

#include <algorithm>
#include <new>
#include <set>
#include <utility>

#include "engine/operators/rows/operator_row.h"
#include "engine/operators/rows/usual_names.h"
#include "engine/text/document.h"
#include "engine/text/letter_case.h"

namespace dmlrun::spec {
namespace {

/// The level that the support of a row begins with, "1.0"; of a table for each of several tensors the first of all.
/// Rows are not read further than that, because a list of all of them is printed in a few milliseconds.
std::string first_level(const text::Value& support) {
  std::string first = "9.9";
  const auto consider = [&](std::string_view table) { first = std::min(first, std::string(table.substr(0, 3))); };
  if (support.is(text::Kind::string)) consider(support.string());
  else
    for (const text::Value table : support) consider(table.string());
  return first;
}

/// How well an operator fits what is searched; less is better.
enum Match : unsigned char { same, name_begins, name_contains, summary_begins, none };

/// As joined_name(), with Y for IES: "copies" finds what copies, and "Copy".
std::string searched_name(std::string_view text) {
  std::string made = operators::joined_name(text);
  for (std::size_t at = 0; (at = made.find("IES", at)) != std::string::npos;) made.replace(at, 3, "Y");
  return made;
}

bool is_letter_or_digit(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

/// Whether some words of the text, joined, begin with `joined`.
bool begins_words(std::string_view text, std::string_view joined) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!is_letter_or_digit(text[at]) || (at > 0 && is_letter_or_digit(text[at - 1]))) continue;
    if (searched_name(text.substr(at)).starts_with(joined)) return true;
  }
  return false;
}

Match match(const ListedOperator& one, std::string_view word) {
  constexpr std::size_t kMinInside = 4;  // letters: "cat" is not looked for in TRUNCATE
  const std::string joined = searched_name(word);
  if (joined.empty()) return none;
  const auto usual = operators::usual_names(word);
  if (operator_named(word) == one.type || std::find(usual.begin(), usual.end(), one.type) != usual.end()) return same;
  if (begins_words(one.type, joined)) return name_begins;
  if (joined.size() >= kMinInside && one.type.find(joined) != std::string_view::npos) return name_contains;
  return begins_words(one.summary, joined) ? summary_begins : none;
}

}  // namespace

std::string_view name(Stage stage) noexcept {
  constexpr std::string_view kNames[] = {"implemented", "next", "later"};
  return kNames[static_cast<std::size_t>(stage)];
}

std::vector<ListedOperator> operator_list() {
  std::set<std::string_view> begun;  // files that have an implemented operator
  for (const operators::RowText& row : operators::row_texts())
    if (!row.family.empty()) begun.insert(row.file);
  std::vector<ListedOperator> list;
  for (const operators::RowText& row : operators::row_texts()) {
    if (row.type.empty()) continue;
    const auto document = text::Document::parse_in_place(row.text);
    if (!document) throw std::bad_alloc();  // the rows are sound, which operator_row_test.cpp holds
    const text::Value root = document->root();
    const Stage stage = !row.family.empty()        ? Stage::implemented
                        : begun.contains(row.file) ? Stage::next
                                                   : Stage::later;
    list.push_back({row.type, first_level(root.find("support")), stage, std::string(root.find("summary").string())});
  }
  std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.type < b.type; });
  return list;
}

std::vector<ListedOperator> search_operators(std::span<const std::string> words) {
  std::string text;
  for (const std::string& word : words) (text += text.empty() ? "" : " ") += word;
  std::vector<std::pair<std::pair<Match, bool>, ListedOperator>> found;
  for (ListedOperator& one : operator_list()) {
    Match worst = same;
    for (const std::string& word : words)
      if (!is_same_name(word, name(one.stage))) worst = std::max(worst, match(one, word));
    if (words.size() > 1 && match(one, text) == same) worst = same;
    if (worst == none) continue;
    const bool is_later = worst != same && one.stage != Stage::implemented;
    found.emplace_back(std::pair(worst, is_later), std::move(one));
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<ListedOperator> list;
  for (auto& [rank, one] : found) list.push_back(std::move(one));
  return list;
}

bool is_same_name(std::string_view a, std::string_view b) noexcept {
  const auto plain = [](char c) { return c == '-' ? '_' : text::upper_case(c); };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return plain(x) == plain(y); });
}

bool is_implemented(std::string_view type) noexcept { return !operators::family_of(type).empty(); }

std::string_view operator_named(std::string_view word) noexcept {
  constexpr std::string_view kFull = "DML_OPERATOR_";
  if (word.size() > kFull.size() && is_same_name(word.substr(0, kFull.size()), kFull)) word.remove_prefix(kFull.size());
  std::string_view named;
  for (const std::string_view prefix : operators::kPrefixes)
    for (const operators::RowText& row : operators::row_texts()) {
      if (row.type.empty() || !row.type.starts_with(prefix)) continue;
      if (!is_same_name(word, row.type.substr(prefix.size()))) continue;
      if (prefix.empty() || !row.family.empty()) return row.type;
      if (named.empty()) named = row.type;
    }
  return named;
}

std::vector<std::string_view> short_operator_names() {
  std::vector<std::string_view> names;
  for (const std::string_view word : operators::operator_names())
    if (const std::string_view named = operator_named(word); named != word && is_implemented(named))
      if (std::find(names.begin(), names.end(), word) == names.end()) names.push_back(word);
  return names;
}

std::string_view operator_meant(std::string_view word) { return operators::operator_meant(word); }

std::string_view operator_suggested(std::string_view name) { return operators::near_not_found(name); }

std::string_view layout_remedy(std::string_view word) { return operators::layout_remedy(word); }

operators::Layout layout_meant(std::string_view word) { return operators::layout_meant(word); }

std::vector<std::string_view> usual_fields(std::string_view word) { return operators::usual_fields(word); }

std::vector<std::string_view> operator_names() { return operators::operator_names(); }

std::string did_you_mean(std::string_view type) { return operators::did_you_mean(type); }

std::string why_not_named(std::string_view word) {
  const std::string_view named = operator_named(word);
  return operators::why_not_found(named.empty() ? word : named);
}

}  // namespace dmlrun::spec
