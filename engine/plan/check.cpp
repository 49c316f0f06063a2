#include "engine/plan/check.h"

#include <algorithm>

#include "engine/plan/axis_runs.h"
#include "engine/plan/check_values.h"

namespace dmlrun::plan {

namespace {

__extension__ typedef __int128 Wide;

/// Bound on every position, stride, offset, extent and on the sum of an operand's moves along all axes, in elements:
/// eight bytes times this still fits std::int64_t.
constexpr Wide kMax = Wide{1} << 59;
/// Bound on spans: normalize() may move positions into offsets, and eight spans still lie below kMax.
constexpr std::uint64_t kMaxSpan = std::uint64_t{1} << 55;

Wide magnitude(Wide value) noexcept { return value < 0 ? -value : value; }

/// Positions from low to high; none yet when low > high.
struct Range {
  Wide low = kMax + 1;
  Wide high = -kMax - 1;
  [[nodiscard]] bool empty() const noexcept { return low > high; }
  void include(const Run& run) noexcept {
    const Wide last = Wide{run.begin} + Wide{run.count - 1} * run.step;
    low = std::min({low, Wide{run.begin}, last});
    high = std::max({high, Wide{run.begin}, last});
  }
};

/// The positions that one axis can give.
struct Reach {
  Range all;                 ///< whatever the operand
  Range any;                 ///< of runs that name no operand
  std::vector<Range> named;  ///< per operand named; empty when the axis names none
};

struct Checker {
  const Plan& plan;
  std::vector<Reach> reaches;
  std::vector<std::uint64_t> extents;
  bool is_all_fill = false;
  std::int32_t named_first = kUnchosen;  ///< an operand that an axis names
  std::size_t naming_axes = 0;

  std::string run(const Run& run, Reach& reach, const std::string& where);
  std::string runs(const std::vector<Run>& list, Reach& reach, const std::string& where);
  std::string axis(std::size_t a);
  std::string axes();
  std::string sources() const;
  std::string operand(std::size_t o) const;
  std::string reads_inside(std::size_t o, std::size_t naming_axis, const Range& named) const;
  std::string reads() const;
  std::string output() const;
  std::string elements() const;
};

std::string Checker::run(const Run& run, Reach& reach, const std::string& where) {
  if (run.count == 0) return where + " is empty";
  if (Wide{run.count} > kMax) return where + " is longer than 2^59";
  if (run.source == kFill) {
    if (run.begin != 0 || run.step != 0) return where + " is a fill with a position";
    return {};
  }
  if (run.count == 1 && run.step != 0) return where + " has one coordinate and a step";
  if (run.source < kUnchosen || (run.source >= 0 && static_cast<std::size_t>(run.source) >= plan.operands.size()))
    return where + " names operand " + std::to_string(run.source) + " of " + std::to_string(plan.operands.size());
  if (magnitude(run.begin) > kMax || magnitude(Wide{run.begin} + Wide{run.count - 1} * run.step) > kMax)
    return where + " has a position beyond 2^59";
  reach.all.include(run);
  if (run.source == kUnchosen) {
    reach.any.include(run);
  } else {
    if (reach.named.empty()) reach.named.resize(plan.operands.size());
    reach.named[static_cast<std::size_t>(run.source)].include(run);
    if (named_first == kUnchosen) named_first = run.source;
  }
  return {};
}

std::string Checker::runs(const std::vector<Run>& list, Reach& reach, const std::string& where) {
  for (std::size_t r = 0; r < list.size(); ++r)
    if (std::string wrong = run(list[r], reach, where + " run " + std::to_string(r)); !wrong.empty()) return wrong;
  return {};
}

std::string Checker::axis(std::size_t a) {
  const Axis& axis = plan.axes[a];
  const std::string where = "axis " + std::to_string(a);
  if ((axis.repeat == 0) != axis.body.empty()) return where + " repeats a body that it does not have, or never";
  if (axis.advance != 0 && axis.body.empty()) return where + " advances a body that it does not have";
  if (axis.advance != 0 && !plan.values.empty()) return where + " advances, which plans with values do not take";
  Reach reach;
  if (std::string wrong = runs(axis.head, reach, where + " head"); !wrong.empty()) return wrong;
  if (std::string wrong = runs(axis.body, reach, where + " body"); !wrong.empty()) return wrong;
  if (std::string wrong = runs(axis.tail, reach, where + " tail"); !wrong.empty()) return wrong;
  const Wide advanced = axis.advance == 0 ? 0 : Wide{axis.advance} * (axis.repeat - 1);
  if (magnitude(advanced) > kMax) return where + " advances by more than 2^59";
  for (std::size_t r = 0; advanced != 0 && r < axis.body.size(); ++r) {
    const Run last = shifted(axis.body[r], static_cast<std::int64_t>(advanced));
    const std::string at_last = where + " body run " + std::to_string(r) + " at its last time";
    if (std::string wrong = run(last, reach, at_last); !wrong.empty()) return wrong;
  }
  Wide sum = 0, body = 0;
  for (const Run& run : axis.head) sum += run.count;
  for (const Run& run : axis.tail) sum += run.count;
  for (const Run& run : axis.body) body += run.count;
  if (sum > kMax || body > kMax || sum + body * axis.repeat > kMax) return where + " is longer than 2^59";
  if (sum + body == 0) return where + " has no runs";
  extents.push_back(static_cast<std::uint64_t>(sum + body * axis.repeat));
  if (reach.all.empty()) is_all_fill = true;
  if (!reach.named.empty()) ++naming_axes;
  reaches.push_back(std::move(reach));
  return {};
}

std::string Checker::axes() {
  if (plan.axes.size() > kMaxAxes) return "the plan has more than " + std::to_string(kMaxAxes) + " axes";
  Wide elements = 1;
  for (std::size_t a = 0; a < plan.axes.size(); ++a) {
    if (std::string wrong = axis(a); !wrong.empty()) return wrong;
    elements *= extents.back();
    if (elements > kMax) return "the output has more than 2^59 elements";
  }
  return {};
}

/// With two axes that name operands every coordinate must still know one: so all the names are the same.
std::string Checker::sources() const {
  if (naming_axes > 0 && !plan.values.empty()) return "a run names an operand, but values read them all";
  if (naming_axes < 2) return {};
  for (std::size_t a = 0; a < reaches.size(); ++a)
    for (std::size_t o = 0; o < reaches[a].named.size(); ++o)
      if (!reaches[a].named[o].empty() && static_cast<std::int32_t>(o) != named_first)
        return "two axes name operands " + std::to_string(named_first) + " and " + std::to_string(o) + " at once";
  return {};
}

std::string Checker::operand(std::size_t o) const {
  const Operand& operand = plan.operands[o];
  const std::string where = "operand " + std::to_string(o);
  if (operand.element > Element::f64) return where + " has no known element";
  if (operand.input == kIndex && (plan.values.empty() || operand.element != Element::i64))
    return where + " reads positions, which only values of i64 can be made of";
  if (operand.span > kMaxSpan) return where + " spans more than 2^55 elements";
  if (magnitude(operand.offset) > kMax) return where + " has an offset beyond 2^59";
  for (std::size_t a = 0; a < kMaxAxes; ++a) {
    if (magnitude(operand.strides[a]) > kMax) return where + " has a stride beyond 2^59";
    if (a >= plan.axes.size() && operand.strides[a] != 0) return where + " has a stride on an axis that is not there";
  }
  return {};
}

/// Positions of operand o where `naming_axis` gives `named` and the other axes give all that they can.
std::string Checker::reads_inside(std::size_t o, std::size_t naming_axis, const Range& named) const {
  const Operand& operand = plan.operands[o];
  Wide low = operand.offset, high = operand.offset, moves = magnitude(operand.offset);
  for (std::size_t a = 0; a < reaches.size(); ++a) {
    const Range& range = a == naming_axis ? named : reaches[a].all;
    const Wide one = range.low * operand.strides[a], other = range.high * operand.strides[a];
    low += std::min(one, other);
    high += std::max(one, other);
    moves += std::max(magnitude(one), magnitude(other));
  }
  if (moves > kMax) return "operand " + std::to_string(o) + " is moved by more than 2^59 elements";
  if (low < 0 || high >= operand.span)
    return "operand " + std::to_string(o) + " is read outside its span of " + std::to_string(operand.span);
  return {};
}

std::string Checker::reads() const {
  if (is_all_fill) return {};
  if (!plan.values.empty()) {
    for (std::size_t o = 0; o < plan.operands.size(); ++o)
      if (std::string wrong = reads_inside(o, kMaxAxes, {}); !wrong.empty()) return wrong;
    return {};
  }
  bool reads_default = true;
  for (std::size_t a = 0; a < reaches.size(); ++a) {
    if (reaches[a].any.empty()) reads_default = false;
    for (std::size_t o = 0; o < reaches[a].named.size(); ++o)
      if (const Range& named = reaches[a].named[o]; !named.empty())
        if (std::string wrong = reads_inside(o, a, named); !wrong.empty()) return wrong;
  }
  if (!reads_default) return {};
  if (plan.operands.empty()) return "the plan reads operand 0 and has none";
  // Where no axis names an operand: each axis gives what its unnamed runs give.
  Checker unnamed{plan, {}, {}};
  for (const Reach& reach : reaches) unnamed.reaches.push_back({reach.any, {}, {}});
  return unnamed.reads_inside(0, kMaxAxes, {});
}

std::string Checker::output() const {
  if (plan.output_span > kMaxSpan) return "the output spans more than 2^55 elements";
  std::vector<std::pair<std::int64_t, std::uint64_t>> strides;
  for (std::size_t a = 0; a < kMaxAxes; ++a) {
    const std::int64_t stride = plan.output_strides[a];
    if (stride < 0 || stride > kMax) return "output stride " + std::to_string(a) + " is negative or beyond 2^59";
    if (a >= plan.axes.size() && stride != 0) return "the output has a stride on an axis that is not there";
    if (a < plan.axes.size() && extents[a] > 1) strides.emplace_back(stride, extents[a]);
  }
  std::sort(strides.begin(), strides.end());
  Wide last = 0;
  for (const auto& [stride, extent] : strides) {
    if (stride <= last) return "two output coordinates share an element: stride " + std::to_string(stride);
    last += Wide{stride} * (extent - 1);
  }
  if (last >= plan.output_span) return "the output is written outside its span of " + std::to_string(plan.output_span);
  return {};
}

std::string Checker::elements() const {
  if (plan.output > Element::f64) return "the output has no known element";
  for (std::size_t b = bytes_of(plan.output); b < plan.fill.size(); ++b)
    if (plan.fill[b] != std::byte{}) return "the fill pattern is longer than an output element";
  if (!plan.values.empty()) return check_values(plan);
  for (std::size_t o = 0; o < plan.operands.size(); ++o)
    if (bytes_of(plan.operands[o].element) != bytes_of(plan.output))
      return "operand " + std::to_string(o) + " has elements of another size than the output";
  return {};
}

}  // namespace

std::string check(const Plan& plan) {
  Checker checker{plan, {}, {}};
  if (std::string wrong = checker.axes(); !wrong.empty()) return wrong;
  for (std::size_t o = 0; o < plan.operands.size(); ++o)
    if (std::string wrong = checker.operand(o); !wrong.empty()) return wrong;
  if (std::string wrong = checker.elements(); !wrong.empty()) return wrong;
  if (std::string wrong = checker.sources(); !wrong.empty()) return wrong;
  if (std::string wrong = checker.output(); !wrong.empty()) return wrong;
  return checker.reads();
}

}  // namespace dmlrun::plan
