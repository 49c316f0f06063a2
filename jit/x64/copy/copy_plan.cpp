#include "jit/x64/copy/copy_plan.h"

#include "engine/plan/axis_runs.h"
#include "jit/x64/copy/copy_frame.h"

namespace dmlrun::jit::x64 {

namespace {

/// More inner strides of operands than this are not told apart: rows are walked by table then.
constexpr std::size_t kMaxClasses = 4;
/// A body of an outer axis that is not longer is copied from the output: it stays in the first-level cache.
constexpr std::uint64_t kMaxReplicatedBody = 4096;

/// By RunKind: whether the axis has such runs.
std::vector<bool> kinds_of(const CopyLayout& layout, std::size_t a) {
  std::vector<bool> kinds(kNames + layout.inner_strides.size());
  plan::for_each_run(layout.plan.axes[a], [&](const plan::Run& run) {
    if (run.source == plan::kFill) kinds[kFills] = true;
    else if (run.source == plan::kAny) kinds[kMoves] = true;
    else kinds[kNames + layout.class_of(static_cast<std::size_t>(run.source))] = true;
  });
  return kinds;
}

/// What is known of the operand after a run of this kind has chosen it.
ReadOperand named(const CopyFacts& facts, std::size_t kind) {
  const std::vector<std::int64_t>& strides = facts.layout.inner_strides;
  if (facts.target.form == RowForm::table || strides.size() > kMaxClasses) return {true, std::nullopt};
  return {true, strides[kind - kNames]};
}

std::string_view why_not_replicated(const CopyLayout& layout, std::size_t a) {
  const AxisLayout& axis = layout.axes[a];
  if (layout.plan.axes[a].repeat < 2) return "nothing repeats";
  if (layout.advances(a)) return "its body advances";
  if (layout.is_clipped(a)) return "calls may ask for some of its coordinates only";
  if (!axis.is_dense) return "the output has gaps";
  if (axis.body * axis.inner > kMaxReplicatedBody / static_cast<std::uint64_t>(layout.element_bytes))
    return "a body is longer than 4096 bytes";
  return {};
}

}  // namespace

CopyPlan::CopyPlan(const CopyFacts& facts) {
  const plan::Plan& plan = facts.layout.plan;
  ReadOperand operand{plan.operands.size() <= 1, {}};
  if (operand.is_known) operand.inner_stride = plan.operands.empty() ? 0 : plan.operands[0].strides[facts.layout.inner];
  outermost = axis(facts, 0, operand);
}

AxisPlan CopyPlan::axis(const CopyFacts& facts, std::size_t a, ReadOperand operand) {
  const CopyLayout& layout = facts.layout;
  AxisPlan made{a, operand};
  if (a == layout.inner) {
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
  const std::vector<bool> kinds = kinds_of(layout, a);
  bool has_moves = false;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    if (!kinds[kind]) continue;
    // A known operand stays; classes that are not told apart share a case.
    if (operand.is_known && kind != kFills) has_moves = true;
    else if (kind > kNames && !named(facts, kind).inner_stride && !made.cases.empty() &&
             made.cases.back().kind >= kNames)
      continue;
    else made.cases.push_back(run_case(facts, a, kind, kind >= kNames ? named(facts, kind) : operand));
  }
  if (has_moves) made.cases.push_back(run_case(facts, a, kMoves, operand));
  return made;
}

RunCase CopyPlan::run_case(const CopyFacts& facts, std::size_t a, std::uint64_t kind, ReadOperand operand) {
  RunCase made{kind, operand};
  if (kind == kFills) return made;
  if (a + 1 == facts.layout.inner) {
    made.blocks = plan_row_blocks(facts, a, operand);
    has_vectors = has_vectors || made.blocks->shuffled;
    if (made.blocks->are_all()) return made;
  }
  made.coordinate = std::make_unique<AxisPlan>(axis(facts, a + 1, operand));
  return made;
}

}  // namespace dmlrun::jit::x64
