// Several rows at once, where that pays.
#include <algorithm>
#include <cstddef>
#include <cstdlib>

#include "engine/plan/axis_runs.h"
#include "jit/x64/mover_code.h"
#include "jit/x64/row_gather.h"

namespace dmlrun::jit {

using namespace Xbyak::util;

namespace {

constexpr auto kNear = Xbyak::CodeGenerator::T_NEAR;
/// Rows that are worked on together where they are columns of the input.
constexpr std::uint64_t kBlockRows = 8;
/// Longest row that is shuffled together with others, and the most operands it may read.
constexpr std::uint64_t kMostRowBytes = 32;
constexpr std::size_t kMostStreams = 4;

bool is_one_run(const plan::Axis& axis) {
  return axis.head.size() == 1 && axis.body.empty() && axis.tail.empty() && axis.head[0].source == plan::kAny;
}

}  // namespace

/// Of r13 rows as many as make whole blocks; rdi, rsi or positions, and r13 advance.
void MoverCode::row_blocks(std::size_t a, Operand operand) {
  constexpr std::string_view kColumns = "8 rows at once, column by column";
  if (const auto row_step = crossing_step(a, operand)) {
    if (notes_) notes_->take(a, kColumns);
    return crossing_blocks(*row_step);
  }
  if (notes_) notes_->decline(a, kColumns, "rows are not columns of one input, or they are few");
  gathered_blocks(a, operand);
}

/// Input bytes from row to row, where rows are columns of the input: neighbours in a row lie further apart than rows do.
std::optional<std::int64_t> MoverCode::crossing_step(std::size_t a, Operand operand) const {
  const plan::Axis &outer = plan_.axes[a], &row = plan_.axes[inner_];
  if (plan_.operands.size() != 1 || !operand.is_known || !is_one_run(outer) || !is_one_run(row)) return std::nullopt;
  if (layout_.split == static_cast<int>(inner_) || outer.head[0].count < kBlockRows) return std::nullopt;
  const std::int64_t row_step = outer.head[0].step * plan_.operands[0].strides[a] * layout_.element_bytes;
  const std::int64_t step = row.head[0].step * plan_.operands[0].strides[inner_] * layout_.element_bytes;
  constexpr std::int64_t kLine = 64, kFar = std::int64_t{1} << 31;
  if (row_step == 0 || std::abs(row_step) >= kLine || std::abs(step) < kLine) return std::nullopt;
  if (layout_.axes[a].stride >= kFar / static_cast<std::int64_t>(kBlockRows)) return std::nullopt;
  return row_step;
}

/// Block by block and column by column: the rows of a block share the cache lines of each column.
void MoverCode::crossing_blocks(std::int64_t row_step) {
  Label blocks, column, rest;
  const plan::Run& row = plan_.axes[inner_].head[0];
  const std::int64_t output_step = layout_.axes[inner_ - 1].stride, size = layout_.element_bytes;
  const std::int64_t stride = plan_.operands[0].strides[inner_] * size;
  constexpr auto kRows = static_cast<std::int64_t>(kBlockRows);
  code_.cmp(r13, static_cast<std::uint32_t>(kBlockRows));
  code_.jb(rest, kNear);
  code_.L(blocks);
  code_.mov(r8, rdi);
  moves_.point(r9, {rsi, row.begin * stride});
  code_.mov(rcx, row.count);
  code_.L(column);
  moves_.column(kBlockRows, output_step, row_step);
  moves_.add(r9, row.step * stride, r10);
  moves_.add(r8, layout_.axes[inner_].stride, r10);
  code_.dec(rcx);
  code_.jnz(column, kNear);
  moves_.add(rdi, output_step * kRows, r10);
  moves_.add(rsi, row_step * kRows, r10);
  code_.sub(r13, static_cast<std::uint32_t>(kBlockRows));
  code_.cmp(r13, static_cast<std::uint32_t>(kBlockRows));
  code_.jae(blocks, kNear);
  code_.L(rest);
}

/// What each byte of a row is made of: offsets count from the operand's address in the row.
std::vector<RowByte> MoverCode::row_bytes(Operand operand) const {
  const std::int64_t size = layout_.element_bytes;
  std::vector<RowByte> row;
  const auto add = [&](const std::vector<plan::Run>& runs) {
    for (const plan::Run& run : runs)
      for (std::uint64_t k = 0; k < run.count; ++k)
        for (std::int64_t b = 0; b < size; ++b) {
          if (run.source == plan::kFill) {
            row.push_back({RowByte::kConstant, 0, plan_.fill[static_cast<std::size_t>(b)]});
            continue;
          }
          const int number = std::max(run.source, 0);
          const plan::Operand& read = plan_.operands[static_cast<std::size_t>(number)];
          const std::int64_t position = run.begin + static_cast<std::int64_t>(k) * run.step;
          const std::int64_t offset = operand.is_known ? 0 : read.offset;
          row.push_back({number, (offset + position * read.strides[inner_]) * size + b, {}});
        }
  };
  const plan::Axis& axis = plan_.axes[inner_];
  add(axis.head);
  for (std::uint64_t i = 0; i < axis.repeat; ++i) add(axis.body);
  add(axis.tail);
  return row;
}

MoverCode::Gathered MoverCode::gathered(std::size_t a, Operand operand) const {
  std::vector<plan::Run> runs;
  plan::for_each_run(plan_.axes[a], [&](const plan::Run& run) {
    if (run.source == plan::kAny) runs.push_back(run);
  });
  if (runs.empty()) return {"the outer axis chooses the operand, or is filled"};
  const std::size_t streams = plan_.operands.size();
  if (!layout_.axes[a].is_dense) return {"the output has gaps"};
  if (layout_.split == static_cast<int>(inner_)) return {"calls may ask for a part of a row only"};
  if (form_ == RowForm::table) return {"the code would be longer than a kernel may be"};
  if (streams > kMostStreams) return {"they read more than 4 operands"};
  if (operand.is_known && streams != 1) return {"an axis outside chooses the operand"};
  if (layout_.axes[inner_].extent > kMostRowBytes / static_cast<std::uint64_t>(layout_.element_bytes))
    return {"they are longer than 32 bytes"};
  Gathered rows;
  // The longest run decides what a step is; whether the others agree is seen below.
  rows.run = *std::max_element(runs.begin(), runs.end(),
                               [](const plan::Run& x, const plan::Run& y) { return x.count < y.count; });
  for (const plan::Operand& read : plan_.operands)
    rows.steps.push_back(rows.run.step * read.strides[a] * layout_.element_bytes);
  auto gather = gather_rows(row_bytes(operand), rows.steps);
  if (!gather) return {"too many shuffles would make a vector, or loads would leave the input"};
  rows.gather = std::move(*gather);
  const std::uint64_t least = rows.gather.rows + rows.gather.rows_behind;
  if (rows.run.count < least) return {"there are too few of them"};
  for (const plan::Run& run : runs)
    if (run.count >= least && run.step != rows.run.step) return {"they are not evenly spaced"};
  return rows;
}

/// Short rows without gaps between them, a few vectors at a time.
void MoverCode::gathered_blocks(std::size_t a, Operand operand) {
  constexpr std::string_view kTogether = "several rows at once, shuffled together";
  const Gathered together = gathered(a, operand);
  if (notes_) {
    if (together.why_not.empty()) notes_->take(a, kTogether);
    else notes_->decline(a, kTogether, together.why_not);
  }
  if (!together.why_not.empty()) return;
  const RowGather& gather = together.gather;
  Label blocks, rest;
  const auto least = static_cast<std::uint32_t>(gather.rows + gather.rows_behind);
  const auto rows = static_cast<std::int64_t>(gather.rows);
  const std::size_t streams = plan_.operands.size();
  const Xbyak::Reg64 pointers[kMostStreams] = {operand.is_known ? rsi : r8, r9, r10, r11};
  code_.cmp(r13, least);
  code_.jb(rest, kNear);
  if (!operand.is_known)
    for (std::size_t s = 0; s < streams; ++s) operand_address(s, pointers[s]);
  code_.L(blocks);
  for (std::size_t v = 0; v < gather.vectors.size(); ++v) gathered_vector(gather.vectors[v], v, pointers);
  moves_.add(rdi, static_cast<std::int64_t>(gather.vectors.size()) * 32, rax);
  for (std::size_t s = 0; s < streams; ++s) moves_.add(pointers[s], together.steps[s] * rows, rax);
  if (!operand.is_known) {
    code_.mov(rax, static_cast<std::uint64_t>(together.run.step * rows));
    code_.add(position(a), rax);
  }
  code_.sub(r13, static_cast<std::uint32_t>(rows));
  code_.cmp(r13, least);
  code_.jae(blocks, kNear);
  code_.L(rest);
}

void MoverCode::gathered_vector(const GatherVector& vector, std::size_t number, const Xbyak::Reg64* pointers) {
  const Xbyak::Ymm sum(static_cast<int>(number % 4) * 2), part(static_cast<int>(number % 4) * 2 + 1);
  const auto place = [&](const GatherStep::Load& load) {
    return code_.ptr[pointers[load.stream] + static_cast<std::size_t>(load.offset)];
  };
  const auto table = [&](const std::array<std::byte, 32>& bytes) {
    return code_.ptr[rbp + layout_.tables.add(bytes.data(), bytes.size(), 32)];
  };
  for (std::size_t s = 0; s < vector.steps.size(); ++s) {
    const GatherStep& step = vector.steps[s];
    const Xbyak::Ymm& to = s == 0 ? sum : part;
    if (step.loads[0] == step.loads[1]) {
      code_.vbroadcasti128(to, place(step.loads[0]));
    } else {
      code_.vmovups(Xbyak::Xmm(to.getIdx()), place(step.loads[0]));
      code_.vinserti128(to, to, place(step.loads[1]), 1);
    }
    code_.vpshufb(to, to, table(step.shuffle));
    if (s > 0) code_.vpor(sum, sum, part);
  }
  if (vector.steps.empty()) code_.vmovups(sum, table(vector.constants));
  else if (vector.has_constants) code_.vpor(sum, sum, table(vector.constants));
  code_.vmovups(code_.ptr[rdi + number * 32], sum);
}

}  // namespace dmlrun::jit
