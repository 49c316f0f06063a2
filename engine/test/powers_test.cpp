// Powers and angles: C's special values, and powers of integers against multiplication.
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "dmlrun/kernel.h"
#include "dmlrun/operator_descs.h"
#include "engine/test/catch.h"
#include "engine/test/variants.h"

using namespace dmlrun;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity(), kNaN = std::numeric_limits<float>::quiet_NaN();

template <class T>
TensorDesc tensor(DataType type, const std::vector<T>& of) {
  TensorDesc made;
  made.type = type;
  made.sizes = {static_cast<std::uint32_t>(of.size())};
  return made;
}

template <class To, class X, class Y>
std::vector<To> run(const Operator& op, const CompileOptions& variant, const std::vector<X>& x,
                    const std::vector<Y>& y) {
  INFO(variant.backend);
  const auto kernel = compile(op, variant);
  REQUIRE(kernel.has_value());
  std::vector<To> results(x.size());
  const std::span<const std::byte> inputs[] = {std::as_bytes(std::span(x)), std::as_bytes(std::span(y))};
  const std::span<std::byte> outputs[] = {std::as_writable_bytes(std::span(results))};
  REQUIRE(kernel->run(inputs, outputs).has_value());
  return results;
}

/// All pairs of what C tells apart, zeros and infinities, even, odd and other numbers, and of the ends of FLOAT32.
void for_pairs(std::vector<float>& x, std::vector<float>& y) {
  std::vector<float> numbers;
  for (const float size : {0.0f, 0x1p-149f, 0x1p-126f, 0.5f, 0x1.fffffep-1f, 1.0f, 0x1.000002p0f, 1.5f, 2.0f, 3.0f,
                           4.0f, 0x1.fffffep23f, 0x1p24f, 0x1.fffffep127f, kInfinity, kNaN})
    for (const float number : {size, -size}) numbers.push_back(number);
  for (const float a : numbers)
    for (const float b : numbers) x.push_back(a), y.push_back(b);
}

template <class Expected>
void check_powers(const Result<Operator>& op, const std::vector<float>& x, const std::vector<float>& y,
                  Expected expected) {
  REQUIRE(op.has_value());
  for (const CompileOptions& variant : test::all_variants()) {
    const auto results = run<float>(*op, variant, x, y);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const auto want = static_cast<float>(expected(static_cast<double>(x[i]), static_cast<double>(y[i])));
      INFO(variant.backend << ": " << x[i] << ", " << y[i] << ": " << results[i] << ", and not " << want);
      const bool is_nan = std::isnan(want) && std::isnan(results[i]);
      REQUIRE((is_nan || std::bit_cast<std::uint32_t>(want) == std::bit_cast<std::uint32_t>(results[i])));
    }
  }
}

/// Exact powers r^n of up to 25 digits, one more than a float has, as (2^s r)^(2^k) to the power of n / 2^k.
void for_exact_powers(std::vector<float>& x, std::vector<float>& y, std::vector<float>& rounded) {
  constexpr std::uint64_t kMaxBase = 1 << 24, kMaxPower = 1 << 25;
  for (std::uint64_t r = 3; r * r < kMaxPower; r += 2) {
    std::uint64_t power = r;
    for (int n = 1; power < kMaxPower; ++n, power *= r) {
      std::uint64_t base = r;
      for (int k = 0; base < kMaxBase; ++k, base *= base) {
        for (const int s : {-17, -3, 0, 5}) {
          x.push_back(std::ldexp(static_cast<float>(base), s << k));
          y.push_back(std::ldexp(static_cast<float>(n), -k));
          rounded.push_back(static_cast<float>(std::ldexp(static_cast<double>(power), s * n)));
          if (!(x.back() >= 0x1p-126f && x.back() <= 0x1p127f)) x.pop_back(), y.pop_back(), rounded.pop_back();
        }
      }
    }
  }
}

std::int32_t product(std::int32_t base, std::int32_t exponent) {
  if (exponent < 0) return base == 1 ? 1 : base == -1 ? 1 - (exponent & 1) * 2 : 0;
  std::uint32_t result = 1;
  for (std::int32_t i = 0; i < exponent; ++i) result *= static_cast<std::uint32_t>(base);
  return static_cast<std::int32_t>(result);
}

}  // namespace

TEST_CASE("powers have the special values of C's pow") {
  std::vector<float> x, y;
  for_pairs(x, y);
  const auto tensors = tensor(DataType::float32, x);
  check_powers(Operator::make(ElementWisePowDesc{.input = tensors, .exponent = tensors, .output = tensors}), x, y,
               [](double a, double b) { return std::pow(a, b); });
}

TEST_CASE("powers that are a middle of two floats, or next to one, are rounded to the right one") {
  std::vector<float> x, y, rounded;
  for_exact_powers(x, y, rounded);
  REQUIRE(x.size() > 10'000);
  for (int k = -60; k <= 60; ++k) {  // nearest to a middle of what has half an integer as exponent
    x.push_back(std::ldexp(0x1.fffffep-1f, 2 * k));
    y.push_back(0.5f);
    rounded.push_back(std::ldexp(0x1.fffffep-1f, k));
  }
  const auto tensors = tensor(DataType::float32, x);
  const auto op = Operator::make(ElementWisePowDesc{.input = tensors, .exponent = tensors, .output = tensors});
  REQUIRE(op.has_value());
  for (const CompileOptions& variant : test::all_variants()) {
    const auto results = run<float>(*op, variant, x, y);
    for (std::size_t i = 0; i < x.size(); ++i) {
      INFO(variant.backend << ": " << x[i] << " to the power of " << y[i]);
      REQUIRE(results[i] == rounded[i]);
    }
  }
}

TEST_CASE("angles have the special values of C's atan2") {
  std::vector<float> x, y;
  for_pairs(x, y);
  const auto tensors = tensor(DataType::float32, x);
  check_powers(Operator::make(ElementWiseAtanYxDesc{.a = tensors, .b = tensors, .output = tensors}), x, y,
               [](double a, double b) { return std::atan2(a, b); });
}

TEST_CASE("powers of integers are exact, and wrap") {
  std::vector<std::int32_t> x;
  std::vector<std::int8_t> y;
  for (const std::int32_t base : {0, 1, -1, 2, -2, 3, -3, 10, 46341, 65537, -65536, 0x7fffffff, -0x7fffffff - 1})
    for (int exponent = -128; exponent < 128; ++exponent)
      x.push_back(base), y.push_back(static_cast<std::int8_t>(exponent));
  const auto bases = tensor(DataType::int32, x);
  const auto op =
      Operator::make(ElementWisePowDesc{.input = bases, .exponent = tensor(DataType::int8, y), .output = bases});
  REQUIRE(op.has_value());
  for (const CompileOptions& variant : test::all_variants()) {
    const auto results = run<std::int32_t>(*op, variant, x, y);
    for (std::size_t i = 0; i < x.size(); ++i) {
      INFO(variant.backend << ": " << x[i] << ", " << int{y[i]});
      REQUIRE(results[i] == product(x[i], y[i]));
    }
  }
}

TEST_CASE("a square of an integer to a float's power is not cut to the integer before") {
  std::vector<std::int32_t> x;
  for (std::int32_t base = -46340; base <= 46340; base += 7) x.push_back(base);
  const std::vector<float> y(x.size(), 2.0f);
  const auto bases = tensor(DataType::int32, x);
  const auto op =
      Operator::make(ElementWisePowDesc{.input = bases, .exponent = tensor(DataType::float32, y), .output = bases});
  REQUIRE(op.has_value());
  for (const CompileOptions& variant : test::all_variants()) {
    const auto results = run<std::int32_t>(*op, variant, x, y);
    for (std::size_t i = 0; i < x.size(); ++i) REQUIRE(results[i] == x[i] * x[i]);
  }
}
