#include "jit/x64/copy/copy_plan.h"

#include <algorithm>
#include <iterator>

#include "engine/plan/axis_runs.h"

namespace dmlrun::jit::x64 {

namespace {

/// More inner strides of operands than this are not told apart: rows are walked by table then.
constexpr std::size_t kMaxClasses = 4;
/// A body of an outer axis that is not longer is copied from the output: it stays in the first-level cache.
constexpr std::uint64_t kMaxReplicatedBody = 4096;

/// What runs of the axis do, in the order of their words.
std::vector<RunKind> kinds_of(const CopyLayout& layout, std::size_t a) {
  std::vector<RunKind> all{kFills, kMoves}, kinds;
  for (std::size_t c = 0; c < layout.inner_strides.size(); ++c) all.push_back(chooses(c));
  std::vector<bool> has(all.size());
  plan::for_each_run(layout.plan.axes[a], [&](const plan::Run& run) {
    if (run.source == plan::kFill) has[kFills.word()] = true;
    else if (run.source == plan::kUnchosen) has[kMoves.word()] = true;
    else has[chooses(layout.class_of(static_cast<std::size_t>(run.source))).word()] = true;
  });
  std::copy_if(all.begin(), all.end(), std::back_inserter(kinds), [&](RunKind kind) { return has[kind.word()]; });
  return kinds;
}

/// The operand after a run has chosen one whose inner stride is of this class.
ReadOperand chosen(const CopyFacts& facts, std::size_t stride_class) {
  const std::vector<std::int64_t>& strides = facts.layout.inner_strides;
  if (facts.target.form == RowForm::table || strides.size() > kMaxClasses) return {true, std::nullopt};
  return {true, strides[stride_class]};
}

std::string_view why_not_replicated(const CopyLayout& layout, std::size_t a) {
  const AxisLayout& axis = layout.axes[a];
  if (layout.plan.axes[a].repeat < 2) return "nothing repeats";
  if (layout.advances(a)) return "its body advances";
  if (layout.is_clipped(a)) return "calls may ask for some of its coordinates only";
  if (!axis.is_dense) return "the output has gaps";
  if (axis.body * axis.below > kMaxReplicatedBody / static_cast<std::uint64_t>(layout.element_bytes))
    return kReason<"a body is longer than ", kMaxReplicatedBody, " bytes">;
  return {};
}

}  // namespace

CopyPlan::CopyPlan(const CopyFacts& facts) {
  const plan::Plan& plan = facts.layout.plan;
  ReadOperand operand{plan.operands.size() <= 1, {}};
  if (operand.is_chosen)
    operand.inner_stride = plan.operands.empty() ? 0 : plan.operands[0].strides[facts.layout.innermost];
  outermost = axis(facts, 0, operand);
}

AxisPlan CopyPlan::axis(const CopyFacts& facts, std::size_t a, ReadOperand operand) {
  const CopyLayout& layout = facts.layout;
  AxisPlan made{a, operand};
  if (a == layout.innermost) {
    made.row = plan_row(facts, operand);
    if (layout.advances(a)) made.bodies = plan_bodies(facts, operand);
    has_vectors = has_vectors || made.bodies.shuffled;
    return made;
  }
  made.why_not_replicated = why_not_replicated(layout, a);
  const plan::Run* only = layout.only_run(a);
  if (only && only->source < 0) {
    made.only_run = only;
    made.lone_row = plan_lone_row(facts, a, operand);
    has_vectors = has_vectors || made.lone_row;
    if (!made.lone_row)
      made.cases.push_back(run_case(facts, a, only->source == plan::kFill ? kFills : kMoves, operand));
    return made;
  }
  using Action = RunKind::Action;
  for (const RunKind kind : kinds_of(layout, a)) {
    const RunKind::Action last = made.cases.empty() ? Action::fill : made.cases.back().kind.action;
    if (kind.action == Action::fill) {
      made.cases.push_back(run_case(facts, a, kind, operand));
    } else if (operand.is_chosen) {  // no run changes it: all runs that do not fill are one case
      if (last == Action::fill) made.cases.push_back(run_case(facts, a, kMoves, operand));
    } else if (kind.action == Action::move) {
      made.cases.push_back(run_case(facts, a, kind, operand));
    } else {
      // Classes that are not told apart share a case.
      const ReadOperand read = chosen(facts, kind.stride_class);
      if (read.inner_stride || last != Action::choose) made.cases.push_back(run_case(facts, a, kind, read));
    }
  }
  return made;
}

RunCase CopyPlan::run_case(const CopyFacts& facts, std::size_t a, RunKind kind, ReadOperand operand) {
  RunCase made{kind, operand};
  if (kind.action == RunKind::Action::fill) return made;
  if (a + 1 == facts.layout.innermost) {
    made.blocks = plan_row_blocks(facts, a, operand);
    has_vectors = has_vectors || made.blocks->shuffled;
    if (made.blocks->are_all()) return made;
  }
  made.below = std::make_unique<AxisPlan>(axis(facts, a + 1, operand));
  return made;
}

}  // namespace dmlrun::jit::x64
