#include "engine/plan/interpreter/interpret.h"

#include <algorithm>
#include <array>
#include <optional>

#include "engine/plan/axis_runs.h"
#include "engine/plan/interpreter/copy_rectangle.h"
#include "engine/plan/interpreter/evaluate.h"

namespace dmlrun::plan {

namespace {

/// Output bytes of the rows that are processed together: they stay in the first-level cache.
constexpr std::uint64_t kRowBlockBytes = 16384;
/// At least this many rows, so that reads across rows share cache lines.
constexpr std::uint64_t kMinRowBlock = 16;
/// A body of one run and of this many bytes or more is copied from the input each time instead of from the output.
constexpr std::uint64_t kLongBody = 64;
/// So are bodies of at most this many runs in all, where there are several rows: each run for all rows at once.
constexpr std::uint64_t kFewRuns = 8;

/// An axis, measured.
struct Level {
  std::uint64_t head = 0;  ///< coordinates of the head
  std::uint64_t body = 0;  ///< coordinates of one body
  std::uint64_t extent = 0;
  std::uint64_t inner = 1;  ///< output elements below one coordinate
  std::int64_t stride = 0;  ///< output bytes from a coordinate to the next
  bool is_dense = false;    ///< consecutive coordinates fill the output without gaps, in order
};

/// Rows of the innermost axis that one run of the axis above produces, or the bodies of one row that advances. A single
/// row has no steps.
struct Rows {
  std::uint64_t count = 1;
  std::int64_t output_step = 0;    ///< bytes
  std::int64_t position_step = 0;  ///< on `axis`
  std::size_t axis = 0;
};

class Interpreter {
 public:
  Interpreter(const Plan& plan, const std::byte* const* inputs, std::byte* output) noexcept;
  void run(std::uint64_t first, std::uint64_t last) noexcept;

 private:
  template <class Visit, class VisitBody>
  void visit_axis(std::size_t a, std::uint64_t low, std::uint64_t high, Visit visit, VisitBody visit_body) noexcept;
  template <class Visit>
  void visit_body_once(std::size_t a, std::uint64_t low, std::uint64_t high, Visit visit) const noexcept;

  void element() noexcept;
  void slice(std::size_t a, std::uint64_t first, std::uint64_t last, std::int64_t at) noexcept;
  void partial(std::size_t a, std::uint64_t coordinate, std::uint64_t first, std::uint64_t last,
               std::int64_t at) noexcept;
  Run run_at(std::size_t a, std::uint64_t coordinate) const noexcept;
  void whole(std::size_t a, std::uint64_t low, std::uint64_t high, std::int64_t at) noexcept;
  void outer_run(std::size_t a, const Run& run, std::int64_t at) noexcept;
  void coordinates(std::size_t a, const Run& run, std::int64_t at) noexcept;
  void inner(std::uint64_t low, std::uint64_t high, std::int64_t at, const Rows& rows) noexcept;
  void inner_body(std::uint64_t low, std::uint64_t high, std::int64_t at, const Rows& rows) noexcept;
  void advancing_body(std::uint64_t low, std::uint64_t high, std::int64_t at, const Rows& rows) noexcept;
  void inner_run(const Run& run, std::int64_t at, const Rows& rows) noexcept;
  void compute_rows(const Run& run, std::int64_t at, const Rows& rows) noexcept;
  void fill(std::size_t a, std::uint64_t count, std::int64_t at) noexcept;

  const Plan& plan_;
  const std::byte* const* inputs_;
  std::byte* output_;
  std::size_t rank_;
  std::size_t element_bytes_;
  std::array<Level, kMaxAxes> levels_;
  std::optional<Evaluator> evaluator_;  ///< of a plan with values
  // The coordinate being worked on, as far as outer axes decide it.
  std::array<std::int64_t, kMaxAxes> position_{};
  std::int32_t source_ = kUnchosen;
  bool is_fill_ = false;
};

Interpreter::Interpreter(const Plan& plan, const std::byte* const* inputs, std::byte* output) noexcept
    : plan_(plan), inputs_(inputs), output_(output), rank_(plan.axes.size()), element_bytes_(bytes_of(plan.output)) {
  if (!plan.values.empty()) evaluator_.emplace(plan);
  std::uint64_t inner = 1;
  bool is_dense = true;
  for (std::size_t a = rank_; a-- > 0;) {
    const Axis& axis = plan.axes[a];
    Level& level = levels_[a];
    level.head = extent(axis.head);
    level.body = extent(axis.body);
    level.extent = extent(axis);
    level.inner = inner;
    level.stride = plan.output_strides[a] * static_cast<std::int64_t>(element_bytes_);
    is_dense = is_dense && (level.extent == 1 || static_cast<std::uint64_t>(plan.output_strides[a]) == inner);
    level.is_dense = is_dense;
    inner *= level.extent;
  }
}

/// Coordinates [low, high) of an axis: visit() for runs of head and tail, visit_body(from, to) for the bodies.
template <class Visit, class VisitBody>
void Interpreter::visit_axis(std::size_t a, std::uint64_t low, std::uint64_t high, Visit visit,
                             VisitBody visit_body) noexcept {
  const Axis& axis = plan_.axes[a];
  const Level& level = levels_[a];
  const std::uint64_t tail = level.head + level.body * axis.repeat;
  if (low < level.head) for_each_part(axis.head, 0, low, high, visit);
  const std::uint64_t from = std::max(low, level.head), to = std::min(high, tail);
  if (from < to) visit_body(from, to);
  if (high > tail) for_each_part(axis.tail, tail, low, high, visit);
}

/// visit() for each run of the bodies' coordinates [low, high).
template <class Visit>
void Interpreter::visit_body_once(std::size_t a, std::uint64_t low, std::uint64_t high, Visit visit) const noexcept {
  const Level& level = levels_[a];
  const Axis& axis = plan_.axes[a];
  std::uint64_t repeat = (low - level.head) / level.body, start = level.head + repeat * level.body;
  for (; start < high; start += level.body, ++repeat)
    for_each_part(axis.body, start, low, high, visit, axis.advance * static_cast<std::int64_t>(repeat));
}

void Interpreter::run(std::uint64_t first, std::uint64_t last) noexcept {
  if (first >= last) return;
  if (rank_ == 0) return element();
  std::int64_t offset = 0;
  std::uint64_t rest = first;
  for (std::size_t a = 0; a < rank_; ++a) {
    offset += static_cast<std::int64_t>(rest / levels_[a].inner) * levels_[a].stride;
    rest %= levels_[a].inner;
  }
  slice(0, first, last, -offset);
}

/// The one element of a plan without axes.
void Interpreter::element() noexcept {
  if (!plan_.values.empty()) {
    return evaluator_->run({inputs_, position_, 0, 0, output_, 0}, 1);
  }
  const Operand& operand = plan_.operands[0];
  const auto bytes = static_cast<std::int64_t>(element_bytes_);
  copy_rectangle({output_, 0, bytes, inputs_[operand.input] + operand.offset * bytes, 0, 0, 1, 1}, element_bytes_);
}

/// Elements [first, last) of the box below the present outer coordinates; its coordinate 0 goes to output_ + at.
void Interpreter::slice(std::size_t a, std::uint64_t first, std::uint64_t last, std::int64_t at) noexcept {
  if (a + 1 == rank_) return inner(first, last, at, {});
  const Level& level = levels_[a];
  std::uint64_t low = first / level.inner;
  const std::uint64_t high = last / level.inner;
  const std::uint64_t before = first % level.inner, after = last % level.inner;
  if (low == high) return partial(a, low, before, after, at);
  if (before > 0) partial(a, low++, before, level.inner, at);
  if (low < high) whole(a, low, high, at);
  if (after > 0) partial(a, high, 0, after, at);
}

void Interpreter::partial(std::size_t a, std::uint64_t coordinate, std::uint64_t first, std::uint64_t last,
                          std::int64_t at) noexcept {
  const Run run = run_at(a, coordinate);
  const std::int32_t source = source_;
  const bool is_fill = is_fill_;
  position_[a] = run.begin;
  if (run.source >= 0) source_ = run.source;
  if (run.source == kFill) is_fill_ = true;
  slice(a + 1, first, last, at + static_cast<std::int64_t>(coordinate) * levels_[a].stride);
  source_ = source;
  is_fill_ = is_fill;
}

/// The one coordinate as a run of its own.
Run Interpreter::run_at(std::size_t a, std::uint64_t coordinate) const noexcept {
  const Axis& axis = plan_.axes[a];
  const Level& level = levels_[a];
  const std::uint64_t tail = level.head + level.body * axis.repeat;
  Run found;
  const auto take = [&](const Run& run, std::uint64_t) { found = run; };
  if (coordinate < level.head) for_each_part(axis.head, 0, coordinate, coordinate + 1, take);
  else if (coordinate >= tail) for_each_part(axis.tail, tail, coordinate, coordinate + 1, take);
  else {
    visit_body_once(a, coordinate, coordinate + 1, take);
  }
  return found;
}

/// Coordinates [low, high) of an axis that is not the innermost, with everything below them.
void Interpreter::whole(std::size_t a, std::uint64_t low, std::uint64_t high, std::int64_t at) noexcept {
  const Level& level = levels_[a];
  if (is_fill_) return fill(a, high - low, at + static_cast<std::int64_t>(low) * level.stride);
  const auto visit = [&](const Run& run, std::uint64_t c) {
    outer_run(a, run, at + static_cast<std::int64_t>(c) * level.stride);
  };
  visit_axis(a, low, high, visit, [&](std::uint64_t from, std::uint64_t to) {
    if (!level.is_dense || to - from <= level.body || plan_.axes[a].advance != 0)
      return visit_body_once(a, from, to, visit);
    visit_body_once(a, from, from + level.body, visit);
    const std::uint64_t bytes = level.inner * element_bytes_;
    repeat_bytes(output_ + (at + static_cast<std::int64_t>(from) * level.stride), level.body * bytes,
                 (to - from) * bytes);
  });
}

/// One run of an axis that is not the innermost; its first coordinate goes to output_ + at.
void Interpreter::outer_run(std::size_t a, const Run& run, std::int64_t at) noexcept {
  if (run.source == kFill) return fill(a, run.count, at);
  const std::int32_t source = source_;
  if (run.source >= 0) source_ = run.source;
  const Level& level = levels_[a];
  if (run.step == 0 && run.count > 1 && level.is_dense) {
    coordinates(a, {1, run.begin, 0, run.source}, at);
    const std::uint64_t bytes = level.inner * element_bytes_;
    repeat_bytes(output_ + at, bytes, run.count * bytes);
  } else {
    coordinates(a, run, at);
  }
  source_ = source;
}

void Interpreter::coordinates(std::size_t a, const Run& run, std::int64_t at) noexcept {
  const Level& level = levels_[a];
  std::uint64_t block = 1;
  if (a + 2 == rank_) block = std::max(kRowBlockBytes / (levels_[a + 1].extent * element_bytes_), kMinRowBlock);
  for (std::uint64_t done = 0; done < run.count; done += block) {
    const std::int64_t to = at + static_cast<std::int64_t>(done) * level.stride;
    position_[a] = run.begin + static_cast<std::int64_t>(done) * run.step;
    if (a + 2 == rank_)
      inner(0, levels_[a + 1].extent, to, {std::min(block, run.count - done), level.stride, run.step, a});
    else whole(a + 1, 0, levels_[a + 1].extent, to);
  }
}

/// Coordinates [low, high) of the innermost axis, for each of the rows; its coordinate 0 goes to output_ + at.
void Interpreter::inner(std::uint64_t low, std::uint64_t high, std::int64_t at, const Rows& rows) noexcept {
  const Level& level = levels_[rank_ - 1];
  if (is_fill_) return fill(rank_ - 1, high - low, at + static_cast<std::int64_t>(low) * level.stride);
  visit_axis(
      rank_ - 1, low, high,
      [&](const Run& run, std::uint64_t c) { inner_run(run, at + static_cast<std::int64_t>(c) * level.stride, rows); },
      [&](std::uint64_t from, std::uint64_t to) {
        plan_.axes[rank_ - 1].advance == 0 ? inner_body(from, to, at, rows) : advancing_body(from, to, at, rows);
      });
}

void Interpreter::inner_body(std::uint64_t low, std::uint64_t high, std::int64_t at, const Rows& rows) noexcept {
  const Level& level = levels_[rank_ - 1];
  const auto visit = [&](const Run& run, std::uint64_t c) {
    inner_run(run, at + static_cast<std::int64_t>(c) * level.stride, rows);
  };
  const std::uint64_t period = level.body * element_bytes_;
  const std::uint64_t runs = plan_.axes[rank_ - 1].body.size();
  const bool is_copied_fast =
      plan_.values.empty() &&
      ((runs == 1 && period >= kLongBody) || (rows.count > 1 && (high - low) / level.body * runs <= kFewRuns));
  if (!level.is_dense || high - low <= level.body || is_copied_fast)
    return visit_body_once(rank_ - 1, low, high, visit);
  visit_body_once(rank_ - 1, low, low + level.body, visit);
  const std::int64_t begin = at + static_cast<std::int64_t>(low) * level.stride;
  for (std::uint64_t row = 0; row < rows.count; ++row)
    repeat_bytes(output_ + (begin + static_cast<std::int64_t>(row) * rows.output_step), period,
                 (high - low) * element_bytes_);
}

/// Row after row: each run of all whole bodies at once.
void Interpreter::advancing_body(std::uint64_t low, std::uint64_t high, std::int64_t at, const Rows& rows) noexcept {
  const std::size_t a = rank_ - 1;
  const Axis& axis = plan_.axes[a];
  const Level& level = levels_[a];
  const std::uint64_t first = (low - level.head + level.body - 1) / level.body, last = (high - level.head) / level.body;
  const std::uint64_t begin = level.head + first * level.body, end = level.head + last * level.body;
  const std::int64_t moved = axis.advance * static_cast<std::int64_t>(first);
  const std::int64_t step = level.stride * static_cast<std::int64_t>(level.body);
  const auto with = [&](const Rows& bodies) {
    return [&, bodies](const Run& run, std::uint64_t c) {
      inner_run(run, at + static_cast<std::int64_t>(c) * level.stride, bodies);
    };
  };
  for (std::uint64_t row = 0; row < rows.count; ++row) {
    visit_body_once(a, low, std::min(begin, high), with({}));
    if (first < last) for_each_part(axis.body, begin, begin, end, with({last - first, step, axis.advance, a}), moved);
    if (first <= last) visit_body_once(a, end, high, with({}));
    at += rows.output_step;
    position_[rows.axis] += rows.position_step;
  }
  position_[rows.axis] -= rows.position_step * static_cast<std::int64_t>(rows.count);
}

/// One run of the innermost axis in each of the rows; its first coordinate of the first row goes to output_ + at.
void Interpreter::inner_run(const Run& run, std::int64_t at, const Rows& rows) noexcept {
  const std::size_t a = rank_ - 1;
  Rectangle box{output_ + at, rows.output_step, levels_[a].stride, plan_.fill.data(), 0, 0, rows.count, run.count};
  if (run.source != kFill) {
    if (!plan_.values.empty()) return compute_rows(run, at, rows);
    const Operand& operand = plan_.operands[static_cast<std::size_t>(std::max({run.source, source_, 0}))];
    const auto bytes = static_cast<std::int64_t>(element_bytes_);
    std::int64_t from = operand.offset + run.begin * operand.strides[a];
    for (std::size_t outer = 0; outer < a; ++outer) from += position_[outer] * operand.strides[outer];
    box.input = inputs_[operand.input] + from * bytes;
    // A single row's step is not used, and its product might overflow.
    if (rows.count > 1) box.input_row = rows.position_step * operand.strides[rows.axis] * bytes;
    box.input_step = run.step * operand.strides[a] * bytes;
  }
  copy_rectangle(box, element_bytes_);
}

void Interpreter::compute_rows(const Run& run, std::int64_t at, const Rows& rows) noexcept {
  const Level& level = levels_[rank_ - 1];
  const bool repeats = run.step == 0 && level.is_dense;
  EvalContext context{inputs_, position_, rank_ - 1, run.step, nullptr, level.stride};
  context.position[rank_ - 1] = run.begin;
  for (std::uint64_t row = 0; row < rows.count; ++row) {
    context.output = output_ + (at + static_cast<std::int64_t>(row) * rows.output_step);
    evaluator_->run(context, repeats ? 1 : run.count);
    if (repeats) repeat_bytes(context.output, element_bytes_, run.count * element_bytes_);
    if (rank_ > 1) context.position[rank_ - 2] += rows.position_step;
  }
}

/// `count` coordinates of axis a, with everything below them.
void Interpreter::fill(std::size_t a, std::uint64_t count, std::int64_t at) noexcept {
  const Level& level = levels_[a];
  const auto bytes = static_cast<std::int64_t>(element_bytes_);
  const std::byte* pattern = plan_.fill.data();
  if (level.is_dense)
    return copy_rectangle({output_ + at, 0, bytes, pattern, 0, 0, 1, count * level.inner}, element_bytes_);
  if (a + 1 == rank_) return copy_rectangle({output_ + at, 0, level.stride, pattern, 0, 0, 1, count}, element_bytes_);
  if (a + 2 == rank_)
    return copy_rectangle(
        {output_ + at, level.stride, levels_[a + 1].stride, pattern, 0, 0, count, levels_[a + 1].extent},
        element_bytes_);
  for (std::uint64_t c = 0; c < count; ++c)
    fill(a + 1, levels_[a + 1].extent, at + static_cast<std::int64_t>(c) * level.stride);
}

}  // namespace

void interpret(const Plan& plan, const std::byte* const* inputs, std::byte* output, std::uint64_t first,
               std::uint64_t last) noexcept {
  Interpreter(plan, inputs, output).run(first, last);
}

}  // namespace dmlrun::plan
