#include "jit/x64/copy/row_plan.h"

#include <algorithm>

#include "engine/plan/axis_runs.h"
#include "jit/x64/copy/replicator.h"
#include "jit/x64/strategy_notes.h"

namespace dmlrun::jit::x64 {

namespace {

/// Rows with more runs go by table.
constexpr std::size_t kMaxStraightRuns = 24;
/// A body of one run and of this many bytes or more is copied from the input each time instead of from the output.
constexpr std::uint64_t kLongBody = 64;
/// A body that repeats at most this often is copied from the input, too.
constexpr std::uint64_t kFewRepeats = 4;
/// In rows by table, a contiguous body of this many bytes or more is copied from the input each time: the output may
/// have been written by non-temporal stores. Shorter bodies cost more each than copying the output.
constexpr std::uint64_t kCopiedBody = 4096;
/// With fewer runs, or longer ones on average, gathering gains less than its code costs.
constexpr std::size_t kMinGathered = 8;
constexpr std::uint64_t kMaxMeanBytes = 2048;
/// A displacement that, with a round's bytes added, still fits an instruction.
constexpr std::int64_t kMaxOffset = std::int64_t{1} << 29;

std::uint64_t body_bytes(const CopyLayout& layout) {
  return layout.axes[layout.innermost].body * static_cast<std::uint64_t>(layout.element_bytes);
}

std::string_view why_not_straight(const CopyFacts& facts, ReadOperand operand) {
  const plan::Axis& axis = facts.layout.plan.axes[facts.layout.innermost];
  if (facts.target.form != RowForm::straight) return "the code would be longer than a kernel may be";
  if (operand.is_chosen && !operand.inner_stride) return "the operands' strides differ too much";
  if (axis.advance != 0 && !operand.is_chosen) return "its body advances in several operands";
  if (facts.layout.rows_may_be_split()) return "calls may ask for a part of a row only";
  if (run_count(axis) > kMaxStraightRuns) return kReason<"it has more than ", kMaxStraightRuns, " runs">;
  return {};
}

const plan::Operand& operand_of(const CopyLayout& layout, const plan::Run& run) {
  return layout.plan.operands[static_cast<std::size_t>(run.source)];
}

/// Whether a row is a sequence of copies, each of an operand that its run names.
bool is_gathered(const CopyLayout& layout, ReadOperand operand) {
  const plan::Axis& axis = layout.plan.axes[layout.innermost];
  if (operand.is_chosen || axis.head.size() < kMinGathered || !axis.body.empty() || !axis.tail.empty()) return false;
  if (layout.axes[layout.innermost].stride != layout.element_bytes) return false;
  if (layout.row_bytes() / axis.head.size() > kMaxMeanBytes) return false;
  return std::all_of(axis.head.begin(), axis.head.end(), [&](const plan::Run& run) {
    return run.source >= 0 && (run.count == 1 || run.step * operand_of(layout, run).strides[layout.innermost] == 1);
  });
}

/// Whether each run but the first equals the one before, of the next input.
bool are_alike(const CopyLayout& layout, const std::vector<plan::Run>& runs) {
  const std::int64_t from = gathered_offset(layout, runs[0]);
  const auto differs = [&](const plan::Run& run, const plan::Run& next) {
    const plan::Operand &read = operand_of(layout, run), &then = operand_of(layout, next);
    return then.input != read.input + 1 || next.count != run.count || gathered_offset(layout, next) != from ||
           !std::equal(read.strides.begin(), read.strides.begin() + static_cast<std::ptrdiff_t>(layout.innermost),
                       then.strides.begin());
  };
  return from > -kMaxOffset && from < kMaxOffset && std::adjacent_find(runs.begin(), runs.end(), differs) == runs.end();
}

RowPlan::Body straight_body(const CopyFacts& facts, ReadOperand operand) {
  using Body = RowPlan::Body;
  const CopyLayout& layout = facts.layout;
  const plan::Axis& axis = layout.plan.axes[layout.innermost];
  if (axis.body.empty()) return Body::none;
  if (axis.repeat == 1) return Body::once;
  if (axis.advance != 0) return Body::advance;
  const plan::Run& first = axis.body[0];
  const bool is_dense = layout.axes[layout.innermost].is_dense, is_one_run = axis.body.size() == 1;
  const std::uint64_t period = body_bytes(layout);
  if (is_dense && is_one_run && axis.repeat > 2 && first.count > 1 && period <= Replicator::kMaxHeld &&
      first.source != plan::kFill && input_step(layout, first, operand) == layout.element_bytes)
    return Body::from_registers;
  if (replicates_input(facts, operand)) return Body::from_input;
  if (is_dense && axis.repeat > kFewRepeats && (!is_one_run || period < kLongBody)) return Body::from_output;
  return Body::each;
}

/// Whether a row by table can make one body and copy the others from it.
bool replicates_output(const CopyLayout& layout) {
  const plan::Axis& axis = layout.plan.axes[layout.innermost];
  if (!layout.axes[layout.innermost].is_dense || axis.repeat < 2 || axis.advance != 0) return false;
  if (axis.body.size() > 1 || body_bytes(layout) < kCopiedBody) return true;
  // Contiguous in the input, whichever that is.
  return layout.inner_strides.size() != 1 || axis.body[0].step * layout.inner_strides[0] != 1;
}

}  // namespace

std::int64_t gathered_offset(const CopyLayout& layout, const plan::Run& run) {
  const plan::Operand& read = operand_of(layout, run);
  return (read.offset + run.begin * read.strides[layout.innermost]) * layout.element_bytes;
}

RunMove run_move(const CopyLayout& layout, const plan::Run& run, ReadOperand operand) {
  const bool is_contiguous = layout.axes[layout.innermost].stride == layout.element_bytes || run.count == 1;
  if (run.source == plan::kFill) return is_contiguous ? RunMove::fill : RunMove::fill_elements;
  if (run.count == 1) return RunMove::copy;
  const std::int64_t step = input_step(layout, run, operand);
  if (!is_contiguous) return RunMove::elements;
  if (step == layout.element_bytes) return RunMove::copy;
  if (step == 0) return RunMove::broadcast;
  return step == -layout.element_bytes ? RunMove::reverse : RunMove::elements;
}

bool replicates_input(const CopyFacts& facts, ReadOperand operand) {
  const CopyLayout& layout = facts.layout;
  const plan::Axis& axis = layout.plan.axes[layout.innermost];
  if (axis.repeat < 2 || axis.body.size() != 1 || !layout.axes[layout.innermost].is_dense || axis.advance != 0)
    return false;
  const plan::Run& run = axis.body[0];
  if (run.source == plan::kFill || (operand.is_chosen && !operand.inner_stride)) return false;
  return input_step(layout, run, operand) == layout.element_bytes && facts.policy.can_replicate(body_bytes(layout));
}

RowPlan plan_row(const CopyFacts& facts, ReadOperand operand) {
  using Kind = RowPlan::Kind;
  const CopyLayout& layout = facts.layout;
  RowPlan row{Kind::straight, why_not_straight(facts, operand), RowPlan::Body::none, false, false};
  if (row.why_not_straight.empty()) {
    row.body = straight_body(facts, operand);
    return row;
  }
  row.kind = Kind::table;
  if (is_gathered(layout, operand))
    row.kind = are_alike(layout, layout.plan.axes[layout.innermost].head) ? Kind::gather_alike : Kind::gather_list;
  row.replicates_input = operand.is_chosen && replicates_input(facts, operand);
  row.replicates_output = replicates_output(layout);
  return row;
}

}  // namespace dmlrun::jit::x64
