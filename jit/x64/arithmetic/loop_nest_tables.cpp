// What a loop nest knows of its axes, and the tables of their runs.
#include <algorithm>

#include "engine/plan/axis_runs.h"
#include "jit/x64/arithmetic/loop_nest.h"

namespace dmlrun::jit::x64::arithmetic {

void LoopNest::make_level(std::size_t a) {
  Level& level = levels_[a];
  if (a + 1 < levels_.size()) level.inner = levels_[a + 1].inner * levels_[a + 1].extent;
  for (std::int32_t* place : {&level.left, &level.entry, &level.repeats, &level.output, &level.fill, &level.coordinate})
    *place = e_.frame.add(8);
  if (!is_innermost(a))
    for (std::size_t s = 0; s < e_.walked; ++s) level.addresses.push_back(e_.frame.add(8));
  if (e_.plan.axes.empty()) {
    level.is_single = true;
    level.run = {1, 0, 0, plan::kUnchosen};
    level.extent = 1;
    return;
  }
  const plan::Axis& axis = e_.plan.axes[a];
  for (const auto* runs : {&axis.head, &axis.body, &axis.tail})
    level.runs.insert(level.runs.end(), runs->begin(), runs->end());
  level.head = plan::extent(axis.head);
  level.body = plan::extent(axis.body);
  level.repeat = axis.repeat;
  level.extent = plan::extent(axis);
  level.first_body = axis.head.size();
  level.last_body = axis.head.size() + axis.body.size() - 1;
  level.is_single = level.runs.size() == 1 && level.runs[0].count == level.extent;
  level.run = level.runs[0];
  for (const plan::Run& run : level.runs) has_fills_ = has_fills_ || run.source == plan::kFill;
}

bool LoopNest::is_contiguous(const plan::Run& run) const {
  const std::size_t a = levels_.size() - 1;
  if (run.count == 1) return true;
  if (e_.output_stride(a) != e_.output_bytes()) return false;
  if (run.source == plan::kFill) return true;
  for (std::size_t s = 0; s < e_.moving; ++s)
    if (!(e_.is_index(s) && levels_[a].is_single) &&
        run.step * e_.stride(a, s) != (e_.is_index(s) ? 1 : e_.element_bytes(s)))
      return false;
  return true;
}

void LoopNest::find_contiguity() {
  const Level& inner = levels_.back();
  if (inner.is_single) {
    contiguity_ = is_contiguous(inner.run) ? Contiguity::always : Contiguity::never;
    return;
  }
  const auto yes = [&](const plan::Run& run) { return is_contiguous(run); };
  if (std::none_of(inner.runs.begin(), inner.runs.end(), yes)) contiguity_ = Contiguity::never;
  else if (!std::all_of(inner.runs.begin(), inner.runs.end(), yes)) contiguity_ = Contiguity::by_entry;
}

std::uint64_t LoopNest::longest_run() const noexcept {
  const Level& inner = levels_.back();
  std::uint64_t longest = inner.is_single ? inner.run.count : 0;
  for (const plan::Run& run : inner.runs) longest = std::max<std::uint64_t>(longest, run.count);
  return longest;
}

std::int64_t LoopNest::contiguous_step(std::size_t stream) const {
  const Level& inner = levels_.back();
  if (!e_.is_index(stream)) return e_.element_bytes(stream);
  return inner.is_single ? inner.run.step * e_.stride(levels_.size() - 1, stream) : 1;
}

int LoopNest::entry_bytes() const { return kStreams + static_cast<int>(e_.walked) * kPerStream; }

void LoopNest::emit_tables() {
  for (std::size_t a = 0; a < levels_.size(); ++a)
    if (!levels_[a].is_single) emit_table(a);
}

void LoopNest::emit_table(std::size_t a) {
  Level& level = levels_[a];
  while (a_.getSize() % 8 != 0) a_.db(0xcc);
  a_.L(level.table);
  for (std::size_t r = 0; r < level.runs.size(); ++r) {
    const plan::Run& run = level.runs[r];
    if (level.repeat > 0 && r == level.first_body) a_.L(level.body_entry);
    std::uint64_t flags = 0;
    if (run.source == plan::kFill) flags |= kFill;
    if (level.repeat > 0 && r == level.last_body) flags |= kLastOfBody;
    if (r + 1 == level.runs.size()) flags |= kLast;
    if (is_innermost(a) && is_contiguous(run)) flags |= kContiguous;
    a_.dq(run.count);
    a_.dq(flags);
    for (std::size_t s = 0; s < e_.walked; ++s) {
      a_.dq(static_cast<std::uint64_t>(run.begin * e_.stride(a, s)));
      a_.dq(static_cast<std::uint64_t>(run.step * e_.stride(a, s)));
    }
  }
}

void LoopNest::explain(StrategyNotes& notes) const {
  for (std::size_t a = 0; a < e_.plan.axes.size(); ++a) {
    constexpr std::string_view kCounted = "a counted loop", kOnce = "one run";
    const std::string_view simple = is_innermost(a) ? kOnce : kCounted;
    if (levels_[a].is_single) {
      notes.take(a, simple);
      continue;
    }
    notes.take(a, is_innermost(a) ? "runs, by a table" : "a loop over a table of its runs");
    notes.decline(a, simple, levels_[a].runs.size() == 1 ? "its run repeats" : "it has several runs");
  }
}

}  // namespace dmlrun::jit::x64::arithmetic
