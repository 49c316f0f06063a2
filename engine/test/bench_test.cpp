// What the benchmark is made of. Nothing here depends on how long anything takes.
#include "engine/test/catch.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/bench/grid.h"
#include "engine/bench/growth.h"
#include "engine/bench/machine.h"
#include "engine/bench/measure.h"
#include "engine/bench/plain_move.h"

using namespace dmlrun;
using namespace dmlrun::bench;

TEST_CASE("the built-in grid has 209 legal cells of six families, each with a name of its own") {
  const auto cells = built_in_grid();
  INFO((cells ? "" : cells.error().to_string()));
  REQUIRE(cells);
  CHECK(cells->size() == 209);
  std::set<std::string> names;
  std::map<std::string, int> families, regions;
  for (const Cell& cell : *cells) {
    INFO(cell.family << ": " << cell.name);
    CHECK(names.insert(cell.family + ": " + cell.name).second);
    ++families[cell.family];
    ++regions[std::string(region_name(cell.region))];
    CHECK(cell.output_bytes > 0);
    CHECK((cell.goal.unit == Unit::none) == (cell.goal.value == 0));
    CHECK(cell.row.empty() == (cell.goal.unit == Unit::none));
  }
  CHECK(families.size() == 6);
  for (const char* family : {"tile", "padding", "join", "qadd", "elementwise"}) CHECK(families[family] >= 20);
  CHECK(regions.size() == kRegions);
  for (const auto& [region, count] : regions) CHECK(count >= 20);
}

TEST_CASE("a grid's shape is made once for each N, and an error in it is an error") {
  const std::string goals = R"("goals": [{"name": "g", "title": "a row", "L1": {"memcpy": 1.5}, "L2": {"cycles": 7}}])";
  const auto grid = [&](const std::string& shape) {
    return parse_grid("{" + goals + ", \"shapes\": [" + shape + "]}");
  };
  const auto two = grid(R"({"family": "join", "goal": "g", "name": "two", "type": "JOIN", "copies": 3, "N": [2, 100000],
    "desc": {"Axis": 1, "InputTensors": [{"DataType": "UINT8", "Sizes": ["N", 1]}]}})");
  REQUIRE(two);
  REQUIRE(two->size() == 2);
  CHECK((*two)[0].name == "two, 6 B");
  CHECK((*two)[0].op.inputs().size() == 3);
  CHECK((*two)[0].goal.unit == Unit::memcpy);
  CHECK((*two)[1].name == "two, 293 KB");
  CHECK((*two)[1].goal.unit == Unit::cycles);
  CHECK((*two)[1].row == "a row");
  CHECK_FALSE(parse_grid("{"));
  CHECK_FALSE(grid(R"({"family": "tile", "goal": "none such", "name": "x", "type": "TILE", "desc": {}})"));
  CHECK_FALSE(grid(R"({"family": "tile", "name": "x", "type": "TILE",
    "desc": {"InputTensor": {"DataType": "UINT8", "Sizes": ["N"]}, "Repeats": [0]}, "N": [4]})"));
}

TEST_CASE("sizes and regions are named as in the table of goals") {
  CHECK(size_name(64) == "64 B");
  CHECK(size_name(13456) == "13.1 KB");
  CHECK(size_name(262144) == "256 KB");
  CHECK(size_name(1048575) == "1 MB");
  CHECK(size_name(std::uint64_t{5} << 30) == "5 GB");
  CHECK(region_of(16u << 10) == Region::l1);
  CHECK(region_of(512u << 10) == Region::l2);
  CHECK(region_of(1u << 20) == Region::l3);
  CHECK(region_of(64u << 20) == Region::dram);
}

TEST_CASE("medians, spreads and ratios of rounds are those of their values") {
  CHECK(median({3, 1, 2}) == 2);
  CHECK(std::isnan(median({})));
  CHECK(spread({4, 4, 4, 4}) == 0);
  CHECK(spread({1, 2, 3, 4, 5, 6, 7, 8}) == test::Approx(4.0 / 5));
  const Times times{{{2, 6, 12}, {1, 2, 3}}, {}};
  CHECK(times.ratios(0, 1) == std::vector<double>{2, 3, 4});
  CHECK(times.ratio(0, 1) == 3);
}

TEST_CASE("in each round every contestant has one turn, and another one begins") {
  std::vector<std::string> order;
  bool is_measuring = false;
  const auto taking = [&](const char* name) {
    return Contestant{name, [&order, &is_measuring, name](std::uint64_t times) {
                        if (is_measuring && times > 1) order.emplace_back(name);
                        return 1e-4 * static_cast<double>(times);
                      }};
  };
  const Contestant all[] = {taking("a"), taking("b"), taking("c")};
  int rounds = 0;
  const Times times = run_rounds(all, {4, 1e-2}, [&] { is_measuring = true, ++rounds; });
  CHECK(rounds == 4);
  CHECK(order == std::vector<std::string>{"a", "b", "c", "b", "c", "a", "c", "a", "b", "a", "b", "c"});
  REQUIRE(times.calls.size() == 3);
  for (const auto& calls : times.calls) {
    REQUIRE(calls.size() == 4);
    for (const double call : calls) CHECK(call == test::Approx(1e-4));
  }
  CHECK(times.cycles.size() == 4);
}

TEST_CASE("a contestant with a share has so many fewer calls in a turn") {
  std::vector<std::uint64_t> turns[2];
  bool is_measuring = false;
  const auto taking = [&](std::size_t i, double share) {
    return Contestant{"",
                      [&turns, &is_measuring, i](std::uint64_t times) {
                        if (is_measuring && times > 1) turns[i].push_back(times);
                        return 1e-4 * static_cast<double>(times);
                      },
                      share};
  };
  const Contestant all[] = {taking(0, 1), taking(1, 0.5)};
  static_cast<void>(run_rounds(all, {2, 1e-2}, [&] { is_measuring = true; }));
  CHECK(turns[0] == std::vector<std::uint64_t>{100, 100});
  CHECK(turns[1] == std::vector<std::uint64_t>{50, 50});
}

TEST_CASE("turns begin with up to four calls that do not count, of calls that take long with fewer") {
  std::vector<std::uint64_t> calls[3];
  bool is_measuring = false;
  const auto taking = [&](std::size_t i, double seconds) {
    return Contestant{"", [&calls, &is_measuring, i, seconds](std::uint64_t times) {
                        if (is_measuring) calls[i].push_back(times);
                        return seconds * static_cast<double>(times);
                      }};
  };
  const Contestant all[] = {taking(0, 1e-4), taking(1, 8e-3), taking(2, 50e-3)};
  static_cast<void>(run_rounds(all, {1, 30e-3}, [&] { is_measuring = true; }));
  CHECK(calls[0] == std::vector<std::uint64_t>{1, 1, 1, 1, 300});
  CHECK(calls[1] == std::vector<std::uint64_t>{1, 1, 3});
  CHECK(calls[2] == std::vector<std::uint64_t>{1, 1});
}

namespace {

/// Runs parts one after another, the last one first, and counts them.
void run_backwards(void* self, std::size_t count, Executor::Part part, void* context) noexcept {
  *static_cast<std::size_t*>(self) += count;
  while (count > 0) part(context, --count);
}

}  // namespace

TEST_CASE("plain copies and fills write every byte of theirs once, and no other") {
  std::size_t parts = 0;
  const Executor executor{run_backwards, &parts};
  const Buffer buffer(40 * kPage, 0), source(40 * kPage, 0);
  fill(source.bytes(), 7);
  const auto is_untouched = [](std::byte b) { return b == std::byte{0xee}; };
  for (const bool is_non_temporal : {false, true})
    for (const unsigned threads : {1u, 2u, 3u})
      for (const std::size_t skew : {0u, 1u, 63u, 2048u})
        for (const std::size_t bytes : {1u, 20u, 64u, 4097u, 100'000u})
          for (const bool is_copy : {false, true}) {
            INFO(is_non_temporal << " " << threads << " " << skew << " " << bytes << " " << is_copy);
            const auto all = buffer.bytes(), to = all.subspan(kPage + skew, bytes);
            const std::byte* const from = source.bytes().data() + 5;
            std::fill(all.begin(), all.end(), std::byte{0xee});
            parts = 0;
            PlainMove{to, is_copy ? from : nullptr, is_non_temporal, {threads, executor}}.run();
            CHECK(parts == (threads == 1 ? 0 : threads));
            CHECK(std::all_of(all.begin(), all.begin() + kPage + skew, is_untouched));
            CHECK(std::all_of(to.data() + bytes, all.data() + all.size(), is_untouched));
            if (is_copy) CHECK(std::memcmp(to.data(), from, bytes) == 0);
            else CHECK(std::all_of(to.begin(), to.end(), [](std::byte b) { return b == std::byte{1}; }));
          }
}

TEST_CASE("plain moves stand beside several threads where these are to gain") {
  CHECK(gain_goal((192u << 10) - 1) == 0);
  CHECK(gain_goal(192u << 10) == 1.4);
  CHECK(gain_goal((4u << 20) - 1) == 1.4);
  CHECK(gain_goal(4u << 20) == 1.8);
  std::size_t parts = 0;
  const Executor executor{run_backwards, &parts};
  for (const std::uint32_t bytes : {100u << 10, 200u << 10, 33u << 20}) {
    INFO(bytes);
    const TensorDesc input{.type = DataType::uint8, .sizes = {bytes / 2}},
        output{.type = DataType::uint8, .sizes = {bytes}};
    const auto twice = Operator::make(TileDesc{.input = input, .output = output, .repeats = {2}});
    REQUIRE(twice);
    CompileOptions options{.threads = 2, .executor = &executor};
    const Effort least{1, 1e-6, seconds};
    const Figures shared = measure(*twice, options, Placement::equal, least);
    REQUIRE(shared.error == "");
    CHECK(shared.gain > 0);
    CHECK((shared.copy_gain > 0) == (bytes >= 192u << 10));
    CHECK((shared.fill_gain > 0) == (bytes >= 192u << 10));
    options.threads = 1;
    const Figures alone = measure(*twice, options, Placement::equal, least);
    CHECK((alone.gain == 0 && alone.copy_gain == 0 && alone.fill_gain == 0));
  }
}

TEST_CASE("outputs begin at the place in their page that was asked for, and scales have values") {
  const auto cells = built_in_grid();
  REQUIRE(cells);
  const auto add = std::find_if(cells->begin(), cells->end(), [](const Cell& cell) { return cell.family == "qadd"; });
  REQUIRE(add != cells->end());
  for (const Placement placement : {Placement::equal, Placement::skewed}) {
    const Workplace place(add->op, placement, {add->values});
    const auto offset = [](const std::byte* at) { return reinterpret_cast<std::uintptr_t>(at) % kPage; };
    for (const auto& input : place.inputs()) CHECK(offset(input.data()) == 0);
    CHECK(offset(place.outputs()[0].data()) == (placement == Placement::skewed ? kPage / 2 : 0));
    float scale = 0;
    std::memcpy(&scale, place.inputs()[1].data(), sizeof scale);
    CHECK(scale == 0.0213f);
  }
}

TEST_CASE("inputs hold the values that are given, and others are filled") {
  const TensorDesc one{.type = DataType::float32, .sizes = {2}};
  const auto add = Operator::make(ElementWiseAddDesc{.a = one, .b = one, .output = one});
  REQUIRE(add);
  const float values[] = {100, -0.25f};
  const std::span<const std::byte> given[] = {{}, std::as_bytes(std::span(values))};
  const Workplace place(*add, Placement::equal, {{}, given});
  CHECK(std::equal(given[1].begin(), given[1].end(), place.inputs()[1].begin()));
  CHECK_FALSE(std::equal(given[1].begin(), given[1].end(), place.inputs()[0].begin()));
}

TEST_CASE("inputs of FLOAT16 are ordinary numbers, to the last of an odd count") {
  const TensorDesc input{.type = DataType::float16, .sizes = {1001}};
  const auto tile = Operator::make(TileDesc{.input = input, .output = input, .repeats = {1}});
  REQUIRE(tile);
  const Workplace place(*tile, Placement::equal);
  bool some_negative = false;
  for (std::size_t i = 0; i < 1001; ++i) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, place.inputs()[0].data() + i * sizeof bits, sizeof bits);
    constexpr unsigned kSixteenth = 0x2c00, kSixteen = 0x4c00, kMagnitude = 0x7fff;
    CHECK(((bits & kMagnitude) >= kSixteenth && (bits & kMagnitude) < kSixteen));
    some_negative = some_negative || bits > kMagnitude;
  }
  CHECK(some_negative);
}

TEST_CASE("inputs of FLOAT32 are ordinary numbers") {
  const TensorDesc input{.type = DataType::float32, .sizes = {1000}},
      output{.type = DataType::float32, .sizes = {1000}};
  const auto tile = Operator::make(TileDesc{.input = input, .output = output, .repeats = {1}});
  REQUIRE(tile);
  const Workplace place(*tile, Placement::equal);
  bool some_negative = false;
  for (std::size_t i = 0; i < 1000; ++i) {
    float x = 0;
    std::memcpy(&x, place.inputs()[0].data() + i * sizeof x, sizeof x);
    CHECK((std::abs(x) >= 1.0f / 16 && std::abs(x) < 16));
    some_negative = some_negative || x < 0;
  }
  CHECK(some_negative);
}

TEST_CASE("measuring compares first: a kernel of another operator is a wrong result") {
  const auto make = [](PaddingMode mode) {
    const TensorDesc input{.type = DataType::uint8, .sizes = {8}}, output{.type = DataType::uint8, .sizes = {10}};
    return Operator::make(
        PaddingDesc{.input = input, .output = output, .padding_mode = mode, .start_padding = {1}, .end_padding = {1}});
  };
  const auto edge = make(PaddingMode::edge), wrap = make(PaddingMode::wrap);
  REQUIRE((edge && wrap));
  const auto right = compile(*edge, {.backend = "interpreter"}), wrong = compile(*wrap, {.backend = "interpreter"});
  REQUIRE((right && wrong));
  const Workplace place(*edge, Placement::equal);
  const Effort least{1, 1e-6};
  CHECK(measure(*edge, *wrong, place.inputs(), place.outputs(), least).error == "wrong result");
  const Figures figures = measure(*edge, *right, place.inputs(), place.outputs(), least);
  CHECK(figures.error.empty());
  CHECK(figures.backend == "interpreter");
  CHECK(figures.ratio > 0);
  CHECK(figures.fill_ratio > 0);
  CHECK(figures.nanoseconds > 0);
  CHECK_FALSE(measure(*edge, {.backend = "none such"}, Placement::equal, least).error.empty());
}

TEST_CASE("measuring looks for an interruption before each turn's calls and at each MiB that is compared") {
  const TensorDesc input{.type = DataType::uint8, .sizes = {4, 1 << 20}};
  const auto copy = Operator::make(TileDesc{.input = input, .output = input, .repeats = {1, 1}});
  REQUIRE(copy);
  constexpr int kMebibytes = 4, kTurns = 3 * (2 + 2);  // memcpy, memset and the kernel: calibrated, warmed, timed
  int looks = 0;
  const Workplace place(*copy, Placement::equal);
  const auto kernel = compile(*copy, {.backend = "interpreter"});
  REQUIRE(kernel);
  const auto look = [&looks] { ++looks; };
  CHECK(measure(*copy, *kernel, place.inputs(), place.outputs(), {1, 1e-6}, look).error.empty());
  CHECK(looks >= kMebibytes + kTurns);
  const auto end = [&looks] {
    if (--looks == 0) throw looks;
  };
  for (const int first : {1, 5, kMebibytes + kTurns}) {
    looks = first;
    CHECK_THROWS_AS(measure(*copy, *kernel, place.inputs(), place.outputs(), {1, 1e-6}, end), int);
  }
}

TEST_CASE("measuring finds bytes that are never written, whatever their right value is; gaps stay gaps") {
  const TensorDesc input{.type = DataType::uint8, .sizes = {1, 2}};
  const TensorDesc packed{.type = DataType::uint8, .sizes = {1, 4}};
  const TensorDesc gaps{.type = DataType::uint8, .sizes = {1, 2}, .strides = {4, 3}};
  const auto twice = Operator::make(TileDesc{.input = input, .output = packed, .repeats = {1, 2}});
  const auto once = Operator::make(TileDesc{.input = input, .output = gaps, .repeats = {1, 1}});
  REQUIRE((twice && once));
  const auto leaves_gaps = compile(*once, {.backend = "interpreter"});
  REQUIRE(leaves_gaps);
  const Effort least{1, 1e-6};
  std::vector<std::byte> from(4), to(4);
  const std::span<const std::byte> inputs[] = {from};
  const std::span<std::byte> outputs[] = {to};
  for (const int value : {0x5a, 0xa5}) {  // what the outputs are filled with before
    std::fill(from.begin(), from.end(), static_cast<std::byte>(value));
    CHECK(measure(*twice, *leaves_gaps, inputs, outputs, least).error == "wrong result");
    CHECK(measure(*once, *leaves_gaps, inputs, outputs, least).error.empty());
  }
}

TEST_CASE("the machine has a name, caches and a core") {
  CHECK_FALSE(processor_name().empty());
  CHECK_FALSE(system_name().empty());
  for (const std::uint64_t bytes : cache_bytes()) CHECK(bytes >= 1024);
  CHECK(cores() >= 1);
  CHECK(moment().size() == 17);
}
