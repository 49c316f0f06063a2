// In which order the blocks of rows that are made of vectors follow each other: downwards, in parts, over each other.
#include <algorithm>
#include <bit>
#include <set>

#include "jit/x64/mover_code.h"
#include "jit/x64/row_emitter.h"

namespace dmlrun::jit::x64 {

using namespace Xbyak::util;

namespace {

constexpr auto kNear = Xbyak::CodeGenerator::T_NEAR;
/// What a row that no block holds costs beside its stores, in stores.
constexpr std::uint64_t kRowCost = 5;
/// Of outputs whose rows may be made in parts.
constexpr std::uint64_t kMostBytesInParts = 32768;
/// Output of rows that may go from the last to the first.
constexpr std::uint64_t kMostDescendingBytes = 24576;
constexpr std::uint32_t kPageBytes = 4096;
/// Rows that are so many times as long as what they read have few loads that could wait. Intel, 16 KB at equal offsets, in
/// times of memcpy's: bytes by 64 1.10 downwards and 1.03 upwards, 3 floats by 16 1.08 and 1.04.
constexpr std::int64_t kMostWrittenByRead = 4;

}  // namespace

/// So many rows behind the last block are worth one more that ends with them, and writes rows of that block again; 0: no
/// number is.
std::uint64_t MoverCode::least_overlapping(const RowBlocks& blocks) const {
  const RowProgram& program = blocks.program;
  if (program.rows == 1 || blocks.least != program.rows + program.rows_behind) return 0;
  const std::uint64_t row_bytes = layout_.axes[inner_].extent * static_cast<std::uint64_t>(layout_.element_bytes);
  const std::uint64_t one = row_bytes / static_cast<std::uint64_t>(program.width) + kRowCost;
  const std::uint64_t rows = std::max(program.vectors.size() / one, program.rows_behind) + 1;
  return rows < blocks.least ? rows : 0;
}

/// Behind whole blocks, of r13 rows that are left: to `again` for one more block, if there are enough of them.
void MoverCode::overlap(std::size_t a, const RowBlocks& blocks, const std::vector<Xbyak::Reg64>& pointers, Label& again) {
  const std::uint64_t rows = least_overlapping(blocks);
  if (rows == 0) return;
  Label few;
  const auto back = [&](const Xbyak::Reg64& pointer, std::int64_t step) {
    if (step == 0) return;
    code_.imul(rax, rcx, static_cast<int>(step));
    code_.sub(pointer, rax);
  };
  code_.cmp(r13, static_cast<std::uint32_t>(rows));
  code_.jb(few, kNear);
  code_.mov(ecx, static_cast<std::uint32_t>(blocks.least));
  code_.sub(rcx, r13);
  back(rdi, layout_.axes[a].stride);
  for (std::size_t s = 0; s < blocks.steps.size(); ++s) back(pointers[s], blocks.steps[s]);
  code_.mov(r13d, static_cast<std::uint32_t>(blocks.least));
  code_.jmp(again, kNear);
  code_.L(few);
}

/// The vectors of rows in parts that read few streams each; two where that is better than rows walked once.
std::vector<MoverCode::RowPart> MoverCode::parts_of(const RowBlocks& blocks) const {
  std::vector<RowPart> parts;
  const std::size_t most = tuning_.row_streams;
  if (most == 0 || blocks.least > 1 || blocks.steps.size() <= most || layout_.output_bytes() > kMostBytesInParts) return parts;
  for (const RowVector& vector : blocks.program.vectors) {
    std::set<int> streams;
    for (const Window& window : vector.windows) streams.insert(window.stream);
    for (const LaneStep& step : vector.lanes)
      for (const Window& window : step.windows) streams.insert(window.stream);
    std::set<int> both = streams;
    if (!parts.empty()) both.insert(parts.back().streams.begin(), parts.back().streams.end());
    if (streams.size() > most) return {};
    if (parts.empty() || both.size() > most) parts.push_back({{blocks.program.width, 1, 0, {}}, streams});
    else parts.back().streams = both;
    parts.back().program.vectors.push_back(vector);
  }
  return parts;
}

/// All r13 rows, part by part. The operands differ.
void MoverCode::rows_in_parts(std::size_t a, const RowBlocks& blocks, const std::vector<RowPart>& parts) {
  const std::vector<Xbyak::Reg64> pointers = stream_pointers({});
  code_.mov(slot(a, &AxisFrame::row), rdi);
  code_.mov(slot(a, &AxisFrame::count), r13);
  for (const RowPart& part : parts) {
    RowEmitter emitter(code_, layout_, part.program, shuffle_form(), pointers, kept_shuffles(), tuning_.row_batch, {});
    Label turn;
    code_.mov(rdi, slot(a, &AxisFrame::row));
    code_.mov(r13, slot(a, &AxisFrame::count));
    for (const int s : part.streams) operand_address(static_cast<std::size_t>(s), pointers[static_cast<std::size_t>(s)]);
    emitter.load_shuffles();
    code_.align(32);
    code_.L(turn);
    emitter.emit();
    moves_.add(rdi, layout_.axes[a].stride, rax);
    for (const int s : part.streams)
      moves_.add(pointers[static_cast<std::size_t>(s)], blocks.steps[static_cast<std::size_t>(s)], rax);
    code_.dec(r13);
    code_.jnz(turn, kNear);
  }
  code_.mov(rcx, slot(a, &AxisFrame::count));
  moves_.multiply(rcx, blocks.position_step, rax);
  code_.add(position(a), rcx);
}

/// "" where blocks of rows may go from the last to the first.
std::string_view MoverCode::why_not_descending(Operand operand, std::size_t a, const RowBlocks& blocks) const {
  if (tuning_.alias_window == 0) return "the tuning never does";
  if (!operand.is_known) return "rows are of several operands";
  if (layout_.output_bytes() > kMostDescendingBytes) return "the output does not fit the first-level cache";
  if (!std::has_single_bit(blocks.program.rows) || blocks.steps[0] <= 0 || blocks.steps[0] > layout_.axes[a].stride)
    return "the output does not run ahead of the input";
  if (blocks.steps[0] * kMostWrittenByRead <= layout_.axes[a].stride) return "little is read";
  return {};
}

/// As many whole blocks as r13 rows make, from the last to the first, and then to `after`: where the output lies so far
/// behind the input in its page that loads would wait for stores. Else to `ascending`.
void MoverCode::descending_blocks(std::size_t a, const RowBlocks& blocks, RowEmitter& emitter, Label& ascending,
                                  Label& after) {
  Label turn;
  const auto rows = static_cast<std::int64_t>(blocks.program.rows);
  const std::int64_t stride = layout_.axes[a].stride * rows, step = blocks.steps[0] * rows;
  const int shift = std::countr_zero(blocks.program.rows);
  code_.mov(eax, edi);
  code_.sub(eax, esi);
  code_.and_(eax, kPageBytes - 1);
  code_.cmp(eax, tuning_.alias_window);
  code_.jae(ascending, kNear);
  // So many blocks, and how far the last of them is.
  code_.mov(rcx, r13);
  code_.sub(rcx, static_cast<std::uint32_t>(blocks.least));
  code_.shr(rcx, shift);
  code_.imul(r10, rcx, static_cast<int>(stride));
  code_.imul(r11, rcx, static_cast<int>(step));
  code_.inc(rcx);
  code_.mov(r8, rcx);
  code_.add(rdi, r10);
  code_.add(rsi, r11);
  code_.align(32);
  code_.L(turn);
  emitter.emit(RowEmitter::Way::descending);
  code_.sub(rdi, static_cast<std::uint32_t>(stride));
  code_.sub(rsi, static_cast<std::uint32_t>(step));
  code_.dec(rcx);
  code_.jnz(turn, kNear);
  code_.lea(rdi, code_.ptr[rdi + r10 + 2 * static_cast<std::size_t>(stride)]);
  code_.lea(rsi, code_.ptr[rsi + r11 + 2 * static_cast<std::size_t>(step)]);
  code_.shl(r8, shift);
  code_.sub(r13, r8);
  code_.jmp(after, kNear);
}

void MoverCode::note_descending(Operand operand, std::size_t a, const RowBlocks& blocks) {
  constexpr std::string_view kDown = "from the last to the first";
  const std::string_view why_not = why_not_descending(operand, a, blocks);
  if (!why_not.empty()) return notes_->decline(a, kDown, why_not);
  notes_->take(a, std::string(kDown) + " where addresses differ by less than " + std::to_string(tuning_.alias_window) +
                      " modulo 4096");
}

}  // namespace dmlrun::jit::x64
