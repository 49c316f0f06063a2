#include "engine/reference/reference.h"

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/test/catch.h"

namespace dmlrun {
namespace {

template <class T>
std::vector<T> run(const Desc& desc, std::vector<std::vector<T>> inputs, std::size_t elements) {
  std::vector<const std::byte*> pointers;
  for (const std::vector<T>& input : inputs) pointers.push_back(reinterpret_cast<const std::byte*>(input.data()));
  std::vector<T> output(elements);
  reference::run(desc, 0, pointers.data(), reinterpret_cast<std::byte*>(output.data()), 0, elements);
  return output;
}

TensorDesc tensor(DataType type, Dimensions sizes, Dimensions strides = {}) { return {type, sizes, strides}; }

std::vector<std::uint8_t> pad(PaddingMode mode, std::vector<std::uint8_t> input, std::uint32_t start,
                              std::uint32_t end) {
  PaddingDesc desc;
  const auto size = static_cast<std::uint32_t>(input.size());
  desc.input = tensor(DataType::uint8, {size});
  desc.output = tensor(DataType::uint8, {start + size + end});
  desc.padding_mode = mode;
  desc.padding_value = 9;
  desc.start_padding = {start};
  desc.end_padding = {end};
  return run<std::uint8_t>(desc, {std::move(input)}, start + size + end);
}

/// The element that a FLOAT padding value becomes.
template <class T>
T converted(float value, DataType type) {
  PaddingDesc desc;
  desc.input = tensor(type, {1});
  desc.output = tensor(type, {2});
  desc.padding_value = value;
  desc.start_padding = {0};
  desc.end_padding = {1};
  return run<T>(desc, {{T{}}}, 2)[1];
}

using Octets = std::vector<std::uint8_t>;

TEST_CASE("the reference tiles: output[c] = input[c mod sizes]") {
  const TileDesc desc{tensor(DataType::uint8, {2, 2}), tensor(DataType::uint8, {4, 6}), {2, 3}};
  CHECK(run<std::uint8_t>(desc, {{1, 2, 3, 4}}, 24) ==
        Octets{1, 2, 1, 2, 1, 2, 3, 4, 3, 4, 3, 4, 1, 2, 1, 2, 1, 2, 3, 4, 3, 4, 3, 4});
}

TEST_CASE("the reference reads strided inputs and leaves the gaps of an output alone") {
  const TileDesc desc{tensor(DataType::uint8, {2, 2}, {0, 2}), tensor(DataType::uint8, {2, 4}, {1, 3}), {1, 2}};
  // The output's columns stand three apart; its buffer has 1 + 1 * 1 + 3 * 3 elements.
  const Octets input{5, 0, 6};
  Octets output(11, 77);
  const std::byte* inputs[] = {reinterpret_cast<const std::byte*>(input.data())};
  reference::run(desc, 0, inputs, reinterpret_cast<std::byte*>(output.data()), 0, 8);
  CHECK(output == Octets{5, 5, 77, 6, 6, 77, 5, 5, 77, 6, 6});
}

TEST_CASE("the reference joins along an inner axis") {
  const JoinDesc desc{
      {tensor(DataType::uint8, {2, 1}), tensor(DataType::uint8, {2, 2})}, tensor(DataType::uint8, {2, 3}), 1};
  CHECK(run<std::uint8_t>(desc, {{1, 2}, {3, 4, 5, 6}}, 6) == Octets{1, 3, 4, 2, 5, 6});
}

TEST_CASE("the reference's part of an output begins where it is told") {
  const JoinDesc desc{
      {tensor(DataType::uint8, {2, 1}), tensor(DataType::uint8, {2, 2})}, tensor(DataType::uint8, {2, 3}), 1};
  const Octets a{1, 2}, b{3, 4, 5, 6};
  const std::byte* inputs[] = {reinterpret_cast<const std::byte*>(a.data()),
                               reinterpret_cast<const std::byte*>(b.data())};
  Octets part(3);
  reference::run(desc, 0, inputs, reinterpret_cast<std::byte*>(part.data()), 2, 5);
  CHECK(part == Octets{4, 2, 5});
}

TEST_CASE("the reference slices: from an offset on, every stride-th element") {
  const SliceDesc desc{tensor(DataType::uint8, {3, 5}), tensor(DataType::uint8, {2, 2}), {1, 0}, {2, 2}, {1, 3}};
  CHECK(run<std::uint8_t>(desc, {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}}, 4) == Octets{5, 8, 10, 13});
}

TEST_CASE("the reference walks a window forwards, and backwards from its last element") {
  // The window of axis 0 holds rows 0 to 2 and is walked backwards: 2, then 0. Axis 1 stops before its window ends.
  const Slice1Desc desc{tensor(DataType::uint8, {4, 5}), tensor(DataType::uint8, {2, 2}), {0, 1}, {3, 4}, {-2, 1}};
  Octets input(20);
  for (std::size_t i = 0; i < input.size(); ++i) input[i] = static_cast<std::uint8_t>(i);
  CHECK(run<std::uint8_t>(desc, {input}, 4) == Octets{11, 12, 1, 2});
}

TEST_CASE("the reference splits along an inner axis, each output by its number") {
  SplitDesc desc;
  desc.input = tensor(DataType::uint8, {2, 4});
  desc.outputs = {tensor(DataType::uint8, {2, 1}), tensor(DataType::uint8, {2, 3})};
  desc.axis = 1;
  const Octets input{1, 2, 3, 4, 5, 6, 7, 8};
  const std::byte* inputs[] = {reinterpret_cast<const std::byte*>(input.data())};
  Octets first(2), second(6), part(2);
  reference::run(desc, 0, inputs, reinterpret_cast<std::byte*>(first.data()), 0, 2);
  reference::run(desc, 1, inputs, reinterpret_cast<std::byte*>(second.data()), 0, 6);
  reference::run(desc, 1, inputs, reinterpret_cast<std::byte*>(part.data()), 3, 5);
  CHECK(first == Octets{1, 5});
  CHECK(second == Octets{2, 3, 4, 6, 7, 8});
  CHECK(part == Octets{6, 7});
}

TEST_CASE("the reference pads in every mode and folds as often as needed") {
  CHECK(pad(PaddingMode::constant, {1, 2, 3}, 2, 1) == Octets{9, 9, 1, 2, 3, 9});
  CHECK(pad(PaddingMode::edge, {1, 2, 3}, 2, 1) == Octets{1, 1, 1, 2, 3, 3});
  CHECK(pad(PaddingMode::reflection, {1, 2, 3}, 5, 6) == Octets{2, 1, 2, 3, 2, 1, 2, 3, 2, 1, 2, 3, 2, 1});
  CHECK(pad(PaddingMode::symmetric, {1, 2, 3}, 5, 4) == Octets{2, 3, 3, 2, 1, 1, 2, 3, 3, 2, 1, 1});
  CHECK(pad(PaddingMode::wrap, {1, 2, 3}, 4, 5) == Octets{3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2});
  CHECK(pad(PaddingMode::reflection, {7}, 2, 3) == Octets{7, 7, 7, 7, 7, 7});
}

TEST_CASE("a padding value is saturated and truncated for integers, and NaN becomes 0") {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  CHECK(converted<std::int32_t>(10.6f, DataType::int32) == 10);
  CHECK(converted<std::int32_t>(-10.6f, DataType::int32) == -10);
  CHECK(converted<std::uint8_t>(300, DataType::uint8) == 255);
  CHECK(converted<std::uint8_t>(-0.9f, DataType::uint8) == 0);
  CHECK(converted<std::uint8_t>(-3.5f, DataType::uint8) == 0);
  CHECK(converted<std::int8_t>(-128.9f, DataType::int8) == -128);
  CHECK(converted<std::int8_t>(-200, DataType::int8) == -128);
  CHECK(converted<std::int16_t>(kInfinity, DataType::int16) == 32767);
  CHECK(converted<std::uint32_t>(4294967296.0f, DataType::uint32) == 4294967295u);
  CHECK(converted<std::int64_t>(0x1.fffffep62f, DataType::int64) == 0x7fffff8000000000);
  CHECK(converted<std::int64_t>(9.3e18f, DataType::int64) == std::numeric_limits<std::int64_t>::max());
  CHECK(converted<std::int64_t>(-kInfinity, DataType::int64) == std::numeric_limits<std::int64_t>::min());
  CHECK(converted<std::uint64_t>(1e20f, DataType::uint64) == std::numeric_limits<std::uint64_t>::max());
  CHECK(converted<std::uint64_t>(std::numeric_limits<float>::denorm_min(), DataType::uint64) == 0);
  CHECK(converted<std::int32_t>(std::numeric_limits<float>::quiet_NaN(), DataType::int32) == 0);
}

TEST_CASE("a padding value is rounded to the nearest even FLOAT16 and widened exactly to FLOAT64") {
  const auto half = [](float value) { return converted<std::uint16_t>(value, DataType::float16); };
  CHECK(half(1) == 0x3c00);
  CHECK(half(-2.5f) == 0xc100);
  CHECK(half(1 + 0x1p-11f) == 0x3c00);      // a tie, to even
  CHECK(half(1 + 3 * 0x1p-11f) == 0x3c02);  // a tie, to even
  CHECK(half(1 + 0x1.1p-11f) == 0x3c01);
  CHECK(half(65519.996f) == 0x7bff);
  CHECK(half(65520) == 0x7c00);
  CHECK(half(-3e38f) == 0xfc00);
  CHECK(half(0x1p-14f) == 0x0400);
  CHECK(half(0x1p-24f) == 0x0001);
  CHECK(half(0x1p-25f) == 0x0000);  // a tie, to even
  CHECK(half(0x1.8p-25f) == 0x0001);
  CHECK(half(-0.0f) == 0x8000);
  CHECK(half(std::numeric_limits<float>::denorm_min()) == 0);
  CHECK(half(std::bit_cast<float>(0xffc02000u)) == 0xfe01);
  const auto wide = [](float value) { return converted<double>(value, DataType::float64); };
  CHECK(wide(10.1f) == static_cast<double>(10.1f));
  CHECK(wide(std::numeric_limits<float>::denorm_min()) == 0x1p-149);
  CHECK(wide(-std::numeric_limits<float>::max()) == -0x1.fffffep127);
  CHECK(std::signbit(wide(-0.0f)));
  CHECK(std::isinf(wide(std::numeric_limits<float>::infinity())));
  CHECK(std::isnan(wide(std::numeric_limits<float>::quiet_NaN())));
}

TEST_CASE("a typed padding value is copied as it is") {
  Padding1Desc desc;
  desc.input = tensor(DataType::uint64, {1});
  desc.output = tensor(DataType::uint64, {2});
  desc.padding_value.type = DataType::uint64;
  desc.padding_value.bytes.fill(std::byte{0xff});
  desc.start_padding = {1};
  desc.end_padding = {0};
  CHECK(run<std::uint64_t>(desc, {{3}}, 2) == std::vector<std::uint64_t>{0xffffffffffffffff, 3});
}

/// UINT8 sums of A and 0 with zero points absent.
Octets quantized(Octets a, float a_scale, float output_scale) {
  ElementWiseQuantizedLinearAddDesc desc;
  desc.a = desc.b = desc.output = tensor(DataType::uint8, {static_cast<std::uint32_t>(a.size())});
  desc.a_scale = desc.b_scale = desc.output_scale = tensor(DataType::float32, {1});
  const Octets b(a.size());
  const float one = 1;
  const auto bytes = [](const auto* first) { return reinterpret_cast<const std::byte*>(first); };
  const std::byte* inputs[] = {bytes(a.data()), bytes(&a_scale), bytes(b.data()), bytes(&one), bytes(&output_scale)};
  Octets output(a.size());
  reference::run(desc, 0, inputs, reinterpret_cast<std::byte*>(output.data()), 0, a.size());
  return output;
}

TEST_CASE("quantized sums round half to even and clamp, NaN to the least value") {
  CHECK(quantized({0, 1, 2, 3, 4, 5, 6, 7}, 1, 2) == Octets{0, 0, 1, 2, 2, 2, 3, 4});
  CHECK(quantized({0, 1, 255}, 1, 0) == Octets{0, 255, 255});  // 0/0 is NaN, 1/0 infinite
  CHECK(quantized({1, 2}, -1, 1) == Octets{0, 0});
  CHECK(quantized({0, 1}, std::numeric_limits<float>::infinity(), 1) == Octets{0, 255});
  CHECK(quantized({1, 2}, 3e38f, 1e-38f) == Octets{255, 255});
  CHECK(quantized({1, 2}, std::numeric_limits<float>::denorm_min(), std::numeric_limits<float>::denorm_min()) ==
        Octets{1, 2});
}

}  // namespace
}  // namespace dmlrun
