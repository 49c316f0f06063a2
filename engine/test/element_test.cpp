#include "engine/tensor/element.h"

#include <cfenv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <random>

#include "engine/test/catch.h"
#include "engine/test/this_program.h"

using namespace dmlrun;

namespace {

const DataType kFloats[] = {DataType::float32, DataType::float16, DataType::float64};

// Stores one JSON value; the bytes' bit pattern or the error.
Result<std::uint64_t> stored(const std::string& json, DataType type) {
  auto document = text::Document::parse(json);
  REQUIRE(document);
  std::uint64_t bits = 0;
  auto result = store_value(document->root(), type, reinterpret_cast<std::byte*>(&bits));
  if (!result) return result.error();
  return bits;
}

void check_stored(const std::string& json, DataType type, std::uint64_t bits) {
  auto result = stored(json, type);
  INFO(json << " as " << name(type) << ": " << (result ? "" : result.error().message));
  REQUIRE(result);
  CHECK(*result == bits);
}

void check_refused(const std::string& json, DataType type, ErrorCode code) {
  auto result = stored(json, type);
  INFO(json << " as " << name(type));
  REQUIRE_FALSE(result);
  INFO(result.error().message);
  CHECK(static_cast<int>(result.error().code) == static_cast<int>(code));
  CHECK_FALSE(result.error().message.empty());
}

template <class T>
std::uint64_t bits_of(T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

template <class Append>
std::string text_of(Append append, DataType type, std::uint64_t bits) {
  std::string text;
  append(text, type, reinterpret_cast<const std::byte*>(&bits));
  return text;
}
std::string printed(DataType type, std::uint64_t bits) { return text_of(append_printed, type, bits); }
std::string shortest(DataType type, std::uint64_t bits) { return text_of(append_shortest, type, bits); }
std::string json(DataType type, std::uint64_t bits) { return text_of(append_json, type, bits); }
std::string hex(DataType type, std::uint64_t bits) { return text_of(append_hex, type, bits); }

bool is_nan_half(unsigned bits) { return (bits & 0x7FFF) > 0x7C00; }

// Round to nearest even by definition: of the two neighbours the nearer one, exactly in double arithmetic.
std::uint16_t nearest_half_of(double value) {
  std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  double magnitude = std::fabs(value);
  if (magnitude >= 65520) return sign | 0x7C00;
  if (magnitude >= 65504) return sign | 0x7BFF;
  std::uint16_t low = 0, high = 0x7BFF;  // the values of positive halves are in the order of their bits
  while (high - low > 1) {
    auto middle = static_cast<std::uint16_t>((low + high) / 2);
    (double_from_half(middle) <= magnitude ? low : high) = middle;
  }
  double below = magnitude - double_from_half(low), above = double_from_half(high) - magnitude;
  bool up = above < below || (above == below && low % 2 == 1);
  return sign | (up ? high : low);
}

}  // namespace

TEST_CASE("all 65,536 halves widen exactly and come back") {
  for (unsigned bits = 0; bits < 65'536; ++bits) {
    auto half = static_cast<std::uint16_t>(bits);
    double value = double_from_half(half);
    if (is_nan_half(bits)) {
      REQUIRE(std::isnan(value));
      REQUIRE(half_from_double(value) == (bits | 0x0200));
      continue;
    }
    unsigned exponent = bits >> 10 & 31, fraction = bits & 1023;
    double expected = exponent == 31  ? HUGE_VAL
                      : exponent == 0 ? std::ldexp(fraction, -24)
                                      : std::ldexp(1024 + fraction, static_cast<int>(exponent) - 25);
    REQUIRE(value == (bits & 0x8000 ? -expected : expected));
    REQUIRE(half_from_double(value) == bits);
  }
}

TEST_CASE("between any two halves doubles round to the nearest, ties to even") {
  for (std::uint16_t bits = 0; bits < 0x7BFF; ++bits) {
    double low = double_from_half(bits), high = double_from_half(static_cast<std::uint16_t>(bits + 1));
    double tie = (low + high) / 2;
    auto even = static_cast<std::uint16_t>(bits + bits % 2);
    REQUIRE(half_from_double(tie) == even);
    REQUIRE(half_from_double(-tie) == (even | 0x8000));
    // One step of double beside the tie: a detour over float would lose it.
    REQUIRE(half_from_double(std::nextafter(tie, 0)) == bits);
    REQUIRE(half_from_double(std::nextafter(tie, 1e9)) == bits + 1);
    REQUIRE(half_from_double(-std::nextafter(tie, 1e9)) == ((bits + 1) | 0x8000));
  }
}

TEST_CASE("doubles at the ends of half become the largest, infinity, the smallest or zero") {
  CHECK(half_from_double(65504) == 0x7BFF);
  CHECK(half_from_double(std::nextafter(65520.0, 0)) == 0x7BFF);
  CHECK(half_from_double(65520) == 0x7C00);
  CHECK(half_from_double(-65520) == 0xFC00);
  CHECK(half_from_double(1e300) == 0x7C00);
  CHECK(half_from_double(-HUGE_VAL) == 0xFC00);
  CHECK(half_from_double(0x1p-24) == 0x0001);
  CHECK(half_from_double(0x1p-25) == 0x0000);
  CHECK(half_from_double(std::nextafter(0x1p-25, 1)) == 0x0001);
  CHECK(half_from_double(-0x1p-25) == 0x8000);
  CHECK(half_from_double(5e-324) == 0x0000);
  CHECK(half_from_double(-0.0) == 0x8000);
  CHECK(half_from_double(std::nan("")) == 0x7E00);
}

TEST_CASE("random doubles round to half as the definition says, in every rounding mode of the caller") {
  std::uint32_t seed = dmlrun::test::random_seed() ? dmlrun::test::random_seed() : 1;
  INFO("seed " << seed << "; repeat: " << dmlrun::test::this_program()
               << " \"random doubles round to half*\" --rng-seed " << seed);
  std::mt19937_64 random(seed);
  for (int mode : {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    for (int i = 0; i < 20'000; ++i) {
      double value =
          std::ldexp(1 + static_cast<double>(random() >> 12) * 0x1p-52, static_cast<int>(random() % 46) - 28);
      if (random() % 2) value = -value;
      std::fesetround(FE_TONEAREST);
      std::uint16_t expected = nearest_half_of(value);
      std::fesetround(mode);
      std::uint16_t found = half_from_double(value);
      std::fesetround(FE_TONEAREST);
      INFO("value " << value << " mode " << mode);
      REQUIRE(found == expected);
    }
  }
}

TEST_CASE("integers are stored over their whole range and refused beyond it") {
  struct Row {
    DataType type;
    const char *least, *most, *too_small, *too_large;
    std::uint64_t least_bits, most_bits;
  };
  const Row rows[] = {
      {DataType::uint8, "0", "255", "-1", "256", 0, 0xFF},
      {DataType::int8, "-128", "127", "-129", "128", 0x80, 0x7F},
      {DataType::uint16, "0", "65535", "-1", "65536", 0, 0xFFFF},
      {DataType::int16, "-32768", "32767", "-32769", "32768", 0x8000, 0x7FFF},
      {DataType::uint32, "0", "4294967295", "-1", "4294967296", 0, 0xFFFF'FFFF},
      {DataType::int32, "-2147483648", "2147483647", "-2147483649", "2147483648", 0x8000'0000, 0x7FFF'FFFF},
      {DataType::uint64, "0", "18446744073709551615", "-1", "18446744073709551616", 0, UINT64_MAX},
      {DataType::int64, "-9223372036854775808", "9223372036854775807", "-9223372036854775809", "9223372036854775808",
       0x8000'0000'0000'0000, 0x7FFF'FFFF'FFFF'FFFF}};
  for (const Row& row : rows) {
    check_stored(row.least, row.type, row.least_bits);
    check_stored(row.most, row.type, row.most_bits);
    check_refused(row.too_small, row.type, ErrorCode::out_of_range);
    check_refused(row.too_large, row.type, ErrorCode::out_of_range);
    check_refused("1.0", row.type, ErrorCode::not_an_integer);
    check_refused("1e2", row.type, ErrorCode::not_an_integer);
    check_refused("\"nan\"", row.type, ErrorCode::wrong_type);
    check_refused("true", row.type, ErrorCode::wrong_type);
    check_refused("null", row.type, ErrorCode::wrong_type);
    CHECK(json(row.type, row.least_bits) == row.least);
    CHECK(json(row.type, row.most_bits) == row.most);
    CHECK(printed(row.type, row.most_bits) == row.most);
  }
  check_stored("9007199254740993", DataType::int64, 9007199254740993);
  check_refused("1", DataType::unknown, ErrorCode::wrong_type);
}

TEST_CASE("special floats are stored by their words, nan as the positive quiet one") {
  check_stored("\"nan\"", DataType::float32, 0x7FC0'0000);
  check_stored("\"nan\"", DataType::float16, 0x7E00);
  check_stored("\"nan\"", DataType::float64, 0x7FF8'0000'0000'0000);
  check_stored("\"inf\"", DataType::float32, 0x7F80'0000);
  check_stored("\"-inf\"", DataType::float16, 0xFC00);
  check_stored("\"-inf\"", DataType::float64, 0xFFF0'0000'0000'0000);
  for (DataType type : kFloats) {
    check_refused("\"infinite\"", type, ErrorCode::wrong_type);
    check_refused("[1]", type, ErrorCode::wrong_type);
    check_refused("false", type, ErrorCode::wrong_type);
    check_stored("0", type, 0);
    check_stored("0.0", type, 0);
    check_stored("-0", type, 0);
    check_stored("-0.0", type, std::uint64_t{1} << (8 * element_size(type) - 1));
  }
}

TEST_CASE("FLOAT32 numbers round once, from the literal") {
  check_stored("0.1", DataType::float32, bits_of(0.1f));
  check_stored("1", DataType::float32, bits_of(1.0f));
  check_stored("16777217", DataType::float32, bits_of(16777216.0f));
  // Just above the tie between 1 and the next float; the nearest double is the tie itself.
  check_stored("1.00000005960464477540", DataType::float32, bits_of(std::nextafter(1.0f, 2.0f)));
  check_stored("1.00000005960464477539", DataType::float32, bits_of(1.0f));
  check_stored("-1.00000005960464477540", DataType::float32, bits_of(-std::nextafter(1.0f, 2.0f)));
  check_stored("3.4028235e38", DataType::float32, bits_of(std::numeric_limits<float>::max()));
  check_stored("1e-45", DataType::float32, 1);
  check_stored("1e-46", DataType::float32, 0);
  check_stored("-1e-60", DataType::float32, 0x8000'0000);
  check_stored("1.17549429e-38", DataType::float32, bits_of(1.17549429e-38f));
  check_refused("3.4028236e38", DataType::float32, ErrorCode::out_of_range);
  check_refused("1e39", DataType::float32, ErrorCode::out_of_range);
  check_refused("-1e39", DataType::float32, ErrorCode::out_of_range);
}

TEST_CASE("FLOAT16 numbers round once, from the literal") {
  // 1.00048828125 lies in the middle of 1 and the next half, and is the nearest double of all of these.
  check_stored("1.00048828125", DataType::float16, 0x3C00);
  check_stored("1.00048828125000000000000001", DataType::float16, 0x3C01);
  check_stored("-100048828125000000000000001e-26", DataType::float16, 0xBC01);
  check_stored("1.00048828124999999999999999", DataType::float16, 0x3C00);
  check_stored("1.00146484375", DataType::float16, 0x3C02);
  check_stored("1.00146484374999999999999999", DataType::float16, 0x3C01);
  check_stored("2.98023223876953125e-8", DataType::float16, 0);
  check_stored("2.980232238769531250000000001e-8", DataType::float16, 1);
  check_stored("-2.980232238769531249999999999e-8", DataType::float16, 0x8000);
  check_stored("65503.99999999999999999999999999", DataType::float16, 0x7BFF);
  check_stored("65504.00000000000000000000000001", DataType::float16, 0x7BFF);
}

TEST_CASE("a number is too large for a float type when it rounds to infinity, and not before") {
  check_stored("65504.1", DataType::float16, 0x7BFF);
  check_stored("65519.99999999999999999999999999", DataType::float16, 0x7BFF);
  check_stored("-65519", DataType::float16, 0xFBFF);
  check_stored("340282356779733661637539395458142568447", DataType::float32,
               bits_of(std::numeric_limits<float>::max()));
  check_stored("1.797693134862315807e308", DataType::float64, bits_of(std::numeric_limits<double>::max()));
  for (const char* edge : {"65520", "65520.00", "-65520", "65520.00000000000000000000000001", "1e308"})
    check_refused(edge, DataType::float16, ErrorCode::out_of_range);
  check_refused("340282356779733661637539395458142568448", DataType::float32, ErrorCode::out_of_range);
}

TEST_CASE("an integer beyond 2^53 is rounded to a float type, however it is written") {
  for (const std::string integer : {"9007199254740993", "-9007199254740993", "18446744073709551615"})
    for (const DataType type : {DataType::float32, DataType::float64}) {
      const auto plain = stored(integer, type), with_point = stored(integer + ".0", type);
      INFO(integer << " as " << name(type));
      REQUIRE((plain && with_point));
      CHECK(*plain == *with_point);
    }
  check_stored("9007199254740993", DataType::float64, bits_of(9007199254740992.0));
  check_stored("16777217", DataType::float32, bits_of(16777216.0f));
}

TEST_CASE("FLOAT16 and FLOAT64 numbers round to nearest even and are refused beyond the largest") {
  check_stored("0.3", DataType::float16, 0x34CD);
  check_stored("1", DataType::float16, 0x3C00);
  check_stored("2049", DataType::float16, 0x6800);
  check_stored("2051", DataType::float16, 0x6802);
  check_stored("65504", DataType::float16, 0x7BFF);
  check_stored("-65504", DataType::float16, 0xFBFF);
  check_stored("5.96e-8", DataType::float16, 0x0001);
  check_refused("65520", DataType::float16, ErrorCode::out_of_range);
  check_refused("-1e5", DataType::float16, ErrorCode::out_of_range);
  check_stored("0.1", DataType::float64, bits_of(0.1));
  check_stored("1.7976931348623157e308", DataType::float64, bits_of(std::numeric_limits<double>::max()));
  check_stored("5e-324", DataType::float64, 1);
}

TEST_CASE("every half is printed in at most five digits and read back") {
  for (unsigned bits = 0; bits < 65'536; ++bits) {
    std::string text = json(DataType::float16, bits);
    if (is_nan_half(bits)) {
      REQUIRE(text == "\"nan\"");
      continue;
    }
    REQUIRE(text.size() <= 11);
    if (bits % 7 && bits > 2000 && bits < 60'000) continue;  // parsing documents is what takes the time
    auto back = stored(text, DataType::float16);
    INFO(text);
    REQUIRE(back);
    REQUIRE(*back == bits);
  }
  CHECK(json(DataType::float16, 0x2E66) == "0.1");
  CHECK(json(DataType::float16, 0x7BFF) == "65504");
  CHECK(json(DataType::float16, 0x3555) == "0.3333");
  CHECK(json(DataType::float16, 0x0001) == "6e-08");
  CHECK(json(DataType::float16, 0x8000) == "-0.0");
}

TEST_CASE("random floats of every bit pattern are read back from their JSON form") {
  std::uint32_t seed = dmlrun::test::random_seed() ? dmlrun::test::random_seed() : 1;
  INFO("seed " << seed << "; repeat: " << dmlrun::test::this_program() << " \"random floats of every bit*\" --rng-seed "
               << seed);
  std::mt19937_64 random(seed);
  for (int i = 0; i < 20'000; ++i) {
    DataType type = i % 2 ? DataType::float32 : DataType::float64;
    std::uint64_t bits = i % 2 ? random() >> 32 : random();
    if (i % 10 < 4) bits = i % 2 ? bits_of(static_cast<float>(random())) : bits_of(static_cast<double>(random()));
    std::string text = json(type, bits);
    if (text == "\"nan\"") continue;
    auto back = stored(text, type);
    INFO(text << " as " << name(type));
    REQUIRE(back);
    REQUIRE(*back == bits);
  }
}

TEST_CASE("the JSON form of floats is the shortest") {
  CHECK(json(DataType::float32, bits_of(0.1f)) == "0.1");
  CHECK(json(DataType::float32, bits_of(1.0f)) == "1");
  CHECK(json(DataType::float32, bits_of(1e20f)) == "1e+20");
  CHECK(json(DataType::float32, bits_of(-0.0f)) == "-0.0");
  CHECK(json(DataType::float32, 0) == "0");
  CHECK(json(DataType::float32, 0x7F80'0000) == "\"inf\"");
  CHECK(json(DataType::float32, 0xFF80'0000) == "\"-inf\"");
  CHECK(json(DataType::float32, 0xFFC0'0001) == "\"nan\"");
  CHECK(json(DataType::float64, bits_of(0.1)) == "0.1");
  CHECK(json(DataType::float64, bits_of(1.0 / 3)) == "0.3333333333333333");
  CHECK(json(DataType::float64, bits_of(-0.0)) == "-0.0");
  CHECK(json(DataType::float16, 0xFC00) == "\"-inf\"");
  CHECK(json(DataType::int8, 0xFF) == "-1");
  CHECK(shortest(DataType::float32, bits_of(1.0f / 3)) == "0.33333334");
  CHECK(shortest(DataType::float32, bits_of(-0.0f)) == "-0");
  CHECK(shortest(DataType::float64, 0xFFF0'0000'0000'0000) == "-inf");
  CHECK(shortest(DataType::float16, 0x7C00) == "inf");
  CHECK(shortest(DataType::float16, 0xFE00) == "nan");
  CHECK(shortest(DataType::uint64, ~std::uint64_t{0}) == "18446744073709551615");
  CHECK(json(DataType::uint8, 200) == "200");
  CHECK(json(DataType::int8, 200) == "-56");
}

TEST_CASE("the printed form is printf's %g in the C locale") {
  std::uint32_t seed = dmlrun::test::random_seed() ? dmlrun::test::random_seed() : 1;
  INFO("seed " << seed << "; repeat: " << dmlrun::test::this_program() << " \"the printed form*\" --rng-seed " << seed);
  std::mt19937_64 random(seed);
  char expected[64];
  for (int i = 0; i < 60'000; ++i) {
    std::uint64_t bits = random();
    if (i % 3 == 1)
      bits = bits_of(std::ldexp(static_cast<double>(random() % 4'000'000), static_cast<int>(random() % 40) - 30));
    if (i % 3 == 2) bits = bits_of(static_cast<double>(random() % 3'000'000) / 8 * (random() % 2 ? 1e-5 : 1));
    double value;
    std::memcpy(&value, &bits, sizeof value);
    if (std::isnan(value)) continue;
    std::snprintf(expected, sizeof expected, "%g", value);
    REQUIRE(printed(DataType::float64, bits) == expected);
    auto narrow = static_cast<float>(value);
    std::snprintf(expected, sizeof expected, "%g", static_cast<double>(narrow));
    REQUIRE(printed(DataType::float32, bits_of(narrow)) == expected);
  }
  for (unsigned half = 0; half < 65'536; half += 13) {
    if (is_nan_half(half)) continue;
    std::snprintf(expected, sizeof expected, "%g", double_from_half(static_cast<std::uint16_t>(half)));
    REQUIRE(printed(DataType::float16, half) == expected);
  }
}

TEST_CASE("the printed form of special values is DxDispatch's") {
  CHECK(printed(DataType::float32, bits_of(1e6f)) == "1e+06");
  CHECK(printed(DataType::float32, bits_of(0.333333343f)) == "0.333333");
  CHECK(printed(DataType::float32, bits_of(-0.0f)) == "-0");
  CHECK(printed(DataType::float32, 0xFFC0'0000) == "nan");
  CHECK(printed(DataType::float64, 0xFFF0'0000'0000'0000) == "-inf");
  CHECK(printed(DataType::float16, 0x7C00) == "inf");
  CHECK(printed(DataType::float16, 0xFE00) == "nan");
  CHECK(printed(DataType::uint8, 65) == "65");
  CHECK(printed(DataType::int8, 0xFF) == "-1");
}

TEST_CASE("hexadecimal is the bit pattern, zero padded") {
  CHECK(hex(DataType::float32, 0x3F80'0000) == "3F800000");
  CHECK(hex(DataType::uint8, 0x0A) == "0A");
  CHECK(hex(DataType::float16, 0x00FF) == "00FF");
  CHECK(hex(DataType::int64, UINT64_MAX - 15) == "FFFFFFFFFFFFFFF0");
}

TEST_CASE("every type is loaded as a double") {
  auto load = [](DataType type, std::uint64_t bits) {
    return load_double(type, reinterpret_cast<const std::byte*>(&bits));
  };
  CHECK(load(DataType::float32, bits_of(0.5f)) == 0.5);
  CHECK(load(DataType::float16, 0xC000) == -2);
  CHECK(load(DataType::float64, bits_of(1e300)) == 1e300);
  CHECK(load(DataType::uint8, 255) == 255);
  CHECK(load(DataType::int8, 255) == -1);
  CHECK(load(DataType::uint16, 65535) == 65535);
  CHECK(load(DataType::int16, 65535) == -1);
  CHECK(load(DataType::uint32, UINT32_MAX) == 4294967295.0);
  CHECK(load(DataType::int32, UINT32_MAX) == -1);
  CHECK(load(DataType::uint64, UINT64_MAX) == 0x1p64);
  CHECK(load(DataType::int64, UINT64_MAX) == -1);
  CHECK(load(DataType::unknown, 1) == 0);
}
