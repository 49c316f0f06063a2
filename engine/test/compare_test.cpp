#include "engine/tensor/compare.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "engine/test/catch.h"

using namespace dmlrun;

namespace {

constexpr std::uint64_t kNoDistance = UINT64_MAX;

template <class T>
std::span<const std::byte> view(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

template <class T>
std::uint64_t ulp(DataType type, T a, T b) {
  return ulp_distance(type, reinterpret_cast<const std::byte*>(&a), reinterpret_cast<const std::byte*>(&b));
}

std::uint64_t half_ulp(std::uint16_t a, std::uint16_t b) { return ulp(DataType::float16, a, b); }

template <class T>
Comparison compare_list(DataType type, const std::vector<T>& expected, const std::vector<T>& found,
                        const Tolerance& tolerance = {}, const std::vector<bool>& any_nan = {}) {
  return compare(type, Dimensions{static_cast<std::uint32_t>(expected.size())}, view(expected), view(found), tolerance,
                 any_nan);
}

bool passes(float expected, float found, const Tolerance& tolerance) {
  return compare_list<float>(DataType::float32, {expected}, {found}, tolerance).equal();
}

Tolerance absolute(double value) { return {value, {}, {}}; }
Tolerance relative(double value) { return {{}, value, {}}; }
Tolerance ulps(std::uint64_t value) { return {{}, {}, value}; }

const float kInf = std::numeric_limits<float>::infinity();
const float kNan = std::numeric_limits<float>::quiet_NaN();

}  // namespace

TEST_CASE("where arithmetic makes values, any NaN equals any NaN, and nothing else is admitted") {
  const float negative = -kNan;
  CHECK_FALSE(passes(kNan, negative, {}));
  const Tolerance computed = Tolerance{}.for_output(true);
  CHECK(passes(kNan, negative, computed));
  CHECK(passes(negative, kNan, ulps(0).for_output(true)));
  CHECK_FALSE(passes(kNan, 1.0f, computed));
  CHECK_FALSE(passes(1.0f, kNan, computed));
  CHECK_FALSE(passes(0.0f, -0.0f, computed));
  CHECK_FALSE(passes(1.0f, std::nextafter(1.0f, 2.0f), computed));
  CHECK_FALSE(passes(kNan, negative, Tolerance{}.for_output(false)));
  CHECK(computed.for_output(false).equal_nans);
}

TEST_CASE("the distance of floats counts representable values, across zero too") {
  CHECK(ulp(DataType::float32, 1.0f, 1.0f) == 0);
  CHECK(ulp(DataType::float32, 1.0f, std::nextafter(1.0f, 2.0f)) == 1);
  CHECK(ulp(DataType::float32, 2.0f, std::nextafter(2.0f, 0.0f)) == 1);
  CHECK(ulp(DataType::float32, 0.0f, -0.0f) == 0);
  CHECK(ulp(DataType::float32, 1e-45f, -1e-45f) == 2);
  CHECK(ulp(DataType::float32, 1.0f, 2.0f) == 1u << 23);
  CHECK(ulp(DataType::float32, std::numeric_limits<float>::max(), kInf) == 1);
  CHECK(ulp(DataType::float32, kInf, -kInf) == 2ull * 0x7F80'0000);
  CHECK(ulp(DataType::float32, kNan, kNan) == 0);
  CHECK(ulp(DataType::float32, -kNan, kNan) == 0);
  CHECK(ulp(DataType::float32, kNan, 1.0f) == kNoDistance);
  CHECK(ulp(DataType::float32, kInf, kNan) == kNoDistance);
  CHECK(ulp(DataType::float64, 1.0, std::nextafter(1.0, 0.0)) == 1);
  CHECK(ulp(DataType::float64, -1.0, 1.0) == 2ull * 0x3FF0'0000'0000'0000);
  CHECK(ulp(DataType::float64, -HUGE_VAL, HUGE_VAL) == 2ull * 0x7FF0'0000'0000'0000);
  CHECK(ulp(DataType::float64, std::nan(""), 1.0) == kNoDistance);
  CHECK(half_ulp(0x3C00, 0x3C01) == 1);
  CHECK(half_ulp(0x8000, 0x0000) == 0);
  CHECK(half_ulp(0x8001, 0x0001) == 2);
  CHECK(half_ulp(0x7BFF, 0x7C00) == 1);
  CHECK(half_ulp(0x7E00, 0xFFFF) == 0);
  CHECK(half_ulp(0x7E00, 0x7C00) == kNoDistance);
}

TEST_CASE("the distance of integers is their difference, to the ends of 64 bits") {
  CHECK(ulp<std::uint8_t>(DataType::uint8, 0, 255) == 255);
  CHECK(ulp<std::int8_t>(DataType::int8, -128, 127) == 255);
  CHECK(ulp<std::int16_t>(DataType::int16, -1, 1) == 2);
  CHECK(ulp<std::uint16_t>(DataType::uint16, 0xFFFF, 1) == 0xFFFE);
  CHECK(ulp<std::int32_t>(DataType::int32, INT32_MIN, INT32_MAX) == UINT32_MAX);
  CHECK(ulp<std::uint32_t>(DataType::uint32, 5, 3) == 2);
  CHECK(ulp<std::int64_t>(DataType::int64, INT64_MIN, INT64_MAX) == UINT64_MAX);
  CHECK(ulp<std::int64_t>(DataType::int64, -3, 4) == 7);
  CHECK(ulp<std::uint64_t>(DataType::uint64, 0, UINT64_MAX) == UINT64_MAX);
  CHECK(ulp<std::uint64_t>(DataType::unknown, 0, 1) == 0);
}

TEST_CASE("without a tolerance bytes are compared") {
  CHECK(compare_list<float>(DataType::float32, {1, kNan, kInf}, {1, kNan, kInf}).equal());
  CHECK_FALSE(compare_list<float>(DataType::float32, {0.0f}, {-0.0f}).equal());
  CHECK_FALSE(compare_list<float>(DataType::float32, {kNan}, {-kNan}).equal());
  CHECK_FALSE(compare_list<float>(DataType::float32, {1.0f}, {std::nextafter(1.0f, 2.0f)}).equal());
  CHECK(compare_list<float>(DataType::float32, {}, {}).equal());
}

TEST_CASE("a literal nan matches any NaN and only NaN, at its place only") {
  std::vector<bool> any = {true, false};
  CHECK(compare_list<float>(DataType::float32, {kNan, 1}, {-kNan, 1}, {}, any).equal());
  CHECK_FALSE(compare_list<float>(DataType::float32, {kNan, 1}, {1, 1}, {}, any).equal());
  CHECK_FALSE(compare_list<float>(DataType::float32, {kNan, kNan}, {kNan, -kNan}, {}, any).equal());
  CHECK_FALSE(compare_list<float>(DataType::float32, {1, 1, kNan}, {1, 1, -kNan}, {}, any).equal());
  CHECK(compare_list<std::uint16_t>(DataType::float16, {0x7E00, 1}, {0xFC01, 1}, {}, any).equal());
}

TEST_CASE("with any tolerance NaN equals NaN and -0 equals +0") {
  for (const Tolerance& tolerance : {absolute(0), relative(0), ulps(0)}) {
    CHECK(passes(kNan, -kNan, tolerance));
    CHECK(passes(0.0f, -0.0f, tolerance));
    CHECK(passes(kInf, kInf, tolerance));
    CHECK_FALSE(passes(kNan, 1, tolerance));
    CHECK_FALSE(passes(1, kNan, tolerance));
    CHECK_FALSE(passes(kInf, -kInf, tolerance));
    CHECK_FALSE(passes(1, 2, tolerance));
  }
  CHECK_FALSE(passes(kNan, 1, ulps(UINT64_MAX)));
  CHECK_FALSE(passes(kNan, 1, absolute(HUGE_VAL)));
}

TEST_CASE("each tolerance admits up to its bound, and one that admits is enough") {
  CHECK(passes(1.0f, 1.5f, absolute(0.5)));
  CHECK_FALSE(passes(1.0f, 1.5f, absolute(0.49)));
  CHECK(passes(-8.0f, -9.0f, relative(0.125)));
  CHECK_FALSE(passes(-8.0f, -9.0f, relative(0.12)));
  CHECK_FALSE(passes(0.0f, 1e-30f, relative(1)));
  CHECK(passes(1.0f, std::nextafter(std::nextafter(1.0f, 2.0f), 2.0f), ulps(2)));
  CHECK_FALSE(passes(1.0f, std::nextafter(std::nextafter(1.0f, 2.0f), 2.0f), ulps(1)));
  CHECK(passes(100.0f, 101.0f, {0.1, 0.01, 0}));
  CHECK(passes(100.0f, 101.0f, {1, 0, 0}));
  CHECK_FALSE(passes(100.0f, 101.0f, {0.1, 0.001, 5}));
}

TEST_CASE("an infinity is near to a number only by representable values") {
  CHECK_FALSE(passes(kInf, 1.0f, relative(0.5)));
  CHECK_FALSE(passes(1.0f, kInf, relative(100)));
  CHECK_FALSE(passes(kInf, 1.0f, absolute(1e300)));
  CHECK(passes(std::numeric_limits<float>::max(), kInf, ulps(1)));
}

TEST_CASE("tolerances hold for integers, 64-bit ones exactly") {
  auto passes_int64 = [](std::int64_t e, std::int64_t f, const Tolerance& t) {
    return compare_list<std::int64_t>(DataType::int64, {e}, {f}, t).equal();
  };
  CHECK(passes_int64(10, 12, absolute(2)));
  CHECK_FALSE(passes_int64(10, 12, absolute(1.99)));
  CHECK_FALSE(passes_int64(0, (1ll << 53) + 1, absolute(0x1p53)));
  CHECK(passes_int64(INT64_MIN, INT64_MAX, absolute(0x1p64)));
  CHECK(passes_int64(100, 110, relative(0.1)));
  CHECK_FALSE(passes_int64(100, 111, relative(0.1)));
  CHECK(passes_int64(-5, -7, ulps(2)));
  CHECK_FALSE(passes_int64(-5, -8, ulps(2)));
}

TEST_CASE("the first ten differences are kept with coordinates and everything is counted, at any distance") {
  // Larger than a few blocks, with differences at block borders.
  std::vector<std::int32_t> expected(5 * 7 * 200), found;
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = static_cast<std::int32_t>(i);
  found = expected;
  const std::size_t changed[] = {0, 1023, 1024, 2047, 4096, 6999};
  for (std::size_t i : changed) found[i] -= 3;
  Comparison some = compare(DataType::int32, {5, 7, 200}, view(expected), view(found), {});
  CHECK(some.elements == 7000);
  CHECK(some.different == 6);
  CHECK(some.largest_ulp == 3);
  CHECK(some.largest_absolute == 3);
  REQUIRE(some.first.size() == 6);
  for (std::size_t i = 0; i < 6; ++i) CHECK(some.first[i].element == changed[i]);
  CHECK(some.first[1].coordinates == std::vector<std::uint32_t>{0, 5, 23});
  CHECK(some.first[5].coordinates == std::vector<std::uint32_t>{4, 6, 199});
  CHECK(some.first[5].expected == "6999");
  CHECK(some.first[5].found == "6996");
  CHECK(some.first[5].expected_hex == "00001B57");
  CHECK(some.first[5].ulp == 3);

  for (std::int32_t& value : found) value += 1;
  Comparison all = compare(DataType::int32, {5, 7, 200}, view(expected), view(found), {});
  CHECK(all.different == 7000);
  CHECK(all.first.size() == 10);
}

TEST_CASE("the report names the differences in the promised form") {
  std::vector<float> expected(24, 1.0f), found = expected;
  found[5] = 1.5f;
  found[23] = -2.0f;
  Comparison two = compare(DataType::float32, {2, 3, 4}, view(expected), view(found), {});
  CHECK(describe(two) ==
        "2 of 24 values differ (largest difference: 3, 2139095040 ULP)\n"
        "  [0, 1, 1]: expected 1 (0x3F800000), found 1.5 (0x3FC00000), 4194304 ULP\n"
        "  [1, 2, 3]: expected 1 (0x3F800000), found -2 (0xC0000000), 2139095040 ULP");
  CHECK(describe(compare_list(DataType::float32, expected, expected)) == "all 24 values agree");

  found = expected;
  for (float& value : found) value = 2;
  std::string report = describe(compare_list(DataType::float32, expected, found));
  CHECK(report.starts_with("24 of 24 values differ (largest difference: 1, 8388608 ULP)\n  [0]: "));
  CHECK(report.ends_with("\n  ... and 14 more"));
  CHECK(describe(compare_list<std::uint8_t>(DataType::uint8, {7}, {9})) ==
        "1 of 1 values differs (largest difference: 2)\n  [0]: expected 7 (0x07), found 9 (0x09)");
  CHECK(describe(compare_list<std::int64_t>(DataType::int64, {1}, {std::numeric_limits<std::int64_t>::min()}))
            .starts_with("1 of 1 values differs (largest difference: 9223372036854775809)"));
}

TEST_CASE("the report sets NaN against a number apart from distances") {
  CHECK(describe(compare_list<float>(DataType::float32, {kNan}, {1})) ==
        "1 of 1 values differs (NaN against a number: 1)\n"
        "  [0]: expected \"nan\" (0x7FC00000), found 1 (0x3F800000)");
  CHECK(describe(compare_list<float>(DataType::float32, {1, 0.0f}, {kNan, -0.0f})) ==
        "2 of 2 values differ (sign of zero: 1; NaN against a number: 1)\n"
        "  [0]: expected 1 (0x3F800000), found \"nan\" (0x7FC00000)\n"
        "  [1]: expected 0 (0x00000000), found -0.0 (0x80000000), the sign of zero");
  const float other_nan = std::bit_cast<float>(0x7FC00001u);
  CHECK(describe(compare_list<float>(DataType::float32, {kNan, 1}, {other_nan, 1.5f})) ==
        "2 of 2 values differ (largest difference: 0.5, 4194304 ULP; bits of NaN: 1)\n"
        "  [0]: expected \"nan\" (0x7FC00000), found \"nan\" (0x7FC00001), another NaN\n"
        "  [1]: expected 1 (0x3F800000), found 1.5 (0x3FC00000), 4194304 ULP");
}
