// Rows whose bodies advance, from a few elements to tens of thousands, under every row of tunings and by every
// instruction set, whole and in slices that begin anywhere.
#include <algorithm>
#include <random>
#include <string>

#include "engine/plan/axis_runs.h"
#include "engine/test/catch.h"
#include "engine/test/sanitized.h"
#include "jit/test/copy_check.h"
#include "jit/test/random_rows_check.h"
#include "jit/test/read_plan.h"

namespace dmlrun::jit::test {
namespace {

/// DMLRUN_COPY_ROWS and DMLRUN_COPY_SEED choose others.
constexpr std::uint64_t kAdvancingPlans = dmlrun::test::repeats(350);

class RandomAdvance {
 public:
  explicit RandomAdvance(std::uint64_t seed) : random_(seed) {
    static constexpr plan::Element kElements[] = {plan::Element::x1, plan::Element::x2, plan::Element::x4,
                                                  plan::Element::x8};
    plan.output = kElements[below(4)];
    const std::size_t size = plan::bytes_of(plan.output);
    for (std::size_t i = 0; i < size; ++i) plan.fill[i] = static_cast<std::byte>(below(2) * (17 * i + 3));
    std::uint64_t room = (1 + below(40)) * 1000 / size;
    const std::size_t rank = 1 + below(3);
    for (std::size_t a = 0; a < rank; ++a) {
      const bool is_last = a + 1 == rank;
      plan.axes.push_back(axis(is_last ? room : 1 + below(12), is_last || below(2) == 0));
      room = std::max<std::uint64_t>(room / plan::extent(plan.axes.back()), 1);
    }
    place();
  }
  plan::Plan plan;
  std::vector<plan_test::Bytes> inputs;

 private:
  std::uint64_t below(std::uint64_t most) { return random_() % most; }

  plan::Run run(std::uint64_t most) {
    plan::Run made{1 + below(most), static_cast<std::int64_t>(below(5)), 1, plan::kUnchosen};
    if (below(6) == 0) made.step = static_cast<std::int64_t>(below(4)) - 2;
    if (made.count == 1) made.step = 0;
    return made;
  }

  plan::Axis axis(std::uint64_t most, bool advances) {
    plan::Axis made;
    const auto border = [&](std::vector<plan::Run>& runs) {
      for (std::uint64_t n = below(3); n > 0; --n)
        if (below(2) == 0) runs.push_back({1 + below(20), 0, 0, plan::kFill});
        else runs.push_back(run(6));
    };
    border(made.head);
    if (!advances) {
      made.head.push_back(run(most));
    } else {
      const std::uint64_t longest = below(4) == 0 ? 90 : below(2) == 0 ? 8 : 1;
      if (below(2) == 0) made.body.push_back({1 + below(6), 0, 0, plan::kFill});
      made.body.push_back(run(longest));
      if (below(2) == 0) made.body.push_back({1 + below(longest + 4), 0, 0, plan::kFill});
      if (below(4) == 0) made.body.push_back(run(longest));
      static constexpr std::int64_t kAdvances[] = {1, 1, 1, -1, 2, 7, -3};
      made.advance = below(3) == 0 ? static_cast<std::int64_t>(longest) : kAdvances[below(7)];
      made.repeat = std::max<std::uint64_t>(most / plan::extent(made.body), 1);
    }
    border(made.tail);
    return made;
  }

  /// Packed or with gaps; an offset and a span that hold what is read and nothing more.
  void place() {
    plan::Operand operand{0, plan.output, 0, 0, {}};
    std::int64_t read = 1, written = 1, low = 0, high = 0, last = 0;
    for (std::size_t a = plan.axes.size(); a-- > 0;) {
      std::int64_t first = 1 << 20, end = 0;
      plan::for_each_extreme(plan.axes[a], [&](const plan::Run& run) {
        if (run.source == plan::kFill) return;
        first = std::min({first, run.begin, plan::last_position(run)});
        end = std::max({end, run.begin, plan::last_position(run)});
      });
      const std::int64_t stride = below(8) == 0 ? -read : below(12) == 0 ? 0 : read;
      operand.strides[a] = stride;
      low += std::min(first * stride, end * stride);
      high += std::max(first * stride, end * stride);
      read *= end - std::min<std::int64_t>(first, 0) + 1;
      const auto extent = static_cast<std::int64_t>(plan::extent(plan.axes[a]));
      plan.output_strides[a] = written;
      last += (extent - 1) * written;
      written = written * extent + (below(5) == 0 ? static_cast<std::int64_t>(below(4)) : 0);
    }
    operand.offset = -low;
    operand.span = static_cast<std::uint64_t>(high - low + 1);
    plan.output_span = static_cast<std::uint64_t>(last + 1);
    plan.operands = {operand};
    inputs.emplace_back(operand.span * plan::bytes_of(plan.output));
    for (std::byte& byte : inputs.back()) byte = static_cast<std::byte>(random_());
  }

  std::mt19937_64 random_;
};

}  // namespace

TEST_CASE("rows that advance move the interpreter's bytes, whole and in slices", "[copy][advance]") {
  check_random_rows<RandomAdvance>("rows that advance*", kAdvancingPlans, [](std::uint64_t turn) {
    static constexpr std::uint64_t kSlices[] = {9, 700, 16384, 65536};
    return CopyTurn{turn % 8 == 0 ? x64::RowForm::table : x64::RowForm::straight, kSlices[turn % 4],
                    turn % 5 == 0 ? turn % 64 : 0};
  });
}

TEST_CASE("a row that advances in the operand that an axis outside chooses reads with its stride", "[copy][advance]") {
  const plan::Plan plan = read_plan(
      "output x8 strides 36,9,1 span 108; axes [3@0] [%0:1@6 | (%1:1@-2 %2:1@6)x1 | %1:1@-2] "
      "[(1@7 1@5 2@8*-3)x2+2 | 1@11]; %0 = input 0 x8 offset 19 strides 108,12,1 span 324; "
      "%1 = input 1 x8 offset 14 strides 9,7,0 span 75; %2 = input 2 x8 offset 24 strides 108,12,0 span 313");
  CopyCheck check;
  std::vector<plan_test::Bytes> inputs;
  for (const plan::Operand& operand : plan.operands) {
    inputs.emplace_back(operand.span * 8);
    for (std::size_t i = 0; i < inputs.back().size(); ++i) inputs.back()[i] = static_cast<std::byte>(i * 7 + i / 251);
  }
  for (const x64::Isa isa : copy_isas())
    for (const x64::Tuning& tuning : copy_tunings())
      CHECK(check.run(plan, inputs, {isa, &tuning, x64::RowForm::straight, 65536}, Side::end, 0) == "");
}

TEST_CASE("a long row that advances is vectors, and code of a few kilobytes", "[copy][advance]") {
  const std::pair<const char*, std::uint64_t> rows[] = {{"[(1@0 1f)x500000+1]", 1000000},
                                                        {"[3f | (1@499999 2f)x499999-1 | 1@0 7f]", 1500008},
                                                        {"[(8@0 24f)x62500+8]", 2000000}};
  for (const auto& [row, extent] : rows) {
    const plan::Plan plan = read_plan("output x4 strides 1 span " + std::to_string(extent) + "; axes " + row +
                                      "; %0 = input 0 x4 offset 0 strides 1 span 500000; fill 00000000");
    const auto choices = x64::CopyExecutable::strategy(plan, {});
    REQUIRE(choices);
    CHECK(std::any_of(choices->begin(), choices->end(), [](const Choice& choice) {
      return choice.taken.find("bodies put together as vectors") != std::string::npos;
    }));
    const auto kernel = x64::CopyExecutable::make(plan, {});
    REQUIRE(kernel);
    CHECK((*kernel)->code().code().size() < 16384);
  }
}

}  // namespace dmlrun::jit::test
