// Each invariant broken once, and proof that plans that check() accepts stay inside their buffers.
#include <functional>
#include <limits>

#include "engine/plan/check.h"
#include "engine/plan/interpreter/interpret.h"
#include "engine/plan/normalize.h"
#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "engine/test/random_plan.h"
#include "engine/test/this_program.h"

using namespace dmlrun;
using plan::kFill;
using plan::Plan;
using plan_test::Bytes;

namespace {

Plan read_plan(const char* text) {
  Result<Plan> parsed = plan::parse(text);
  if (!parsed) FAIL(parsed.error().to_string());
  return *parsed;
}

/// Two operands joined along axis 0 and padded along axis 1.
Plan mover() {
  return read_plan(
      "output x2 strides 6,1 span 30; axes [%0:2@0 | (%1:1@0)x3] [1f 4@0 1f]; "
      "%0 = input 0 x2 offset 0 strides 4,1 span 8; %1 = input 1 x2 offset 0 strides 4,1 span 4; fill 0000");
}

Plan computing() {
  return read_plan(
      "output i8 strides 1 span 8; axes [8@0]; %0 = input 0 i8 offset 0 strides 1 span 8; %1 = "
      "input 1 f32 offset 0 strides 0 span 1; value "
      "saturate.i32(minimum(maximum(round(multiply(convert.f32(%0), %1)), f32 -128), f32 127))");
}

struct Breach {
  const char* says;  ///< part of the message
  std::function<void(Plan&)> make;
};

void require_refused(const Plan& sound, const std::vector<Breach>& breaches) {
  REQUIRE(plan::check(sound) == "");
  for (const Breach& breach : breaches) {
    Plan broken = sound;
    breach.make(broken);
    CAPTURE(breach.says);
    REQUIRE_THAT(plan::check(broken), dmlrun::test::contains(breach.says));
  }
}

constexpr std::int64_t kFar = std::int64_t{1} << 60;

}  // namespace

TEST_CASE("check refuses each broken invariant of the axes") {
  require_refused(
      mover(),
      {
          {"more than 8 axes",
           [](Plan& p) {
             p.axes.resize(9, {{{1, 0, 0}}, {}, 0, {}});
           }},
          {"run 1 is empty", [](Plan& p) { p.axes[1].head[1].count = 0; }},
          {"axis 1 has no runs", [](Plan& p) { p.axes[1] = {}; }},
          {"a fill with a position", [](Plan& p) { p.axes[1].head[0].begin = 1; }},
          {"a fill with a position", [](Plan& p) { p.axes[1].head[0].step = 1; }},
          {"one coordinate and a step", [](Plan& p) { p.axes[0].body[0].step = 1; }},
          {"names operand 2 of 2", [](Plan& p) { p.axes[0].head[0].source = 2; }},
          {"names operand -3", [](Plan& p) { p.axes[0].head[0].source = -3; }},
          {"repeats a body that it does not have", [](Plan& p) { p.axes[0].repeat = 0; }},
          {"repeats a body that it does not have", [](Plan& p) { p.axes[1].repeat = 1; }},
          {"advances a body that it does not have", [](Plan& p) { p.axes[1].advance = 1; }},
          {"advances by more than 2^59", [](Plan& p) { p.axes[0].advance = kFar; }},
          {"longer than 2^59", [](Plan& p) { p.axes[0].repeat = std::numeric_limits<std::uint64_t>::max(); }},
          {"longer than 2^59", [](Plan& p) { p.axes[1].head[0].count = std::numeric_limits<std::uint64_t>::max(); }},
          {"more than 2^59 elements", [](Plan& p) { p.axes[0].repeat = std::uint64_t{1} << 58; }},
          {"position beyond 2^59", [](Plan& p) { p.axes[1].head[1].begin = kFar; }},
          {"position beyond 2^59", [](Plan& p) { p.axes[1].head[1].step = kFar; }},
          {"two axes name operands 0 and 1", [](Plan& p) { p.axes[1].head[1].source = 1; }},
      });
}

TEST_CASE("check refuses each broken invariant of the buffers") {
  require_refused(
      mover(),
      {
          {"operand 0 is read outside its span of 7", [](Plan& p) { p.operands[0].span = 7; }},
          {"operand 1 is read outside its span of 4", [](Plan& p) { p.operands[1].offset = 1; }},
          {"operand 0 is read outside its span", [](Plan& p) { p.operands[0].offset = -1; }},
          {"operand 0 is read outside its span", [](Plan& p) { p.axes[1].head[1].begin = 1; }},
          {"operand 1 is read outside its span", [](Plan& p) { p.axes[0].body[0].begin = 1; }},
          {"operand 1 is read outside its span", [](Plan& p) { p.axes[0].advance = 1; }},
          {"operand 0 is read outside its span",
           [](Plan& p) { p.axes[0].head[0].source = plan::kUnchosen, p.operands[0].span = 7; }},
          {"operand 0 is moved by more than 2^59", [](Plan& p) { p.operands[0].strides[1] = kFar / 4; }},
          {"operand 0 spans more than 2^55", [](Plan& p) { p.operands[0].span = std::uint64_t{1} << 56; }},
          {"operand 1 has an offset beyond",
           [](Plan& p) { p.operands[1].offset = std::numeric_limits<std::int64_t>::min(); }},
          {"operand 1 has a stride beyond",
           [](Plan& p) { p.operands[1].strides[0] = std::numeric_limits<std::int64_t>::min(); }},
          {"operand 0 has a stride on an axis that is not there", [](Plan& p) { p.operands[0].strides[2] = 1; }},
          {"the output has a stride on an axis that is not there", [](Plan& p) { p.output_strides[2] = 1; }},
          {"output stride 0 is negative", [](Plan& p) { p.output_strides[0] = -6; }},
          {"share an element: stride 0", [](Plan& p) { p.output_strides[1] = 0; }},
          {"share an element: stride 5", [](Plan& p) { p.output_strides[0] = 5; }},
          {"written outside its span of 29", [](Plan& p) { p.output_span = 29; }},
          {"output spans more than 2^55", [](Plan& p) { p.output_span = std::uint64_t{1} << 56; }},
          {"fill pattern is longer", [](Plan& p) { p.fill[2] = std::byte{1}; }},
          {"operand 1 has elements of another size", [](Plan& p) { p.operands[1].element = plan::Element::x4; }},
          {"no known element", [](Plan& p) { p.output = static_cast<plan::Element>(15); }},
          {"operand 0 has no known element", [](Plan& p) { p.operands[0].element = static_cast<plan::Element>(200); }},
          {"reads operand 0 and has none",
           [](Plan& p) {
             p.operands.clear();
             for (plan::Run* run : {&p.axes[0].head[0], &p.axes[0].body[0]}) run->source = plan::kUnchosen;
           }},
      });
}

TEST_CASE("check refuses each malformed list of values") {
  using plan::Op, plan::Type;
  // 0: %0, 1: convert, 2: %1, 3: multiply, 4: round, 5: -128, 6: maximum, 7: 127, 8: minimum, 9: saturate
  require_refused(
      computing(),
      {
          {"values read them all", [](Plan& p) { p.axes[0].head[0].source = 0; }},
          {"axis 0 advances, which plans with values do not take",
           [](Plan& p) {
             p.axes[0] = {{}, {{2, 0, 1}}, 4, {}, 2};
           }},
          {"need an output of numbers", [](Plan& p) { p.output = plan::Element::x1; }},
          {"operand 0 does not hold the numbers", [](Plan& p) { p.operands[0].element = plan::Element::x1; }},
          {"value 0 has another type than its operand", [](Plan& p) { p.operands[0].element = plan::Element::u8; }},
          {"value 2 names operand 2 of 2", [](Plan& p) { p.values[2].immediate = 2; }},
          {"value 3 is no known operation", [](Plan& p) { p.values[3].op = static_cast<Op>(plan::kOperationCount); }},
          {"value 3 has no known type", [](Plan& p) { p.values[3].type = static_cast<Type>(6); }},
          {"value 3 is made of a value that is not before it", [](Plan& p) { p.values[3].inputs[1] = 3; }},
          {"value 4 has more inputs than its operation", [](Plan& p) { p.values[4].inputs[1] = 1; }},
          {"value 4 has an immediate and needs none", [](Plan& p) { p.values[4].immediate = 1; }},
          {"value 3 takes no inputs of these types", [](Plan& p) { p.values[3].inputs[0] = 0; }},
          {"value 3 gives another type than it has", [](Plan& p) { p.values[3].type = Type::f64; }},
          {"value 4 takes no inputs of these types", [](Plan& p) { p.values[4].op = Op::bit_not; }},
          {"value 9 takes no inputs of these types", [](Plan& p) { p.values[9].op = Op::convert; }},
          {"value 5 is a NaN other than", [](Plan& p) { p.values[5].immediate = 0xffc00000u; }},
          {"value 5 has more bits than its type", [](Plan& p) { p.values[5].immediate = std::uint64_t{1} << 32; }},
          {"a value of f32 cannot be stored as i8", [](Plan& p) { p.values.pop_back(); }},
          {"a value of i32 cannot be stored as i64", [](Plan& p) { p.output = plan::Element::i64; }},
          {"not in order", [](Plan& p) { p.values[4].inputs[0] = 1; }},  // the product is not used
          {"not in order", [](Plan& p) { p.values[7].immediate = p.values[5].immediate; }},
          {"not in order",
           [](Plan& p) {
             std::swap(p.values[1], p.values[2]), p.values[3].inputs = {2, 1, 0};
           }},
          {"more than 1024 values", [](Plan& p) { p.values.resize(1025); }},
          {"load no operand",
           [](Plan& p) {
             p.values = {{Op::constant, Type::i32, {}, 5}};
           }},
          {"operand 0 reads positions", [](Plan& p) { p.operands[0].input = plan::kIndex; }},
      });
}

TEST_CASE("a plan without axes, without operands or without both is sound when it says what to write") {
  CHECK(plan::check(read_plan("output x4 span 1; %0 = input 0 x4 offset 2 span 3")) == "");
  CHECK(plan::check(read_plan("output x4 strides 1 span 5; axes [5f]; fill 00000000")) == "");
  CHECK(plan::check(Plan{}) != "");
}

namespace {

/// Changes a few numbers of a plan, also to extreme ones.
void mutate(Plan& plan, plan_test::Random& random) {
  const auto number = [&]() -> std::int64_t {
    if (random.one_in(12)) return random.of({std::numeric_limits<std::int64_t>::min(), std::int64_t{1} << 59, kFar});
    return random.in(-9, 40);
  };
  const auto change_run = [&](plan::Run& run) {
    switch (random.in(0, 3)) {
      case 0: run.count = static_cast<std::uint64_t>(number()); break;
      case 1: run.begin = number(); break;
      case 2: run.step = number(); break;
      default: run.source = static_cast<std::int32_t>(random.in(-3, 4)); break;
    }
  };
  for (std::int64_t changes = random.in(1, 3); changes > 0; --changes) {
    if (!plan.axes.empty() && random.one_in(2)) {
      plan::Axis& axis = plan.axes[static_cast<std::size_t>(random.in(0, static_cast<int>(plan.axes.size()) - 1))];
      std::vector<plan::Run>& runs = random.one_in(3) ? axis.tail : random.one_in(2) ? axis.body : axis.head;
      if (!runs.empty()) change_run(runs[static_cast<std::size_t>(random.in(0, static_cast<int>(runs.size()) - 1))]);
      else axis.repeat = static_cast<std::uint64_t>(number());
      if (random.one_in(4)) axis.advance = number();
    } else if (!plan.operands.empty() && random.one_in(2)) {
      plan::Operand& operand =
          plan.operands[static_cast<std::size_t>(random.in(0, static_cast<int>(plan.operands.size()) - 1))];
      if (random.one_in(3)) operand.offset = number();
      else if (random.one_in(2)) operand.span = static_cast<std::uint64_t>(number());
      else operand.strides[static_cast<std::size_t>(random.in(0, 4))] = number();
    } else if (random.one_in(2)) {
      plan.output_strides[static_cast<std::size_t>(random.in(0, 4))] = number();
    } else {
      plan.output_span = static_cast<std::uint64_t>(number());
    }
  }
}

/// Runs the plan on buffers of exactly its spans when they are small. The naive walk throws when it leaves one, and
/// the sanitizers watch the interpreter. Returns whether it ran.
bool runs_inside(const Plan& plan) {
  if (plan::element_count(plan) > 5000 || plan.output_span > 20000) return false;
  std::vector<Bytes> inputs(4);
  for (const plan::Operand& operand : plan.operands) {
    if (operand.span > 20000 || operand.input >= inputs.size()) return false;
    Bytes& input = inputs[operand.input];
    input = Bytes(operand.span * plan::bytes_of(operand.element), std::byte{0x3c});
  }
  const plan_test::NaiveWalk walk(plan);
  const Bytes expected = walk.run(inputs);
  std::vector<const std::byte*> buffers;
  for (const Bytes& input : inputs) buffers.push_back(input.data());
  for (const Plan& one : {plan, plan::normalize(plan)}) {
    REQUIRE(plan::check(one) == "");
    Bytes output(expected.size(), std::byte{0xaa});
    plan::interpret(one, buffers.data(), output.data(), 0, walk.count());
    REQUIRE((output == expected));
  }
  return true;
}

}  // namespace

TEST_CASE("a mutated plan is refused or stays inside its buffers") {
  const std::uint64_t first = std::uint64_t{dmlrun::test::random_seed()} << 20;
  int accepted = 0;
  for (std::uint64_t seed = first; seed < first + 20000; ++seed) {
    plan_test::Random random(seed * 31 + 7);
    Plan plan = plan_test::RandomPlan(seed).plan;
    mutate(plan, random);
    if (plan::check(plan) != "") continue;
    INFO("seed " << seed << ": " << print(plan) << "; repeat: " << dmlrun::test::this_program()
                 << " \"a mutated plan*\" --rng-seed " << dmlrun::test::random_seed());
    if (runs_inside(plan)) ++accepted;
  }
  CHECK(accepted > 500);
}
