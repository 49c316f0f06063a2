#include "jit/x64/copy/collapse_inner_axes.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

namespace dmlrun::jit::x64 {
namespace {

using plan::Run;

/// An edge pad of 8 axes on Zen 4, in times of memcpy: rows of 72 bytes 2.2, 288 bytes 0.9, 1152 bytes 0.62, and 0.58
/// for 4608, which are four times the code.
constexpr std::uint64_t kMaxBytes = 2048;
constexpr std::size_t kMaxRuns = 96;

/// The runs in their order, repeats written out; nothing where there are too many.
std::optional<std::vector<Run>> runs_of(const plan::Axis& axis) {
  std::vector<Run> all = axis.head;
  if (axis.repeat > kMaxRuns) return std::nullopt;
  for (std::uint64_t i = 0; i < axis.repeat; ++i) {
    all.insert(all.end(), axis.body.begin(), axis.body.end());
    if (all.size() > kMaxRuns) return std::nullopt;
  }
  all.insert(all.end(), axis.tail.begin(), axis.tail.end());
  if (all.size() > kMaxRuns) return std::nullopt;
  return all;
}

void append(std::vector<Run>& runs, const Run& next) {
  if (next.source == plan::kFill && !runs.empty() && runs.back().source == plan::kFill) runs.back().count += next.count;
  else runs.push_back(next);
}

/// The runs of consecutive rows, `ratio` positions from a row of position 0 to that of position 1.
std::optional<std::vector<Run>> joined(const std::vector<Run>& rows, const std::vector<Run>& row, std::uint64_t width,
                                       std::int64_t ratio) {
  std::vector<Run> all;
  for (const Run& outer : rows) {
    for (std::uint64_t i = 0; i < outer.count; ++i) {
      if (outer.source == plan::kFill) {
        append(all, {width * outer.count, 0, 0, plan::kFill});
        break;
      }
      const std::int64_t shift = (outer.begin + static_cast<std::int64_t>(i) * outer.step) * ratio;
      for (Run run : row) {
        if (run.source != plan::kFill) run.begin += shift;
        append(all, run);
      }
      if (all.size() > kMaxRuns) return std::nullopt;
    }
  }
  return all;
}

/// The innermost axis and the one around it become one, if they may.
bool join_innermost(plan::Plan& plan) {
  if (plan.axes.size() < 2 || plan.operands.size() != 1) return false;
  const std::size_t inner = plan.axes.size() - 1, outer = inner - 1;
  const std::uint64_t width = plan::extent(plan.axes[inner]), count = plan::extent(plan.axes[outer]);
  if (count > kMaxBytes || width > kMaxBytes || count * width * plan::bytes_of(plan.output) > kMaxBytes) return false;
  if (plan.output_strides[inner] != 1 || plan.output_strides[outer] != static_cast<std::int64_t>(width)) return false;
  plan::Strides& strides = plan.operands[0].strides;
  if (strides[inner] == 0 || strides[outer] % strides[inner] != 0) return false;
  const auto rows = runs_of(plan.axes[outer]), row = runs_of(plan.axes[inner]);
  const auto is_named = [](const Run& run) { return run.source >= 0; };
  if (!rows || !row || rows->size() < 2 || std::any_of(rows->begin(), rows->end(), is_named) ||
      std::any_of(row->begin(), row->end(), is_named))
    return false;
  auto all = joined(*rows, *row, width, strides[outer] / strides[inner]);
  if (!all || all->size() > kMaxRuns) return false;
  plan.axes.pop_back();
  plan.axes.back() = {std::move(*all), {}, 0, {}};
  plan.output_strides[outer] = 1;
  strides[outer] = strides[inner];
  plan.output_strides[inner] = strides[inner] = 0;
  return true;
}

}  // namespace

plan::Plan collapse_inner_axes(plan::Plan plan) {
  bool is_joined = false;
  while (join_innermost(plan)) is_joined = true;
  if (!is_joined || plan.axes.size() > 1) return plan;
  const auto length = static_cast<std::int64_t>(plan::extent(plan.axes[0]));
  plan.axes.insert(plan.axes.begin(), plan::Axis{{{1, 0, 0, plan::kAny}}, {}, 0, {}});
  plan.output_strides[1] = std::exchange(plan.output_strides[0], length);
  plan.operands[0].strides[1] = std::exchange(plan.operands[0].strides[0], 0);
  return plan;
}

}  // namespace dmlrun::jit::x64
