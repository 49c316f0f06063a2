// Rows that are columns of the input: several at once, so that they share its cache lines.
#include <cstddef>
#include <cstdlib>

#include "jit/x64/mover_code.h"

namespace dmlrun::jit::x64 {

using namespace Xbyak::util;

namespace {

constexpr auto kNear = Xbyak::CodeGenerator::T_NEAR;
/// Rows that are worked on together where columns go element by element.
constexpr std::uint64_t kBlockRows = 8;
/// What instructions can hold.
constexpr std::int64_t kFar = std::int64_t{1} << 31;

bool is_one_run(const plan::Axis& axis) {
  return axis.head.size() == 1 && axis.body.empty() && axis.tail.empty() && axis.head[0].source == plan::kAny;
}

}  // namespace

/// Input bytes from row to row, where there is one operand and one run of rows.
std::int64_t MoverCode::row_step(std::size_t a) const {
  return plan_.axes[a].head[0].step * plan_.operands[0].strides[a] * layout_.element_bytes;
}

/// "" where rows are columns of the input: neighbours in a row lie further apart than rows do.
std::string_view MoverCode::why_not_columns(std::size_t a, Operand operand) const {
  const plan::Axis &outer = plan_.axes[a], &row = plan_.axes[inner_];
  if (plan_.operands.size() != 1 || !operand.is_known) return "they do not all read one operand";
  if (!is_one_run(outer)) return "they are more than one run";
  if (!is_one_run(row)) return "they have several runs";
  if (layout_.split == static_cast<int>(inner_)) return "calls may ask for a part of a row only";
  if (outer.head[0].count < kBlockRows) return "they are few";
  const std::int64_t step = row.head[0].step * plan_.operands[0].strides[inner_] * layout_.element_bytes;
  constexpr std::int64_t kLine = 64;
  if (row_step(a) == 0) return "they are equal";
  if (std::abs(row_step(a)) >= kLine) return "they lie 64 bytes or more apart in the input";
  if (std::abs(step) < kLine) return "their elements lie less than 64 bytes apart in the input";
  if (layout_.axes[a].stride >= kFar / static_cast<std::int64_t>(kBlockRows))
    return "they lie too far apart in the output";
  return {};
}

/// "" where blocks of rows and columns are transposed in registers.
std::string_view MoverCode::why_not_transposed(std::size_t a, std::int64_t row_step) const {
  const plan::Run& row = plan_.axes[inner_].head[0];
  const std::int64_t size = layout_.element_bytes;
  const auto [rows, columns] = moves_.transposed();
  if (rows == 0) return "their elements need more registers than avx2 has";
  if (row_step != size) return "they do not lie side by side in the input";
  if (layout_.axes[inner_].stride != size) return "the output has gaps";
  if (plan_.axes[a].head[0].count < rows || row.count < columns) return "they are few";
  const std::int64_t step = row.step * plan_.operands[0].strides[inner_] * size;
  if (std::abs(step) >= kFar / static_cast<std::int64_t>(columns) ||
      layout_.axes[a].stride >= kFar / static_cast<std::int64_t>(rows))
    return "they are too far apart";
  return {};
}

void MoverCode::note_columns(std::size_t a, std::int64_t row_step) {
  const auto [rows, columns] = moves_.transposed();
  constexpr std::string_view kTransposed = "blocks of rows and columns, transposed in registers";
  if (const std::string_view why_not = why_not_transposed(a, row_step); !why_not.empty())
    notes_->decline(a, kTransposed, why_not);
  else
    notes_->take(a, std::string(kTransposed) + ", " + std::to_string(rows) + " by " + std::to_string(columns));
  notes_->take(a, "8 rows at once, column by column");
}

/// Block by block and column by column: the rows of a block share the cache lines of each column.
void MoverCode::crossing_blocks(std::size_t a, std::int64_t row_step) {
  if (why_not_transposed(a, row_step).empty()) column_blocks(moves_.transposed().rows, true, row_step);
  column_blocks(kBlockRows, false, row_step);
}

/// As many times `rows` rows as r13 holds. `transposed`: columns in groups, of which the rest goes one by one.
void MoverCode::column_blocks(std::uint64_t rows, bool transposed, std::int64_t row_step) {
  Label blocks, rest;
  const plan::Run& row = plan_.axes[inner_].head[0];
  const std::int64_t output_step = layout_.axes[inner_ - 1].stride, size = layout_.element_bytes;
  const std::int64_t stride = plan_.operands[0].strides[inner_] * size, step = row.step * stride;
  const std::uint64_t group = transposed ? moves_.transposed().columns : 1, alone = row.count % group;
  const auto count = static_cast<std::int64_t>(rows);
  const auto columns = [&](std::uint64_t times, std::uint64_t width, const auto& move) {
    if (times == 0) return;
    Label again;
    code_.mov(rcx, times);
    code_.L(again);
    move();
    moves_.add(r9, step * static_cast<std::int64_t>(width), r10);
    moves_.add(r8, layout_.axes[inner_].stride * static_cast<std::int64_t>(width), r10);
    code_.dec(rcx);
    code_.jnz(again, kNear);
  };
  code_.cmp(r13, static_cast<std::uint32_t>(rows));
  code_.jb(rest, kNear);
  code_.L(blocks);
  code_.mov(r8, rdi);
  moves_.point(r9, {rsi, row.begin * stride});
  if (transposed) columns(row.count / group, group, [&] { moves_.transpose(output_step, step); });
  columns(transposed ? alone : row.count, 1, [&] { moves_.column(rows, output_step, row_step); });
  moves_.add(rdi, output_step * count, r10);
  moves_.add(rsi, row_step * count, r10);
  code_.sub(r13, static_cast<std::uint32_t>(rows));
  code_.cmp(r13, static_cast<std::uint32_t>(rows));
  code_.jae(blocks, kNear);
  code_.L(rest);
}

}  // namespace dmlrun::jit::x64
