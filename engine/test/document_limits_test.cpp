// The document gate under hostile sizes and random damage: limits at both sides, memory, and texts with bytes changed.
#include <random>
#include <string>
#include <vector>

#include "engine/test/catch.h"
#include "engine/test/sanitized.h"
#include "engine/test/this_program.h"
#include "engine/text/document.h"
#include "engine/text/numbers.h"

#if defined(__linux__) && !DMLRUN_TEST_SANITIZED
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

using namespace dmlrun;
using namespace dmlrun::text;

namespace {

std::string repeated(std::string_view piece, std::size_t count) {
  std::string text;
  text.reserve(piece.size() * count);
  while (count-- > 0) text += piece;
  return text;
}

std::string refusal_under(std::string text, const Limits& limits = {}) {
  Result<Document> document = Document::parse(std::move(text), limits);
  if (document) return "accepted";
  const Error& error = document.error();
  return std::string(name(error.code)) + " " + std::to_string(error.position.line) + ":" +
         std::to_string(error.position.column);
}

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

constexpr std::size_t kMegabyte = 1'000'000;

}  // namespace

TEST_CASE("J3 to J5: nesting is refused at its seventeenth level") {
  CHECK(refusal_under(nested(16)) == "accepted");
  CHECK(refusal_under(nested(17)) == "too_deep 1:17");
  CHECK(refusal_under(std::string(10 * kMegabyte, '[')) == "too_deep 1:17");
  CHECK(refusal_under(nested(8 * kMegabyte)) == "too_deep 1:17");
  CHECK(refusal_under(repeated("{\"a\":", 100'000)) == "too_deep 1:81");
  CHECK(refusal_under(repeated("[{\"a\":", 9)) == "too_deep 1:49");
  Limits limits;
  limits.depth = 0;
  CHECK(refusal_under("1", limits) == "accepted");
  CHECK(refusal_under("[]", limits) == "too_deep 1:1");
  limits.depth = 1'000'000;
  CHECK(refusal_under(nested(500'000), limits) == "accepted");
}

TEST_CASE("J6: a text of more bytes than the limit is not looked at") {
  Limits limits;
  limits.document_bytes = 5;
  CHECK(refusal_under("[1,2]", limits) == "accepted");
  CHECK(refusal_under("[1,23]", limits) == "too_large 0:0");
  CHECK(refusal_under("[1" + repeated(",1", 10 * kMegabyte) + "]") == "too_large 0:0");
  limits.document_bytes = 0;
  CHECK(refusal_under("1", limits) == "too_large 0:0");
}

TEST_CASE("J7: more values than the limit are refused at the first one too many") {
  Limits limits;
  limits.values = 4;
  CHECK(refusal_under("[1,2,3]", limits) == "accepted");
  CHECK(refusal_under("[1,2,3,\n4]", limits) == "too_many_items 2:1");
  CHECK(refusal_under("{\"a\":[],\"b\":{\"c\":[]}}", limits) == "accepted");
  CHECK(refusal_under("{\"a\":[],\"b\":{\"c\":[{}]}}", limits) == "too_many_items 1:19");
  CHECK(refusal_under("[0" + repeated(",0", 999'998) + "]") == "accepted");
  CHECK(refusal_under("[0" + repeated(",0", 999'999) + "]") == "too_many_items 1:2000000");
}

TEST_CASE("J8, J9: strings and keys are measured after their escapes") {
  Limits limits;
  limits.string_bytes = 3;
  CHECK(refusal_under("[\"abc\"]", limits) == "accepted");
  CHECK(refusal_under("[\"abcd\"]", limits) == "too_large 1:2");
  CHECK(refusal_under("[\"\\u0041\\u0042\\u0043\"]", limits) == "accepted");
  CHECK(refusal_under("[\"\\u0041\\u0042\\u0043\\u0044\"]", limits) == "too_large 1:2");
  CHECK(refusal_under("[\"\\u0041\\u0042\\u0043d\"]", limits) == "too_large 1:2");
  CHECK(refusal_under("[\"\\u20ac\"]", limits) == "accepted");
  CHECK(refusal_under("{\"abc\":1}", limits) == "accepted");
  CHECK(refusal_under("{\"abcd\":1}", limits) == "too_large 1:2");
  CHECK(refusal_under("{\"a\":\n\"" + std::string(4096, 'x') + "\"}") == "accepted");
  CHECK(refusal_under("{\"a\":\n\"" + std::string(4097, 'x') + "\"}") == "too_large 2:1");
  CHECK(refusal_under("[\"" + std::string(15 * kMegabyte, 'x') + "\"]") == "too_large 1:2");
  CHECK(refusal_under("[\"" + std::string(15 * kMegabyte, 'x')) == "too_large 1:2");
  CHECK(refusal_under("{\"" + std::string(10 * kMegabyte, 'x') + "\":1}") == "too_large 1:2");
}

TEST_CASE("J10: numbers have at most so many characters") {
  CHECK(refusal_under("[" + std::string(64, '1') + "]") == "accepted");
  CHECK(refusal_under("[" + std::string(65, '1') + "]") == "out_of_range 1:2");
  CHECK(refusal_under(std::string(64, '1')) == "accepted");
  CHECK(refusal_under("[-" + std::string(64, '1') + "]") == "out_of_range 1:2");
  CHECK(refusal_under("[0." + std::string(63, '1') + "]") == "out_of_range 1:2");
  CHECK(refusal_under(std::string(kMegabyte, '9')) == "out_of_range 1:1");
}

TEST_CASE("limits as large as their type are no trap") {
  Limits limits;
  limits.document_bytes = limits.values = limits.string_bytes = limits.number_characters = ~0ull;
  limits.depth = ~0u;
  CHECK(refusal_under("{\"a\":[1,\"b\",{}]}", limits) == "accepted");
  CHECK(refusal_under("[1" + std::string(300, '0') + "]", limits) == "accepted");
  CHECK(refusal_under("[1" + std::string(400, '0') + "]", limits) == "out_of_range 1:2");
}

TEST_CASE("a duplicate is found among half a million keys") {
  std::string text = "{";
  for (int i = 0; i < 500'000; ++i) text += "\"" + std::to_string(i) + "\":0,";
  CHECK(refusal_under(text + "}") == "accepted");
  CHECK(refusal_under(text + "\n\"250000\":1}") == "duplicate_key 2:1");
}

#if defined(__linux__) && !DMLRUN_TEST_SANITIZED

namespace {

/// Kilobytes that parsing this text adds to a process at its peak, measured in a child of its own.
long added_kilobytes(const std::string& text) {
  int results[2];
  REQUIRE(pipe(results) == 0);
  pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    rusage before{}, after{};
    getrusage(RUSAGE_SELF, &before);
    refusal_under(text);
    getrusage(RUSAGE_SELF, &after);
    long added = after.ru_maxrss - before.ru_maxrss;
    bool is_written = write(results[1], &added, sizeof added) == static_cast<ssize_t>(sizeof added);
    _exit(is_written ? 0 : 1);
  }
  long added = -1;
  ssize_t length = read(results[0], &added, sizeof added);
  close(results[0]);
  close(results[1]);
  waitpid(child, nullptr, 0);
  REQUIRE(length == static_cast<ssize_t>(sizeof added));
  return added;
}

}  // namespace

TEST_CASE("memory stays below 64 MiB and a multiple of the text") {
  static constexpr std::size_t kBytes = 16u << 20;
  auto check = [](const std::string& text, long most_megabytes) {
    INFO(printable(text, 40));
    CHECK(text.size() <= kBytes);
    CHECK(added_kilobytes(text) <= most_megabytes << 10);
  };
  std::string keys = "{";
  for (int i = 0; keys.size() < kBytes - 100; ++i) keys += "\"" + std::to_string(i) + "\":[],";
  // The bound that is promised is 64 MiB + 40 x 16 MiB; the copy of the text counts 16 MiB of what is found here.
  check(keys + "}", 160);
  check("[[]" + repeated(",[]", kBytes / 3 - 2) + "]", 64);
  check("[0" + repeated(",0", kBytes / 2 - 2) + "]", 64);
  check(std::string(kBytes, '\n'), 32);
  check("[" + repeated("\n", kBytes - 2) + "x", 32);
  check("[\"" + repeated("\\u0041", 4000) + "\"" + repeated(",\"" + repeated("\\n", 4000) + "\"", 2000) + "]", 64);
}

#endif

namespace {

/// Calls everything that a Value can do on every value of a document.
std::size_t walk(const Value& value) {
  std::size_t sum = value.pointer().size() + value.position().line + value.string().size() + value.literal().size();
  sum += value.key().size() + (read_real(value) ? 1 : 0) + (read_unsigned(value, 255) ? 1 : 0);
  std::uint32_t children = 0;
  for (Value child : value) {
    ++children;
    sum += walk(child);
    if (value.is(Kind::object)) CHECK(value.find(child.key()).position() == child.position());
  }
  CHECK(children == value.size());
  return sum;
}

std::string mutated(std::string text, std::mt19937_64& random) {
  static const std::string_view kPieces[] = {
      "\"",    "\\", "[", "]", "{", "}",   ",",    ":",    "//",   "/*",           "*/", "\n",     "\\u",     "\\ud800",
      "1e400", "-",  "e", ".", "0", "NaN", "true", "\xFF", "\xC3", "\xEF\xBB\xBF", " ",  "\"a\":", "[[[[[[[["};
  auto below = [&](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
  for (std::size_t count = 1 + below(3); count > 0; --count) {
    std::size_t at = below(text.size() + 1);
    switch (below(5)) {
      case 0: text.erase(at, 1 + below(4)); break;
      case 1: text.insert(at, kPieces[below(std::size(kPieces))]); break;
      case 2: text.insert(at, text.substr(below(text.size() + 1), below(20))); break;
      case 3: text.resize(at); break;
      default:
        if (at < text.size()) text[at] = static_cast<char>(random());
    }
  }
  return text;
}

}  // namespace

TEST_CASE("damaged texts are refused with a place or give a tree that can be walked") {
  constexpr std::uint64_t kSeed = 20;
  const std::vector<std::string> seeds = {
      "{\"type\": \"DML_OPERATOR_JOIN\", \"desc\": {\"Axis\": 1, \"InputTensors\": [{\"Sizes\": [1, 2]}, null]}}",
      "[1, -2.5e-3, \"a\\u0041\\ud83d\\ude80\\n\", true, false, null, {\"k\": [], \"m\": {}},]",
      "// c\n{ /* d */ \"a\" : [ \"\xC3\xA9\xE2\x82\xAC\" , 0.5 ] , }\n",
      "{\"PaddingValue\": \"inf\", \"s\": \"\\\\\\\"/\\/\", \"n\": 18446744073709551615}"};
  INFO("seed " << kSeed << "; again: " << dmlrun::test::this_program() << " \"damaged texts*\"");
  std::mt19937_64 random(kSeed);
  std::size_t accepted = 0, refused = 0;
  for (int i = 0; i < 50'000; ++i) {
    std::string text = mutated(seeds[static_cast<std::size_t>(i) % seeds.size()], random);
    Result<Document> document = Document::parse(text);
    if (document) {
      ++accepted;
      walk(document->root());
      continue;
    }
    ++refused;
    const Error& error = document.error();
    bool is_explained =
        !error.message.empty() && error.position.line != 0 && category(error.code) == ErrorCategory::document;
    if (!is_explained || printable(error.to_string(), 10'000) != error.to_string()) {
      FAIL("mutation " << i << ": " << printable(text, 1000) << " -> " << error.to_string());
    }
  }
  CHECK(accepted > 2'000);
  CHECK(refused > 20'000);
}
