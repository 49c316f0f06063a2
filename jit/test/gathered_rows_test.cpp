// Rows of many operands: of equal length and of all lengths, whole and in slices, by every instruction set.
#include <algorithm>
#include <random>
#include <string>

#include "engine/plan/check.h"
#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "engine/test/sanitized.h"
#include "jit/test/copy_check.h"
#include "jit/test/generated.h"
#include "jit/test/setting.h"

namespace dmlrun::jit::test {
namespace {

/// DMLRUN_COPY_GATHERED chooses another.
constexpr std::uint64_t kPlans = dmlrun::test::repeats(300);

/// A join of rows.
struct Join {
  std::uint64_t rows = 1;
  std::vector<std::uint64_t> lengths;  ///< of its inputs, in elements
  std::uint64_t gap = 0;               ///< elements of the output between rows
  std::uint64_t slack = 0;             ///< elements of each input behind each row
  std::uint64_t first = 0;             ///< element of each input with which it begins
  bool is_turned = false;              ///< the last input is the first
};

plan::Plan plan_of_rows(const Join& join, plan::Element element) {
  plan::Plan plan;
  plan.output = element;
  plan.axes.resize(2);
  plan.axes[0].head.push_back({join.rows, 0, join.rows > 1 ? 1 : 0, plan::kUnchosen});
  std::uint64_t width = 0;
  const std::size_t count = join.lengths.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t length = join.lengths[i], stride = length + join.slack;
    const auto input = static_cast<std::uint32_t>(join.is_turned ? (i + 1) % count : i);
    plan.operands.push_back({input,
                             element,
                             static_cast<std::int64_t>(join.first),
                             join.first + (join.rows - 1) * stride + length,
                             {static_cast<std::int64_t>(stride), 1}});
    plan.axes[1].head.push_back({length, 0, length > 1 ? 1 : 0, static_cast<std::int32_t>(i)});
    width += length;
  }
  plan.output_strides = {static_cast<std::int64_t>(width + join.gap), 1};
  plan.output_span = (join.rows - 1) * (width + join.gap) + width;
  return plan;
}

std::vector<plan_test::Bytes> inputs_of(const plan::Plan& plan, std::mt19937_64& random) {
  std::vector<plan_test::Bytes> inputs(plan.operands.size());
  for (const plan::Operand& operand : plan.operands) {
    plan_test::Bytes& bytes = inputs[operand.input];
    bytes.resize(std::max(bytes.size(), static_cast<std::size_t>(operand.span) * plan::bytes_of(plan.output)));
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
  }
  return inputs;
}

/// In every way that code is made; several random slices each.
void check(CopyCheck& check, const plan::Plan& plan, std::mt19937_64& random) {
  INFO(plan::print(plan));
  REQUIRE(plan::check(plan).empty());
  const auto inputs = inputs_of(plan, random);
  for (const x64::Isa isa : copy_isas())
    for (const x64::RowForm form : {x64::RowForm::straight, x64::RowForm::table}) {
      // A row that calls may ask for a part of, or not.
      const std::uint64_t slice = random() % 2 == 0 ? 16 : 16 << 10;
      const std::string wrong = check.run(plan, inputs, {isa, nullptr, form, slice},
                                          random() % 2 == 0 ? Side::begin : Side::end, random() % 3);
      if (!wrong.empty()) FAIL(wrong << ", slices of " << slice);
    }
}

std::string strategy(const plan::Plan& plan) {
  const auto choices = x64::CopyExecutable::strategy(plan, {});
  REQUIRE(choices);
  std::string all;
  for (const Choice& choice : *choices) all += choice.taken + "\n";
  return all;
}

}  // namespace

TEST_CASE("inputs of every equal length up to 130 bytes are gathered", "[copy][exhaustive]") {
  CopyCheck copies;
  std::mt19937_64 random(1);
  for (std::uint64_t bytes = 1; bytes <= 130; ++bytes)
    for (const std::size_t count : {25u, 31u, 32u, 40u}) {
      const plan::Plan plan =
          plan_of_rows({1 + bytes % 3, std::vector<std::uint64_t>(count, bytes)}, plan::Element::x1);
      CHECK(strategy(plan).find("all alike") != std::string::npos);
      check(copies, plan, random);
    }
}

TEST_CASE("inputs of random lengths, strides and offsets are gathered", "[copy]") {
  CopyCheck copies;
  const std::uint64_t plans = setting("DMLRUN_COPY_GATHERED", kPlans);
  std::mt19937_64 random(setting("DMLRUN_COPY_SEED", 1));
  std::uint64_t alike = 0, listed = 0;
  for (std::uint64_t i = 0; i < plans; ++i) {
    const plan::Element element =
        std::array{plan::Element::x1, plan::Element::x2, plan::Element::x4, plan::Element::x8}[random() % 4];
    Join join;
    join.rows = 1 + random() % 4;
    join.gap = random() % 3;
    join.slack = random() % 2 * (random() % 5);
    join.first = random() % 2 * (random() % 70);
    join.is_turned = random() % 6 == 0;
    const std::uint64_t most = 1 + random() % 90;
    join.lengths.assign(2 + random() % 39, most);
    if (random() % 2 == 0)
      for (std::uint64_t& length : join.lengths) length = 1 + random() % most;
    else if (random() % 4 == 0) join.lengths[random() % join.lengths.size()] += 1;
    const plan::Plan plan = plan_of_rows(join, element);
    if (!CopyCheck::fits(plan)) continue;
    check(copies, plan, random);
    const std::string taken = strategy(plan);
    alike += taken.find("all alike") != std::string::npos;
    listed += taken.find("list of copies") != std::string::npos;
  }
  CHECK(alike > plans / 20);
  CHECK(listed > plans / 20);
  std::printf("%llu random plans of rows\n", static_cast<unsigned long long>(plans));
}

TEST_CASE("a row is gathered only where each run is a copy and the output has no gaps in it", "[copy]") {
  const plan::Plan plan = plan_of_rows({2, std::vector<std::uint64_t>(30, 5)}, plan::Element::x2);
  CHECK(strategy(plan).find("all alike") != std::string::npos);
  plan::Plan longer = plan;
  longer.axes[1].head[7].count = 4;
  CHECK(strategy(longer).find("list of copies") != std::string::npos);
  plan::Plan turned = plan;
  std::swap(turned.operands[3].input, turned.operands[4].input);
  CHECK(strategy(turned).find("list of copies") != std::string::npos);
  const auto is_by_table = [](const plan::Plan& changed) {
    return strategy(changed).find("a loop over a table of its runs") != std::string::npos;
  };
  CHECK_FALSE(is_by_table(plan));
  plan::Plan filled = plan;
  filled.axes[1].head[3] = {5, 0, 0, plan::kFill};
  CHECK(is_by_table(filled));
  plan::Plan reversed = plan;
  reversed.axes[1].head[3] = {5, 4, -1, 3};
  CHECK(is_by_table(reversed));
  plan::Plan spread = plan;
  spread.operands[29].strides[1] = 2;
  spread.operands[29].span = 50;
  CHECK(is_by_table(spread));
  plan::Plan gaps = plan;
  gaps.output_strides = {600, 2};
  gaps.output_span = 1200;
  CHECK(is_by_table(gaps));
  const plan::Plan too_long = plan_of_rows({1, std::vector<std::uint64_t>(30, 2049)}, plan::Element::x1);
  CHECK(strategy(too_long).find("all alike") == std::string::npos);
  const plan::Plan longest = plan_of_rows({1, std::vector<std::uint64_t>(30, 2048)}, plan::Element::x1);
  CHECK(strategy(longest).find("all alike") != std::string::npos);
}

}  // namespace dmlrun::jit::test
