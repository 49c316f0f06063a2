// Numbers and lists as a command line writes them.
#include <string_view>
#include <utility>

#include "engine/spec/value_words.h"
#include "engine/test/catch.h"
#include "engine/text/document.h"

using namespace dmlrun;

TEST_CASE("numbers of a command line become JSON, and other words do not", "[spec]") {
  constexpr std::pair<std::string_view, std::string_view> kNumbers[] = {{"2", "2"},
                                                                        {"-0.5", "-0.5"},
                                                                        {".5", "0.5"},
                                                                        {"-.5", "-0.5"},
                                                                        {"5.", "5"},
                                                                        {"+1", "1"},
                                                                        {"1e3", "1e3"},
                                                                        {"1E+3", "1e3"},
                                                                        {".5e-3", "0.5e-3"},
                                                                        {"-0", "-0"},
                                                                        {"inf", "\"inf\""},
                                                                        {"-INF", "\"-inf\""},
                                                                        {"+Infinity", "\"inf\""},
                                                                        {"-nan", "\"nan\""},
                                                                        {"\"nan\"", "\"nan\""}};
  for (const auto& [word, json] : kNumbers) CHECK(spec::number_json(word) == json);
  for (const std::string_view word :
       {"",      "-",   "+",     ".",    "-.",       "007", "-01",     "1e", "1e+", "e3",
        "1.2.3", "--1", "1_000", "0x10", "infinite", "na",  "\"abc\"", "x",  "1 ",  "1,2"})
    CHECK(spec::number_json(word).empty());
}

TEST_CASE("the entry of a list that is no number is found, and names are no lists", "[spec]") {
  struct Wrong {
    std::string_view word;
    std::size_t number;
    std::string_view text;
  };
  for (const Wrong& one : {Wrong{"1,a", 2, "a"}, Wrong{"a,1,b", 1, "a"}, Wrong{"1,,2", 2, ""}, Wrong{"1,", 2, ""},
                           Wrong{"1,02", 2, "02"}, Wrong{"[1,a]", 2, "a"}, Wrong{"[[1, 2], [3, x]]", 4, "x"}}) {
    const auto found = spec::wrong_entry(one.word);
    INFO(one.word);
    REQUIRE(found.has_value());
    CHECK(found->number == one.number);
    CHECK(found->text == one.text);
  }
  for (const std::string_view word : {"1,2", "[1,2]", "[[1, 2], [3, \"nan\"]]", "a,b", "x.npy", "1.5.2", "", ",", "[]"})
    CHECK_FALSE(spec::wrong_entry(word).has_value());
}

TEST_CASE("lists of a command line become JSON, and other words do not", "[spec]") {
  constexpr std::pair<std::string_view, std::string_view> kLists[] = {{"1,9", "[1, 9]"},
                                                                      {"-1,.5,inf", "[-1, 0.5, \"inf\"]"},
                                                                      {"[]", "[]"},
                                                                      {"[1, 2]", "[1, 2]"},
                                                                      {"[[.5],[+1,-inf]]", "[[0.5],[1,\"-inf\"]]"},
                                                                      {"[\"nan\", 1]", "[\"nan\", 1]"},
                                                                      {"[\"a\\\"]\"]", "[\"a\\\"]\"]"}};
  for (const auto& [word, json] : kLists) {
    CHECK(spec::values_json(word) == json);
    CHECK(text::Document::parse(std::string(json)));
  }
  for (const std::string_view word : {"[1,2", "[\"", "[1 2]"}) {  // wrong, but no name of a file
    const std::string json = spec::values_json(word);
    CHECK((!json.empty() && !text::Document::parse(json)));
  }
  for (const std::string_view word : {",", "1,", ",1", "1,,2", "[x.npy]", "a,b", "[01]", "{}", "[{\"a\": 1}]"})
    CHECK(spec::values_json(word).empty());
}
