#include "jit/x64/copy/collapse_inner_axes.h"

#include <cstddef>
#include <optional>
#include <utility>

#include "engine/plan/axis_runs.h"

namespace dmlrun::jit::x64 {
namespace {

using plan::Run;

/// The longest row that axes are folded into. An edge pad of 8 axes on Zen 4, in times of memcpy: rows of 72 bytes 2.2,
/// 288 bytes 0.9, 1152 bytes 0.62, and 0.58 for 4608, which are four times the code.
constexpr std::uint64_t kMaxBytes = 2048;
/// The most runs of such a row, or of one that advances: limits the time to plan it.
constexpr std::size_t kMaxJoinedRuns = 96;
/// The longest body of a row that advances. Every second element of every second row of 32 bytes, 1 MB in times of
/// memcpy on Zen 5: floats 4.1, joined 0.58; bytes 8.6 and 0.59.
constexpr std::uint64_t kMaxJoinedBytes = 1024;

/// The runs in their order, repeats written out; nothing where there are too many.
std::optional<std::vector<Run>> runs_of(const plan::Axis& axis) {
  if (axis.repeat > kMaxJoinedRuns || axis.head.size() + axis.tail.size() > kMaxJoinedRuns) return std::nullopt;
  std::vector<Run> all = axis.head;
  for (std::uint64_t i = 0; i < axis.repeat; ++i) {
    for (const Run& run : axis.body) all.push_back(plan::shifted(run, axis.advance * static_cast<std::int64_t>(i)));
    if (all.size() > kMaxJoinedRuns) return std::nullopt;
  }
  all.insert(all.end(), axis.tail.begin(), axis.tail.end());
  if (all.size() > kMaxJoinedRuns) return std::nullopt;
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
      if (all.size() > kMaxJoinedRuns) return std::nullopt;
    }
  }
  return all;
}

/// All rows written out; nothing where they are too many.
std::optional<plan::Axis> written_out(const plan::Axis& outer, const std::vector<Run>& row, std::uint64_t width,
                                      std::int64_t ratio) {
  const auto rows = runs_of(outer);
  if (!rows || rows->size() < 2) return std::nullopt;
  auto all = joined(*rows, row, width, ratio);
  if (!all) return std::nullopt;
  return plan::Axis{std::move(*all), {}, 0, {}};
}

/// The rows of each list written out, of an axis that advances: the body goes on to repeat.
std::optional<plan::Axis> body_written_out(const plan::Axis& outer, const std::vector<Run>& row, std::uint64_t width,
                                           std::int64_t ratio) {
  auto head = joined(outer.head, row, width, ratio), body = joined(outer.body, row, width, ratio),
       tail = joined(outer.tail, row, width, ratio);
  if (!head || !body || !tail) return std::nullopt;
  return plan::Axis{std::move(*head), std::move(*body), outer.repeat, std::move(*tail), outer.advance * ratio};
}

/// The innermost axis and the one around it become one, if they may.
bool join_innermost(plan::Plan& plan) {
  if (plan.axes.size() < 2 || plan.operands.size() != 1) return false;
  const std::size_t inner = plan.axes.size() - 1, outer = inner - 1;
  const std::uint64_t width = plan::extent(plan.axes[inner]), count = plan::extent(plan.axes[outer]);
  const auto fits = [&](std::uint64_t rows, std::uint64_t most) {
    return rows <= most && width <= most && rows * width * plan::bytes_of(plan.output) <= most;
  };
  const bool all_fit = fits(count, kMaxBytes);
  const bool body_fits = plan.axes[outer].advance != 0 && fits(plan::extent(plan.axes[outer].body), kMaxJoinedBytes);
  if (!all_fit && !body_fits) return false;
  if (plan.output_strides[inner] != 1 || plan.output_strides[outer] != static_cast<std::int64_t>(width)) return false;
  plan::Strides& strides = plan.operands[0].strides;
  if (strides[inner] == 0 || strides[outer] % strides[inner] != 0) return false;
  const auto names = [](const Run& run) { return run.source >= 0; };
  if (plan::any_run(plan.axes[outer], names) || plan::any_run(plan.axes[inner], names)) return false;
  const auto row = runs_of(plan.axes[inner]);
  if (!row) return false;
  const std::int64_t ratio = strides[outer] / strides[inner];
  auto both = all_fit ? written_out(plan.axes[outer], *row, width, ratio) : std::nullopt;
  if (!both && body_fits) both = body_written_out(plan.axes[outer], *row, width, ratio);
  if (!both) return false;
  plan.axes.pop_back();
  plan.axes.back() = std::move(*both);
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
  plan.axes.insert(plan.axes.begin(), plan::Axis{{{1, 0, 0, plan::kUnchosen}}, {}, 0, {}});
  plan.output_strides[1] = std::exchange(plan.output_strides[0], length);
  plan.operands[0].strides[1] = std::exchange(plan.operands[0].strides[0], 0);
  return plan;
}

}  // namespace dmlrun::jit::x64
