// A copy plan in words.
#include <string>

#include "jit/x64/copy/copy_plan.h"

namespace dmlrun::jit::x64 {

namespace {

constexpr std::string_view kTogether = " put together as vectors, from loads and shuffles";

std::string bytes_text(std::uint64_t bytes) { return std::to_string(bytes) + " bytes"; }

class Explainer {
 public:
  Explainer(const CopyFacts& facts, StrategyNotes& notes)
      : layout_(facts.layout), order_(facts.order), tuning_(facts.target.tuning), notes_(notes) {}
  void registers(Isa isa);
  void long_copies();
  void axis(const AxisPlan& plan);

 private:
  void counted_or_table(const AxisPlan& plan);
  void transposed(std::size_t a, const TransposedRows& rows);
  void shuffled(std::size_t a, std::string_view what, const ShuffledRows& rows);
  void row(const RowPlan& row, ReadOperand operand);
  void body(const RowPlan& row, ReadOperand operand);
  void runs(const std::vector<plan::Run>& runs, ReadOperand operand);
  void choose(std::size_t a, std::string_view what, std::string_view why_not, const std::string& taken);
  [[nodiscard]] std::string replicated() const;

  const CopyLayout& layout_;
  const MemoryOrder& order_;
  const Tuning& tuning_;
  StrategyNotes& notes_;
};

void Explainer::registers(Isa isa) {
  const std::string tuning = "tuning " + std::string(tuning_.name) + " prefers ";
  notes_.take("registers", std::to_string(order_.width) + " bytes");
  if (order_.width == 64) notes_.decline("registers", "32 bytes", tuning + "64");
  else notes_.decline("registers", "64 bytes", isa < Isa::avx512 ? "they need avx512" : tuning + "32");
}

void Explainer::long_copies() {
  if (order_.longest_copy < MemoryOrder::kMinDescending) return;
  constexpr std::string_view kLong = "long copies", kNonTemporal = "non-temporal stores", kString = "rep movsb",
                             kDown = "from the end to the beginning";
  const std::string row = "tuning " + std::string(tuning_.name);
  const auto from = [&](std::string_view what, std::uint64_t least, std::uint64_t found, const std::string& of_what,
                        const std::string& taken) {
    if (least > 0 && found >= least) notes_.take(kLong, taken);
    else if (least == 0) notes_.decline(kLong, what, row + " never does");
    else notes_.decline(kLong, what, row + " does from " + bytes_text(least) + " on; " + of_what + bytes_text(found));
  };
  from(kNonTemporal, tuning_.non_temporal_copy_bytes, order_.output_bytes, "the output has ",
       std::string(kNonTemporal) + (tuning_.non_temporal_pages > 1 ? ", four pages at once," : "") +
           " in runs that write " + bytes_text(tuning_.non_temporal_copy_bytes) + " or more");
  from(kString, tuning_.string_bytes, order_.longest_copy, "the longest has ",
       std::string(kString) + " from " + bytes_text(tuning_.string_bytes) + " on" +
           (tuning_.string_hazard > 0
                ? ", unless addresses differ by 1 to " + std::to_string(tuning_.string_hazard - 1) + " modulo 4096"
                : ""));
  if (tuning_.alias_4k_bytes > 0)
    notes_.take(kLong, std::string(kDown) + " where addresses differ by less than " +
                           std::to_string(tuning_.alias_4k_bytes) + " modulo 4096, up to " +
                           bytes_text(MemoryOrder::kMaxDescending));
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
  notes_.take(a, "8 rows at once, column by column");
}

/// `what`: rows, or bodies of one.
void Explainer::shuffled(std::size_t a, std::string_view what, const ShuffledRows& rows) {
  constexpr std::string_view kNonTemporal = "non-temporal stores", kDown = "from the last to the first";
  notes_.take(a, std::string(what) + std::string(kTogether) + ", " + std::to_string(rows.plan.rows) + " at once");
  choose(a, kNonTemporal, rows.why_cached,
         std::string(kNonTemporal) + " in runs that write " + bytes_text(tuning_.non_temporal_copy_bytes) + " or more");
  choose(a, kDown, rows.why_not_descending,
         std::string(kDown) + " where addresses differ by less than " + std::to_string(tuning_.alias_4k_bytes) +
             " modulo 4096");
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
  if (row.body == Body::from_registers)
    return notes_.take(a, "the body read once and written " + std::to_string(axis.repeat) + " times from registers");
  if (row.body == Body::from_input) return notes_.take(a, replicated());
  if (row.body == Body::from_output) notes_.take(a, "one body made, the others copied from it in the output");
  if (row.body == Body::each) notes_.take(a, "the body in a loop, each time from the input");
  if (row.body == Body::advance) notes_.take(a, "the body in a loop, each time from further on in the input");
  runs(axis.body, operand);
}

/// How the body of a row is replicated where it has no non-temporal stores.
std::string Explainer::replicated() const {
  const std::uint64_t period = layout_.axes[layout_.innermost].body * static_cast<std::uint64_t>(layout_.element_bytes);
  const std::uint64_t times = layout_.plan.axes[layout_.innermost].repeat;
  const ReplicateOrder order = order_.replicate(period, times);
  const std::string copied = "the body copied " + std::to_string(times) + " times, ";
  if (order.part > 0) return copied + "each part of " + bytes_text(order.part) + " everywhere before the next";
  if (order.streams == 1) return copied + "one copy after the other";
  return "the body read once for " + std::to_string(order.streams) + " copies";
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
  explainer.long_copies();
  explainer.axis(plan.outermost);
}

}  // namespace dmlrun::jit::x64
