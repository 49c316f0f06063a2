#include "engine/text/document.h"

#include <string>
#include <vector>

#include "engine/test/catch.h"

using namespace dmlrun;
using namespace dmlrun::text;

namespace {

using namespace std::string_literals;

Document parsed(const std::string& text) {
  Result<Document> document = Document::parse(text);
  INFO(printable(text));
  INFO((document ? "" : document.error().to_string()));
  REQUIRE(document.has_value());
  return std::move(document).value();
}

/// "code where line:column" of the refusal; "accepted" when there is none.
std::string refusal(const std::string& text) {
  Result<Document> document = Document::parse(text);
  if (document) return "accepted";
  const Error& error = document.error();
  return std::string(name(error.code)) + " " + error.where + " " + std::to_string(error.position.line) + ":" +
         std::to_string(error.position.column);
}

std::string message(const std::string& text) {
  Result<Document> document = Document::parse(text);
  return document ? "accepted" : document.error().message;
}

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

constexpr const char* kGood = R"({
  // the operator
  "type": "DML_OPERATOR_TILE", /* and its desc */
  "desc": {
    "Sizes": [1, 2, 30, ],
    "scale": [-1.5e-3, 0, 18446744073709551615],
    "names": ["", "a\u0041\n\ud83d\ude80", "é"],
    "flags": [true, false, null],
    "none": {}, "empty": [],
  },
})";

}  // namespace

TEST_CASE("a document keeps its text, or leaves it where it is") {
  const std::string text = "{\"a\": [-12.5, 7]}";
  const auto number_at = [](const Document& document) { return (*document.root().find("a").begin()).literal(); };
  const auto kept = Document::parse(text), left = Document::parse_in_place(text);
  REQUIRE(kept.has_value());
  REQUIRE(left.has_value());
  CHECK(number_at(*kept) == "-12.5");
  CHECK(number_at(*left) == "-12.5");
  CHECK(number_at(*left).data() == text.data() + 7);
  CHECK(number_at(*kept).data() != text.data() + 7);
  CHECK(Document::parse_in_place({}).error().code == ErrorCode::syntax);
}

TEST_CASE("a document gives back every value that its text has") {
  Document document = parsed(kGood);
  Value root = document.root();
  REQUIRE(root.is(Kind::object));
  CHECK(root.size() == 2);
  CHECK(root.find("type").string() == "DML_OPERATOR_TILE");
  CHECK(root.find("type").key() == "type");
  Value desc = root.find("desc");
  CHECK(desc.size() == 6);
  std::vector<std::string> literals;
  for (Value number : desc.find("Sizes")) literals.emplace_back(number.literal());
  for (Value number : desc.find("scale")) literals.emplace_back(number.literal());
  CHECK(literals == std::vector<std::string>{"1", "2", "30", "-1.5e-3", "0", "18446744073709551615"});
  std::vector<std::string> names;
  for (Value string : desc.find("names")) names.emplace_back(string.string());
  CHECK(names == std::vector<std::string>{"", "aA\n\U0001F680", "é"});
  std::vector<Kind> kinds;
  for (Value flag : desc.find("flags")) kinds.push_back(flag.kind());
  CHECK(kinds == std::vector<Kind>{Kind::boolean, Kind::boolean, Kind::null});
  CHECK((*desc.find("flags").begin()).boolean());
  CHECK(desc.find("none").is(Kind::object));
  CHECK(desc.find("none").size() == 0);
  CHECK(desc.find("empty").begin() == desc.find("empty").end());
}

TEST_CASE("a value that is not there is false and empty") {
  Value none;
  CHECK_FALSE(none);
  CHECK(none.is(Kind::null));
  CHECK(none.string().empty());
  CHECK(none.literal().empty());
  CHECK(none.key().empty());
  CHECK(none.pointer().empty());
  CHECK(none.position() == Position{});
  CHECK(none.begin() == none.end());
  Document document = parsed("{\"a\": [1]}");
  CHECK_FALSE(document.root().find("b"));
  CHECK_FALSE(document.root().find("a").find("a"));
  CHECK(document.root().find("a").string().empty());
  CHECK(document.root().literal().empty());
  CHECK(document.root().key().empty());
}

TEST_CASE("pointers and places are those of the value's first character") {
  Document document = parsed("{\n  \"a/b~c\": [\n\t10,/* two\nlines */ {\"x\\u001b\": true}\n]}");
  Value array = document.root().find("a/b~c");
  CHECK(document.root().pointer().empty());
  CHECK(document.root().position() == Position{1, 1});
  CHECK(array.pointer() == "/a~1b~0c");
  CHECK(array.position() == Position{2, 12});
  Value::Iterator element = array.begin();
  CHECK((*element).pointer() == "/a~1b~0c/0");
  CHECK((*element).position() == Position{3, 2});
  ++element;
  CHECK((*element).position() == Position{4, 10});
  Value flag = (*element).find("x\x1b");
  CHECK(flag.pointer() == "/a~1b~0c/1/x\\x1b");
  CHECK(flag.position() == Position{4, 22});
  Error error = error_at(flag, ErrorCode::wrong_type, "true was found; a number is expected");
  CHECK(error.to_string() == "/a~1b~0c/1/x\\x1b (4:22): true was found; a number is expected");
}

TEST_CASE("places stay true far into a text") {
  std::string text = "[";
  for (int i = 0; i < 20'000; ++i) text += "\n" + std::string(static_cast<std::size_t>(i % 7), ' ') + "1,";
  Document document = parsed(text + "\n]");
  std::uint32_t line = 1;
  for (Value value : document.root()) {
    Position expected{line + 1, (line - 1) % 7 + 1};
    if (value.position() != expected) FAIL("line " << line);
    ++line;
  }
}

TEST_CASE("the deepest ancestor of a pointer is found") {
  Document document = parsed("{\"a/b\": [0, {\"c\\u0007\": 1}], \"~1\": 2, \"\": 3}");
  auto deepest = [&](std::string_view pointer) { return document.deepest(pointer).pointer(); };
  CHECK(deepest("").empty());
  CHECK(deepest("/a~1b") == "/a~1b");
  CHECK(deepest("/a~1b/1/c\\x07") == "/a~1b/1/c\\x07");
  CHECK(deepest("/a~1b/1/c\x07") == "/a~1b/1/c\\x07");
  CHECK(deepest("/a~1b/1/missing/deeper") == "/a~1b/1");
  CHECK(deepest("/a~1b/2") == "/a~1b");
  CHECK(deepest("/a~1b/01") == "/a~1b");
  CHECK(deepest("/a~1b/x") == "/a~1b");
  CHECK(deepest("/a~1b/0/0") == "/a~1b/0");
  CHECK(deepest("/~01") == "/~01");
  CHECK(deepest("/") == "/");
  CHECK(deepest("no pointer").empty());
}

TEST_CASE("a document outlives its move") {
  Document document = parsed("[\"short\", 1]");
  Value first = *document.root().begin();
  Document moved = std::move(document);
  CHECK(first.string() == "short");
  CHECK(moved.root().size() == 2);
}

TEST_CASE("J1, J2: a text without a value is an empty document") {
  for (const char* text : {"", " ", "\n\t\r ", "// only a comment", "/* only\na comment */", "\xEF\xBB\xBF"}) {
    INFO(text);
    CHECK(contains(refusal(text), "syntax"));
    CHECK(contains(message(text), "empty document"));
  }
}

TEST_CASE("J11, J12: a key given twice is refused where it stands the second time") {
  CHECK(refusal("{\"Axis\":0,\n \"Axis\":1}") == "duplicate_key /Axis 2:2");
  CHECK(refusal("{\"Axis\":0,\"\\u0041xis\":1}") == "duplicate_key /Axis 1:11");
  CHECK(refusal("{\"desc\":{\"a\":1,\"b\":2,\"c\":3,\"b\":4,\"a\":5}}") == "duplicate_key /desc/b 1:28");
  CHECK(refusal("{\"\":0,\"\":1}") == "duplicate_key / 1:7");
  CHECK(refusal("[{\"a\":0},{\"a\":{\"a\":1}}]") == "accepted");
  CHECK(refusal("{\"a\":0,\"A\":0,\"a\\u0000\":0,\"\":0}") == "accepted");
}

TEST_CASE("J13, J29: a key with control characters is kept and prints harmlessly") {
  Document document = parsed("{\"Axis\\u0000\": 1, \"\\u001b[31m\": 2}");
  CHECK(document.root().find("Axis\0"s).literal() == "1");
  CHECK_FALSE(document.root().find("Axis"));
  CHECK(document.root().find("Axis\0"s).pointer() == "/Axis\\x00");
  CHECK(document.root().find("\x1b[31m").pointer() == "/\\x1b[31m");
  CHECK(message("{\"\\u001b[31m\" 1}").find('\x1b') == std::string::npos);
  CHECK(message("[\x1b[31m]") == "'\\x1b' is not a JSON value; a value, with text in double quotes, is expected");
}

TEST_CASE("J14, J15: nothing may follow the document") {
  CHECK(refusal("{} trailing") == "syntax  1:4");
  CHECK(refusal("{}\n{}") == "syntax  2:1");
  CHECK(refusal("1 2") == "syntax  1:3");
  CHECK(refusal("{} \n // a comment \n /* may */ ") == "accepted");
  CHECK(message("{} trailing") == "'trailing' was found; the end of the text is expected");
}

TEST_CASE("J16: one trailing comma is accepted, and only before a closing bracket") {
  for (const char* text :
       {"[1,]", "{\"a\":1,}", "[[],{},]", "[1 , ]", "[1,// c\n]", "[1,/* c */]", "[\"a\",]", "[null,]"}) {
    INFO(text);
    CHECK(refusal(text) == "accepted");
  }
  CHECK(parsed("[1,2,]").root().size() == 2);
  CHECK(parsed("[\"a,]\"]").root().size() == 1);
  CHECK(refusal("[,]") == "syntax /0 1:2");
  CHECK(refusal("{,}") == "syntax  1:2");
  CHECK(refusal("[1,,]") == "syntax /1 1:4");
  CHECK(refusal("{\"a\":,}") == "syntax /a 1:6");
  CHECK(refusal("{\"a\",}") == "syntax  1:5");
  CHECK(refusal("[1],") == "syntax  1:4");
  CHECK(refusal("[1,}") == "syntax /1 1:4");
}

TEST_CASE("J17: comments are blanks") {
  CHECK(refusal("/**/[/* * / */1/***/]// end") == "accepted");
  CHECK(refusal("[1]//\n") == "accepted");
  CHECK(refusal("// \"[{\n[1]") == "accepted");
  CHECK((*parsed("[\"// no /* comment */\"]").root().begin()).string() == "// no /* comment */");
  CHECK((*parsed("[\"\\\"// no\"]").root().begin()).string() == "\"// no");
  CHECK(refusal("[1/**/2]") == "syntax  1:7");
  CHECK(refusal("[1] /* x") == "syntax  1:5");
  CHECK(refusal("[1, /*/ 2]") == "syntax /1 1:5");
  CHECK(refusal("[1] /") == "syntax  1:5");
  CHECK(refusal("[1 / 2]") == "syntax  1:4");
}

TEST_CASE("J18, J19: what other languages would take is refused with what JSON takes") {
  CHECK(refusal("{'a': 1}") == "syntax  1:2");
  CHECK(message("{\"a\": 'x'}") == "\"'x'\" is not a JSON value; a string in double quotes is expected");
  CHECK(refusal("{\"desc\":{\"PaddingValue\":NaN}}") == "syntax /desc/PaddingValue 1:25");
  CHECK(message("{\"PaddingValue\":NaN}") == "'NaN' is not a JSON value; \"nan\" in double quotes is expected");
  CHECK(message("[Infinity]") == "'Infinity' is not a JSON value; \"inf\" in double quotes is expected");
  CHECK(message("[-Infinity]") == "'-Infinity' is not a JSON value; \"-inf\" in double quotes is expected");
  CHECK(message("[True]") == "'True' is not a JSON value; 'true' in lower case is expected");
  CHECK(message("[0x10]") == "'0x10' is not a JSON value; a number such as 0, -1.5 or 1e-3 is expected");
}

TEST_CASE("J20, J21: a number beyond every double is out of range, one below is not") {
  CHECK(refusal("{\"scale\":\n 1e400}") == "out_of_range /scale 2:2");
  CHECK(refusal("[0,-1e400]") == "out_of_range /1 1:4");
  CHECK(refusal("1e400") == "out_of_range  1:1");
  CHECK(message("[1e400 ]") == "1e400 is beyond the largest number; at most about 1.8e308 is expected");
  CHECK(refusal("[1e-400, 1.7e308]") == "accepted");
}

TEST_CASE("J22, J23: text that is not UTF-8 is refused at its byte") {
  CHECK(refusal("[\"ab\xFF\"]") == "bad_utf8 /0 1:5");
  CHECK(refusal("{\"\xC0\xAF\":1}") == "bad_utf8  1:3");
  CHECK(refusal("[\"\xED\xA0\x80\"]") == "bad_utf8 /0 1:3");
  CHECK(refusal("[\"\xF4\x90\x80\x80\"]") == "bad_utf8 /0 1:3");
  CHECK(refusal("[\"a\\ud800\"]") == "bad_utf8 /0 1:4");
  CHECK(refusal("[\"\\udc00\"]") == "bad_utf8 /0 1:3");
  CHECK(refusal("[\"\\ud800\\u0041\"]") == "bad_utf8 /0 1:3");
  CHECK(refusal("[\"\\uDBFF\\uDFFF\"]") == "accepted");
  CHECK(refusal("[\xE9]") == "bad_utf8 /0 1:2");
  CHECK(refusal("[1\xE9]") == "bad_utf8 /0 1:3");
}

TEST_CASE("text that is not UTF-8 is refused in comments, too") {
  CHECK(refusal("[1] // \xFF") == "bad_utf8  1:8");
  CHECK(refusal("// a\xC3\n[1]") == "bad_utf8  1:5");
  CHECK(refusal("/* \xED\xA0\x80 */ [1]") == "bad_utf8  1:4");
  CHECK(refusal("{\"a\": /*\xE9*/ 1}") == "bad_utf8 /a 1:9");
  CHECK(refusal("{\"a\": 1, /*\xE9*/ }") == "bad_utf8  1:12");
  CHECK(refusal("[1 /*\xC0\xAF*/]") == "bad_utf8  1:6");
  CHECK(message("[1] // \xFF") == "the byte \\xff begins no UTF-8 character; text in UTF-8 is expected");
  CHECK(refusal("[1, /* \xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80 */ 2] // \xC3\xA9") == "accepted");
}

TEST_CASE("J24, J25: UTF-16 is named, the byte order mark of UTF-8 is skipped") {
  for (const std::string& text : {"\xFF\xFE[\0]\0"s, "\xFE\xFF\0[\0]"s, "[\0]\0"s, "\0[\0]"s}) {
    CHECK(refusal(text) == "syntax  1:1");
    CHECK(contains(message(text), "UTF-16"));
  }
  Document document = parsed("\xEF\xBB\xBF[1,\n2]");
  CHECK((*document.root().begin()).position() == Position{1, 2});
  CHECK(refusal("\xEF\xBB\xBF\xEF\xBB\xBF[1]") == "syntax  1:1");
  CHECK(refusal("[1]\xEF\xBB\xBF") == "syntax  1:4");
  CHECK(refusal("\xEF\xBB[1]") == "bad_utf8  1:1");
}

TEST_CASE("J26: a NUL byte is refused wherever it stands") {
  CHECK(refusal("{\"a\":1}\0"s) == "syntax  1:8");
  CHECK(refusal("[1,\0 2]"s) == "syntax /1 1:4");
  CHECK(refusal("[\"a\0b\"]"s) == "syntax /0 1:4");
  CHECK(refusal("{\"a\0\":1}"s) == "syntax  1:4");
  CHECK(refusal("[1] // a\0b"s) == "syntax  1:9");
  CHECK(refusal("[1] /* a\0b */"s) == "syntax  1:9");
  CHECK(refusal("[\"a\\\0\"]"s) == "syntax /0 1:5");
  CHECK(contains(message("[1]\0"s), "NUL"));
}

TEST_CASE("J27: every prefix of a good text is a syntax error") {
  std::string text = kGood;
  for (std::size_t length = 0; length < text.size(); ++length) {
    INFO(text.substr(0, length));
    CHECK(refusal(text.substr(0, length)).substr(0, 7) == "syntax ");
  }
  CHECK(refusal(text) == "accepted");
}

TEST_CASE("J28: any value may stand at the top; what it must be is the reader's business") {
  CHECK(parsed("[]").root().is(Kind::array));
  CHECK(parsed("\"x\"").root().string() == "x");
  CHECK(parsed("-0").root().literal() == "-0");
  CHECK(parsed(" null ").root().is(Kind::null));
  CHECK(parsed("true").root().boolean());
}

TEST_CASE("a syntax error says what was found and what was expected") {
  CHECK(message("{\"a\" 1}") == "'1' was found; ':' is expected");
  CHECK(message("{\"a\":1 \"b\":2}") == "\"b\" was found; ',' or '}' is expected");
  CHECK(message("[1 2]") == "'2' was found; ',' or ']' is expected");
  CHECK(message("[") == "the text ends here; a value or ']' is expected");
  CHECK(message("{\"a\":1,") == "the text ends here; a key in double quotes is expected");
  CHECK(message("{a:1}") == "'a' was found; a key in double quotes or '}' is expected");
  CHECK(message("[\"a") == "the text ends inside the string that begins here; '\"' is expected");
  CHECK(message("[\"\\q\"]") ==
        "the escape '\\q' is not known; one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u is expected");
  CHECK(message("[\"\\u12g4\"]") == "'\\u12' is incomplete; four hexadecimal digits after \\u are expected");
  CHECK(message("[\"a\nb\"]") == "the line ends inside a string; '\"' before it, or \\n in its place, is expected");
  CHECK(contains(message("[\"a\tb\"]"), "control character \\x09"));
  CHECK(message("[" + std::string(5000, 'x') + "]").size() < 200);
}

TEST_CASE("printable text has no control character, no invalid byte and no invisible mark") {
  CHECK(printable("plain \xC3\xA9 \xF0\x9F\x9A\x80") == "plain \xC3\xA9 \xF0\x9F\x9A\x80");
  CHECK(printable("\x1b[31m\n\t\x7f") == "\\x1b[31m\\x0a\\x09\\x7f");
  CHECK(printable("a\0b"s) == "a\\x00b");
  CHECK(printable("\xFF\xC3") == "\\xff\\xc3");
  CHECK(printable("\xED\xA0\x80") == "\\xed\\xa0\\x80");
  CHECK(printable("\xC2\x9B") == "\\xc2\\x9b");
  CHECK(printable("\xE2\x80\xAE") == "\\xe2\\x80\\xae");
  CHECK(printable("\xE2\x80\x8B\xEF\xBB\xBF") == "\\xe2\\x80\\x8b\\xef\\xbb\\xbf");
  CHECK(printable("\xE2\x82\xAC") == "\xE2\x82\xAC");
  CHECK(printable("\xC2\xAD\xD8\x9C\xE1\xA0\x8E") == "\\xc2\\xad\\xd8\\x9c\\xe1\\xa0\\x8e");
  CHECK(printable("\xEF\xBF\xB9\xF3\xA0\x81\xA1") == "\\xef\\xbf\\xb9\\xf3\\xa0\\x81\\xa1");
  CHECK(printable("\xC3\xAD\xD8\x9B\xEF\xBF\xBD") == "\xC3\xAD\xD8\x9B\xEF\xBF\xBD");
}

TEST_CASE("printable text is cut between characters") {
  CHECK(printable("abcdef", 6) == "abcdef");
  CHECK(printable("abcdef", 5) == "abcde...");
  CHECK(printable("\x01\x02", 7) == "\\x01...");
  CHECK(printable("a\xC3\xA9", 2) == "a...");
  CHECK(printable("", 0).empty());
  CHECK(printable(std::string(300, 'x')) == std::string(200, 'x') + "...");
}

TEST_CASE("kinds have an article for messages") {
  CHECK(with_article(Kind::null) == "null");
  CHECK(with_article(Kind::boolean) == "a boolean");
  CHECK(with_article(Kind::number) == "a number");
  CHECK(with_article(Kind::string) == "a string");
  CHECK(with_article(Kind::array) == "an array");
  CHECK(with_article(Kind::object) == "an object");
}
