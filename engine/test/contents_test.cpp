// S88-S96 of the list of hostile inputs: scales and contents at which arithmetic goes wrong are no error, and have one
// result on every back end.
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "dmlrun/dmlrun.h"
#include "engine/test/catch.h"
#include "engine/test/variants.h"

using namespace dmlrun;

namespace {

using Octets = std::vector<std::uint8_t>;
constexpr float kInfinity = std::numeric_limits<float>::infinity(), kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr std::size_t kLong = 300;  // several vectors and a rest

/// One kind of sum: all elements are alike, so that results are, too.
struct Sum {
  float a_scale, b_scale, output_scale;
  int a, b, a_zero, b_zero, output_zero;
};

template <class T>
std::span<const std::byte> bytes_of(const T& object) {
  return std::as_bytes(std::span(object));
}

/// INT8 sums of kLong elements by a back end: the one value that all have.
int result_of(const Sum& sum, const CompileOptions& options) {
  const auto tensor = [](DataType type, std::uint32_t size) { return TensorDesc{.type = type, .sizes = {size}}; };
  ElementWiseQuantizedLinearAddDesc desc;
  desc.a = desc.b = desc.output = tensor(DataType::int8, kLong);
  desc.a_scale = desc.b_scale = desc.output_scale = tensor(DataType::float32, 1);
  desc.a_zero_point = desc.b_zero_point = desc.output_zero_point = tensor(DataType::int8, 1);
  const auto op = Operator::make(desc);
  REQUIRE(op);
  const auto kernel = compile(*op, options);
  REQUIRE(kernel);
  const std::vector<std::int8_t> a(kLong, static_cast<std::int8_t>(sum.a)), b(kLong, static_cast<std::int8_t>(sum.b));
  const std::array<float, 3> scales{sum.a_scale, sum.b_scale, sum.output_scale};
  const std::array<std::int8_t, 3> zeros{static_cast<std::int8_t>(sum.a_zero), static_cast<std::int8_t>(sum.b_zero),
                                         static_cast<std::int8_t>(sum.output_zero)};
  const auto scale = [&](std::size_t i) { return bytes_of(scales).subspan(4 * i, 4); };
  const auto zero = [&](std::size_t i) { return bytes_of(zeros).subspan(i, 1); };
  const std::span<const std::byte> inputs[] = {bytes_of(a), scale(0), zero(0),  bytes_of(b),
                                               scale(1),    zero(1),  scale(2), zero(2)};
  std::vector<std::int8_t> output(kLong);
  const std::span<std::byte> outputs[] = {std::as_writable_bytes(std::span(output))};
  REQUIRE(kernel->run(inputs, outputs));
  for (const std::int8_t value : output)
    if (value != output[0]) return 1000;  // no INT8
  return output[0];
}

void check_sum(const Sum& sum, int expected) {
  for (const CompileOptions& options : test::all_variants()) {
    CAPTURE(options.backend, options.isa, sum.a_scale, sum.b_scale, sum.output_scale, sum.a, sum.b, expected);
    CHECK(result_of(sum, options) == expected);
  }
}

/// Runs a spec of one input on every back end and compares the output's bytes.
void check_bytes(const std::string& spec, const Octets& input, const Octets& expected) {
  const auto op = parse_spec(spec);
  REQUIRE(op);
  for (const CompileOptions& options : test::all_variants()) {
    CAPTURE(options.backend, options.isa);
    const auto kernel = compile(*op, options);
    REQUIRE(kernel);
    Octets output(expected.size());
    const std::vector<std::span<const std::byte>> inputs(op->inputs().size(), bytes_of(input));
    const std::span<std::byte> outputs[] = {std::as_writable_bytes(std::span(output))};
    REQUIRE(kernel->run(inputs, outputs));
    CHECK(output == expected);
  }
}

Octets floats(std::initializer_list<std::uint32_t> patterns) {
  Octets bytes(4 * patterns.size());
  std::memcpy(bytes.data(), std::data(patterns), bytes.size());
  return bytes;
}

}  // namespace

TEST_CASE("S88: an output scale of 0 gives the ends of the type, and the least value for 0/0") {
  check_sum({1, 1, 0.0f, 3, 4, 0, 0, 0}, 127);
  check_sum({1, 1, -0.0f, 3, 4, 0, 0, 0}, -128);
  check_sum({1, 1, 0.0f, -3, -4, 0, 0, 5}, -128);
  check_sum({1, 1, 0.0f, 3, -3, 0, 0, 5}, -128);
}

TEST_CASE("S89: an output scale that is NaN, infinite or negative") {
  check_sum({1, 1, kNaN, 3, 4, 0, 0, 9}, -128);
  check_sum({1, 1, kInfinity, 3, 4, 0, 0, 9}, 9);
  check_sum({1, 1, -kInfinity, 3, 4, 0, 0, 9}, 9);
  check_sum({1, 1, -2, 3, 5, 0, 0, 9}, 5);
}

TEST_CASE("S90: denormal scales count") {
  constexpr float kMin = std::numeric_limits<float>::denorm_min();
  check_sum({kMin, kMin, kMin, 3, 4, 0, 0, 0}, 7);
  check_sum({0x1p-140f, 0x1p-141f, 0x1p-141f, 3, 4, 0, 0, 0}, 10);
  check_sum({1, 1, kMin, 1, 0, 0, 0, 0}, 127);
}

TEST_CASE("S91: a scale of 3e38 with a zero point of -128 passes infinity on the way") {
  check_sum({3e38f, 1, 1, 127, 0, -128, 0, 0}, 127);
  check_sum({3e38f, 1, 3e38f, 127, 0, -128, 0, 0}, 127);
  check_sum({-3e38f, 1, 3e38f, 127, 0, -128, 0, 0}, -128);
}

TEST_CASE("S92: infinity less infinity is the least value") {
  check_sum({kInfinity, -kInfinity, 1, 3, 4, 0, 0, 0}, -128);
  check_sum({3e38f, 3e38f, 1, 127, -128, -128, 127, 0}, -128);
  check_sum({kInfinity, 1, 1, 0, 4, 0, 0, 0}, -128);  // infinity times 0
}

TEST_CASE("S93: quotients beyond 32 bits are the ends of the type") {
  check_sum({1, 1, 1.0f / 30'000'000, 100, 0, 0, 0, 0}, 127);
  check_sum({1, 1, 1.0f / 30'000'000, -100, 0, 0, 0, 0}, -128);
  check_sum({1, 1, 1e-10f, 100, 100, 0, 0, -128}, 127);
}

TEST_CASE("S94: ties go to the even number") {
  for (int odd = -15; odd <= 15; odd += 2)
    check_sum({1, 1, 2, odd, 0, 0, 0, 0}, static_cast<int>(std::nearbyint(odd * 0.5)));
  check_sum({1, 1, 2, 1, 0, 0, 0, 1}, 1);  // 0.5 is rounded before the zero point is added
}

TEST_CASE("S95: payloads of NaN pass unchanged through operators that move") {
  const Octets odd = floats({0x7f800001, 0xffc12345, 0x7fbfffff, 0xff800001});
  const std::string type = R"({"DataType": "FLOAT32", "Sizes": [4]})";
  Octets twice = odd;
  twice.insert(twice.end(), odd.begin(), odd.end());
  check_bytes(R"({"type": "TILE", "desc": {"InputTensor": )" + type + R"(, "Repeats": [2]}})", odd, twice);
  check_bytes(R"({"type": "JOIN", "desc": {"InputTensors": [)" + type + ", " + type + R"(], "Axis": 0}})", odd, twice);
  Octets padded = odd;
  const Octets last = floats({0xff800001});
  padded.insert(padded.end(), last.begin(), last.end());
  check_bytes(R"({"type": "PADDING", "desc": {"InputTensor": )" + type +
                  R"(, "PaddingMode": "EDGE", "StartPadding": [0], "EndPadding": [1]}})",
              odd, padded);
}

TEST_CASE("S96: a PaddingValue of -0.0 keeps its sign") {
  check_bytes(
      R"({"type": "PADDING", "desc": {"InputTensor": {"DataType": "FLOAT32", "Sizes": [1]}, "PaddingMode": "CONSTANT",
                  "PaddingValue": -0.0, "StartPadding": [1], "EndPadding": [2]}})",
      floats({0x3f800000}), floats({0x80000000, 0x3f800000, 0x80000000, 0x80000000}));
}
