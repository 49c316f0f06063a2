// What random small plans do not reach: long outputs, far slices, and the arithmetic.
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "engine/plan/check.h"
#include "engine/plan/interpreter/interpret.h"
#include "engine/plan/normalize.h"
#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "engine/test/naive_walk.h"

using namespace dmlrun;
using plan_test::Bytes;

namespace {

plan::Plan read(const std::string& text) {
  Result<plan::Plan> parsed = plan::parse(text);
  INFO(text);
  if (!parsed) FAIL(parsed.error().to_string());
  REQUIRE(plan::check(*parsed) == "");
  return *parsed;
}

std::vector<Bytes> counting_inputs(const plan::Plan& plan) {
  std::vector<Bytes> inputs(plan.operands.size());
  for (const plan::Operand& operand : plan.operands) {
    Bytes& input = inputs[operand.input];
    input.resize(operand.span * plan::bytes_of(operand.element));
    for (std::size_t i = 0; i < input.size(); ++i)
      input[i] = static_cast<std::byte>(i * 7 + i / 256 + 31 * operand.input);
  }
  return inputs;
}

void interpret(const plan::Plan& plan, const std::vector<Bytes>& inputs, std::byte* output, std::uint64_t first,
               std::uint64_t last) {
  std::vector<const std::byte*> buffers;
  for (const Bytes& input : inputs) buffers.push_back(input.data());
  plan::interpret(plan, buffers.data(), output, first, last);
}

/// The whole output and two halves, of the plan and of its normal form.
void require_meaning(const std::string& text) {
  const plan::Plan given = read(text);
  const std::vector<Bytes> inputs = counting_inputs(given);
  const plan_test::NaiveWalk walk(given);
  const Bytes expected = walk.run(inputs);
  const auto bytes = static_cast<std::int64_t>(plan::bytes_of(given.output));
  for (const plan::Plan& one : {given, plan::normalize(given)})
    for (const std::uint64_t cut : {std::uint64_t{0}, std::uint64_t{1}, walk.count() / 3, walk.count() - 1}) {
      Bytes output(expected.size(), std::byte{0xaa});
      interpret(one, inputs, output.data(), 0, cut);
      interpret(one, inputs, output.data() + walk.output_offset(cut) * bytes, cut, walk.count());
      CAPTURE(text, cut);
      REQUIRE((output == expected));
    }
}

/// One float operand of these values through a value.
std::vector<float> computed(const std::string& value, const std::vector<float>& values) {
  const std::string n = std::to_string(values.size());
  const plan::Plan plan = read("output f32 strides 1 span " + n + "; axes [" + n +
                               "@0]; %0 = input 0 f32 offset 0 strides 1 span " + n + "; value " + value);
  Bytes input(values.size() * 4);
  std::memcpy(input.data(), values.data(), input.size());
  std::vector<float> result(values.size());
  interpret(plan, {input}, reinterpret_cast<std::byte*>(result.data()), 0, values.size());
  return result;
}

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

}  // namespace

TEST_CASE("outputs of many blocks mean what the definition says") {
  // A body of three and a body of five bytes, repeated far beyond one chunk.
  require_meaning(
      "output x1 strides 1 span 100002; axes [2@1 | (3@0 1@1)x25000]; "
      "%0 = input 0 x1 offset 0 strides 1 span 3");
  require_meaning(
      "output x1 strides 1 span 50004; axes [(5@0)x10000 | 4@0]; %0 = input 0 x1 offset 0 strides 1 span 5");
  // Rows in several blocks; fills, edges and a repeated body inside.
  require_meaning(
      "output x2 strides 70,1 span 70000; axes [1000@0] [2f 60@0 3@59= 5f]; "
      "%0 = input 0 x2 offset 0 strides 60,1 span 60000; fill 1234");
  require_meaning(
      "output x4 strides 64,1 span 64000; axes [1000@999-] [(2@0 2@1-)x16]; "
      "%0 = input 0 x4 offset 0 strides 2,1 span 2000");
  // Long rows, one block each; a gap between rows; rows that stand still.
  require_meaning(
      "output x1 strides 20001,1 span 100004; axes [3@0 2@2=] [9000@0 11000@8999=]; "
      "%0 = input 0 x1 offset 0 strides 9000,1 span 27000");
  require_meaning(
      "output x8 strides 50,1 span 20000; axes [400@0=] [50@0]; "
      "%0 = input 0 x8 offset 0 strides 0,1 span 50");
  // A transposed read, a transposed write.
  require_meaning(
      "output x4 strides 90,1 span 9000; axes [100@0] [90@0]; "
      "%0 = input 0 x4 offset 0 strides 1,100 span 9000");
  require_meaning(
      "output x1 strides 1,100 span 9000; axes [100@0] [90@0]; "
      "%0 = input 0 x1 offset 0 strides 90,1 span 9000");
  // Numbers: several blocks, a broadcast operand, a repeated body and a standstill.
  require_meaning(
      "output i8 strides 600,1 span 6000; axes [10@0] [200@0 | (1@3 1@5)x100 | 200@199-]; %0 = "
      "input 0 i8 offset 0 strides 200,1 span 2000; %1 = input 1 u8 offset 0 strides 0,1 span "
      "200; value saturate.i32(minimum(maximum(subtract(convert.f32(%0), "
      "divide(convert.f32(%1), f32 3)), f32 -128), f32 127))");
}

TEST_CASE("a slice far into a huge output starts there") {
  // Two thousand million coordinates, folded three at a time: the slice must not walk through them.
  const plan::Plan plan = read(
      "output x1 strides 1 span 2000000001; axes [1@1 | (3@0 1@1)x500000000]; "
      "%0 = input 0 x1 offset 0 strides 1 span 3");
  const std::vector<Bytes> inputs = {{std::byte{10}, std::byte{11}, std::byte{12}}};
  const std::uint64_t first = 1'999'999'000;
  Bytes output(1002, std::byte{0xaa});
  interpret(plan, inputs, output.data(), first, first + 1001);
  const int period[] = {10, 11, 12, 11};
  for (std::size_t i = 0; i < 1001; ++i) REQUIRE(std::to_integer<int>(output[i]) == period[(first + i - 1) % 4]);
  REQUIRE(output[1001] == std::byte{0xaa});
}

TEST_CASE("an empty slice writes nothing") {
  const plan::Plan plan = read("output x1 strides 1 span 4; axes [4@0]; %0 = input 0 x1 offset 0 strides 1 span 4");
  std::byte untouched{0xaa};
  interpret(plan, counting_inputs(plan), &untouched, 2, 2);
  CHECK(untouched == std::byte{0xaa});
}

TEST_CASE("round goes to even and is exact for every size of float") {
  std::vector<float> values = {0.0f,  -0.0f,  0.5f,       -0.5f,      1.5f,       2.5f,       -2.5f,     0.49999997f,
                               1e30f, -1e30f, 8388607.5f, 8388608.0f, 8388609.0f, 16777215.f, kInfinity, -kInfinity};
  for (std::uint32_t bits = 0; bits < 0xff800000u - 65521u; bits += 65521u)
    if (const float value = std::bit_cast<float>(bits); !std::isnan(value)) values.push_back(value);
  for (int i = -4096; i <= 4096; ++i) values.push_back(static_cast<float>(i) / 8);
  const std::vector<float> result = computed("round(%0)", values);
  for (std::size_t i = 0; i < values.size(); ++i) {
    CAPTURE(values[i]);
    REQUIRE(std::bit_cast<std::uint32_t>(result[i]) == std::bit_cast<std::uint32_t>(std::nearbyint(values[i])));
  }
  CHECK(std::isnan(computed("round(%0)", {kNan})[0]));
}

TEST_CASE("max and min turn NaN into their bound and keep what lies inside") {
  const std::vector<float> values = {kNan, -kInfinity, -3, -2, 5, 7, 8, kInfinity};
  CHECK(computed("maximum(%0, f32 -2)", values) == std::vector<float>{-2, -2, -2, -2, 5, 7, 8, kInfinity});
  CHECK(computed("minimum(%0, f32 7)", values) == std::vector<float>{7, -kInfinity, -3, -2, 5, 7, 7, 7});
  CHECK(computed("minimum(maximum(%0, f32 -2), f32 7)", values) == std::vector<float>{-2, -2, -2, -2, 5, 7, 7, 7});
  // A NaN on top leaves the value below as it is.
  const std::vector<float> kept = computed("maximum(f32 3, %0)", values);
  CHECK(kept == std::vector<float>{3, 3, 3, 3, 5, 7, 8, kInfinity});
  CHECK(std::signbit(computed("maximum(%0, f32 0)", {-0.0f})[0]));
}

TEST_CASE("each step rounds once: a product is not fused with the sum after it") {
  const float x = 1.0f + std::ldexp(1.0f, -12);
  volatile float product = x * x;
  const std::vector<float> result = computed("add(multiply(%0, %0), f32 -1)", std::vector<float>(40, x));
  for (const float value : result) CHECK(value == product - 1.0f);
}
