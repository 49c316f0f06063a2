// The plans of the random tests of devices: some that are chosen, for what a device does differently, then random ones.
#pragma once

#include <cstdint>
#include <iterator>
#include <vector>

#include "engine/plan/normalize.h"
#include "engine/plan/print.h"
#include "engine/test/random_plan.h"

namespace dmlrun::jit::test {

struct DevicePlan {
  plan::Plan plan;
  std::vector<plan_test::Bytes> inputs;  ///< exactly as long as the spans
};

inline constexpr const char* kChosenPlans[] = {
    // Edges that share a launch, of bytes and of elements of eight; with two sources.
    "output x1 strides 67,1 span 4489; axes [1f 65@0 1f] [1f 65@0 1f]; %0 = input 0 x1 offset 0 strides 65,1 span "
    "4225; "
    "fill 07",
    "output x8 strides 36,1 span 1296; axes [2f 33@0 1f] [2f 32@0 2f]; %0 = input 0 x8 offset 0 strides 32,1 span "
    "1056; "
    "fill 0102030405060708",
    "output x2 strides 70,1 span 2800; axes [40@0] [%0:64@0 %1:2@0 4f]; %0 = input 0 x2 offset 0 strides 64,1 span "
    "2560; "
    "%1 = input 1 x2 offset 0 strides 2,1 span 80; fill 0700",
    // One load and many stores; more stores than one thread makes.
    "output x4 strides 4096,256,1 span 65536; axes [(4@0)x4] [(4@0)x4] [(64@0)x4]; "
    "%0 = input 0 x4 offset 0 strides 256,64,1 span 1024",
    // Bytes that four at a time make a word: all of them, and where some stand for a row.
    "output i8 strides 64,1 span 512; axes [8@0] [64@0]; %0 = input 0 i8 offset 4 strides "
    "64,1 span 516; %1 = input 1 f32 offset 1 strides 0,0 span 2; %2 = input 2 u8 offset 3 "
    "strides 1,0 span 11; value "
    "saturate.i32(minimum(maximum(round(divide(subtract(convert.f32(%0), convert.f32(%2)), "
    "%1)), f32 -128), f32 127))",
    "output u8 strides 72,1 span 568; axes [8@0] [64@0]; %0 = input 0 u8 offset 0 strides "
    "64,1 span 512; %1 = input 1 i8 offset 0 strides 64,1 span 512; value "
    "saturate.i32(minimum(maximum(add(convert.f32(%0), convert.f32(%1)), f32 0), f32 255))",
    // What is no number becomes the least.
    "output i8 strides 1 span 20; axes [20@0]; %0 = input 0 f32 offset 0 strides 1 span 20; "
    "value saturate.i32(minimum(maximum(multiply(multiply(%0, f32 1e+38), f32 0), f32 -128), "
    "f32 127))",
    // Quotients by thresholds: several vectors for each thread, and a rest; a number that all share, and rows; a
    // divisor below 0, and no zero point.
    "output u8 strides 1 span 4202644; axes [4202644@0]; %0 = input 0 i8 offset 0 strides 1 "
    "span 4202644; %1 = input 1 f32 offset 0 strides 0 span 1; %2 = input 2 u8 offset 0 "
    "strides 1 span 4202644; %3 = input 3 f32 offset 0 strides 0 span 1; %4 = input 4 u8 "
    "offset 0 strides 0 span 1; value "
    "saturate.i32(minimum(maximum(add(round(divide(add(multiply(convert.f32(%0), %1), "
    "convert.f32(%2)), %3)), convert.f32(%4)), f32 0), f32 255))",
    "output i8 strides 1000,1 span 99968; axes [100@0] [968@0]; %0 = input 0 u8 offset 0 "
    "strides 968,1 span 96800; %1 = input 1 f32 offset 1 strides 0,0 span 2; %2 = input 2 i8 "
    "offset 0 strides 1,0 span 100; %3 = input 3 i8 offset 1 strides 0,0 span 2; value "
    "saturate.i32(minimum(maximum(add(round(divide(subtract(convert.f32(%0), "
    "convert.f32(%2)), %1)), convert.f32(%3)), f32 -128), f32 127))",
    "output i8 strides 1 span 65536; axes [65536@0]; %0 = input 0 i8 offset 0 strides 1 span "
    "65536; %1 = input 1 f32 offset 0 strides 0 span 1; value "
    "saturate.i32(minimum(maximum(round(divide(multiply(convert.f32(%0), %1), f32 -0.75)), "
    "f32 -128), f32 127))",
    // Bytes from places that are no neighbours.
    "output x1 strides 1 span 107; axes [107@0]; %0 = input 0 x1 offset 106 strides -1 span 107",
    "output x1 strides 1 span 16; axes [16@0]; %0 = input 0 x1 offset 0 strides 2 span 36",
    // One column of three, and two: elements of four bytes, three apart.
    "output x4 strides 1 span 4; axes [4@0]; %0 = input 0 x4 offset 1 strides 3 span 11",
    "output x4 strides 2,1 span 1152; axes [576@0] [2@0]; %0 = input 0 x4 offset 0 strides 3,1 span 1728",
    "output x4 strides 1 span 576; axes [576@0]; %0 = input 0 x4 offset 2 strides 3 span 1728",
    // A float that is rounded is not 0 because it is subnormal.
    "output i32 strides 1 span 4096; axes [4096@0]; %0 = input 0 f32 offset 0 strides 1 span 4096; value "
    "subtract(saturate.i32(ceil(%0)), saturate.i32(floor(%0)))",
    // Constants that are computed: a double has all of its digits, and a float is no double.
    "output i64 strides 1 span 18; axes [18@0]; %0 = input 0 f64 offset 0 strides 1 span 18; value "
    "saturate.i64(minimum(round_away(convert.f64(i64 -111148106614324260)), %0))",
    "output i32 strides 1 span 18; axes [18@0]; %0 = input 0 i32 offset 0 strides 1 span 18; value "
    "minimum(saturate.i32(fma(truncate(f32 1.5), f32 1, f32 1)), %0)",
    // Bytes side by side: their signs count where they are compared, and of a float's bits the lowest are stored.
    "output u32 strides 1 span 72; axes [72@0]; %0 = input 0 i8 offset 0 strides 1 span 72; "
    "%1 = input 1 i8 offset 0 strides 1 span 72; value less(%0, %1)",
    "output u8 strides 1 span 53; axes [53@0]; %0 = input 0 u32 offset 0 strides 1 span 53; value "
    "bit_cast.u32(maximum(convert.f32(%0), f32 -2.5))",
};

/// Seeds below the number of chosen plans are these; of the others every second has operands with elements 2 to 9
/// apart.
inline DevicePlan device_plan(std::uint64_t seed) {
  if (seed >= std::size(kChosenPlans)) {
    plan_test::RandomPlan random(seed, seed % 2 == 0 ? plan_test::Spacing::any : plan_test::Spacing::apart);
    return {plan::normalize(random.plan), std::move(random.inputs)};
  }
  DevicePlan chosen{*plan::parse(kChosenPlans[seed]), {}};
  for (const plan::Operand& operand : chosen.plan.operands)
    chosen.inputs.emplace_back(operand.span * plan::bytes_of(operand.element));
  return chosen;
}

}  // namespace dmlrun::jit::test
