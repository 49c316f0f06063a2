// Every inner extent, element size and distance from a page, for each kind of run, alone and repeated in rows.
#include <algorithm>
#include <cstdio>
#include <limits>
#include <string>

#include "engine/plan/axis_runs.h"
#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "jit/test/copy_check.h"
#include "jit/test/setting.h"

namespace dmlrun::jit::test {
namespace {

/// The thin form takes every kTurns-th combination; DMLRUN_COPY_TAILS=all takes them all.
constexpr std::uint64_t kTurns = 61;

/// Two rows of `extent` elements: one run of a kind, or periods that repeat.
std::string axis_text(int kind, std::uint64_t extent) {
  const std::string n = std::to_string(extent), last = std::to_string(extent - 1);
  switch (kind) {
    case 0: return "[" + n + "@0]";
    case 1: return extent == 1 ? "[1@0]" : "[" + n + "@0=]";
    case 2: return extent == 1 ? "[1@0]" : "[" + n + "@" + last + "-]";
    case 3: return "[" + n + "f]";
    case 4: return "[1f " + n + "@0 2f]";
    case 5: return "[(" + n + "@0)x7]";
    default: return "[(" + n + "@0 1f)x6]";
  }
}

constexpr int kKinds = 7;

plan::Plan plan_of(int kind, std::uint64_t extent, std::size_t size) {
  const std::uint64_t width = kind == 4 ? extent + 3 : kind == 5 ? extent * 7 : kind == 6 ? (extent + 1) * 6 : extent;
  const std::string element = "x" + std::to_string(size), n = std::to_string(extent);
  const auto plan = plan::parse(
      "output " + element + " strides " + std::to_string(width) + ",1 span " + std::to_string(2 * width) +
      "; axes [2@0] " + axis_text(kind, extent) + "; %0 = input 0 " + element + " offset 0 strides " + n + ",1 span " +
      std::to_string(2 * extent) + "; fill " + std::string("a1b2c3d4e5f60718").substr(0, 2 * size));
  if (!plan) FAIL(plan.error().to_string());
  return *plan;
}

/// Operands that begin with the first element that is read and end with the last.
void tighten(plan::Plan& plan) {
  for (std::size_t o = 0; o < plan.operands.size(); ++o) {
    plan::Operand& operand = plan.operands[o];
    std::int64_t low = 0, high = 0;
    for (std::size_t a = 0; a < plan.axes.size(); ++a) {
      std::int64_t first = std::numeric_limits<std::int64_t>::max(), last = -1;
      plan::for_each_run(plan.axes[a], [&](const plan::Run& run) {
        if (run.source == plan::kFill || (run.source >= 0 && static_cast<std::size_t>(run.source) != o)) return;
        first = std::min({first, run.begin, plan::last_position(run)});
        last = std::max({last, run.begin, plan::last_position(run)});
      });
      low += first * operand.strides[a];
      high += last * operand.strides[a];
    }
    operand.offset = -low;
    operand.span = static_cast<std::uint64_t>(high - low + 1);
  }
}

}  // namespace

TEST_CASE("columns of every number become rows", "[copy][exhaustive]") {
  report_faults();
  CopyCheck check;
  for (const std::size_t size : {1u, 2u, 4u, 8u})
    for (const std::uint64_t extent : {2u, 3u, 9u, 20u})
      for (std::uint64_t rows = 2; rows <= 36; ++rows) {
        const std::string element = "x" + std::to_string(size), n = std::to_string(extent), m = std::to_string(rows);
        // 70 elements from column to column, so that they lie on lines of their own; a row of gaps between rows.
        const auto plan =
            plan::parse("output " + element + " strides " + std::to_string(extent + 1) + ",1 span " +
                        std::to_string(rows * (extent + 1)) + "; axes [" + m + "@0] [" + n + "@0]; %0 = input 0 " +
                        element + " offset 0 strides 1,70 span " + std::to_string(70 * (extent - 1) + rows));
        REQUIRE(plan);
        plan_test::Bytes input(plan->operands[0].span * size);
        for (std::size_t i = 0; i < input.size(); ++i) input[i] = static_cast<std::byte>(i * 31 + i / 256 + 1);
        for (const x64::Isa isa : copy_isas())
          for (const Side side : {Side::begin, Side::end})
            for (const std::uint64_t slice : {1u, 70u, 65536u}) {
              CAPTURE(size, extent, rows, slice);
              REQUIRE(check.run(*plan, {input}, {isa, nullptr, x64::RowForm::straight, slice}, side, 0) == "");
            }
      }
}

TEST_CASE("short rows, many of them, in every way", "[copy][exhaustive]") {
  report_faults();
  CopyCheck check;
  const std::vector<x64::Tuning> all_tunings = copy_tunings();
  const std::string rows[] = {
      "[%0:3@0 %1:1@0]",    "[3@0 1f]", "[3@0=]",        "[2@1 1f 2@0]",           "[(2@0 1f)x2]", "[4@3- 1@0]",
      "[%1:2@0 1f %0:2@1]", "[5@0]",    "[1f 2@0 3@4-]", "[%1:1@2 %0:4@0 %1:1@0]", "[7@0]",        "[2@0 6@1]"};
  std::uint64_t turn = 0;
  for (const std::string& row : rows)
    for (const std::size_t size : {1u, 2u, 4u, 8u})
      for (const std::string outer : {"%@0", "%@*-", "%@0=", "2f %@0 1f 2@1-", "3@0 %@* 3@2-"})
        for (const std::uint64_t count : {2u, 7u, 16u, 33u, 64u, 65u, 130u}) {
          const std::uint64_t step = 1 + turn++ % 9, second = 1 + turn % 3, span = 9 + count * step;
          std::string runs = outer;
          runs.replace(runs.find('%'), 1, std::to_string(count));
          if (runs.find('*') != std::string::npos)
            runs.replace(runs.find('*'), 1, outer[0] == '3' ? "0" : std::to_string(count - 1));
          const std::string element = "x" + std::to_string(size);
          std::string text = "output " + element + " strides 0,1 span 0; axes [" + runs + "] " + row +
                             "; %0 = input 0 " + element + " offset 0 strides " + std::to_string(step) + ",1 span " +
                             std::to_string(span);
          if (row.find("%1") != std::string::npos)
            text += "; %1 = input 1 " + element + " offset 1 strides " + std::to_string(second) + ",1 span " +
                    std::to_string(10 + count * second);
          auto plan = plan::parse(text + "; fill " + std::string("a1b2c3d4e5f60718").substr(0, 2 * size));
          if (!plan) FAIL(text << plan.error().to_string());
          const std::uint64_t width = plan::extent(plan->axes[1]);
          plan->output_strides[0] = static_cast<std::int64_t>(width);
          plan->output_span = plan::extent(plan->axes[0]) * width;
          tighten(*plan);
          std::vector<plan_test::Bytes> inputs;
          for (const plan::Operand& operand : plan->operands) {
            inputs.emplace_back(operand.span * size);
            for (std::size_t i = 0; i < inputs.back().size(); ++i)
              inputs.back()[i] = static_cast<std::byte>(i * 31 + i / 256 + 1 + inputs.size());
          }
          const std::string subject = plan::print(*plan);
          set_fault_subject(subject.c_str());
          for (const x64::Isa isa : copy_isas())
            for (const Side side : {Side::begin, Side::end})
              for (const std::uint64_t slice : {width, std::uint64_t{65536}}) {
                const x64::Tuning& tuning = all_tunings[turn++ % all_tunings.size()];
                const std::string wrong =
                    check.run(*plan, inputs, {isa, &tuning, x64::RowForm::straight, slice}, side, 0);
                if (!wrong.empty()) FAIL(wrong << ", plan " << subject);
              }
          set_fault_subject(nullptr);
        }
}

TEST_CASE("every extent from 1 to 257, element size and distance from a page", "[copy][exhaustive]") {
  report_faults();
  CopyCheck check;
  const std::vector<x64::Tuning> all_tunings = copy_tunings();
  const std::uint64_t turns = is_set_to("DMLRUN_COPY_TAILS", "all") ? 1 : kTurns;
  // DMLRUN_COPY_KIND: one kind only, so that several processes can share the work.
  const auto only_kind = static_cast<int>(setting("DMLRUN_COPY_KIND", kKinds));
  std::uint64_t turn = 0, kernels = 0;
  for (int kind = 0; kind < kKinds; ++kind)
    for (const std::size_t size : {1u, 2u, 4u, 8u})
      for (std::uint64_t extent = 1; extent <= 257; ++extent)
        for (std::size_t distance = 0; distance < 64; ++distance) {
          if (++turn % turns != 0 || (only_kind < kKinds && kind != only_kind)) continue;
          const plan::Plan plan = plan_of(kind, extent, size);
          REQUIRE(CopyCheck::fits(plan));
          plan_test::Bytes input(plan.operands[0].span * size);
          for (std::size_t i = 0; i < input.size(); ++i) input[i] = static_cast<std::byte>(i * 31 + i / 256 + 1);
          const std::string subject = plan::print(plan);
          set_fault_subject(subject.c_str());
          for (const x64::Isa isa : copy_isas())
            for (const Side side : {Side::begin, Side::end})
              for (const x64::RowForm form : {x64::RowForm::straight, x64::RowForm::table}) {
                const x64::Tuning& tuning = all_tunings[turn % all_tunings.size()];
                ++kernels;
                const std::string wrong = check.run(plan, {input}, {isa, &tuning, form, 65536}, side, distance);
                if (!wrong.empty()) FAIL(wrong << ", distance " << distance << ", plan " << subject);
              }
          set_fault_subject(nullptr);
        }
  std::printf("%llu kernels of every extent and distance%s\n", static_cast<unsigned long long>(kernels),
              turns == 1 ? "" : ", a sample");
}

}  // namespace dmlrun::jit::test
