// Rows of all lengths and many makings, under every row of tunings and by every instruction set.
#include <algorithm>
#include <random>
#include <string>

#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "jit/test/copy_check.h"
#include "jit/test/random_rows_check.h"

namespace dmlrun::jit::test {
namespace {

/// DMLRUN_COPY_ROWS and DMLRUN_COPY_SEED choose others.
constexpr std::uint64_t kPlans = 700;

/// Many rows of a random making: pads, joins and repeats of a few to a few hundred elements.
class RandomRows {
 public:
  explicit RandomRows(std::uint64_t seed) : random_(seed) {
    static constexpr plan::Element kElements[] = {plan::Element::x1, plan::Element::x2, plan::Element::x4,
                                                  plan::Element::x8};
    plan.output = kElements[below(4)];
    size_ = plan::bytes_of(plan.output);
    for (std::size_t i = 0; i < size_; ++i) plan.fill[i] = static_cast<std::byte>(below(2) * (17 * i + 3));
    const std::size_t operands = 1 + (below(3) == 0 ? below(10) : 0);
    plan.axes.resize(2);
    for (std::size_t o = 0; o < operands; ++o)
      plan.operands.push_back({static_cast<std::uint32_t>(o), plan.output, 0, 0, {}});
    row(operands);
    const std::uint64_t width = plan::extent(plan.axes[1]), most = std::max<std::uint64_t>(1, 24000 / size_ / width);
    rows(std::min<std::uint64_t>(most, 1 + below(below(4) == 0 ? 400 : 90)));
    const std::uint64_t gap = below(6) == 0 ? 1 + below(5) : 0, height = plan::extent(plan.axes[0]);
    plan.output_strides = {static_cast<std::int64_t>(width + gap), 1};
    plan.output_span = (height - 1) * (width + gap) + width;
    for (std::size_t o = 0; o < operands; ++o) place(o);
    for (const plan::Operand& operand : plan.operands) {
      inputs.emplace_back(operand.span * size_);
      for (std::byte& byte : inputs.back()) byte = static_cast<std::byte>(random_());
    }
  }
  plan::Plan plan;
  std::vector<plan_test::Bytes> inputs;

 private:
  std::uint64_t below(std::uint64_t most) { return random_() % most; }
  std::uint64_t length() { return 1 + (below(2) == 0 ? below(8) : below(1 + below(400) / size_)); }

  void row(std::size_t operands) {
    plan::Axis& axis = plan.axes[1];
    const auto run = [&](std::int32_t source, std::uint64_t most) {
      plan::Run made{most, static_cast<std::int64_t>(below(5)), 1, source};
      const std::uint64_t kind = below(8);
      if (kind == 0) made.step = 0;
      if (kind == 1) made.step = -1, made.begin += static_cast<std::int64_t>(made.count) - 1;
      if (kind == 2) made.step = 2;
      if (made.count == 1) made.step = 0;
      return made;
    };
    if (operands > 1) {
      for (std::size_t o = 0; o < operands; ++o) axis.head.push_back(run(static_cast<std::int32_t>(o), length()));
      return;
    }
    const auto border = [&](std::vector<plan::Run>& runs) {
      for (std::uint64_t n = below(3); n > 0; --n)
        if (below(2) == 0) runs.push_back({1 + below(6), 0, 0, plan::kFill});
        else runs.push_back(run(plan::kUnchosen, 1 + below(6)));
    };
    border(axis.head);
    if (below(3) == 0) {
      border(axis.body);
      axis.body.push_back(run(plan::kUnchosen, below(2) == 0 ? length() : 1 + below(20)));
      axis.repeat = 1 + below(20);
    } else {
      axis.head.push_back(run(plan::kUnchosen, length()));
    }
    border(axis.tail);
  }
  void rows(std::uint64_t count) {
    plan::Axis& axis = plan.axes[0];
    if (below(4) == 0) axis.head.push_back({1 + below(2), 0, 0, plan::kFill});
    if (below(4) == 0) axis.head.push_back({2, 1, 0, plan::kUnchosen});
    const bool is_down = below(5) == 0;
    axis.head.push_back({count, is_down ? static_cast<std::int64_t>(count) - 1 : 0,
                         count == 1 ? 0
                         : is_down  ? -1
                                    : 1,
                         plan::kUnchosen});
    if (below(4) == 0) axis.head.push_back({3, 2, -1, plan::kUnchosen});
  }
  /// Strides, and an offset and a span that hold what is read and nothing more.
  void place(std::size_t o) {
    std::uint64_t wide = 1;
    std::int64_t low = 0, high = 0;
    bool is_read = false;
    for (std::size_t a : {1u, 0u}) {
      std::int64_t first = 1 << 20, last = -1;
      for (const auto* runs : {&plan.axes[a].head, &plan.axes[a].body, &plan.axes[a].tail})
        for (const plan::Run& run : *runs) {
          if (run.source == plan::kFill || (run.source >= 0 && static_cast<std::size_t>(run.source) != o)) continue;
          const std::int64_t end = run.begin + static_cast<std::int64_t>(run.count - 1) * run.step;
          first = std::min({first, run.begin, end});
          last = std::max({last, run.begin, end});
          is_read = true;
        }
      std::int64_t stride = 1;
      if (a == 0) stride = below(8) == 0 ? 0 : static_cast<std::int64_t>(wide + (below(3) == 0 ? below(4) : 0));
      if (a == 0 && below(8) == 0) stride = -stride;
      if (a == 0 && stride < 0) stride = static_cast<std::int64_t>(wide);
      plan.operands[o].strides[a] = stride;
      low += first * stride;
      high += last * stride;
      wide = static_cast<std::uint64_t>(last + 1);
    }
    plan.operands[o].offset = -low;
    plan.operands[o].span = is_read ? static_cast<std::uint64_t>(high - low + 1) : 1;
  }

  std::mt19937_64 random_;
  std::size_t size_ = 1;
};

}  // namespace

TEST_CASE("rows of every making, under every row of tunings", "[copy][exhaustive]") {
  check_random_rows<RandomRows>("rows of every making*", kPlans, [](std::uint64_t turn) {
    return CopyTurn{.slice_bytes = turn % 5 == 0 ? 9u : 65536u, .distance = turn % 4 == 0 ? turn % 64 : 0};
  });
}

TEST_CASE("any number of rows behind whole blocks of them", "[copy]") {
  report_faults();
  CopyCheck check;
  const std::vector<x64::Tuning> all_tunings = copy_tunings();
  for (std::uint64_t rows = 60; rows < 420; rows += 7) {
    plan::Plan plan;
    plan.output = plan::Element::x1;
    plan.axes = {{{{rows, 0, 1, plan::kUnchosen}}, {}, 0, {}}, {{{3, 0, 0, plan::kUnchosen}}, {}, 0, {}}};
    plan.output_strides = {3, 1};
    plan.output_span = 3 * rows;
    plan.operands = {{0, plan.output, 0, rows, {1}}};
    std::vector<plan_test::Bytes> inputs(1, plan_test::Bytes(rows));
    for (std::uint64_t i = 0; i < rows; ++i) inputs[0][i] = static_cast<std::byte>(i * 11);
    for (const x64::Isa isa : copy_isas())
      for (const x64::Tuning& tuning : all_tunings)
        for (const std::size_t skew : {0u, 5u}) {
          const std::string wrong =
              check.run(plan, inputs, {isa, &tuning, x64::RowForm::straight, 65536u}, Side::end, skew);
          if (!wrong.empty()) FAIL(rows << " rows: " << wrong << ", tuning " << tuning.name);
        }
  }
}

TEST_CASE("vectors of rows share loads, and those of two inputs shuffles", "[copy]") {
  report_faults();
  CopyCheck check;
  const std::vector<x64::Tuning> all_tunings = copy_tunings();
  std::mt19937_64 random(7);
  std::size_t done = 0;
  const auto run = [&](plan::Element element, plan::Axis row, const std::vector<std::uint64_t>& widths,
                       std::uint64_t rows) {
    const std::uint64_t width = plan::extent(row);
    plan::Plan plan;
    plan.output = element;
    std::fill_n(plan.fill.begin(), plan::bytes_of(element), std::byte{0x5a});
    plan.axes = {{{{rows, 0, 1, plan::kUnchosen}}, {}, 0, {}}, std::move(row)};
    plan.output_strides = {static_cast<std::int64_t>(width), 1};
    plan.output_span = rows * width;
    std::vector<plan_test::Bytes> inputs;
    for (const std::uint64_t wide : widths) {
      plan.operands.push_back({static_cast<std::uint32_t>(plan.operands.size()),
                               element,
                               0,
                               rows * wide,
                               {static_cast<std::int64_t>(wide), 1}});
      inputs.emplace_back(rows * wide * plan::bytes_of(element));
      for (std::byte& byte : inputs.back()) byte = static_cast<std::byte>(random());
    }
    ++done;
    for (const x64::Isa isa : copy_isas())
      for (const x64::Tuning& tuning : all_tunings)
        for (const Side side : {Side::begin, Side::end}) {
          const std::string wrong =
              check.run(plan, inputs, {isa, &tuning, x64::RowForm::straight, 65536u}, side, random() % 64);
          if (!wrong.empty()) FAIL(plan::print(plan) << ": " << wrong << ", tuning " << tuning.name);
        }
  };
  for (const plan::Element element : {plan::Element::x1, plan::Element::x2, plan::Element::x4, plan::Element::x8})
    for (std::uint64_t width = 1; width <= 6; ++width) {
      for (const std::uint64_t times : {2u, 3u, 7u, 16u, 64u}) {
        const std::uint64_t rows = 130 + random() % 130;
        if (rows * width * times * plan::bytes_of(element) > 24000) continue;
        if (width == 1) run(element, {{{times, 0, 0, plan::kUnchosen}}, {}, 0, {}}, {width}, rows);
        else run(element, {{}, {{width, 0, 1, plan::kUnchosen}}, times, {}}, {width}, rows);
        if (times > 7) continue;
        const plan::Run before{1 + random() % 5, 0, 0, plan::kFill}, behind{1 + random() % 5, 0, 0, plan::kFill};
        run(element, {{before}, {{width, 0, width == 1 ? 0 : 1, plan::kUnchosen}}, times, {behind}}, {width}, rows);
      }
      for (std::uint64_t other = 1; other <= 4; ++other) {
        const auto part = [](std::uint64_t count, std::int32_t of) {
          return plan::Run{count, 0, count == 1 ? 0 : 1, of};
        };
        run(element, {{part(width, 0), part(other, 1)}, {}, 0, {}}, {width, other}, 130 + random() % 130);
      }
    }
  // So many turns that shuffles are kept in more registers, with single rows before them where rows begin beside a
  // vector.
  for (const std::uint64_t width : {2u, 3u, 5u, 6u, 7u})
    for (const std::uint64_t times : {3u, 5u, 7u, 11u})
      run(plan::Element::x1, {{}, {{width, 0, 1, plan::kUnchosen}}, times, {}}, {width}, 400 + random() % 200);
  CHECK(done > 150);
}

TEST_CASE("rows of many operands, wherever these begin", "[copy]") {
  report_faults();
  CopyCheck check;
  const std::vector<x64::Tuning> all_tunings = copy_tunings();
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    std::mt19937_64 random(seed);
    const std::uint64_t operands = 5 + seed % 4, rows = 1 + random() % 20;
    plan::Plan plan;
    plan.output = plan::Element::x4;
    plan.axes.resize(2);
    plan.axes[0].head = {{rows, 1, 1, plan::kUnchosen}};
    std::vector<plan_test::Bytes> inputs;
    for (std::uint64_t o = 0; o < operands; ++o) {
      const std::uint64_t width = seed % 3 == 0 ? 8 + random() % 9 : 16 * (1 + random() % 2);
      plan.axes[1].head.push_back({width, 0, 1, static_cast<std::int32_t>(o)});
      plan.operands.push_back(
          {static_cast<std::uint32_t>(o), plan.output, 0, (rows + 1) * width, {static_cast<std::int64_t>(width), 1}});
      inputs.emplace_back(4 * (rows + 1) * width);
      for (std::byte& byte : inputs.back()) byte = static_cast<std::byte>(random());
    }
    const std::uint64_t width = plan::extent(plan.axes[1]);
    plan.output_strides = {static_cast<std::int64_t>(width), 1};
    plan.output_span = rows * width;
    for (const x64::Isa isa : copy_isas())
      for (const x64::Tuning& tuning : all_tunings) {
        const std::string wrong =
            check.run(plan, inputs, {isa, &tuning, x64::RowForm::straight, 65536u}, Side::end, seed % 7);
        if (!wrong.empty())
          FAIL("seed " << seed << ": " << wrong << ", tuning " << tuning.name << "; plan " << plan::print(plan));
      }
  }
}

}  // namespace dmlrun::jit::test
