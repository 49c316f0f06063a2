#include <string>

#include "dmlrun/spec.h"
#include "engine/plan/origin.h"
#include "engine/run/lowered_plans.h"
#include "engine/test/catch.h"
#include "engine/test/naive_walk.h"
#include "engine/test/random_plan.h"

using namespace dmlrun;
using plan::Axis;
using plan::AxisOrigins;
using plan::Origin;
using plan::Run;

namespace {

/// A letter for each coordinate: copied, again, held, reversed, fill.
std::string letters(const Axis& axis) {
  const AxisOrigins origins(axis);
  std::string text;
  for (std::uint64_t c = 0; c < origins.extent(); ++c) text += "cahrf"[static_cast<std::size_t>(origins.at(c).origin)];
  return text;
}

/// The letters of the first axis of an operator's first output.
std::string letters_of(const std::string& spec) {
  const Result<Operator> op = parse_spec(spec);
  REQUIRE(op.has_value());
  return letters(lowered_plans(*op).front().axes.front());
}

std::string padding(const std::string& mode, int size, int start, int end) {
  return R"({"type": "PADDING", "desc": {"InputTensor": {"DataType": "UINT8", "Sizes": [)" + std::to_string(size) +
         R"(]}, "PaddingMode": ")" + mode + R"(", "PaddingValue": 0, "StartPadding": [)" + std::to_string(start) +
         R"(], "EndPadding": [)" + std::to_string(end) + "]}}";
}

}  // namespace

TEST_CASE("origins: each padding mode is told by its plan alone") {
  CHECK(letters_of(padding("CONSTANT", 3, 2, 1)) == "ffcccf");
  CHECK(letters_of(padding("EDGE", 3, 2, 2)) == "hhccchh");
  CHECK(letters_of(padding("EDGE", 3, 1, 1)) == "hccch");
  CHECK(letters_of(padding("REFLECTION", 4, 2, 1)) == "rrccccr");
  CHECK(letters_of(padding("SYMMETRIC", 3, 2, 2)) == "rrcccrr");
  CHECK(letters_of(padding("WRAP", 3, 2, 1)) == "aaccca");
}

TEST_CASE("origins: folds go on being reversed and repeated") {
  CHECK(letters_of(padding("REFLECTION", 4, 0, 6)) == "ccccrraaaa");
  CHECK(letters_of(padding("SYMMETRIC", 2, 2, 4)) == "rrccrraa");
}

TEST_CASE("origins: a tile is copied once and repeated, and what runs backwards is reversed") {
  CHECK(
      letters_of(R"({"type": "TILE", "desc": {"InputTensor": {"DataType": "UINT8", "Sizes": [2]}, "Repeats": [3]}})") ==
      "ccaaaa");
  CHECK(letters_of(R"({"type": "SLICE1", "desc": {"InputTensor": {"DataType": "UINT8", "Sizes": [9]},
    "InputWindowOffsets": [0], "InputWindowSizes": [9], "InputWindowStrides": [-4]}})") == "rrr");
}

TEST_CASE("origins: each input of a join is copied") {
  CHECK(letters({{{2, 0, 1, 0}, {1, 0, 0, 1}, {3, 0, 1, 2}}, {}, 0, {}}) == "cccccc");
}

TEST_CASE("origins: runs begin where they begin, and of many repeats the first two and the last are told") {
  const Axis axis{{{1, 1, 0, plan::kUnchosen}},
                  {{3, 0, 1, plan::kUnchosen}, {1, 1, 0, plan::kUnchosen}},
                  1000,
                  {{2, 0, 1, plan::kUnchosen}}};
  CHECK(AxisOrigins(axis).beginnings() == std::vector<std::uint64_t>{0, 1, 4, 5, 8, 3997, 4000, 4001});
}

TEST_CASE("origins: positions and sources are those of the plan, whatever the plan") {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const plan::Plan plan = plan_test::RandomPlan(seed).plan;
    for (const Axis& axis : plan.axes) {
      const std::vector<plan_test::Mapped> map = plan_test::map_of(axis);
      const AxisOrigins origins(axis);
      REQUIRE(origins.extent() == map.size());
      for (std::size_t c = 0; c < map.size(); ++c) {
        const AxisOrigins::At at = origins.at(c);
        const bool is_right = at.position == map[c].position && at.source == map[c].source &&
                              (at.origin == Origin::fill) == (map[c].source == plan::kFill);
        if (!is_right) FAIL("plan of seed " << seed << ", coordinate " << c);
      }
    }
  }
}
