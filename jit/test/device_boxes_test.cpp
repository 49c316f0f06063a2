#include "jit/halide/devices/device_boxes.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <string>

#include "engine/plan/check.h"
#include "engine/plan/interpreter/interpret.h"
#include "engine/plan/normalize.h"
#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "engine/test/random_plan.h"
#include "jit/halide/devices/device_backend.h"

using namespace dmlrun;
using namespace dmlrun::jit::halide;
using plan_test::Bytes;
using plan_test::RandomPlan;
using plan_test::Spacing;

namespace {

plan::Plan parsed(std::string_view text) {
  auto plan = plan::parse(text);
  INFO(text);
  REQUIRE(plan);
  REQUIRE(plan::check(*plan).empty());
  REQUIRE(why_not_device_boxes(*plan).empty());
  return *plan;
}

/// As strategies put them.
std::string words_of(const DeviceBoxes& boxes) {
  const auto vectors =
      std::count_if(boxes.list.begin(), boxes.list.end(), [](const DeviceBox& box) { return box.lanes > 1; });
  return std::to_string(boxes.list.size()) + ", " + std::to_string(vectors) + " of them in vectors; units of " +
         std::to_string(boxes.unit_bytes) + " bytes";
}

/// Runs the boxes of a plan without values, one element after the other.
class BoxRunner {
 public:
  BoxRunner(const plan::Plan& plan, const DeviceBoxes& boxes, const std::vector<Bytes>& inputs, Bytes& output)
      : plan_(plan), boxes_(boxes), inputs_(inputs), output_(output) {}

  /// What is wrong with the boxes themselves, or "".
  std::string run() {
    for (const DeviceBox& box : boxes_.list) {
      lanes_ = box.lanes;
      if (lanes_ > 1 && (box.loops.empty() || box.loops.back().output != 1 || box.loops.back().extent % lanes_ != 0))
        return "vectors that are not whole";
      walk(box, 0, box.output_offset, box.offsets.empty() ? 0 : box.offsets[0]);
      if (!wrong_.empty()) return wrong_;
    }
    return {};
  }

 private:
  void walk(const DeviceBox& box, std::size_t l, std::int64_t to, std::int64_t from) {
    if (l == box.loops.size()) return write(box, to, from);
    const BoxLoop& loop = box.loops[l];
    const bool is_last = l + 1 == box.loops.size();
    if (is_last && to % lanes_ != 0) wrong_ = "a vector that begins elsewhere";
    for (std::int64_t i = 0; i < loop.extent; ++i) {
      const std::int64_t step = loop.sources.empty() ? 0 : loop.sources[0];
      walk(box, l + 1, to + i * loop.output, from + i * step);
    }
  }

  void write(const DeviceBox& box, std::int64_t to, std::int64_t from) {
    const std::size_t unit = boxes_.unit_bytes;
    const auto at = static_cast<std::size_t>(to) * unit, source = static_cast<std::size_t>(from) * unit;
    if (to < 0 || at + unit > output_.size()) {
      wrong_ = "a write outside";
      return;
    }
    const void* value = &boxes_.fill[static_cast<std::size_t>(to % 2)];
    if (box.value != Box::Value::fill) {
      const bool is_copy = box.value == Box::Value::copy;
      const Bytes& bytes = is_copy ? output_ : inputs_[plan_.operands[box.operand].input];
      if (from < 0 || source + unit > bytes.size()) {
        wrong_ = "a read outside";
        return;
      }
      value = bytes.data() + source;
    }
    std::memcpy(output_.data() + at, value, unit);
  }

  const plan::Plan& plan_;
  const DeviceBoxes& boxes_;
  const std::vector<Bytes>& inputs_;
  Bytes& output_;
  int lanes_ = 1;
  std::string wrong_;
};

std::size_t launches(const DeviceBoxes& boxes, int lanes) {
  std::size_t count = 0;
  for (const DeviceBox& box : boxes.list) count += box.lanes == lanes;
  return count;
}

}  // namespace

TEST_CASE("the boxes for a device write what the interpreter writes") {
  std::size_t tried = 0, widened = 0, in_vectors = 0;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    RandomPlan random(seed, seed % 4 < 2 ? Spacing::any : Spacing::apart);
    if (seed % 2 == 1) random.plan = plan::normalize(random.plan);
    const plan::Plan& plan = random.plan;
    if (!plan.values.empty() || !plan::check(plan).empty() || !why_not_device_boxes(plan).empty()) continue;
    CAPTURE(seed, plan::print(plan));
    const std::size_t bytes = plan::bytes_of(plan.output);
    Bytes expected(plan.output_span * bytes, std::byte{0xEE}), found = expected;
    std::vector<const std::byte*> buffers;
    for (const Bytes& input : random.inputs) buffers.push_back(input.data());
    plan::interpret(plan, buffers.data(), expected.data(), 0, plan::element_count(plan));
    const DeviceBoxes boxes = device_boxes_of(plan, seed % 3 == 0 ? 4 : 16);
    REQUIRE(BoxRunner(plan, boxes, random.inputs, found).run() == "");
    REQUIRE(found == expected);
    ++tried;
    widened += boxes.unit_bytes > bytes;
    in_vectors += std::any_of(boxes.list.begin(), boxes.list.end(), [](const auto& p) { return p.lanes > 1; });
  }
  CHECK(tried > 1500);
  CHECK(widened > 20);
  CHECK(in_vectors > 200);
}

TEST_CASE("elements of eight bytes are moved as pairs, and a fill keeps its halves apart") {
  const plan::Plan plan = parsed(
      "output x8 strides 1 span 9; axes [2f 5@0 2f]; %0 = input 0 x8 offset 0 strides 1 span 5; "
      "fill 0102030405060708");
  const DeviceBoxes boxes = device_boxes_of(plan, 16);
  CHECK(boxes.unit_bytes == 4);
  CHECK(boxes.fill == std::array<std::uint32_t, 2>{0x04030201, 0x08070605});
}

TEST_CASE("bytes that come in fours are moved in fours, and in vectors of sixteen bytes") {
  const plan::Plan plan = parsed(
      "output x1 strides 256,1 span 2048; axes [(4@0)x2] [256@0]; "
      "%0 = input 0 x1 offset 0 strides 256,1 span 1024");
  const DeviceBoxes boxes = device_boxes_of(plan, 16);
  CHECK(boxes.unit_bytes == 4);
  REQUIRE(boxes.list.size() == 1);
  CHECK(boxes.list[0].lanes == 4);
  CHECK(device_boxes_of(plan, 2).list[0].lanes == 2);
}

TEST_CASE("each interface's strategy tells of the boxes that its kernels have") {
  const plan::Plan plan =
      parsed("output x1 strides 1 span 4004; axes [4004@0]; %0 = input 0 x1 offset 1 strides 1 span 4005");
  const Desc desc;
  const CompileOptions options;
  std::set<std::string> told;
  for (const Backend& backend : device_backends()) {
    const auto choices = backend.strategy({desc, plan, 0, options});
    REQUIRE(choices);
    told.insert(choices->at(0).taken);
  }
  CHECK(told.size() > 1);
  for (const DeviceApi api : {DeviceApi::opencl, DeviceApi::cuda, DeviceApi::metal})
    CHECK(told.contains(words_of(device_boxes_of(plan, most_lanes(api)))));
}

TEST_CASE("rows that begin beside a vector's place have something before and behind their vectors") {
  const plan::Plan plan = parsed(
      "output x4 strides 1 span 1003; axes [1f 1002@0]; "
      "%0 = input 0 x4 offset 0 strides 1 span 1002; fill 00000000");
  const DeviceBoxes boxes = device_boxes_of(plan, 16);
  CHECK(launches(boxes, 4) == 1);
  CHECK(launches(boxes, 1) == 3);
  std::size_t most = 0;
  for (const DeviceBox& box : boxes.list)
    if (box.lanes == 4) most = static_cast<std::size_t>(box.loops.back().extent);
  CHECK(most == 996);
}

TEST_CASE("four results of bytes are a unit where all that is read byte by byte begins at fours") {
  const auto boxes = [](int offset) {
    return device_boxes_of(
        parsed("output i8 strides 64,1 span 512; axes [8@0] [64@0]; %0 = input 0 i8 offset " + std::to_string(offset) +
               " strides 64,1 span 520; %1 = input 1 u8 offset 3 strides 1,0 span 11; value "
               "saturate.i32(minimum(maximum(subtract(convert.f32(%0), convert.f32(%1)), f32 -128), f32 127))"),
        4);
  };
  CHECK(boxes(4).packs);
  CHECK(boxes(4).is_packed == std::vector<bool>{true, false});
  CHECK(boxes(4).unit_bytes == 4);
  CHECK(launches(boxes(4), 4) == 1);
  CHECK_FALSE(boxes(3).packs);
  CHECK(boxes(3).unit_bytes == 1);
}

TEST_CASE("elements that are not neighbours in the input are not moved in vectors") {
  for (const char* element : {"x1", "x2", "x4"})
    for (const char* source :
         {"offset 106 strides -1 span 107", "offset 0 strides 2 span 213", "offset 0 strides 3 span 319"}) {
      CAPTURE(element, source);
      const std::string type = element;
      const plan::Plan plan =
          parsed("output " + type + " strides 1 span 107; axes [107@0]; %0 = input 0 " + type + " " + source);
      CHECK(launches(device_boxes_of(plan, 16), 1) == 1);
    }
}

TEST_CASE("what a device's addresses cannot reach is declined") {
  const auto reason = [](std::string_view text) {
    auto plan = plan::parse(text);
    REQUIRE(plan);
    return why_not_device_boxes(*plan);
  };
  CHECK(
      reason("output x4 strides 1 span 1073741824; axes [1073741824@0=]; %0 = input 0 x4 offset 0 strides 0 span 1") ==
      "the output has 4294967296 bytes; devices take at most 2147483647");
  CHECK(reason("output x1 strides 1 span 1; axes [1@0]; %0 = input 0 x1 offset 0 strides 0 span 2147483648") ==
        "an input has 2147483648 bytes; devices take at most 2147483647");
}
