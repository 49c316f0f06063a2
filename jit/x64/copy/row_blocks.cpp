#include "jit/x64/copy/row_blocks.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "engine/plan/axis_runs.h"
#include "jit/x64/strategy_notes.h"

namespace dmlrun::jit::x64 {

namespace {

/// The longest row that is made of vectors, as many of 64 bytes as a shuffle plan may have, and the most runs it may
/// have, which limits the time to plan it.
constexpr std::uint64_t kMaxRowBytes = kMaxShuffleVectors * 64;
constexpr std::size_t kMaxRuns = 256;
/// The longest body of a row that advances.
constexpr std::uint64_t kMaxBodyBytes = 1024;
/// Rows' distance in the output, in bytes, is below this, so that offsets fit into instructions.
constexpr std::int64_t kMaxStride = std::int64_t{1} << 28;
/// Bytes of a vector that is shuffled within lanes (ShuffleForm::lanes).
constexpr std::int64_t kLanesWidth = 32;
/// The cost of a row that no block makes, in stores: its own come on top.
constexpr std::uint64_t kRowCost = 5;
/// The largest output whose blocks of rows may descend: it stays in the first-level cache.
constexpr std::uint64_t kMaxDescendingRowsBytes = 24576;
/// The least bytes of rows that follow each other without a gap for non-temporal stores, unless the tuning's least
/// output is smaller: around them ordinary stores wait for their lines. Square images of FLOAT32 with a border of 1,
/// 64 MB, in times of memcpy's with and without (Zen 4): 28 wide 1.2 and 0.95, 38 1.0 and 0.95, 56 0.84 and 1.0, 100
/// 0.72 and 1.05.
constexpr std::uint64_t kMinNonTemporalRun = 8192;
/// Rows that are this many times as long as what they read have few loads that could wait. Granite Rapids, 16 KB at
/// equal offsets, in times of memcpy's: bytes by 64 1.10 descending and 1.03 ascending, 3 floats by 16 1.08 and 1.04.
constexpr std::int64_t kMaxWrittenByRead = 4;
/// Offsets in instructions are below this.
constexpr std::int64_t kFar = std::int64_t{1} << 31;
/// A block that is transposed in registers: it reads columns of a cache line each, but of no more than
/// kMaxTransposedRows elements, which limits the code, and writes rows of kTransposedRowBytes.
constexpr std::uint64_t kColumnBytes = 64, kMaxTransposedRows = 32, kTransposedRowBytes = 32;

bool is_one_run(const plan::Axis& axis) {
  const plan::Run* run = plan::only_run(axis);
  return run && run->source == plan::kUnchosen;
}

/// "" where rows are columns of the input: neighbours in a row lie further apart than rows do.
std::string_view why_not_transposed(const CopyLayout& layout, std::size_t a, ReadOperand operand) {
  if (layout.plan.operands.size() != 1 || !operand.is_chosen) return "they do not all read one operand";
  const plan::Axis &outer = layout.plan.axes[a], &row = layout.plan.axes[layout.innermost];
  if (!is_one_run(outer)) return "they are more than one run";
  if (!is_one_run(row)) return "they have several runs";
  if (layout.rows_may_be_split()) return "calls may ask for a part of a row only";
  if (outer.head[0].count < kColumnRows) return "they are few";
  const std::int64_t row_step = outer.head[0].step * layout.plan.operands[0].strides[a] * layout.element_bytes;
  if (row_step == 0) return "they are equal";
  if (std::abs(row_step) >= kLineBytes) return kReason<"they lie ", kLineBytes, " bytes or more apart in the input">;
  if (std::abs(input_step(layout, row.head[0], operand)) < kLineBytes)
    return kReason<"their elements lie less than ", kLineBytes, " bytes apart in the input">;
  if (layout.axes[a].stride >= kFar / static_cast<std::int64_t>(kColumnRows))
    return "they lie too far apart in the output";
  return {};
}

TransposedRows plan_transposed(const CopyFacts& facts, std::size_t a, ReadOperand operand) {
  const CopyLayout& layout = facts.layout;
  const plan::Run &outer = layout.plan.axes[a].head[0], &row = layout.plan.axes[layout.innermost].head[0];
  const auto size = static_cast<std::uint64_t>(layout.element_bytes);
  TransposedRows made;
  made.row_step = outer.step * layout.plan.operands[0].strides[a] * layout.element_bytes;
  made.rows = std::min(kColumnBytes / size, kMaxTransposedRows);
  made.columns = kTransposedRowBytes / size;
  const std::int64_t step = input_step(layout, row, operand);
  std::string_view& why_not = made.why_not_in_registers;
  if (size == 1 && !facts.policy.has_avx512) why_not = "their elements need more registers than avx2 has";
  else if (made.row_step != layout.element_bytes) why_not = "they do not lie side by side in the input";
  else if (layout.axes[layout.innermost].stride != layout.element_bytes) why_not = "the output has gaps";
  else if (outer.count < made.rows || row.count < made.columns) why_not = "they are few";
  else if (std::abs(step) >= kFar / static_cast<std::int64_t>(made.columns) ||
           layout.axes[a].stride >= kFar / static_cast<std::int64_t>(made.rows))
    why_not = "they are too far apart";
  return made;
}

/// The segments of these runs of a row; offsets count from the operand's address in the row.
RowSource row_source(const CopyLayout& layout, ReadOperand operand, const plan::Axis& axis) {
  const std::int64_t size = layout.element_bytes;
  RowSource row;
  row.element = size;
  const auto add = [&](const std::vector<plan::Run>& runs, std::int64_t moved) {
    for (const plan::Run& one : runs) {
      const plan::Run run = plan::shifted(one, moved);
      const std::uint64_t bytes = run.count * static_cast<std::uint64_t>(size);
      row.bytes += bytes;
      if (run.source == plan::kFill) {
        row.segments.push_back({RowSegment::kFill, 0, 0, bytes});
        continue;
      }
      const int number = operand.is_chosen ? 0 : std::max(run.source, 0);
      const plan::Operand& read = layout.plan.operands[static_cast<std::size_t>(number)];
      const std::int64_t stride = read.strides[layout.innermost], offset = operand.is_chosen ? 0 : read.offset;
      row.segments.push_back({number, (offset + run.begin * stride) * size, run.step * stride * size, bytes});
    }
  };
  add(axis.head, 0);
  for (std::uint64_t i = 0; i < axis.repeat; ++i) add(axis.body, axis.advance * static_cast<std::int64_t>(i));
  add(axis.tail, 0);
  return row;
}

/// "" unless a quick check shows that rows are not made of vectors.
std::string_view why_not_shuffled(const CopyFacts& facts, std::size_t a, ReadOperand operand) {
  const CopyLayout& layout = facts.layout;
  const plan::Axis& row = layout.plan.axes[layout.innermost];
  const std::vector<plan::Operand>& operands = layout.plan.operands;
  if (facts.target.form == RowForm::table) return "the code would be longer than a kernel may be";
  if (operands.empty()) return "nothing is read";
  if (!layout.axes[layout.innermost].is_dense) return "the output has gaps";
  if (layout.axes[a].stride >= kMaxStride) return "they lie too far apart in the output";
  if (layout.rows_may_be_split()) return "calls may ask for a part of a row only";
  if (operand.is_chosen && !operand.inner_stride) return "the operands' strides differ too much";
  if (!operand.is_chosen && operands.size() > kMaxRowStreams)
    return kReason<"they read more than ", kMaxRowStreams, " operands">;
  if (row.head.empty() && row.tail.empty() && replicates_input(facts, operand))
    return "they are one body, read once for all its copies";
  if (layout.row_bytes() > kMaxRowBytes) return kReason<"they are longer than ", kMaxRowBytes, " bytes">;
  const std::uint64_t most = kMaxRuns - std::min(kMaxRuns, row.head.size() + row.tail.size());
  if (row.body.size() > most || row.body.size() * std::min<std::uint64_t>(row.repeat, kMaxRuns) > most)
    return kReason<"they have more than ", kMaxRuns, " runs">;
  if (!operand.is_chosen) return {};
  for (const plan::Operand& read : operands)
    if (read.strides[a] != operands[0].strides[a] || read.strides[layout.innermost] != *operand.inner_stride)
      return "an axis outside chooses among operands of several strides";
  return {};
}

ShuffleForm shuffle_form(const CopyFacts& facts) {
  const Isa isa = facts.target.isa;
  if (isa < Isa::avx512) return ShuffleForm::lanes;
  if (facts.layout.element_bytes >= 4) return ShuffleForm::dwords;
  if (isa >= Isa::avx512_vbmi) return ShuffleForm::bytes;
  return facts.layout.element_bytes == 2 ? ShuffleForm::words : ShuffleForm::lanes;
}

PlannedShuffle plan_vectors(const CopyFacts& facts, const RowSource& source, std::uint64_t count) {
  const ShuffleForm form = shuffle_form(facts);
  const bool is_in_lanes = form == ShuffleForm::lanes;
  return plan_shuffles(source, form, is_in_lanes ? kLanesWidth : facts.policy.width, count);
}

std::uint64_t min_overlapping(std::uint64_t row_bytes, const ShuffledRows& rows) {
  const ShufflePlan& plan = rows.plan;
  if (plan.rows == 1 || rows.min_rows != plan.rows + plan.rows_after) return 0;
  const std::uint64_t one = row_bytes / static_cast<std::uint64_t>(plan.width) + kRowCost;
  const std::uint64_t least = std::max(plan.vectors.size() / one, plan.rows_after) + 1;
  return least < rows.min_rows ? least : 0;
}

std::string_view why_not_non_temporal(const CopyFacts& facts, const ShuffledRows& rows, std::uint64_t count) {
  if (facts.target.tuning.non_temporal_bytes == 0) return "the tuning never does";
  if (facts.policy.non_temporal_copy == 0) return "the output is too small";
  if (!rows.can_be_aligned) return "whole vectors do not follow each other across rows";
  if (count * static_cast<std::uint64_t>(rows.stride) < std::min(kMinNonTemporalRun, facts.policy.non_temporal_copy))
    return kReason<"rows that follow each other take less than ", kMinNonTemporalRun, " bytes">;
  return {};
}

std::string_view why_not_descending(const CopyFacts& facts, ReadOperand operand, const ShuffledRows& rows) {
  if (facts.target.tuning.alias_4k_bytes == 0) return "the tuning never does";
  if (!operand.is_chosen) return "rows are of several operands";
  if (facts.layout.output_bytes() > kMaxDescendingRowsBytes)
    return kReason<"the output has more than ", kMaxDescendingRowsBytes, " bytes">;
  if (!std::has_single_bit(rows.plan.rows) || rows.steps[0] <= 0 || rows.steps[0] > rows.stride)
    return "the output does not run ahead of the input";
  if (rows.steps[0] * kMaxWrittenByRead <= rows.stride) return "little is read";
  return {};
}

/// The vectors of rows that are `steps` apart, of which `count` follow each other; "", or why there are none.
std::string_view make_vectors(const CopyFacts& facts, RowSource& source, std::uint64_t count, ShuffledRows& rows) {
  source.steps = rows.steps;
  PlannedShuffle planned = plan_vectors(facts, source, count);
  if (!planned.plan) return planned.why_not;
  rows.plan = std::move(*planned.plan);
  rows.min_rows = rows.plan.rows + rows.plan.rows_after;
  return {};
}

/// In which order blocks of such rows are made.
void order_blocks(const CopyFacts& facts, ReadOperand operand, const RowSource& source, std::uint64_t count,
                  bool is_dense, ShuffledRows& rows) {
  rows.left = (count - rows.plan.rows_after) % rows.plan.rows + rows.plan.rows_after;
  rows.can_be_aligned = is_dense && source.bytes * rows.plan.rows % static_cast<std::uint64_t>(rows.plan.width) == 0;
  rows.min_overlapping = min_overlapping(source.bytes, rows);
  rows.why_not_non_temporal = why_not_non_temporal(facts, rows, count);
  rows.why_not_descending = why_not_descending(facts, operand, rows);
}

/// Fills in `rows`, or says why there are none.
std::string_view plan_shuffled(const CopyFacts& facts, std::size_t a, ReadOperand operand, ShuffledRows& rows) {
  const CopyLayout& layout = facts.layout;
  if (const std::string_view why_not = why_not_shuffled(facts, a, operand); !why_not.empty()) return why_not;
  // The longest run decides what a step is; the others are made so only where they agree.
  plan::Run longest{};
  plan::for_each_run(layout.plan.axes[a], [&](const plan::Run& run) {
    if (run.source != plan::kFill && run.count > longest.count) longest = run;
  });
  RowSource source = row_source(layout, operand, layout.plan.axes[layout.innermost]);
  // A chosen operand is any of those that are alike.
  const std::size_t streams = operand.is_chosen ? 1 : layout.plan.operands.size();
  rows.stride = layout.axes[a].stride;
  for (std::size_t s = 0; s < streams; ++s)
    rows.steps.push_back(longest.step * layout.plan.operands[s].strides[a] * layout.element_bytes);
  const bool is_dense = layout.axes[a].is_dense;
  if (const auto why_not = make_vectors(facts, source, is_dense ? longest.count : 1, rows); !why_not.empty())
    return why_not;
  rows.position_step = longest.step;
  plan::for_each_run(layout.plan.axes[a], [&](const plan::Run& run) {
    if (run.source != plan::kFill && run.step != longest.step && run.count > 1)
      rows.min_rows = std::max(rows.min_rows, run.count + 1);
  });
  if (rows.min_rows > longest.count) return "they are not evenly spaced";
  order_blocks(facts, operand, source, longest.count, is_dense, rows);
  return {};
}

/// The same for the bodies of a row that advances.
std::string_view plan_shuffled_bodies(const CopyFacts& facts, ReadOperand operand, ShuffledRows& rows) {
  const CopyLayout& layout = facts.layout;
  const AxisLayout& inner = layout.axes[layout.innermost];
  const plan::Axis& axis = layout.plan.axes[layout.innermost];
  if (facts.target.form == RowForm::table) return "the code would be longer than a kernel may be";
  if (!inner.is_dense) return "the output has gaps";
  if (!operand.is_chosen) return "they read several operands";
  if (!operand.inner_stride || layout.inner_strides.size() > 1) return "the operands' strides differ";
  if (inner.body > kMaxBodyBytes / static_cast<std::uint64_t>(layout.element_bytes))
    return kReason<"they are longer than ", kMaxBodyBytes, " bytes">;
  RowSource source = row_source(layout, operand, {axis.body, {}, 0, {}});
  rows.stride = static_cast<std::int64_t>(source.bytes);
  rows.steps = {axis.advance * *operand.inner_stride * layout.element_bytes};
  if (const auto why_not = make_vectors(facts, source, axis.repeat, rows); !why_not.empty()) return why_not;
  // Body after body up to a whole vector pays with non-temporal stores only. Bytes by 2 in rows of 1 KB that begin 4
  // bytes after one, 1 MB in times of memcpy's: 1.37 with and 0.73 without.
  order_blocks(facts, operand, source, axis.repeat, facts.policy.non_temporal_copy > 0, rows);
  return {};
}

}  // namespace

RowBlocks plan_row_blocks(const CopyFacts& facts, std::size_t a, ReadOperand operand) {
  RowBlocks blocks;
  blocks.why_not_transposed = why_not_transposed(facts.layout, a, operand);
  if (blocks.why_not_transposed.empty()) {
    blocks.transposed = plan_transposed(facts, a, operand);
    return blocks;
  }
  ShuffledRows rows;
  blocks.why_not_shuffled = plan_shuffled(facts, a, operand, rows);
  if (blocks.why_not_shuffled.empty()) blocks.shuffled = std::move(rows);
  return blocks;
}

RowBlocks plan_bodies(const CopyFacts& facts, ReadOperand operand) {
  RowBlocks blocks;
  ShuffledRows rows;
  blocks.why_not_shuffled = plan_shuffled_bodies(facts, operand, rows);
  if (blocks.why_not_shuffled.empty()) blocks.shuffled = std::move(rows);
  return blocks;
}

std::optional<ShuffledRows> plan_lone_row(const CopyFacts& facts, std::size_t a, ReadOperand operand) {
  const CopyLayout& layout = facts.layout;
  const plan::Run& run = *layout.only_run(a);
  if (a + 1 != layout.innermost || run.source == plan::kFill || run.count != 1 || !operand.is_chosen ||
      layout.plan.operands.size() != 1)
    return std::nullopt;
  ShuffledRows rows;
  const bool is_shuffled = plan_shuffled(facts, a, operand, rows).empty();
  if (!is_shuffled || rows.min_rows != 1 || rows.why_not_non_temporal.empty() || rows.why_not_descending.empty())
    return std::nullopt;
  return rows;
}

}  // namespace dmlrun::jit::x64
