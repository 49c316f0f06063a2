// The formula of quantized sums over all pairs of bytes, with scales that make trouble.
#include <cstring>
#include <limits>

#include "engine/plan/interpreter/interpret.h"
#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "jit/test/halide/plan_trial.h"

namespace dmlrun::jit::test {
namespace {

std::string formula(const char* a, const char* b, const char* low, const char* high) {
  const auto scaled = [](const char* operand, const char* zero, const char* scale) {
    return std::string("multiply(subtract(convert.f32(") + operand + "), " + zero + "), " + scale + ")";
  };
  return std::string("output ") + (low[0] == '-' ? "i8" : "u8") +
         " strides 1 span 65536; axes [65536@0]; %0 = input 0 " + a + " offset 0 strides 1 span 65536; %1 = input 1 " +
         b +
         " offset 0 strides 1 span 65536; %2 = input 2 f32 offset 0 strides 0 span 1; %3 = input 3 f32 offset 0 "
         "strides 0 "
         "span 1; %4 = input 4 f32 offset 0 strides 0 span 1; %5 = input 5 u8 offset 0 strides 0 span 1; "
         "v1 = convert.f32(%5); value saturate.i32(minimum(maximum(add(round(divide(add(" +
         scaled("%0", "v1", "%2") + ", " + scaled("%1", "v1", "%3") + "), %4)), v1), f32 " + low + "), f32 " + high +
         "))";
}

}  // namespace

TEST_CASE("sums of all pairs of bytes have the interpreter's bytes for every kind of scale", "[sums]") {
  using Limits = std::numeric_limits<float>;
  const float kScales[] = {0.1f,
                           1.0f,
                           -0.3f,
                           0.0f,
                           -0.0f,
                           Limits::denorm_min(),
                           1e-39f,
                           3e38f,
                           Limits::infinity(),
                           -Limits::infinity(),
                           Limits::quiet_NaN()};
  plan_test::Bytes a(65536), b(65536);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<std::byte>(i >> 8), b[i] = static_cast<std::byte>(i);
  for (const auto& text :
       {formula("u8", "u8", "0", "255"), formula("i8", "i8", "-128", "127"), formula("i8", "u8", "0", "255")}) {
    const auto plan = plan::parse(text);
    INFO(text);
    REQUIRE(plan);
    const auto kernel = make_kernel(*plan);
    std::size_t different = 0;
    for (const float x : kScales)
      for (const float y : {0.1f, 0.7f, Limits::infinity()})
        for (const float z : kScales) {
          const std::byte zero{17};
          const std::byte* const inputs[] = {a.data(),
                                             b.data(),
                                             reinterpret_cast<const std::byte*>(&x),
                                             reinterpret_cast<const std::byte*>(&y),
                                             reinterpret_cast<const std::byte*>(&z),
                                             &zero};
          plan_test::Bytes expected(65536), found(65536);
          plan::interpret(*plan, inputs, expected.data(), 0, 65536);
          kernel->run(inputs, found.data(), 0, 65536);
          if (expected != found) UNSCOPED_INFO("scales " << x << ", " << y << ", " << z);
          different += expected != found;
        }
    CHECK(different == 0);
  }
}

}  // namespace dmlrun::jit::test
