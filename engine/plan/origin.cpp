#include "engine/plan/origin.h"

#include <algorithm>
#include <map>
#include <utility>

#include "engine/plan/axis_runs.h"

namespace dmlrun::plan {
namespace {

bool goes_forward(const Run& run) noexcept { return run.source != kFill && (run.count == 1 || run.step > 0); }

std::pair<std::int64_t, std::int64_t> bounds(const Run& run) noexcept {
  return std::minmax({run.begin, last_position(run)});
}

bool lies_within(const Run& run, const Run& other) noexcept {
  const auto [low, high] = bounds(run);
  const auto [other_low, other_high] = bounds(other);
  return other_low <= low && high <= other_high;
}

}  // namespace

AxisOrigins::AxisOrigins(const Axis& axis) : extent_(plan::extent(axis)) {
  for (const auto* runs : {&axis.head, &axis.body, &axis.tail})
    for (const Run& run : *runs) segments_.push_back({run, Origin::copied});
  head_ = axis.head.size();
  body_ = axis.body.size();
  repeat_ = axis.repeat;
  advance_ = axis.advance;
  head_extent_ = plan::extent(axis.head);
  body_extent_ = plan::extent(axis.body);
  name_origins();
}

void AxisOrigins::name_origins() {
  std::map<std::int32_t, std::size_t> copied;  // the longest forward run of each source
  for (std::size_t i = 0; i < segments_.size(); ++i) {
    if (!goes_forward(segments_[i].run)) continue;
    const auto [longest, is_first] = copied.try_emplace(segments_[i].run.source, i);
    if (!is_first && segments_[longest->second].run.count < segments_[i].run.count) longest->second = i;
  }
  for (std::size_t i = 0; i < segments_.size(); ++i) {
    Segment& segment = segments_[i];
    if (segment.run.source == kFill) segment.origin = Origin::fill;
    else if (segment.run.count > 1 && segment.run.step == 0) segment.origin = Origin::held;
    else if (segment.run.count > 1 && segment.run.step < 0) segment.origin = Origin::reversed;
    else segment.origin = origin_beside(i, copied.at(segment.run.source));
  }
}

/// A forward run beside the one that is copied. A single coordinate has no direction of its own: its neighbour on the
/// side of what is copied tells it.
Origin AxisOrigins::origin_beside(std::size_t segment, std::size_t copied) const noexcept {
  const Run& run = segments_[segment].run;
  if (segment == copied || !lies_within(run, segments_[copied].run)) return Origin::copied;
  if (run.count > 1) return Origin::repeated;
  const Run& neighbour = segments_[segment < copied ? segment + 1 : segment - 1].run;
  if (neighbour.source != run.source) return Origin::repeated;
  const std::int64_t between = segment < copied ? neighbour.begin - run.begin : run.begin - last_position(neighbour);
  if (between == 0) return Origin::held;
  return between == -1 ? Origin::reversed : Origin::repeated;
}

AxisOrigins::At AxisOrigins::at(std::uint64_t coordinate) const noexcept {
  const std::uint64_t tail = head_extent_ + body_extent_ * repeat_;
  std::size_t segment = 0;
  std::int64_t moved = 0;
  bool is_again = false;
  if (coordinate >= tail) {
    coordinate -= tail;
    segment = head_ + body_;
  } else if (coordinate >= head_extent_) {
    coordinate -= head_extent_;
    is_again = advance_ == 0 && coordinate >= body_extent_;
    moved = advance_ * static_cast<std::int64_t>(coordinate / body_extent_);
    coordinate %= body_extent_;
    segment = head_;
  }
  for (; coordinate >= segments_[segment].run.count; ++segment) coordinate -= segments_[segment].run.count;
  const auto& [run, origin] = segments_[segment];
  const std::int64_t position = shifted(run, moved).begin + static_cast<std::int64_t>(coordinate) * run.step;
  return {is_again && origin == Origin::copied ? Origin::repeated : origin, position, run.source};
}

std::vector<std::uint64_t> AxisOrigins::beginnings() const {
  std::vector<std::uint64_t> found;
  const auto add = [&](std::size_t segment, std::size_t count, std::uint64_t at) {
    for (; count > 0; --count, ++segment) {
      found.push_back(at);
      at += segments_[segment].run.count;
    }
  };
  add(0, head_, 0);
  for (std::uint64_t i = 0; i < repeat_; i = i == 1 && repeat_ > 2 ? repeat_ - 1 : i + 1)
    add(head_, body_, head_extent_ + i * body_extent_);
  add(head_ + body_, segments_.size() - head_ - body_, head_extent_ + repeat_ * body_extent_);
  return found;
}

}  // namespace dmlrun::plan
