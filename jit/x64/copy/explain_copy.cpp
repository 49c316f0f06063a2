// A copy plan in words.
#include <algorithm>
#include <string>

#include "jit/x64/copy/copy_plan.h"

namespace dmlrun::jit::x64 {

namespace {

constexpr std::string_view kTogether = " put together as vectors, from loads and shuffles";

std::string bytes_text(std::uint64_t bytes) { return std::to_string(bytes) + " bytes"; }

std::string non_temporal_text(std::uint64_t least) {
  return "non-temporal stores in executions that write " + bytes_text(least) + " or more";
}

class Explainer {
 public:
  Explainer(const CopyFacts& facts, StrategyNotes& notes)
      : layout_(facts.layout), policy_(facts.policy), tuning_(facts.target.tuning), notes_(notes) {}
  void registers(Isa isa);
  void long_copies(std::uint64_t longest);
  [[nodiscard]] std::uint64_t longest_copy(const AxisPlan& plan) const;
  void axis(const AxisPlan& plan);

 private:
  void counted_or_table(const AxisPlan& plan);
  void transposed(std::size_t a, const TransposedRows& rows);
  void shuffled(std::size_t a, std::string_view what, const ShuffledRows& rows);
  void row(const RowPlan& row, ReadOperand operand);
  void body(const RowPlan& row, ReadOperand operand);
  void runs(const std::vector<plan::Run>& runs, ReadOperand operand);
  void choose(std::size_t a, std::string_view what, std::string_view why_not, const std::string& taken);
  [[nodiscard]] ReplicateOrder replicate_order() const;
  [[nodiscard]] std::uint64_t body_bytes() const {
    return layout_.axes[layout_.innermost].body * static_cast<std::uint64_t>(layout_.element_bytes);
  }
  [[nodiscard]] std::string replicated() const;

  const CopyLayout& layout_;
  const StorePolicy& policy_;
  const Tuning& tuning_;
  StrategyNotes& notes_;
};

void Explainer::registers(Isa isa) {
  const std::string tuning = "tuning " + std::string(tuning_.name) + " prefers ";
  notes_.take("registers", std::to_string(policy_.width) + " bytes");
  if (policy_.width == 64) notes_.decline("registers", "32 bytes", tuning + "64");
  else notes_.decline("registers", "64 bytes", isa < Isa::avx512 ? "they need avx512" : tuning + "32");
}

/// Bytes of the longest copy that is not emitted inline; 0: there is none.
std::uint64_t Explainer::longest_copy(const AxisPlan& plan) const {
  std::uint64_t longest = 0;
  for (const RunCase& one : plan.cases)
    if (one.below) longest = std::max(longest, longest_copy(*one.below));
  if (!plan.row) return longest;
  if (plan.row->kind != RowPlan::Kind::straight) return policy_.longest_copy;
  using Body = RowPlan::Body;
  const plan::Axis& axis = layout_.plan.axes[layout_.innermost];
  const auto add = [&](const std::vector<plan::Run>& runs) {
    for (const plan::Run& run : runs) {
      const std::uint64_t bytes = run.count * static_cast<std::uint64_t>(layout_.element_bytes);
      const bool is_copy = run_move(layout_, run, plan.operand) == RunMove::copy;
      if (is_copy && bytes > StorePolicy::kMaxInlineBytes) longest = std::max(longest, bytes);
    }
  };
  add(axis.head), add(axis.tail);
  if (plan.row->body == Body::from_input) {
    const ReplicateOrder order = replicate_order();
    const bool is_copied = order.is_string && (order.streams == 1 || axis.repeat % order.streams == 1);
    if (order.part > 0 || is_copied) longest = std::max(longest, order.part > 0 ? order.part : body_bytes());
  } else if (plan.row->body != Body::from_registers) {
    add(axis.body);
  }
  return longest;
}

/// `longest`: how many bytes the longest may have.
void Explainer::long_copies(std::uint64_t longest) {
  if (longest < StorePolicy::kMinDescendingCopyBytes) return;
  constexpr std::string_view kLong = "long copies", kNonTemporal = "non-temporal stores", kString = "rep movsb",
                             kDown = "from the end to the beginning";
  const LongCopy ways = policy_.long_copy(longest);
  const std::string row = "tuning " + std::string(tuning_.name), longest_has = "the longest has " + bytes_text(longest);
  const auto why_not = [&](std::uint64_t least, const std::string& found) {
    return least == 0 ? row + " never does" : row + " does from " + bytes_text(least) + " on; " + found;
  };
  if (ways.non_temporal > 0)
    notes_.take(kLong, std::string(kNonTemporal) + (tuning_.four_pages ? ", four pages at once," : "") +
                           " in executions that write " + bytes_text(ways.non_temporal) + " or more");
  else if (policy_.non_temporal_copy > 0)
    notes_.decline(kLong, kNonTemporal,
                   "they take " + bytes_text(StorePolicy::kMinNonTemporalBytes) + "; " + longest_has);
  else
    notes_.decline(kLong, kNonTemporal,
                   why_not(tuning_.non_temporal_bytes, "the output has " + bytes_text(policy_.output_bytes)));
  if (ways.string > 0)
    notes_.take(kLong, std::string(kString) + " from " + bytes_text(ways.string) + " on" +
                           (tuning_.string_hazard_bytes > 0
                                ? ", unless the output's address is 1 to " +
                                      std::to_string(tuning_.string_hazard_bytes - 1) + " after the input's modulo 4096"
                                : ""));
  else notes_.decline(kLong, kString, why_not(tuning_.string_bytes, longest_has));
  if (ways.descending > 0)
    notes_.take(kLong, std::string(kDown) + " where the output's address is 1 to " +
                           std::to_string(ways.descending - 1) + " after the input's modulo 4096, up to " +
                           bytes_text(StorePolicy::kMaxDescendingCopyBytes));
  else notes_.decline(kLong, kDown, row + " never does");
  notes_.take(kLong, "else vectors through the caches");
}

/// `what` with the reason against it, or else `taken`.
void Explainer::choose(std::size_t a, std::string_view what, std::string_view why_not, const std::string& taken) {
  if (why_not.empty()) notes_.take(a, taken);
  else notes_.decline(a, what, why_not);
}

void Explainer::axis(const AxisPlan& plan) {
  if (plan.row) {
    row(*plan.row, plan.operand);
    if (!layout_.advances(plan.axis)) return;
    if (plan.bodies.shuffled) shuffled(plan.axis, "bodies", *plan.bodies.shuffled);
    else notes_.decline(plan.axis, "bodies" + std::string(kTogether), plan.bodies.why_not_shuffled);
    return;
  }
  counted_or_table(plan);
  if (plan.lone_row) notes_.take(plan.axis, "one row put together as vectors, from loads and shuffles");
  for (const RunCase& one : plan.cases) {
    if (one.blocks && one.blocks->transposed) {
      transposed(plan.axis, *one.blocks->transposed);
    } else if (one.blocks) {
      notes_.decline(plan.axis, "several rows at once, column by column", one.blocks->why_not_transposed);
      if (one.blocks->shuffled) shuffled(plan.axis, "rows", *one.blocks->shuffled);
      else notes_.decline(plan.axis, "rows" + std::string(kTogether), one.blocks->why_not_shuffled);
    }
    if (one.below) axis(*one.below);
  }
}

void Explainer::counted_or_table(const AxisPlan& plan) {
  const std::size_t a = plan.axis;
  if (plan.only_run)
    return notes_.take(a, plan.only_run->source == plan::kFill ? "filled as a whole" : "a counted loop");
  notes_.take(a, "a loop over a table of its runs");
  notes_.decline(a, "a counted loop",
                 layout_.is_clipped(a) ? "calls may ask for some of its coordinates only"
                 : layout_.only_run(a) ? "its run chooses the operand"
                                       : "it has several runs");
  constexpr std::string_view kOnce = "one body made, the others copied from it in the output";
  if (!layout_.plan.axes[a].body.empty()) choose(a, kOnce, plan.why_not_replicated, std::string(kOnce));
}

void Explainer::transposed(std::size_t a, const TransposedRows& rows) {
  constexpr std::string_view kTransposed = "blocks of rows and columns, transposed in registers";
  choose(a, kTransposed, rows.why_not_in_registers,
         std::string(kTransposed) + ", " + std::to_string(rows.rows) + " by " + std::to_string(rows.columns));
  notes_.take(a, std::to_string(kColumnRows) + " rows at once, column by column");
}

/// `what`: rows, or bodies of one.
void Explainer::shuffled(std::size_t a, std::string_view what, const ShuffledRows& rows) {
  constexpr std::string_view kNonTemporal = "non-temporal stores", kDown = "from the last to the first";
  notes_.take(a, std::string(what) + std::string(kTogether) + ", " + std::to_string(rows.plan.rows) + " at once");
  choose(a, kNonTemporal, rows.why_not_non_temporal, non_temporal_text(policy_.non_temporal_copy));
  choose(a, kDown, rows.why_not_descending,
         std::string(kDown) + " where the output's address is less than " + std::to_string(tuning_.alias_4k_bytes) +
             " after the input's modulo 4096");
  if (rows.min_overlapping > 0)
    notes_.take(a, "from " + std::to_string(rows.min_overlapping) + " " + std::string(what) +
                       " behind the last such block on, one more that overlaps it");
}

void Explainer::row(const RowPlan& row, ReadOperand operand) {
  const std::size_t a = layout_.innermost;
  const plan::Axis& axis = layout_.plan.axes[a];
  constexpr std::string_view kStraight = "code of its own for each run";
  choose(a, kStraight, row.why_not_straight, std::string(kStraight));
  if (row.kind == RowPlan::Kind::straight) {
    runs(axis.head, operand);
    body(row, operand);
    return runs(axis.tail, operand);
  }
  if (row.kind == RowPlan::Kind::gather_alike) notes_.take(a, "a loop over its inputs, which are all alike");
  if (row.kind == RowPlan::Kind::gather_list) notes_.take(a, "a loop over a list of copies");
  if (row.kind != RowPlan::Kind::table && !layout_.rows_may_be_split()) return;
  notes_.take(a, "a loop over a table of its runs");
  if (row.replicates_output) notes_.take(a, "one body made, the others copied from it in the output");
  if (row.replicates_input) notes_.take(a, replicated());
}

void Explainer::body(const RowPlan& row, ReadOperand operand) {
  using Body = RowPlan::Body;
  const std::size_t a = layout_.innermost;
  const plan::Axis& axis = layout_.plan.axes[a];
  if (row.body == Body::from_registers) {
    const std::uint64_t least = policy_.replicate_registers(body_bytes());
    return notes_.take(a, "the body read once and written " + std::to_string(axis.repeat) + " times from registers" +
                              (least > 0 ? ", by " + non_temporal_text(least) : ""));
  }
  if (row.body == Body::from_input) return notes_.take(a, replicated());
  if (row.body == Body::from_output) notes_.take(a, "one body made, the others copied from it in the output");
  if (row.body == Body::each) notes_.take(a, "the body in a loop, each time from the input");
  if (row.body == Body::advance) notes_.take(a, "the body in a loop, each time from further on in the input");
  runs(axis.body, operand);
}

ReplicateOrder Explainer::replicate_order() const {
  return policy_.replicate(body_bytes(), layout_.plan.axes[layout_.innermost].repeat);
}

/// How the body of a row is replicated.
std::string Explainer::replicated() const {
  const ReplicateOrder order = replicate_order();
  const std::string copied = "the body copied " + std::to_string(layout_.plan.axes[layout_.innermost].repeat);
  const std::string end = order.non_temporal > 0 ? "; but " + non_temporal_text(order.non_temporal) : "";
  if (order.part > 0)
    return copied + " times, each part of " + bytes_text(order.part) + " everywhere before the next" + end;
  if (order.streams == 1) return copied + " times, one copy after the other" + end;
  return "the body read once for " + std::to_string(order.streams) + " copies" + end;
}

void Explainer::runs(const std::vector<plan::Run>& runs, ReadOperand operand) {
  const auto words = [](RunMove move) {
    switch (move) {
      case RunMove::fill: return "filled";
      case RunMove::fill_elements: return "filled one by one, as the output has gaps";
      case RunMove::copy: return "copied";
      case RunMove::broadcast: return "one element, broadcast";
      case RunMove::reverse: return "reversed";
      default: return "one by one";
    }
  };
  for (const plan::Run& run : runs)
    notes_.take(layout_.innermost, std::to_string(run.count) + (run.count == 1 ? " element " : " elements ") +
                                       words(run_move(layout_, run, operand)));
}

}  // namespace

void explain(const CopyFacts& facts, const CopyPlan& plan, StrategyNotes& notes) {
  Explainer explainer(facts, notes);
  if (facts.layout.is_collapsed) notes.take(facts.layout.innermost, "rows of several axes behind each other, as one");
  explainer.registers(facts.target.isa);
  explainer.long_copies(explainer.longest_copy(plan.outermost));
  explainer.axis(plan.outermost);
}

}  // namespace dmlrun::jit::x64
