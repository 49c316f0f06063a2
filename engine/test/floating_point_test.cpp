#include "engine/tensor/floating_point.h"

#include <array>
#include <bit>
#include <cfenv>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "dmlrun/dmlrun.h"
#include "engine/reference/reference.h"
#include "engine/test/catch.h"
#include "engine/test/variants.h"

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace dmlrun {
namespace {

/// Those whose results are correctly rounded.
constexpr const char* kFunctions[] = {
    "ELEMENT_WISE_EXP",  "ELEMENT_WISE_LOG",   "ELEMENT_WISE_SIN",   "ELEMENT_WISE_COS",   "ELEMENT_WISE_TAN",
    "ELEMENT_WISE_ASIN", "ELEMENT_WISE_ACOS",  "ELEMENT_WISE_ATAN",  "ELEMENT_WISE_SINH",  "ELEMENT_WISE_COSH",
    "ELEMENT_WISE_TANH", "ELEMENT_WISE_ASINH", "ELEMENT_WISE_ACOSH", "ELEMENT_WISE_ATANH", "ELEMENT_WISE_ERF",
    "ACTIVATION_TANH",   "ACTIVATION_SIGMOID", "ACTIVATION_GELU"};

struct Sums {
  std::array<std::byte, 16> bytes{};
  friend bool operator==(const Sums&, const Sums&) = default;
};

/// Quantized sums that differ in every environment: ties, quotients near ties, denormal scales.
Sums quantized_sums() {
  ElementWiseQuantizedLinearAddDesc desc;
  for (TensorDesc* values : {&desc.a, &desc.b, &desc.output}) {
    values->type = DataType::uint8;
    values->sizes = {8};
  }
  for (TensorDesc* scale : {&desc.a_scale, &desc.b_scale, &desc.output_scale}) {
    scale->type = DataType::float32;
    scale->sizes = {1};
  }
  const std::array<std::uint8_t, 8> a{1, 3, 5, 7, 11, 200, 255, 64}, b{0, 0, 2, 9, 3, 7, 255, 1};
  Sums sums;
  const std::array<std::array<float, 3>, 2> scales{
      {{0.1f, 0.3f, 0.2f}, {std::bit_cast<float>(1u), std::bit_cast<float>(3u), std::bit_cast<float>(2u)}}};
  for (std::size_t i = 0; i < scales.size(); ++i) {
    std::array<std::array<std::byte, 4>, 3> bytes;
    for (std::size_t k = 0; k < 3; ++k) std::memcpy(bytes[k].data(), &scales[i][k], 4);
    const std::array<const std::byte*, 5> inputs{reinterpret_cast<const std::byte*>(a.data()), bytes[0].data(),
                                                 reinterpret_cast<const std::byte*>(b.data()), bytes[1].data(),
                                                 bytes[2].data()};
    reference::run(Desc(desc), 0, inputs.data(), sums.bytes.data() + 8 * i, 0, 8);
  }
  return sums;
}

TEST_CASE("the default environment rounds to nearest and the caller's rounding mode comes back") {
  const Sums expected = quantized_sums();
  const int before = std::fegetround();
  for (int mode : {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO}) {
    REQUIRE(std::fesetround(mode) == 0);
    Sums found;
    int inside = -1;
    {
      const DefaultFloatingPoint environment;
      inside = std::fegetround();
      found = quantized_sums();
    }
    const int after = std::fegetround();
    std::fesetround(before);
    CHECK(inside == FE_TONEAREST);
    CHECK(after == mode);
    CHECK(found == expected);
  }
}

/// What a spec's numbers become: the completed text, and the kernel's bytes.
std::string text_and_bytes(std::string_view type, std::string_view value) {
  const std::string spec = R"({"type": "PADDING", "desc": {"InputTensor": {"DataType": ")" + std::string(type) +
                           R"(", "Sizes": [1]}, "PaddingMode": "CONSTANT", "PaddingValue": )" + std::string(value) +
                           R"(, "StartPadding": [1], "EndPadding": [0]}})";
  const auto op = parse_spec(spec);
  if (!op) return "refused";
  const auto written = write_spec(*op);
  const auto kernel = compile(*op);
  std::array<std::byte, 8> input{};
  std::array<std::byte, 16> output{};
  const std::span<const std::byte> inputs[] = {input};
  const std::span<std::byte> outputs[] = {output};
  if (!written || !kernel || !kernel->run(inputs, outputs)) return "failed";
  return *written + std::string(reinterpret_cast<const char*>(output.data()), output.size());
}

/// The results of 512 numbers of every size and sign, by their bits.
std::string results_of(const Kernel& kernel, std::size_t element_bytes) {
  std::array<std::byte, 2048> input{}, output{};
  const std::size_t bytes = input.size() / 4 * element_bytes;
  for (std::uint32_t i = 0; i < 512; ++i) {
    const std::uint32_t bits = i << 23 | i * 2654435761u >> 9, half = bits >> 16;
    std::memcpy(&input[i * element_bytes], element_bytes == 4 ? &bits : &half, element_bytes);
  }
  const std::span<const std::byte> inputs[] = {std::span(input).first(bytes)};
  const std::span<std::byte> outputs[] = {std::span(output).first(bytes)};
  if (!kernel.run(inputs, outputs)) return "failed";
  return {reinterpret_cast<const char*>(output.data()), bytes};
}

#if defined(__SSE__)
TEST_CASE("X156: no state of MXCSR changes a quantized sum, and each comes back exactly") {
  const Sums expected = quantized_sums();
  const unsigned before = _mm_getcsr();
  constexpr unsigned kMasks = 0x1f80, kFlush = 0x8000, kDenormalsAreZero = 0x0040, kRounding = 0x2000, kFlags = 0x003f;
  bool some_state_matters = false;
  for (unsigned state = 0; state < 16; ++state) {
    // With the exceptions trapped and with their flags raised, too; not both, which traps at the next instruction.
    for (unsigned others : {kMasks, 0u, kMasks | kFlags}) {
      const unsigned set =
          others | (state & 3) * kRounding | (state & 4 ? kFlush : 0) | (state & 8 ? kDenormalsAreZero : 0);
      CAPTURE(state, set);
      _mm_setcsr(set);
      Sums found;
      unsigned inside = 0;
      {
        const DefaultFloatingPoint environment;
        inside = _mm_getcsr();
        found = quantized_sums();
      }
      const unsigned after = _mm_getcsr();
      if (others == kMasks) some_state_matters = some_state_matters || quantized_sums() != expected;
      _mm_setcsr(before);
      CHECK((inside & ~kFlags) == kMasks);
      CHECK(after == set);
      CHECK(found == expected);
    }
  }
  CHECK(some_state_matters);
}

TEST_CASE("no state of MXCSR changes the numbers in a spec") {
  const unsigned before = _mm_getcsr();
  for (const char* type : {"FLOAT64", "FLOAT32", "FLOAT16"})
    for (const char* value : {"1e-45", "1e-40", "0.1", "-0.1", "16777217", "65519.99", "6.1e-5", "3e-8", "3.4e38"}) {
      const std::string expected = text_and_bytes(type, value);
      REQUIRE(expected.size() > 16);
      for (unsigned state = 0; state < 16; ++state) {
        const unsigned set = 0x1f80 | (state & 3) * 0x2000 | (state & 4 ? 0x8000 : 0) | (state & 8 ? 0x0040 : 0);
        _mm_setcsr(set);
        const std::string found = text_and_bytes(type, value);
        const unsigned after = _mm_getcsr();
        _mm_setcsr(before);
        CAPTURE(type, value, state);
        CHECK(found == expected);
        CHECK(after == set);
      }
    }
}

TEST_CASE("no state of MXCSR changes a function's results, in any back end") {
  const unsigned before = _mm_getcsr();
  for (const CompileOptions& options : test::all_variants())
    for (const char* function : kFunctions)
      for (const char* type : {"FLOAT32", "FLOAT16"}) {
        CAPTURE(options.backend, options.isa, function, type);
        const auto op = parse_spec(R"({"type": ")" + std::string(function) +
                                   R"(", "desc": {"InputTensor": {"Sizes": [512], "DataType": ")" + type + R"("}}})");
        REQUIRE(op);
        const auto kernel = compile(*op, options);
        REQUIRE(kernel);
        const std::size_t bytes = std::string_view(type) == "FLOAT32" ? 4 : 2;
        const std::string expected = results_of(*kernel, bytes);
        REQUIRE(expected.size() == 512 * bytes);
        // Each rounding, flushing and reading of subnormals as zeros, with exceptions masked and trapped.
        for (unsigned state = 0; state < 32; ++state) {
          const unsigned set =
              (state & 3) * 0x2000 | (state & 4 ? 0x8000 : 0) | (state & 8 ? 0x0040 : 0) | (state & 16 ? 0 : 0x1f80);
          _mm_setcsr(set);
          const std::string found = results_of(*kernel, bytes);
          const unsigned after = _mm_getcsr();
          _mm_setcsr(before);
          CAPTURE(set);
          CHECK(found == expected);
          CHECK(after == set);
        }
      }
}
#endif

}  // namespace
}  // namespace dmlrun
