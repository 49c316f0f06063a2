#include "jit/halide/boxes.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "engine/plan/axis_runs.h"
#include "jit/halide/whole_boxes.h"

namespace dmlrun::jit::halide {
namespace {

using plan::Plan;
using plan::Run;

/// A run with its place on the axis; one of a body stands for all its repeats.
struct PlacedRun {
  Run run;
  AxisPart part = AxisPart::head;
  std::int64_t start = 0;    ///< coordinate of its list's axis ...
  std::int64_t in_part = 0;  ///< ... and within the list
  std::int64_t repeat = 1;
  std::int64_t period = 0;   ///< coordinates from one repeat to the next
  std::int64_t advance = 0;  ///< positions
};

/// A run whose values stand elsewhere on the axis: coordinate start + k equals coordinate from + k * step.
struct CopiedRun {
  PlacedRun run;
  std::int64_t from = 0;
  std::int64_t step = 0;
};

/// The runs of an axis.
struct CutAxis {
  std::vector<PlacedRun> read;    ///< runs that are read or computed
  std::vector<CopiedRun> copied;  ///< runs that are copied from one of them afterwards; none of the outermost axis
  std::vector<PlacedRun> filled;
  std::int64_t extent = 0;
  std::int64_t stride = 0;  ///< of the output
};

std::vector<PlacedRun> place(const plan::Axis& axis) {
  std::vector<PlacedRun> placed;
  std::int64_t start = 0;
  const auto add = [&](const std::vector<Run>& runs, AxisPart part, std::int64_t repeat) {
    const auto period = static_cast<std::int64_t>(plan::extent(runs));
    std::int64_t in_part = 0;
    for (const Run& run : runs) {
      placed.push_back(
          {run, part, start + in_part, in_part, repeat, period, part == AxisPart::body ? axis.advance : 0});
      in_part += static_cast<std::int64_t>(run.count);
    }
    start += period * repeat;
  };
  add(axis.head, AxisPart::head, 1);
  add(axis.body, AxisPart::body, static_cast<std::int64_t>(axis.repeat));
  add(axis.tail, AxisPart::tail, 1);
  return placed;
}

/// Whether all values of `run`, of every repeat, stand at coordinates of `other`, and where.
bool stands_in(const PlacedRun& run, const PlacedRun& other, CopiedRun& copied) {
  const Run& a = run.run;
  const Run& b = other.run;
  if (a.source != b.source || run.advance != 0) return false;
  copied = {run, other.start, 0};
  if (b.step == 0) return a.step == 0 && a.begin == b.begin;
  if ((a.begin - b.begin) % b.step != 0 || a.step % b.step != 0) return false;
  const std::int64_t from = (a.begin - b.begin) / b.step;
  copied.step = a.step / b.step;
  const std::int64_t to = from + static_cast<std::int64_t>(a.count - 1) * copied.step;
  copied.from += from;
  const auto count = static_cast<std::int64_t>(b.count);
  return from >= 0 && to >= 0 && from < count && to < count;
}

CutAxis cut(const Plan& plan, std::size_t a) {
  CutAxis axis;
  axis.extent = static_cast<std::int64_t>(plan::extent(plan.axes[a]));
  axis.stride = plan.output_strides[a];
  std::vector<PlacedRun> runs = place(plan.axes[a]);
  // Runs of many values first: those of few are copied from them.
  const auto values = [](const PlacedRun& placed) { return placed.run.step == 0 ? 1 : placed.run.count; };
  if (a > 0)
    std::stable_sort(runs.begin(), runs.end(),
                     [&](const PlacedRun& x, const PlacedRun& y) { return values(x) > values(y); });
  for (const PlacedRun& run : runs) {
    CopiedRun copied;
    const auto holds = [&](const PlacedRun& other) { return stands_in(run, other, copied); };
    if (run.run.source == plan::kFill) axis.filled.push_back(run);
    else if (a > 0 && std::any_of(axis.read.begin(), axis.read.end(), holds)) axis.copied.push_back(copied);
    else axis.read.push_back(run);
  }
  return axis;
}

/// The plan's axes; one of extent 1 for a plan without any.
std::vector<CutAxis> cut_axes(const Plan& plan) {
  std::vector<CutAxis> axes;
  for (std::size_t a = 0; a < plan.axes.size(); ++a) axes.push_back(cut(plan, a));
  if (axes.empty()) {
    CutAxis one;
    one.extent = 1;
    one.read.push_back({{1, 0, 0, plan::kUnchosen}, AxisPart::head, 0, 0, 1, 1, 0});
    axes.push_back(one);
  }
  return axes;
}

/// How many boxes there are, or a number above kMaxBoxes.
std::size_t count_boxes(const std::vector<CutAxis>& axes) {
  std::size_t reads = 1, copies = 0, outer = 1, fills = 0;
  for (std::size_t a = 0; a < axes.size(); ++a) {
    fills += axes[a].filled.size();
    copies += outer * axes[a].copied.size();
    reads *= axes[a].read.size();
    if (!axes[a].copied.empty()) outer *= axes[a].read.size();
    if (reads > kMaxBoxes || outer > kMaxBoxes) return kMaxBoxes + 1;
  }
  return reads + copies + fills;
}

class Cutter {
 public:
  explicit Cutter(const Plan& plan) : plan_(plan), axes_(cut_axes(plan)) {}

  Boxes cut_all() {
    describe_outermost();
    for (const PlacedRun& run : axes_[0].filled) fill_outermost(run);
    for (std::size_t a = 1; a < axes_.size(); ++a)
      for (const PlacedRun& run : axes_[a].filled) fill(a, run);
    for (const PlacedRun& run : axes_[0].read) {
      Box box = outermost(run);
      read(1, std::move(box), run.run.source, run);
    }
    for (std::size_t a = axes_.size(); a-- > 1;)
      for (const CopiedRun& run : axes_[a].copied) copy(a, run);
    return std::move(result_);
  }

 private:
  void describe_outermost() {
    if (plan_.axes.empty()) {
      result_.head = 1;
    } else {
      const plan::Axis& axis = plan_.axes[0];
      result_.head = static_cast<std::int64_t>(plan::extent(axis.head));
      result_.body = static_cast<std::int64_t>(plan::extent(axis.body));
      result_.repeat = static_cast<std::int64_t>(axis.repeat);
      result_.advances = axis.advance != 0;
      result_.tail = static_cast<std::int64_t>(plan::extent(axis.tail));
      result_.row_stride = plan_.output_strides[0];
    }
    for (std::size_t a = 1; a < axes_.size(); ++a) result_.row_elements *= axes_[a].extent;
  }

  void finish(Box box) {
    join_loops(box.loops);
    result_.list.push_back(std::move(box));
  }

  /// Adds the loops of a run; `sources` are the moves per coordinate, `repeats` those per repeat.
  static void add_loops(Box& box, const CutAxis& axis, const PlacedRun& run, std::vector<std::int64_t> sources,
                        std::vector<std::int64_t> repeats) {
    box.output_offset += run.start * axis.stride;
    box.loops.push_back({run.repeat, run.period * axis.stride, std::move(repeats)});
    box.loops.push_back({static_cast<std::int64_t>(run.run.count), axis.stride, std::move(sources)});
  }

  void add_whole(Box& box, std::size_t a, std::size_t sources) const {
    box.loops.push_back({axes_[a].extent, axes_[a].stride, std::vector<std::int64_t>(sources, axes_[a].stride)});
  }

  static Box outermost(const PlacedRun& run) {
    Box box;
    box.part = run.part;
    box.first = run.in_part;
    box.last = run.in_part + static_cast<std::int64_t>(run.run.count);
    return box;
  }

  void fill_outermost(const PlacedRun& run) {
    Box box = outermost(run);
    for (std::size_t a = 1; a < axes_.size(); ++a) add_whole(box, a, 0);
    finish(std::move(box));
  }

  /// At every coordinate of the other axes: where one of those fills as well, the same bytes are written twice.
  void fill(std::size_t axis, const PlacedRun& run) {
    Box box;
    for (std::size_t a = 1; a < axes_.size(); ++a) {
      if (a == axis) add_loops(box, axes_[a], run, {}, {});
      else add_whole(box, a, 0);
    }
    finish(std::move(box));
  }

  /// The runs chosen on the axes before `a` are in `chosen_`; goes through those of `a` and the axes below it.
  void read(std::size_t a, Box box, std::int32_t source, const PlacedRun& run) {
    chosen_.push_back(&run);
    if (a == axes_.size()) {
      finish_read(std::move(box), source);
    } else {
      for (const PlacedRun& next : axes_[a].read)
        read(a + 1, box, next.run.source >= 0 ? next.run.source : source, next);
    }
    chosen_.pop_back();
  }

  void finish_read(Box box, std::int32_t source) {
    std::vector<const plan::Operand*> operands;
    if (plan_.values.empty()) {
      box.value = Box::Value::move;
      box.operand = static_cast<std::uint32_t>(std::max(source, 0));
      operands.push_back(&plan_.operands[box.operand]);
    } else {
      box.value = Box::Value::compute;
      for (const plan::Operand& operand : plan_.operands) operands.push_back(&operand);
    }
    for (const plan::Operand* operand : operands) {
      std::int64_t offset = operand->offset;
      for (std::size_t a = 0; a < chosen_.size(); ++a) offset += chosen_[a]->run.begin * operand->strides[a];
      box.offsets.push_back(offset);
      box.steps.push_back(chosen_[0]->run.step * operand->strides[0]);
      box.repeats.push_back(chosen_[0]->advance * operand->strides[0]);
    }
    for (std::size_t a = 1; a < chosen_.size(); ++a) {
      std::vector<std::int64_t> moves, repeats;
      for (const plan::Operand* operand : operands) {
        moves.push_back(chosen_[a]->run.step * operand->strides[a]);
        repeats.push_back(chosen_[a]->advance * operand->strides[a]);
      }
      add_loops(box, axes_[a], *chosen_[a], std::move(moves), std::move(repeats));
    }
    finish(std::move(box));
  }

  /// Copies run by run: axes below are complete by then, and of those above only what is not copied later.
  void copy(std::size_t axis, const CopiedRun& run) {
    Box box;
    box.value = Box::Value::copy;
    box.offsets = {0};
    box.steps = {result_.row_stride};
    box.repeats = {0};
    copy_above(1, axis, std::move(box), run);
  }

  void copy_above(std::size_t a, std::size_t axis, Box box, const CopiedRun& run) {
    if (a < axis && axes_[a].copied.empty()) {
      add_whole(box, a, 1);
      return copy_above(a + 1, axis, std::move(box), run);
    }
    if (a < axis) {
      for (const PlacedRun& kept : axes_[a].read) {
        Box next = box;
        add_copied(next, a, kept, kept.start, 1, kept.period);
        copy_above(a + 1, axis, std::move(next), run);
      }
      return;
    }
    add_copied(box, axis, run.run, run.from, run.step, 0);
    for (std::size_t below = axis + 1; below < axes_.size(); ++below) add_whole(box, below, 1);
    finish(std::move(box));
  }

  /// Loops of a run whose source is `from` and moves `step` coordinates per coordinate and `period` per repeat.
  void add_copied(Box& box, std::size_t a, const PlacedRun& run, std::int64_t from, std::int64_t step,
                  std::int64_t period) const {
    const std::int64_t stride = axes_[a].stride;
    box.offsets[0] += from * stride;
    add_loops(box, axes_[a], run, {step * stride}, {period * stride});
  }

  const Plan& plan_;
  std::vector<CutAxis> axes_;
  std::vector<const PlacedRun*> chosen_;
  Boxes result_;
};

/// Elements from the first to the end of the last of one outermost coordinate.
std::uint64_t row_span(const Plan& plan) {
  std::uint64_t span = 1;
  for (std::size_t a = 1; a < plan.axes.size(); ++a)
    span += (plan::extent(plan.axes[a]) - 1) * static_cast<std::uint64_t>(plan.output_strides[a]);
  return span;
}

}  // namespace

std::string why_not_boxes(const Plan& plan) {
  constexpr std::uint64_t kMaxElements = std::numeric_limits<std::int32_t>::max();
  const auto beyond = [&](const char* what, std::uint64_t found, std::uint64_t most) {
    return "the plan has " + std::to_string(found) + " " + what + "; at most " + std::to_string(most) + " are taken";
  };
  if (plan.operands.size() > kMaxInputs) return beyond("inputs", plan.operands.size(), kMaxInputs);
  if (run_count(plan) > kMaxRuns) return beyond("runs", run_count(plan), kMaxRuns);
  for (const plan::Operand& operand : plan.operands)
    if (operand.span > kMaxElements) return beyond("elements in one input", operand.span, kMaxElements);
  if (!plan.axes.empty() && plan::extent(plan.axes[0]) > kMaxElements)
    return beyond("coordinates on the outermost axis", plan::extent(plan.axes[0]), kMaxElements);
  if (const std::uint64_t span = row_span(plan); span > kMaxElements)
    return beyond("output elements in one outermost coordinate", span, kMaxElements);
  if (count_boxes(cut_axes(plan)) > kMaxBoxes)
    return "the plan falls into more than " + std::to_string(kMaxBoxes) +
           " boxes, each of which would be code of its own";
  return {};
}

Boxes boxes_of(const Plan& plan) { return Cutter(plan).cut_all(); }

}  // namespace dmlrun::jit::halide
