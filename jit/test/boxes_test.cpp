// Plans in boxes, walked here loop by loop, against the definition of a plan.
#include "jit/halide/boxes.h"

#include <cstring>
#include <string>

#include "engine/plan/normalize.h"
#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "engine/test/random_plan.h"
#include "engine/test/sanitized.h"
#include "jit/test/read_plan.h"

namespace dmlrun::jit {
namespace {

using plan_test::Bytes;

constexpr std::uint64_t kPlans = dmlrun::test::repeats(3000);

/// Carries boxes out as their description says, for calls that cover all coordinates.
class Performer {
 public:
  Performer(const plan::Plan& plan, const std::vector<Bytes>& inputs, Bytes& output)
      : plan_(plan),
        inputs_(inputs),
        output_(output),
        bytes_(plan::bytes_of(plan.output)),
        boxes_(halide::boxes_of(plan)) {}

  void perform() {
    for (const halide::Box& box : boxes_.list) perform(box);
  }
  [[nodiscard]] const halide::Boxes& boxes() const { return boxes_; }

 private:
  void perform(const halide::Box& box) {
    const auto at = [&](std::int64_t row, std::int64_t distance, std::int64_t repeat = 0) {
      std::vector<std::int64_t> sources;
      for (std::size_t s = 0; s < box.offsets.size(); ++s) {
        const std::int64_t moved = box.value == halide::Box::Value::copy ? row : distance;
        sources.push_back(box.offsets[s] + moved * box.steps[s] + repeat * box.repeats[s]);
      }
      loop(box, 0, row * boxes_.row_stride + box.output_offset, sources);
    };
    switch (box.part) {
      case halide::AxisPart::all:
        for (std::int64_t c = 0; c < boxes_.extent(); ++c) at(c, c);
        break;
      case halide::AxisPart::head:
        for (std::int64_t c = box.first; c < box.last; ++c) at(c, c - box.first);
        break;
      case halide::AxisPart::body:
        for (std::int64_t r = 0; r < boxes_.repeat; ++r)
          for (std::int64_t c = box.first; c < box.last; ++c) at(boxes_.head + r * boxes_.body + c, c - box.first, r);
        break;
      case halide::AxisPart::tail:
        for (std::int64_t c = box.first; c < box.last; ++c)
          at(boxes_.head + boxes_.body * boxes_.repeat + c, c - box.first);
    }
  }

  void loop(const halide::Box& box, std::size_t l, std::int64_t output, std::vector<std::int64_t> sources) {
    if (l == box.loops.size()) return write(box, output, sources);
    const halide::BoxLoop& now = box.loops[l];
    CHECK(now.extent >= 2);
    for (std::int64_t i = 0; i < now.extent; ++i) {
      loop(box, l + 1, output, sources);
      output += now.output;
      for (std::size_t s = 0; s < sources.size(); ++s) sources[s] += now.sources[s];
    }
  }

  void write(const halide::Box& box, std::int64_t output, const std::vector<std::int64_t>& sources) {
    REQUIRE(output >= 0);
    REQUIRE(static_cast<std::uint64_t>(output) < plan_.output_span);
    std::byte* to = &output_[static_cast<std::size_t>(output) * bytes_];
    const auto from = [&](const Bytes& buffer, std::int64_t index, std::size_t bytes) {
      REQUIRE(index >= 0);
      REQUIRE((static_cast<std::size_t>(index) + 1) * bytes <= buffer.size());
      return &buffer[static_cast<std::size_t>(index) * bytes];
    };
    if (box.value == halide::Box::Value::fill) std::memcpy(to, plan_.fill.data(), bytes_);
    if (box.value == halide::Box::Value::copy) std::memmove(to, from(output_, sources[0], bytes_), bytes_);
    if (box.value == halide::Box::Value::move)
      std::memcpy(to, from(inputs_[plan_.operands[box.operand].input], sources[0], bytes_), bytes_);
    if (box.value == halide::Box::Value::compute) {
      std::vector<plan_test::Scalar> numbers;
      for (std::size_t o = 0; o < sources.size(); ++o) {
        const plan::Operand& operand = plan_.operands[o];
        numbers.push_back(plan_test::number_at(
            from(inputs_[operand.input], sources[o], plan::bytes_of(operand.element)), operand.element));
      }
      plan_test::store(plan_test::value_of(plan_, numbers), plan_.output, to);
    }
  }

  const plan::Plan& plan_;
  const std::vector<Bytes>& inputs_;
  Bytes& output_;
  std::size_t bytes_;
  halide::Boxes boxes_;
};

}  // namespace

TEST_CASE("the boxes of random plans write what the plans mean", "[boxes]") {
  std::uint64_t done = 0, declined = 0;
  for (std::uint64_t seed = 1; done < kPlans; ++seed) {
    const plan_test::RandomPlan random(seed);
    const plan::Plan plan = seed % 2 == 0 ? random.plan : plan::normalize(random.plan);
    ++done;
    INFO("seed " << seed << "; plan " << plan::print(plan));
    if (!halide::why_not_boxes(plan).empty()) {
      ++declined;
      continue;
    }
    const std::size_t bytes = plan.output_span * plan::bytes_of(plan.output);
    Bytes found(bytes, std::byte{0xaa});
    Performer performer(plan, random.inputs, found);
    performer.perform();
    CHECK(performer.boxes().list.size() <= halide::kMaxBoxes);
    REQUIRE(found == plan_test::NaiveWalk(plan).run(random.inputs));
  }
  CHECK(declined * 10 < done);
}

TEST_CASE("the number of boxes follows the runs, not the parts of axes", "[boxes]") {
  // Edges on both sides of eight axes: 6,561 boxes.
  std::string text = "output x1 strides 2097152,262144,32768,4096,512,64,8,1 span 16777216; axes";
  for (int a = 0; a < 8; ++a) text += " [3@0= 3@0 2@2=]";
  text += "; %0 = input 0 x1 offset 0 strides 2187,729,243,81,27,9,3,1 span 6561";
  const plan::Plan plan = test::read_plan(text);
  CHECK(halide::why_not_boxes(plan) == "");
  CHECK(halide::boxes_of(plan).list.size() <= 3 + 7 * 2);
}

TEST_CASE("as many inputs as are taken are taken beside other axes", "[boxes]") {
  std::string runs, operands, axes;
  for (int o = 0; o < 32; ++o) {
    runs += (o > 0 ? " %" : "%") + std::to_string(o) + ":1@0";
    operands += "; %" + std::to_string(o) + " = input " + std::to_string(o) + " x1 offset 0 strides 4,2,1 span 7";
  }
  const plan::Plan plan =
      test::read_plan("output x1 strides 64,32,1 span 128; axes [2@0] [2@0] [" + runs + "]" + operands);
  CHECK(halide::why_not_boxes(plan) == "");
  CHECK(halide::boxes_of(plan).list.size() == 32);
}

TEST_CASE("what would be too much code or not fit 32 bits is declined in words", "[boxes]") {
  std::string runs, operands;
  for (int o = 0; o < 33; ++o) {
    runs += (o > 0 ? " %" : "%") + std::to_string(o) + ":2@0";
    operands += "; %" + std::to_string(o) + " = input " + std::to_string(o) + " x1 offset 0 strides 1 span 2";
  }
  CHECK(halide::why_not_boxes(test::read_plan("output x1 strides 1 span 66; axes [" + runs + "]" + operands)) ==
        "the plan has 33 inputs; at most 32 are taken");
  CHECK(halide::why_not_boxes(test::read_plan("output x1 strides 1 span 3000000000; axes [3000000000@0]; "
                                              "%0 = input 0 x1 offset 0 strides 1 span 3000000000")) ==
        "the plan has 3000000000 elements in one input; at most 2147483647 are taken");
  CHECK(halide::why_not_boxes(test::read_plan("output x1 strides 1 span 3000000000; axes [3000000000@0=]; "
                                              "%0 = input 0 x1 offset 0 strides 0 span 1")) ==
        "the plan has 3000000000 coordinates on the outermost axis; at most 2147483647 are taken");
}

}  // namespace dmlrun::jit
