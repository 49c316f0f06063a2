#include <vector>

#include "engine/plan/periodic.h"
#include "engine/test/catch.h"

using dmlrun::plan::Axis;
using dmlrun::plan::Run;

namespace {

struct Mapped {
  std::int64_t position;
  std::int32_t source;
  friend bool operator==(const Mapped&, const Mapped&) = default;
};

void append(std::vector<Mapped>& mapped, const std::vector<Run>& runs) {
  for (const Run& run : runs)
    for (std::uint64_t k = 0; k < run.count; ++k)
      mapped.push_back({run.begin + static_cast<std::int64_t>(k) * run.step, run.source});
}

std::vector<Mapped> every_coordinate(const Axis& axis) {
  std::vector<Mapped> mapped;
  append(mapped, axis.head);
  for (std::uint64_t i = 0; i < axis.repeat; ++i) append(mapped, axis.body);
  append(mapped, axis.tail);
  return mapped;
}

const std::vector<std::vector<Run>> kPeriods = {
    {{1, 0, 0}},
    {{3, 0, 1}},
    {{3, 0, 1}, {1, 1, 0}},
    {{4, 0, 1}, {2, 2, -1}},
    {{2, 0, 1}, {2, 1, -1}},
    {{2, 0, 1, 0}, {1, 0, 0, dmlrun::plan::kFill}, {3, 4, 2, 1}},
};

}  // namespace

TEST_CASE("a periodic axis is its period read for ever from the phase") {
  for (const std::vector<Run>& period : kPeriods) {
    std::vector<Mapped> once;
    append(once, period);
    for (std::uint64_t phase = 0; phase < once.size(); ++phase)
      for (std::uint64_t wanted = 0; wanted <= 4 * once.size() + 1; ++wanted) {
        const Axis axis = dmlrun::plan::periodic(period, phase, wanted);
        const std::vector<Mapped> mapped = every_coordinate(axis);
        CAPTURE(once.size(), phase, wanted);
        REQUIRE(mapped.size() == wanted);
        REQUIRE(dmlrun::plan::extent(axis) == wanted);
        for (std::size_t c = 0; c < wanted; ++c) REQUIRE(mapped[c] == once[(phase + c) % once.size()]);
        REQUIRE((axis.repeat == 0) == axis.body.empty());
        REQUIRE((axis.body.empty() || axis.body == period));
        REQUIRE(axis.head.size() + axis.body.size() + axis.tail.size() <= 3 * period.size());
        if (wanted + phase <= once.size() && wanted < once.size()) REQUIRE(axis.tail.empty());
      }
  }
}

TEST_CASE("a periodic axis of four thousand million coordinates is a few runs") {
  const std::uint64_t wanted = (1ull << 32) - 1;
  const Axis axis = dmlrun::plan::periodic({{3, 0, 1}, {1, 1, 0}}, 3, wanted);
  CHECK(axis.head == std::vector<Run>{{1, 1, 0}});
  CHECK(axis.body == std::vector<Run>{{3, 0, 1}, {1, 1, 0}});
  CHECK(axis.repeat == (wanted - 1) / 4);
  CHECK(axis.tail == std::vector<Run>{{2, 0, 1}});
  CHECK(dmlrun::plan::extent(axis) == wanted);
}
