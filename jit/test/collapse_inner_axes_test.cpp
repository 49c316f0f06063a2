// Short rows and the axes around them become one row that means the same.
#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "engine/plan/check.h"
#include "engine/plan/interpreter/interpret.h"
#include "engine/plan/normalize.h"
#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "engine/test/this_program.h"
#include "jit/test/copy_check.h"
#include "jit/test/fault_report.h"
#include "jit/test/read_plan.h"
#include "jit/test/setting.h"
#include "jit/x64/copy/collapse_inner_axes.h"

namespace dmlrun::jit::test {
namespace {

std::vector<std::byte> written_by(const plan::Plan& plan) {
  std::vector<std::byte> input(plan.operands[0].span * plan::bytes_of(plan.output));
  for (std::size_t i = 0; i < input.size(); ++i) input[i] = static_cast<std::byte>(i * 37 + i / 251);
  std::vector<std::byte> output(plan.output_span * plan::bytes_of(plan.output));
  const std::byte* const inputs[] = {input.data()};
  plan::interpret(plan, inputs, output.data(), 0, plan::element_count(plan));
  return output;
}

/// What the plan becomes, in words.
std::string flat(const std::string& text) {
  const plan::Plan before = read_plan(text), after = x64::collapse_inner_axes(before);
  CHECK(written_by(after) == written_by(before));
  return plan::print(after);
}

/// A pad or tile of 2 to 6 short axes, of an input that may have gaps.
class RandomAxes {
 public:
  explicit RandomAxes(std::uint64_t seed) : random_(seed) {
    static constexpr plan::Element kElements[] = {plan::Element::x1, plan::Element::x2, plan::Element::x4,
                                                  plan::Element::x8};
    plan.output = kElements[below(4)];
    const std::size_t size = plan::bytes_of(plan.output), axes = 2 + below(5);
    for (std::size_t i = 0; i < size; ++i) plan.fill[i] = static_cast<std::byte>(below(256));
    plan::Operand read{0, plan.output, static_cast<std::int64_t>(below(3)), 0, {}};
    std::int64_t wide = 1, last = read.offset, extent = 1;
    plan.axes.resize(axes);
    for (std::size_t a = axes; a-- > 0;) {
      const std::uint64_t length = 1 + below(a + 1 == axes ? 20 : 4);
      plan.axes[a] = axis(length);
      read.strides[a] = wide;
      last += static_cast<std::int64_t>(length - 1) * wide;
      wide = wide * static_cast<std::int64_t>(length) + static_cast<std::int64_t>(below(5) == 0 ? below(3) : 0);
      plan.output_strides[a] = extent;
      extent *= static_cast<std::int64_t>(plan::extent(plan.axes[a]));
    }
    read.span = static_cast<std::uint64_t>(last + 1);
    plan.output_span = static_cast<std::uint64_t>(extent);
    plan.operands.push_back(read);
    plan = plan::normalize(plan);
    inputs.emplace_back(plan.operands.empty() ? 0 : plan.operands[0].span * size);
    for (std::byte& byte : inputs[0]) byte = static_cast<std::byte>(random_());
  }
  plan::Plan plan;
  std::vector<plan_test::Bytes> inputs;

 private:
  std::uint64_t below(std::uint64_t most) { return random_() % most; }

  plan::Axis axis(std::uint64_t length) {
    const auto last = static_cast<std::int64_t>(length) - 1;
    const plan::Run all{length, 0, length > 1 ? 1 : 0, plan::kUnchosen};
    const std::uint64_t before = 1 + below(2), after = 1 + below(2);
    switch (below(6)) {
      case 5: return {{}, {{1, 0, 0, plan::kUnchosen}, {before, 0, 0, plan::kFill}}, length, {}, 1};
      case 0: return {{{before, 0, 0, plan::kUnchosen}, all, {after, last, 0, plan::kUnchosen}}, {}, 0, {}};
      case 1: return {{{before, 0, 0, plan::kFill}, all, {after, 0, 0, plan::kFill}}, {}, 0, {}};
      case 2: return {{{1, last, 0, plan::kUnchosen}, all, {1, 0, 0, plan::kUnchosen}}, {}, 0, {}};
      case 3: return {{}, {all}, 2 + below(3), {}};
      default: return {{{length, last, length > 1 ? -1 : 0, plan::kUnchosen}, all}, {}, 0, {}};
    }
  }

  std::mt19937_64 random_;
};

}  // namespace

TEST_CASE("rows of a few runs and the axis around them are one row") {
  CHECK(flat("output x4 strides 6,1 span 24; axes [1@0 2@0 1@1] [1@0 4@0 1@3]; "
             "%0 = input 0 x4 offset 0 strides 4,1 span 8") ==
        "output x4 strides 24,1 span 24; axes [1@0] [1@0 4@0 1@3 1@0 4@0 1@3 1@4 4@4 1@7 1@4 4@4 1@7]; "
        "%0 = input 0 x4 offset 0 strides 0,1 span 8");
}

TEST_CASE("fills of neighbouring rows are one run, and bodies are written out") {
  CHECK(flat("output x1 strides 4,1 span 16; axes [1f 2@0 1f] [(2@0)x2]; "
             "%0 = input 0 x1 offset 0 strides 2,1 span 4; fill 05") ==
        "output x1 strides 16,1 span 16; axes [1@0] [4f 2@0 2@0 2@2 2@2 4f]; "
        "%0 = input 0 x1 offset 0 strides 0,1 span 4; fill 05");
}

TEST_CASE("rows of an axis that advances are one body, however many there are") {
  CHECK(flat("output x1 strides 8,1 span 4824; axes [1f | (1@0 1f)x300+1 | 1f 1@300] [(1@0 1f)x2+1 | 4f]; "
             "%0 = input 0 x1 offset 0 strides 2,1 span 602; fill 05") ==
        "output x1 strides 4824,1 span 4824; axes [1@0] [8f | (1@0 1f 1@1 13f)x300+2 | 8f 1@600 1f 1@601 5f]; "
        "%0 = input 0 x1 offset 0 strides 0,1 span 602; fill 05");
  const std::string wide =
      "output x8 strides 66,1 span 264; axes [(1@0 1f)x2+1] [1@0 64@0 1@63]; %0 = input 0 x8 offset 0 strides 64,1 "
      "span 128; fill 0000000000000005";
  CHECK(flat(wide) == plan::print(read_plan(wide)));
}

TEST_CASE("axes outside stay: counted loops, and what would make a row too long") {
  for (const char* text :
       {"output x4 strides 6,1 span 24; axes [4@0] [1@0 4@0 1@3]; %0 = input 0 x4 offset 0 strides 4,1 span 16",
        "output x8 strides 66,1 span 264; axes [1@0 2@0 1@1] [1@0 64@0 1@63]; "
        "%0 = input 0 x8 offset 0 strides 64,1 span 128"})
    CHECK(flat(text) == plan::print(read_plan(text)));
}

/// DMLRUN_COPY_PLANS and DMLRUN_COPY_SEED choose others.
TEST_CASE("random short axes, as one row or not, by every instruction set and tuning", "[copy]") {
  report_faults();
  CopyCheck check;
  const std::vector<x64::Tuning> tunings = copy_tunings();
  const std::uint64_t first = setting("DMLRUN_COPY_SEED", 1), count = setting("DMLRUN_COPY_PLANS", 400);
  std::uint64_t are_flat = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const RandomAxes random(seed);
    const plan::Plan flat = x64::collapse_inner_axes(random.plan);
    if (!CopyCheck::fits(random.plan) || random.plan.operands.empty()) continue;
    are_flat += flat != random.plan;
    const std::string subject = "DMLRUN_COPY_PLANS=1 DMLRUN_COPY_SEED=" + std::to_string(seed) + " " +
                                dmlrun::test::this_program() + " \"random short axes*\"; plan " +
                                plan::print(random.plan);
    set_fault_subject(subject.c_str());
    INFO(subject);
    REQUIRE(plan::check(random.plan).empty());
    REQUIRE(plan::check(flat).empty());
    REQUIRE(written_by(flat) == written_by(random.plan));
    check.restart(seed);
    for (const x64::Isa isa : copy_isas()) {
      const x64::Tuning& tuning = tunings[seed % tunings.size()];
      const std::uint64_t slices = seed % 5 == 0 ? 9 : 65536;
      REQUIRE(check.run(random.plan, random.inputs, {isa, &tuning, x64::RowForm::straight, slices},
                        seed % 2 == 0 ? Side::begin : Side::end, seed % 64) == "");
    }
  }
  set_fault_subject(nullptr);
  if (count > 100) CHECK(are_flat > count / 4);
}

TEST_CASE("an output that is one row of vectors is written without what counts rows", "[copy]") {
  report_faults();
  CopyCheck check;
  for (const char* const text :
       {"output x4 strides 6,1 span 36; axes [1f 4@0 1f] [1f 4@0 1f]; %0 = input 0 x4 offset 0 strides 4,1 span 16; "
        "fill 05000000",
        "output x1 strides 22,1 span 110; axes [1f 3@0 1f] [1f 20@0 1f]; %0 = input 0 x1 offset 0 strides 20,1 span "
        "60; fill 07",
        "output x2 strides 12,1 span 60; axes [5@1] [(3@2)x4]; %0 = input 0 x2 offset 3 strides 7,1 span 43",
        "output x1 strides 9,3,1 span 27; axes [1f 2@0] [2@0 1f] [2@1 1f]; %0 = input 0 x1 offset 0 strides 6,3,1 span "
        "12; fill ff"}) {
    const plan::Plan plan = read_plan(text);
    plan_test::Bytes input(plan.operands[0].span * plan::bytes_of(plan.output));
    for (std::size_t i = 0; i < input.size(); ++i) input[i] = static_cast<std::byte>(i * 37 + 1);
    for (const x64::Isa isa : copy_isas())
      for (const x64::Tuning& tuning : copy_tunings())
        for (const Side side : {Side::begin, Side::end}) {
          INFO("tuning " << tuning.name << ", " << text);
          CHECK(check.run(plan, {input}, {isa, &tuning, x64::RowForm::straight, 65536}, side, 0) == "");
        }
  }
}

}  // namespace dmlrun::jit::test
