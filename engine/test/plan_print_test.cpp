// The text form: what is written, and what is refused.
#include <limits>
#include <random>

#include "engine/plan/check.h"
#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "engine/test/this_program.h"

using namespace dmlrun;
using plan::Plan;

namespace {

const std::string kMover =
    "output x2 strides 6,1 span 30; axes [%0:2@0 | (%1:1@0)x3] [1f 4@3- 1f]; "
    "%0 = input 0 x2 offset 0 strides 4,1 span 8; %1 = input 1 x2 offset 0 strides 4,1 span 4; fill 00ff";
const std::string kComputing =
    "output i8 strides 1 span 8; axes [8@0]; %0 = input 0 i8 offset 0 strides 1 span 8; %1 = "
    "input 1 f32 offset 0 strides 0 span 1; value "
    "saturate.i32(minimum(maximum(round(multiply(convert.f32(%0), %1)), f32 -128), f32 127))";

}  // namespace

TEST_CASE("a plan prints as one readable line") {
  Plan plan;
  plan.output = plan::Element::x1;
  plan.output_strides = {5, 1};
  plan.output_span = 20;
  plan.axes = {{{{2, 1, -1, 0}}, {{1, 3, 0, 1}}, 2, {}}, {{}, {}, 0, {{2, 0, 0}, {1, 0, 0, plan::kFill}, {2, 0, 7}}}};
  plan.operands = {{0, plan::Element::x1, -3, 40, {4, 1}}, {7, plan::Element::x1, 0, 40, {4, -1}}};
  plan.fill[0] = std::byte{0x2a};
  CHECK(print(plan) ==
        "output x1 strides 5,1 span 20; axes [%0:2@1- | (%1:1@3)x2] [| | 2@0= 1f 2@0*7]; "
        "%0 = input 0 x1 offset -3 strides 4,1 span 40; %1 = input 7 x1 offset 0 strides 4,-1 span 40; fill 2a");
  CHECK(*plan::parse(print(plan)) == plan);
}

TEST_CASE("every shape of axis and constant is read back") {
  for (const char* axis :
       {"[2@0]", "[2@0 | (1@5)x2]", "[2@0 | (1@5 2f)x2 | 1f]", "[(1@5)x2]", "[(1@5)x2 | 1f]", "[1f | | 1@-3]",
        "[| | 1f]", "[1f | (1@0 2f)x2+3]", "[(1@0 2f)x2-1 | 1f]", "[2@0*-9 3@4= 1@-7]"}) {
    const std::string text = std::string("output x1 strides 1 span 99; axes ") + axis +
                             "; %0 = input 0 x1 offset 0 strides 1 span 9; fill 00";
    const Result<Plan> parsed = plan::parse(text);
    INFO(text);
    const bool has_fill = text.find("f]") != std::string::npos || text.find("f)") != std::string::npos ||
                          text.find("f ") != std::string::npos;
    if (!has_fill) {
      CHECK_FALSE(parsed);  // "fill" stands only where it is used or not 0
      continue;
    }
    REQUIRE(parsed);
    CHECK(print(*parsed) == text);
  }
  for (const float value : {0.1f, -0.0f, 1e-45f, 3.4028235e38f, std::numeric_limits<float>::infinity(), 16777216.0f}) {
    Plan plan = *plan::parse(kComputing);
    plan.values[5].immediate = plan::bits_of(plan::Type::f32, static_cast<double>(value));
    const Result<Plan> parsed = plan::parse(print(plan));
    REQUIRE(parsed);
    CHECK(*parsed == plan);
  }
}

TEST_CASE("parse refuses what print cannot have written, with the column") {
  struct Refusal {
    const char* text;
    std::uint32_t column;
  };
  const Refusal refusals[] = {
      {"", 1},
      {"output", 1},
      {"output x3 span 1", 8},
      {"output x1 span -1", 16},
      {"output x1 span 99999999999999999999", 16},
      {"output x1 span 01", 16},
      {"output x1 span 1 ", 17},
      {"output x1 span 1\n", 17},
      {"output x1 strides 1 span 1", 27},
      {"output x1 strides 1,1,1,1,1,1,1,1,1 span 1", 35},
      {"output x1 strides 1 span 1; axes [1@0", 38},
      {"output x1 strides 1 span 1; axes [1@0] [1@0]", 39},
      {"output x1 strides 1 span 1; axes []", 35},
      {"output x1 strides 1 span 1; axes [1@0 ]", 39},
      {"output x1 strides 1 span 1; axes [1@0-]", 38},
      {"output x1 strides 1 span 2; axes [2@0*1]", 38},
      {"output x1 strides 1 span 2; axes [2@+0]", 37},
      {"output x1 strides 1 span 2; axes [%-2:2@0]", 35},
      {"output x1 strides 1 span 2; axes [%0:2f]", 39},
      {"output x1 strides 1 span 2; axes [(2@0)]", 39},
      {"output x1 strides 1 span 2; axes [(2@0)x99999999999999999999]", 41},
      {"output x1 span 1; %1 = input 0 x1 offset 0 span 1", 21},
      {"output x1 span 1; %0 = input 0 x1 offset 0 strides 1 span 1", 43},
      {"output f32 span 1; %0 = input 0 f32 offset 0 span 1; value %0)", 62},
      {"output f32 span 1; %0 = input 0 f32 offset 0 span 1; value nan", 60},
      {"output f32 span 1; %0 = input 0 f32 offset 0 span 1; value add(%0)", 66},
      {"output f32 span 1; %0 = input 0 f32 offset 0 span 1; value f32 1.50", 67},
      {"output f32 span 1; %0 = input 0 f32 offset 0 span 1; value f32 1e99", 64},
      {"output f32 span 1; %0 = input 0 f32 offset 0 span 1; value f32 -nan", 64},
      {"output f32 span 1; %0 = input 0 f32 offset 0 span 1; value i32 1.5", 65},
      {"output f32 span 1; %0 = input 0 f32 offset 0 span 1; value u32 -1", 64},
      {"output f32 span 1; %0 = input 0 f32 offset 0 span 1; value v1", 62},
      {"output f32 span 1; %0 = input 0 f32 offset 0 span 1; value %1", 62},
      {"output f32 span 1; %0 = input 0 f32 offset 0 span 1; value add(%0, f64 1)", 74},
      {"output f32 span 1; %0 = input 0 f32 offset 0 span 1; value convert(%0)", 67},
      {"output f32 span 1; %0 = input 0 f32 offset 0 span 1; value convert.f32(%0)", 75},
      {"output f32 span 1; %0 = input 0 f32 offset 0 span 1; v1 = floor(%0); value v1", 55},
      {"output f32 span 1; %0 = input 0 f32 offset 0 span 1; v2 = floor(%0)", 56},
      {"output f32 span 1; %0 = input 0 f32 offset 0 span 1; v1 = floor(%0)", 68},
      {"output x2 span 1; fill 1", 25},
      {"output x2 span 1; fill 12AB", 26},
      {"output x2 span 1; fill 0000", 17},
  };
  for (const Refusal& refusal : refusals) {
    const Result<Plan> parsed = plan::parse(refusal.text);
    CAPTURE(refusal.text);
    REQUIRE_FALSE(parsed);
    CHECK(parsed.error().code == ErrorCode::syntax);
    CHECK(parsed.error().position == Position{1, refusal.column});
    CHECK(!parsed.error().message.empty());
  }
}

TEST_CASE("hostile text is refused without deep recursion or memory by claim") {
  std::string deep = "output f32 span 1; %0 = input 0 f32 offset 0 span 1; value ";
  for (int i = 0; i < 100000; ++i) deep += "round(";
  CHECK_FALSE(plan::parse(deep));
  std::string wide = "output f32 span 1; %0 = input 0 f32 offset 0 span 1; value ";
  for (int i = 0; i < 100000; ++i) wide += "add(%0, ";
  CHECK_FALSE(plan::parse(wide));
  CHECK_FALSE(plan::parse(std::string((16u << 20) + 1, 'x')));
  CHECK_FALSE(plan::parse(std::string("output x1 span 1\0; fill 2a", 27)));
  for (const std::string& sound : {kMover, kComputing})
    for (std::size_t length = 0; length < sound.size(); ++length) {
      const Result<Plan> parsed = plan::parse(sound.substr(0, length));
      if (parsed) CHECK(print(*parsed) == sound.substr(0, length));
    }
}

TEST_CASE("changed texts are refused or are what print writes") {
  std::mt19937 random(dmlrun::test::random_seed());
  const std::string letters = "0123456789 ,;()[]|%@=-*fx:.einm";
  int accepted = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text = i % 2 == 0 ? kMover : kComputing;
    for (auto changes = 1 + random() % 3; changes > 0; --changes) {
      const std::size_t at = random() % text.size();
      if (random() % 3 == 0) text.erase(at, 1);
      else if (random() % 2 == 0) text[at] = letters[random() % letters.size()];
      else text.insert(at, 1, letters[random() % letters.size()]);
    }
    const Result<Plan> parsed = plan::parse(text);
    if (!parsed) continue;
    ++accepted;
    INFO("repeat: " << dmlrun::test::this_program() << " \"changed texts*\" --rng-seed "
                    << dmlrun::test::random_seed());
    REQUIRE(print(*parsed) == text);
    (void)plan::check(*parsed);
  }
  CHECK(accepted > 100);
}
