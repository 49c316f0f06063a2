#include "engine/plan/name.h"

#include <algorithm>
#include <cctype>

#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "engine/test/random_plan.h"

using namespace dmlrun;

namespace {

std::string name_of(const char* text) {
  auto plan = plan::parse(text);
  if (!plan) FAIL(text << ": " << plan.error().to_string());
  return plan::name(*plan);
}

}  // namespace

TEST_CASE("a plan is named after what it does") {
  CHECK(name_of("output x1 strides 6,1 span 12; axes [2@0] [(3@0)x2]; %0 = input 0 x1 offset 0 strides 3,1 span 6") ==
        "move_x1_2x6_repeat");
  CHECK(name_of("output x1 strides 1 span 7; axes [2@2- 4@0 1@2]; %0 = input 0 x1 offset 0 strides 1 span 4") ==
        "move_x1_7_reverse");
  CHECK(name_of("output x4 strides 1 span 9; axes [2@0= 4@0 3@3*2]; %0 = input 0 x4 offset 0 strides 1 span 8") ==
        "move_x4_9_splat_skip");
  CHECK(name_of("output x2 strides 2 span 5; axes [%0:2@0 %1:1@0]; %0 = input 0 x2 offset 0 strides 1 span 2; "
                "%1 = input 1 x2 offset 0 strides 1 span 1") == "move_x2_3_from2_gaps");
  CHECK(name_of("output x1 strides 1 span 5; axes [1f 3@0 1f]; %0 = input 0 x1 offset 0 strides 1 span 3; fill 2a") ==
        "move_x1_5_fill");
  CHECK(name_of("output x4 strides 1 span 5; axes [5f]; fill 0000803f") == "fill_x4_5");
  CHECK(name_of("output u8 strides 3,1 span 6; axes [2@0] [3@0]; %0 = input 0 u8 offset 0 strides 3,1 "
                "span 6; %1 = input 1 u8 offset 0 strides 0,1 span 3; value "
                "saturate.i32(minimum(maximum(add(convert.f32(%0), convert.f32(%1)), f32 0), f32 255))") ==
        "compute_u8_2x3_add_maximum_minimum_from2");
  CHECK(name_of("output f32 strides 1 span 5; axes [5@0]; %0 = input 0 f32 offset 0 strides 1 span 5; value "
                "square_root(absolute(round_away(subtract(multiply(add(negate(%0), %0), %0), %0))))") ==
        "compute_f32_5_negate_add_multiply_subtract_round_away_absolute_more");
}

TEST_CASE("names of random plans are words that profilers and assemblers take") {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const std::string name = plan::name(plan_test::RandomPlan(seed).plan);
    CAPTURE(seed, name);
    REQUIRE(std::all_of(name.begin(), name.end(),
                        [](unsigned char c) { return std::islower(c) || std::isdigit(c) || c == '_'; }));
    REQUIRE(name.size() < 200);
  }
}
