#include "engine/text/numbers.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "engine/test/catch.h"

using namespace dmlrun;
using namespace dmlrun::text;

namespace {

constexpr std::uint64_t kMax64 = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kMax32 = std::numeric_limits<std::uint32_t>::max();

Document parsed_numbers(const std::string& text) {
  Result<Document> document = Document::parse(text);
  INFO(text);
  REQUIRE(document.has_value());
  return std::move(document).value();
}

/// The code's name, or "" when the reading function accepts.
template <class Read>
std::string code_of(const std::string& text, Read read) {
  Document document = parsed_numbers(text);
  auto result = read(document.root());
  return result ? std::string() : std::string(name(result.error().code));
}

std::string unsigned_code(const std::string& text, std::uint64_t most = kMax32) {
  return code_of(text, [&](const Value& value) { return read_unsigned(value, most); });
}

std::string signed_code(const std::string& text, std::int64_t least, std::int64_t most) {
  return code_of(text, [&](const Value& value) { return read_signed(value, least, most); });
}

std::string real_code(const std::string& text) { return code_of(text, read_real); }

double real(const std::string& text) {
  Document document = parsed_numbers(text);
  Result<double> result = read_real(document.root());
  INFO(text);
  REQUIRE(result.has_value());
  return *result;
}

}  // namespace

TEST_CASE("unsigned integers are exact up to 64 bits") {
  for (std::uint64_t number : {std::uint64_t{0}, std::uint64_t{7}, kMax32, std::uint64_t{9007199254740993}, kMax64}) {
    Document document = parsed_numbers(std::to_string(number));
    Result<std::uint64_t> read = read_unsigned(document.root(), kMax64);
    REQUIRE(read.has_value());
    CHECK(*read == number);
  }
}

TEST_CASE("an unsigned integer must be written as one (V34 to V42)") {
  CHECK(unsigned_code("4294967295").empty());
  CHECK(unsigned_code("\"2,3\"") == "wrong_type");
  CHECK(unsigned_code("\"3\"") == "wrong_type");
  CHECK(unsigned_code("null") == "wrong_type");
  CHECK(unsigned_code("true") == "wrong_type");
  CHECK(unsigned_code("[1]") == "wrong_type");
  CHECK(unsigned_code("2.0") == "not_an_integer");
  CHECK(unsigned_code("1e3") == "not_an_integer");
  CHECK(unsigned_code("1E3") == "not_an_integer");
  CHECK(unsigned_code("-1.0") == "not_an_integer");
  CHECK(unsigned_code("-0") == "not_an_integer");
  CHECK(unsigned_code("-1") == "out_of_range");
  CHECK(unsigned_code("4294967296") == "out_of_range");
  CHECK(unsigned_code("18446744073709551616") == "out_of_range");
  CHECK(unsigned_code("18446744073709551616", kMax64) == "out_of_range");
  CHECK(unsigned_code("18446744073709551615", kMax64).empty());
  CHECK(unsigned_code(std::string(64, '9'), kMax64) == "out_of_range");
}

TEST_CASE("a signed integer is held to both bounds") {
  constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min(),
                         kMax = std::numeric_limits<std::int64_t>::max();
  for (std::int64_t number : {kMin, std::int64_t{-1}, std::int64_t{0}, kMax}) {
    Document document = parsed_numbers(std::to_string(number));
    Result<std::int64_t> read = read_signed(document.root(), kMin, kMax);
    REQUIRE(read.has_value());
    CHECK(*read == number);
  }
  CHECK(signed_code("-128", -128, 127).empty());
  CHECK(signed_code("127", -128, 127).empty());
  CHECK(signed_code("-129", -128, 127) == "out_of_range");
  CHECK(signed_code("128", -128, 127) == "out_of_range");
  CHECK(signed_code("-9223372036854775809", kMin, kMax) == "out_of_range");
  CHECK(signed_code("9223372036854775808", kMin, kMax) == "out_of_range");
  CHECK(signed_code("-0", -128, 127) == "not_an_integer");
  CHECK(signed_code("1.0", -128, 127) == "not_an_integer");
  CHECK(signed_code("\"1\"", -128, 127) == "wrong_type");
}

TEST_CASE("a refused number says where, what and what would be right") {
  Document document = parsed_numbers("{\"Sizes\": [1,\n  4294967296, \"3\", 2.0]}");
  Value sizes = document.root().find("Sizes");
  std::vector<std::string> messages;
  for (Value size : sizes) {
    Result<std::uint64_t> read = read_unsigned(size, kMax32);
    if (!read) messages.push_back(read.error().to_string());
  }
  REQUIRE(messages.size() == 3);
  CHECK(messages[0] == "/Sizes/1 (2:3): the number 4294967296 was found; an integer from 0 to 4294967295 is expected");
  CHECK(messages[1] == "/Sizes/2 (2:15): the string \"3\" was found; an integer from 0 to 4294967295 is expected");
  CHECK(messages[2] ==
        "/Sizes/3 (2:20): the number 2.0 was found; an integer from 0 to 4294967295, written without point and "
        "exponent, is expected");
}

TEST_CASE("a real is the nearest double") {
  CHECK(real("0.1") == 0.1);
  CHECK(real("-1.5e-3") == -1.5e-3);
  CHECK(real("1E+2") == 100);
  CHECK(real("1.7976931348623157e308") == std::numeric_limits<double>::max());
  CHECK(real("4.9e-324") == std::numeric_limits<double>::denorm_min());
  CHECK(real("2.2250738585072011e-308") == 2.2250738585072011e-308);
  CHECK(real("9007199254740993.0") == 9007199254740992.0);
}

TEST_CASE("a real too small for a double is zero of its sign (J21)") {
  CHECK(real("1e-400") == 0);
  CHECK_FALSE(std::signbit(real("1e-400")));
  CHECK(std::signbit(real("-1e-400")));
  CHECK(real("123e-10000000") == 0);
  CHECK(real("0e999999999999999999999") == 0);
  CHECK(real("0.0e+400") == 0);
  CHECK(real("1e-99999999999999999999999") == 0);
  CHECK(real("0.00000000000000000000001e-390") == 0);
}

TEST_CASE("the sign of zero is that of the literal, but for the integer") {
  CHECK_FALSE(std::signbit(real("0")));
  CHECK_FALSE(std::signbit(real("-0")));
  CHECK(std::signbit(real("-0.0")));
  CHECK(std::signbit(real("-0e0")));
}

TEST_CASE("a literal beyond every double is recognised by its magnitude") {
  CHECK_FALSE(convert_real("1e400").has_value());
  CHECK_FALSE(convert_real("-1e400").has_value());
  CHECK_FALSE(convert_real("1e99999999999999999999999").has_value());
  CHECK_FALSE(convert_real("0.0001e313").has_value());
  CHECK(convert_real("0.0001e312").has_value());
  CHECK_FALSE(convert_real("1.7976931348623159e308").has_value());
  CHECK_FALSE(convert_real("1" + std::string(400, '0')).has_value());
  CHECK(convert_real("1" + std::string(400, '0') + "e-400") == 1.0);
}

TEST_CASE("infinities and NaN are words in any letter case") {
  for (const char* word : {"\"inf\"", "\"INF\"", "\"Inf\""})
    CHECK(real(word) == std::numeric_limits<double>::infinity());
  for (const char* word : {"\"-inf\"", "\"-INF\""}) CHECK(real(word) == -std::numeric_limits<double>::infinity());
  for (const char* word : {"\"nan\"", "\"NaN\"", "\"NAN\""}) CHECK(std::isnan(real(word)));
  for (const char* word :
       {"\"\"", "\"+inf\"", "\"infinity\"", "\"-nan\"", "\"in\"", "\"inf \"", "\"1.5\"", "\"i\\u004e\""}) {
    INFO(word);
    CHECK(real_code(word) == "wrong_type");
  }
}

TEST_CASE("a real is a number or one of three words") {
  CHECK(real_code("true") == "wrong_type");
  CHECK(real_code("null") == "wrong_type");
  CHECK(real_code("[1.5]") == "wrong_type");
  CHECK(real_code("{}") == "wrong_type");
}

TEST_CASE("an integer is rounded as a real as one with a point is") {
  for (const std::string integer : {"9007199254740992", "9007199254740993", "-9007199254740993", "9007199254740995",
                                    "18446744073709551615", "100000000000000000000000"}) {
    INFO(integer);
    CHECK(real(integer) == real(integer + ".0"));
  }
  CHECK(real("9007199254740993") == 9007199254740992.0);
  CHECK(real("9007199254740995") == 9007199254740996.0);
  CHECK(real("100000000000000000000000") == 1e23);
}

TEST_CASE("a literal is compared with a double digit by digit") {
  CHECK(compare_magnitudes("0.5", 0.5) == 0);
  CHECK(compare_magnitudes("-5.000e-1", 0.5) == 0);
  CHECK(compare_magnitudes("0.005E+2", -0.5) == 0);
  CHECK(compare_magnitudes("0", 0.0) == 0);
  CHECK(compare_magnitudes("0.0", 5e-324) < 0);
  CHECK(compare_magnitudes("1e-400", 0.0) > 0);
  CHECK(compare_magnitudes("0.1", 0.1) < 0);  // the double is 0.1000000000000000055511151231257827...
  CHECK(compare_magnitudes("0.1000000000000000055511151231257827021181583404541015625", 0.1) == 0);
  CHECK(compare_magnitudes("0.10000000000000000555111512312578270211815834045410156250000001", 0.1) > 0);
  CHECK(compare_magnitudes("1000", 999.0) > 0);
  CHECK(compare_magnitudes("999", 1000.0) < 0);
  CHECK(compare_magnitudes("0.099999999999999999999", 0.125) < 0);
  CHECK(compare_magnitudes("9007199254740993", 9007199254740992.0) > 0);
  CHECK(compare_magnitudes("1e99999999999999999999", 1e308) > 0);
  CHECK(compare_magnitudes("1e-99999999999999999999", 5e-324) < 0);
}

TEST_CASE("booleans, strings and kinds are not converted") {
  CHECK(code_of("true", read_boolean).empty());
  CHECK(code_of("1", read_boolean) == "wrong_type");
  CHECK(code_of("\"true\"", read_boolean) == "wrong_type");
  CHECK(code_of("\"x\"", read_string).empty());
  CHECK(code_of("1", read_string) == "wrong_type");
  CHECK(code_of("null", read_string) == "wrong_type");
  Document document = parsed_numbers("[false]");
  CHECK(*read_boolean(*document.root().begin()) == false);
  CHECK(expect_kind(document.root(), Kind::array).has_value());
  Result<void> refused = expect_kind(document.root(), Kind::object);
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().to_string() == "(1:1): the array [false] was found; an object is expected");
  const Document nested =
      parsed_numbers(R"({"a" : [1,2.50, {}, null], "b":"x", "c": true, "d": false, "e": [[[[0,1,2]]]]})");
  CHECK(
      read_string(nested.root()).error().message ==
      R"(the object {"a": [1, 2.50, {}, null], "b": "x", "c": true, "d": false, ... was found; a string is expected)");
}

TEST_CASE("the nearest word is a misspelling, not a guess") {
  std::vector<std::string_view> fields = {"StartPadding", "EndPadding", "PaddingMode", "Axis"};
  CHECK(nearest("StartPaddin", fields) == "StartPadding");
  CHECK(nearest("startPadding", fields) == "StartPadding");
  CHECK(nearest("axis", fields) == "Axis");
  CHECK(nearest("PaddingMood", fields) == "PaddingMode");
  CHECK(nearest("Repeats", fields).empty());
  CHECK(nearest("", fields).empty());
  CHECK(nearest(std::string(4096, 'P'), fields).empty());
}

TEST_CASE("five letters may have two slips that keep all but one, and of equally near words a swapped one is meant") {
  const std::vector<std::string_view> words = {"SIN", "SIGN", "MIN", "TILE", "MAX", "EXP"};
  CHECK(nearest("titel", words) == "TILE");
  CHECK(nearest("ACTIVATION_RLU", std::vector<std::string_view>{"ACTIVATION_ELU", "ACTIVATION_RELU"}) ==
        "ACTIVATION_RELU");
  CHECK(nearest("sgin", words) == "SIGN");
  for (const std::string_view other : {"minus", "maxim", "expit", "tlei", "tail", "sum", "x"})
    CHECK(nearest(other, words).empty());
}

TEST_CASE("edit distance counts insertions, deletions, replacements and swaps") {
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("abc", "") == 3);
  CHECK(edit_distance("kitten", "sitting") == 3);
  CHECK(edit_distance("TILE", "TILES") == 1);
  CHECK(edit_distance("tlie", "TILE") == 1);
  CHECK(edit_distance("itle", "TILE", 1) == 1);
  CHECK(edit_distance("same", "same") == 0);
  CHECK(edit_distance("kitten", "sitting", 4) == 3);
  CHECK(edit_distance("kitten", "sitting", 3) == 3);
  CHECK(edit_distance("kitten", "sitting", 2) == 2);
  CHECK(edit_distance("", "abc", 2) == 2);
}
