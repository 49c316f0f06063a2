#include "engine/plan/axis_runs.h"

#include <optional>

namespace dmlrun::plan {

namespace {

/// a and b as one run. Two single coordinates join for steps -1, 0 and 1 only: any two numbers are an arithmetic
/// sequence, and 0 5 6 7 must not become 0,5 and 6,7.
std::optional<Run> joined(const Run& a, const Run& b) noexcept {
  if (a.source != b.source) return std::nullopt;
  const std::int64_t between = a.source == kFill ? 0 : b.begin - last_position(a);
  if (a.count == 1 && b.count == 1 && (between < -1 || between > 1)) return std::nullopt;
  if ((a.count > 1 && between != a.step) || (b.count > 1 && between != b.step)) return std::nullopt;
  return Run{a.count + b.count, a.begin, between, a.source};
}

/// Three single coordinates in a row are a sequence of any step.
bool is_sequence(const Run& a, const Run& b, const Run& c) noexcept {
  return a.count == 1 && b.count == 1 && c.count == 1 && a.source == b.source && b.source == c.source &&
         a.source != kFill && b.begin - a.begin == c.begin - b.begin;
}

void append_joined(std::vector<Run>& runs, Run run) {
  while (!runs.empty()) {
    const std::optional<Run> both = joined(runs.back(), run);
    if (!both) break;
    runs.pop_back();
    run = *both;
  }
  const std::size_t n = runs.size();
  if (n >= 2 && is_sequence(runs[n - 2], runs[n - 1], run)) {
    run = {3, runs[n - 2].begin, run.begin - runs[n - 1].begin, run.source};
    runs.resize(n - 2);
  }
  runs.push_back(run);
}

void join_neighbours(std::vector<Run>& runs) {
  std::vector<Run> result;
  result.reserve(runs.size());
  for (Run run : runs) {
    if (run.source == kFill) run.begin = 0;
    if (run.source == kFill || run.count == 1) run.step = 0;
    if (run.count == 2 && (run.step < -1 || run.step > 1)) {
      append_joined(result, {1, run.begin, 0, run.source});
      append_joined(result, {1, run.begin + run.step, 0, run.source});
    } else {
      append_joined(result, run);
    }
  }
  runs = std::move(result);
}

void append(std::vector<Run>& runs, const std::vector<Run>& more) { runs.insert(runs.end(), more.begin(), more.end()); }

/// Makes the body `times` times shorter, if it is one shorter list that many times, advancing evenly.
bool shorten_body(Axis& axis, std::size_t times) {
  const std::size_t length = axis.body.size() / times;
  const std::int64_t advance = axis.advance / static_cast<std::int64_t>(times);
  if (advance * static_cast<std::int64_t>(times) != axis.advance) return false;
  for (std::size_t i = length; i < axis.body.size(); ++i)
    if (!(axis.body[i] == shifted(axis.body[i - length], advance))) return false;
  axis.body.resize(length);
  axis.repeat *= times;
  axis.advance = advance;
  return true;
}

/// The shortest body: what two lists of different lengths make when repeated, a list of their greatest common divisor
/// makes, too, so prime factors leave one by one.
bool find_root(Axis& axis) {
  bool changed = false;
  for (std::size_t factor = 2, rest = axis.body.size(); rest > 1; ++factor) {
    if (factor * factor > rest) factor = rest;
    for (; rest % factor == 0; rest /= factor) changed = shorten_body(axis, factor) || changed;
  }
  return changed;
}

/// Whether all times of a body are one run, and which.
std::optional<Run> whole_run(const Axis& axis) noexcept {
  if (axis.body.size() != 1) return std::nullopt;
  Run run = axis.body[0];
  if (run.source != kFill) {
    if (run.count > 1 && axis.advance != static_cast<std::int64_t>(run.count) * run.step) return std::nullopt;
    run.step = run.count > 1 ? run.step : axis.advance;
  }
  run.count *= axis.repeat;
  return run;
}

/// Everything into the head when nothing repeats.
bool unroll(Axis& axis) {
  if (axis.repeat > 1) {
    if (const std::optional<Run> whole = whole_run(axis)) {
      axis.body = {*whole};
      axis.repeat = 1;
    }
  }
  if (axis.repeat > 1 || (axis.body.empty() && axis.tail.empty())) return false;
  append(axis.head, axis.body);
  append(axis.head, axis.tail);
  axis.body.clear();
  axis.tail.clear();
  axis.repeat = 0;
  axis.advance = 0;
  return true;
}

/// How far the positions of iteration `number` of the body are from those of its first.
std::int64_t moved_by(const Axis& axis, std::uint64_t number) noexcept {
  return axis.advance * static_cast<std::int64_t>(number);
}

/// A body whose end joins its beginning, 1@2 2@0, becomes 1@2 (3@0)x(R - 1) 2@0: one run less in the body.
bool join_across_iterations(Axis& axis) {
  if (axis.body.size() < 2) return false;
  const std::optional<Run> both = joined(axis.body.back(), shifted(axis.body.front(), axis.advance));
  if (!both) return false;
  axis.head.push_back(axis.body.front());
  std::vector<Run> tail;
  for (std::size_t i = 1; i < axis.body.size(); ++i)
    tail.push_back(shifted(axis.body[i], moved_by(axis, axis.repeat - 1)));
  append(tail, axis.tail);
  axis.tail = std::move(tail);
  axis.body.erase(axis.body.begin());
  axis.body.back() = *both;
  --axis.repeat;
  return true;
}

/// H A (B A)xR T is H (A B)xR A T: the body starts as early as whole runs allow.
bool start_body_earlier(Axis& axis) {
  const std::size_t length = axis.body.size();
  std::size_t moved = 0;
  while (moved < axis.head.size() &&
         axis.head[axis.head.size() - 1 - moved] ==
             shifted(axis.body[length - 1 - moved % length], -moved_by(axis, 1 + moved / length)))
    ++moved;
  if (moved == 0) return false;
  // The runs that leave the head stand again, in the same order, at the end of the last iteration.
  std::vector<Run> tail(axis.head.end() - static_cast<std::ptrdiff_t>(moved), axis.head.end());
  append(tail, axis.body);
  axis.body.assign(tail.begin(), tail.begin() + static_cast<std::ptrdiff_t>(length));
  tail.resize(moved);
  for (Run& run : tail) run = shifted(run, moved_by(axis, axis.repeat));
  axis.head.resize(axis.head.size() - moved);
  append(tail, axis.tail);
  axis.tail = std::move(tail);
  return true;
}

bool take_iterations_from_tail(Axis& axis) {
  const std::size_t length = axis.body.size();
  std::size_t matched = 0;
  while (matched < axis.tail.size() &&
         axis.tail[matched] == shifted(axis.body[matched % length], moved_by(axis, axis.repeat + matched / length)))
    ++matched;
  const std::size_t iterations = matched / length;
  if (iterations == 0) return false;
  axis.tail.erase(axis.tail.begin(), axis.tail.begin() + static_cast<std::ptrdiff_t>(iterations * length));
  axis.repeat += iterations;
  return true;
}

}  // namespace

void normalize_runs(Axis& axis) {
  // Each rule shortens the body, or else the head, or else the whole, so this ends.
  bool changed = true;
  while (changed) {
    join_neighbours(axis.head);
    join_neighbours(axis.body);
    join_neighbours(axis.tail);
    changed = unroll(axis);
    if (changed || axis.body.empty()) continue;
    changed = find_root(axis);
    changed = join_across_iterations(axis) || changed;
    if (axis.repeat > 1) {
      changed = start_body_earlier(axis) || changed;
      changed = take_iterations_from_tail(axis) || changed;
    }
  }
}

}  // namespace dmlrun::plan
