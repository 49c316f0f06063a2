// testdata/json/cases.txt: the cases that JSONTestSuite names, against the document gate.
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "engine/test/catch.h"
#include "engine/text/document.h"

using namespace dmlrun;
using namespace dmlrun::text;

namespace {

struct Case {
  std::string name, outcome, text;
};

/// The bytes that a text of the table stands for: %XX and %{N PIECE%} as its head says.
std::string unescaped(const std::string& escaped) {
  std::string text;
  for (std::size_t at = 0; at < escaped.size();) {
    if (escaped.compare(at, 2, "%{") == 0) {
      std::size_t blank = escaped.find(' ', at), end = escaped.find("%}", at);
      std::string piece = escaped.substr(blank + 1, end - blank - 1);
      for (int count = std::stoi(escaped.substr(at + 2)); count > 0; --count) text += piece;
      at = end + 2;
    } else if (escaped[at] == '%') {
      text += static_cast<char>(std::stoi(escaped.substr(at + 1, 2), nullptr, 16));
      at += 3;
    } else {
      text += escaped[at++];
    }
  }
  return text;
}

std::vector<Case> cases() {
  std::ifstream table(DMLRUN_SOURCE_DIR "/testdata/json/cases.txt");
  REQUIRE(table.is_open());
  std::vector<Case> cases;
  for (std::string line; std::getline(table, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    Case c;
    std::string escaped;
    words >> c.name >> c.outcome;
    if (c.outcome != "accepted") {
      std::string place;
      words >> place;
      c.outcome += " " + place;
    }
    words >> std::ws;
    std::getline(words, escaped);
    c.text = unescaped(escaped);
    cases.push_back(c);
  }
  return cases;
}

std::string outcome(const std::string& text, const Limits& limits) {
  Result<Document> document = Document::parse(text, limits);
  if (document) return "accepted";
  const Error& error = document.error();
  return std::string(name(error.code)) + " " + std::to_string(error.position.line) + ":" +
         std::to_string(error.position.column);
}

Limits roomy() {
  Limits limits;
  limits.depth = 100'000;
  limits.number_characters = 200;
  return limits;
}

}  // namespace

TEST_CASE("the 318 cases of JSONTestSuite become what the table says") {
  for (const Case& c : cases()) {
    INFO(c.name);
    CHECK(outcome(c.text, roomy()) == c.outcome);
  }
}

TEST_CASE("all cases are there, and all but eight are judged as RFC 8259 does") {
  // DxDispatch's dialect accepts comments and one trailing comma; duplicate keys are refused everywhere.
  const std::set<std::string> accepted_by_dialect = {"n_array_extra_comma",
                                                     "n_array_number_and_comma",
                                                     "n_object_trailing_comma",
                                                     "n_object_trailing_comment",
                                                     "n_object_trailing_comment_slash_open",
                                                     "n_structure_object_with_comment"};
  const std::set<std::string> refused_by_choice = {"y_object_duplicated_key", "y_object_duplicated_key_and_value"};
  std::set<std::string> names;
  std::map<char, int> counts, judged_otherwise;
  for (const Case& c : cases()) {
    INFO(c.name);
    CHECK(names.insert(c.name).second);
    char kind = c.name[0];
    ++counts[kind];
    if (kind == 'i') continue;
    bool is_accepted = c.outcome == "accepted";
    if (is_accepted == (kind == 'y')) continue;
    ++judged_otherwise[kind];
    CHECK((kind == 'n' ? accepted_by_dialect : refused_by_choice).count(c.name) == 1);
  }
  CHECK(counts == std::map<char, int>{{'y', 95}, {'n', 188}, {'i', 35}});
  CHECK(judged_otherwise == std::map<char, int>{{'y', 2}, {'n', 6}});
}

TEST_CASE("under the default limits the deep cases are refused where they become too deep") {
  int deep = 0;
  for (const Case& c : cases()) {
    std::string found = outcome(c.text, Limits{});
    if (found == c.outcome) continue;
    INFO(c.name);
    if (c.name == "y_number_double_close_to_zero" || c.name == "i_number_huge_exp") {
      CHECK(found == "out_of_range 1:6");
    } else {
      CHECK((found == "too_deep 1:17" || found == "too_deep 1:97"));
      ++deep;
    }
  }
  CHECK(deep == 3);
}
