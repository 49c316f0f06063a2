#include "jit/x64/elementwise_walk.h"

#include <algorithm>

#include "jit/x64/kernel_arguments.h"

namespace dmlrun::jit::x64 {
namespace {

/// A row of a table: count, flags, and per stream where the run begins and its step, in bytes.
constexpr int kStreams = 16;
constexpr int kPerStream = 16;

}  // namespace

Walk::Walk(Context& context, Vectors& vectors)
    : c_(context), a_(context.a), vectors_(vectors), levels_(std::max<std::size_t>(context.plan.axes.size(), 1)) {
  remaining_ = c_.frame.add(8, 8);
  count_ = c_.frame.add(8, 8);
  for (int s = 0; s < c_.streams(); ++s) bases_.push_back(c_.frame.add(8, 8));
  for (std::size_t a = levels_.size(); a-- > 0;) make_level(a);
  make_side_by_side();
}

void Walk::make_level(std::size_t a) {
  Level& level = levels_[a];
  if (a + 1 < levels_.size()) level.inner = levels_[a + 1].inner * levels_[a + 1].extent;
  for (std::int32_t* place : {&level.left, &level.row, &level.repeats, &level.output, &level.fill, &level.coordinate})
    *place = c_.frame.add(8, 8);
  if (!is_innermost(a))
    for (int s = 0; s < c_.streams(); ++s) level.addresses.push_back(c_.frame.add(8, 8));
  if (c_.plan.axes.empty()) {
    level.is_single = true;
    level.run = {1, 0, 0, plan::kAny};
    level.extent = 1;
    return;
  }
  const plan::Axis& axis = c_.plan.axes[a];
  for (const auto* runs : {&axis.head, &axis.body, &axis.tail})
    level.runs.insert(level.runs.end(), runs->begin(), runs->end());
  level.head = plan::extent(axis.head);
  level.body = plan::extent(axis.body);
  level.repeat = axis.repeat;
  level.extent = plan::extent(axis);
  level.first_body = axis.head.size();
  level.last_body = axis.head.size() + axis.body.size() - 1;
  // What is all fill reads nothing: the order of its elements is all that matters.
  if (c_.program.is_fill_only) level.runs = {{level.extent, 0, 0, plan::kAny}};
  level.is_single =
      level.runs.size() == 1 && level.runs[0].source != plan::kFill && level.runs[0].count == level.extent;
  level.run = level.runs[0];
  for (const plan::Run& run : level.runs) has_fills_ = has_fills_ || run.source == plan::kFill;
}

std::int64_t Walk::stride(std::size_t a, int stream) const {
  return c_.plan.axes.empty() ? 0 : c_.operand(stream).strides[a] * c_.element_bytes(stream);
}

std::int64_t Walk::output_stride(std::size_t a) const {
  return c_.plan.axes.empty() ? 1 : c_.plan.output_strides[a];
}

bool Walk::lies_side_by_side(const plan::Run& run) const {
  const std::size_t a = levels_.size() - 1;
  if (run.count == 1) return true;
  if (output_stride(a) != 1) return false;
  if (run.source == plan::kFill) return true;
  for (int s = 0; s < c_.moving(); ++s)
    if (run.step * stride(a, s) != c_.element_bytes(s)) return false;
  return true;
}

void Walk::make_side_by_side() {
  const Level& inner = levels_.back();
  if (inner.is_single) {
    side_by_side_ = lies_side_by_side(inner.run) ? SideBySide::always : SideBySide::never;
    return;
  }
  const auto yes = [&](const plan::Run& run) { return lies_side_by_side(run); };
  if (std::none_of(inner.runs.begin(), inner.runs.end(), yes)) side_by_side_ = SideBySide::never;
  else if (!std::all_of(inner.runs.begin(), inner.runs.end(), yes)) side_by_side_ = SideBySide::by_row;
}

/// Where a stream's address one axis up stands.
std::int32_t Walk::above(std::size_t a, int stream) const {
  return (a == 0 ? bases_ : levels_[a - 1].addresses)[static_cast<std::size_t>(stream)];
}

void Walk::begin(Xbyak::Label& done) {
  if (is_one_piece()) return begin_one_piece(done);
  a_.mov(a_.rsi, a_.ptr[a_.rdi + kInputsOffset]);
  a_.mov(a_.rbx, a_.ptr[a_.rdi + kOutputOffset]);
  a_.mov(a_.rax, a_.ptr[a_.rdi + kFirstOffset]);
  a_.mov(a_.rdx, a_.ptr[a_.rdi + kLastOffset]);
  a_.sub(a_.rdx, a_.rax);
  a_.jbe(done, Xbyak::CodeGenerator::T_NEAR);
  a_.mov(c_.quad(remaining_), a_.rdx);
  for (int s = 0; s < c_.streams(); ++s) {
    a_.mov(a_.rcx, a_.ptr[a_.rsi + std::size_t{c_.operand(s).input} * 8]);
    c_.add(a_.rcx, c_.operand(s).offset * c_.element_bytes(s), a_.r14);
    a_.mov(c_.quad(bases_[static_cast<std::size_t>(s)]), a_.rcx);
  }
  decode_coordinates();
  if (!c_.program.is_fill_only) vectors_.begin_kernel(a_.rsi);
  for (std::size_t a = 0; a < levels_.size(); ++a) seek(a);
}

/// begin() and begin_piece() where everything stays in registers.
void Walk::begin_one_piece(Xbyak::Label& done) {
  const plan::Run& run = levels_[0].run;
  a_.mov(a_.rsi, a_.ptr[a_.rdi + kInputsOffset]);
  a_.mov(a_.rdx, a_.ptr[a_.rdi + kLastOffset]);
  a_.cmp(a_.rdx, a_.ptr[a_.rdi + kFirstOffset]);
  a_.jbe(done, Xbyak::CodeGenerator::T_NEAR);
  if (!c_.program.is_fill_only) vectors_.begin_kernel(a_.rsi);
  a_.mov(a_.rax, a_.ptr[a_.rdi + kFirstOffset]);
  for (int s = 0; s < c_.streams(); ++s) {
    const Xbyak::Reg64 address = vectors_.pointer(s).value_or(a_.rcx);
    a_.mov(address, a_.rax);
    c_.multiply(address, run.step * stride(0, s), a_.rbx);
    a_.add(address, a_.ptr[a_.rsi + std::size_t{c_.operand(s).input} * 8]);
    c_.add(address, c_.operand(s).offset * c_.element_bytes(s) + run.begin * stride(0, s), a_.rbx);
    if (!vectors_.pointer(s)) a_.mov(c_.quad(vectors_.pointer_place(s)), address);
  }
  a_.sub(a_.rdx, a_.rax);
  a_.mov(a_.rdi, a_.ptr[a_.rdi + kOutputOffset]);
}

/// rax, the first element, into a coordinate per axis; rbx, its address, into one per axis. Clobbers rcx and rdx.
void Walk::decode_coordinates() {
  for (std::size_t a = 0; a + 1 < levels_.size(); ++a) {
    a_.xor_(a_.edx, a_.edx);
    a_.mov(a_.rcx, levels_[a].inner);
    a_.div(a_.rcx);
    a_.mov(c_.quad(levels_[a].coordinate), a_.rax);
    a_.mov(a_.rax, a_.rdx);
  }
  a_.mov(c_.quad(levels_.back().coordinate), a_.rax);
  a_.mov(c_.quad(levels_.back().output), a_.rbx);
  for (std::size_t a = levels_.size() - 1; a > 0; --a) {
    if (a + 1 < levels_.size()) a_.mov(a_.rax, c_.quad(levels_[a].coordinate));
    c_.multiply(a_.rax, output_stride(a), a_.rdx);
    a_.sub(a_.rbx, a_.rax);
    a_.mov(c_.quad(levels_[a - 1].output), a_.rbx);
  }
}

/// To the run that holds the axis's coordinate, and to where it lies there. Clobbers rax, rcx, rdx, r14, r15.
void Walk::seek(std::size_t a) {
  Level& level = levels_[a];
  a_.mov(a_.rax, c_.quad(level.coordinate));
  if (level.is_single) {
    a_.mov(a_.rcx, level.extent);
  } else {
    find_row(level);
    a_.mov(c_.quad(level.row), a_.r14);
    a_.mov(a_.rcx, a_.ptr[a_.r14]);
  }
  set_fill(a);
  a_.sub(a_.rcx, a_.rax);
  a_.mov(c_.quad(level.left), a_.rcx);
  for (int s = 0; s < c_.streams(); ++s) {
    a_.mov(a_.rcx, a_.rax);
    if (level.is_single) {
      c_.multiply(a_.rcx, level.run.step * stride(a, s), a_.rdx);
      c_.add(a_.rcx, level.run.begin * stride(a, s), a_.rdx);
    } else {
      a_.imul(a_.rcx, a_.qword[a_.r14 + kStreams + s * kPerStream + 8]);
      a_.add(a_.rcx, a_.qword[a_.r14 + kStreams + s * kPerStream]);
    }
    a_.add(a_.rcx, c_.quad(above(a, s)));
    set_address(a, s, a_.rcx);
  }
}

/// rax, a coordinate, becomes one within a run, whose row goes to r14. Clobbers rcx and rdx.
void Walk::find_row(Level& level) {
  Xbyak::Label scan, found, outside;
  const int row_bytes = kStreams + c_.streams() * kPerStream;
  a_.lea(a_.r14, a_.ptr[a_.rip + level.table]);
  a_.mov(a_.rcx, level.repeat);
  if (level.repeat > 0) {
    a_.mov(a_.rdx, level.head);
    a_.cmp(a_.rax, a_.rdx);
    a_.jb(outside);
    a_.sub(a_.rax, a_.rdx);
    a_.lea(a_.r14, a_.ptr[a_.rip + level.body_row]);
    a_.xor_(a_.edx, a_.edx);
    a_.mov(a_.rcx, level.body);
    a_.div(a_.rcx);
    a_.mov(a_.rcx, level.repeat);
    a_.sub(a_.rcx, a_.rax);
    Xbyak::Label inside;
    a_.ja(inside);
    // In the tail: what lies behind the last body.
    a_.neg(a_.rcx);
    a_.mov(a_.rax, level.body);
    a_.imul(a_.rcx, a_.rax);
    a_.add(a_.rdx, a_.rcx);
    a_.add(a_.r14, static_cast<int>(level.last_body + 1 - level.first_body) * row_bytes);
    a_.xor_(a_.ecx, a_.ecx);
    a_.L(inside);
    a_.mov(a_.rax, a_.rdx);
    a_.L(outside);
  }
  a_.mov(c_.quad(level.repeats), a_.rcx);
  a_.L(scan);
  a_.cmp(a_.rax, a_.ptr[a_.r14]);
  a_.jb(found);
  a_.sub(a_.rax, a_.ptr[a_.r14]);
  a_.add(a_.r14, row_bytes);
  a_.jmp(scan);
  a_.L(found);
}

void Walk::set_address(std::size_t a, int stream, const Xbyak::Reg64& value) {
  if (!is_innermost(a)) return a_.mov(c_.quad(levels_[a].addresses[static_cast<std::size_t>(stream)]), value);
  const auto in_register = vectors_.pointer(stream);
  if (in_register) a_.mov(*in_register, value);
  else a_.mov(c_.quad(vectors_.pointer_place(stream)), value);
}

/// Whether a run at this axis, whose row is at r14, makes its elements fills. Clobbers rdx.
void Walk::set_fill(std::size_t a) {
  if (!has_fills_) return;
  if (levels_[a].is_single) {
    a_.xor_(a_.edx, a_.edx);
  } else {
    a_.mov(a_.rdx, a_.ptr[a_.r14 + kFlags]);
    a_.and_(a_.edx, static_cast<std::uint32_t>(kFill));
  }
  if (a > 0) a_.or_(a_.rdx, c_.quad(levels_[a - 1].fill));
  a_.mov(c_.quad(levels_[a].fill), a_.rdx);
}

void Walk::begin_piece() {
  if (is_one_piece()) return;
  a_.L(piece_);
  const Level& inner = levels_.back();
  a_.mov(a_.rdx, c_.quad(inner.left));
  a_.mov(a_.rax, c_.quad(remaining_));
  a_.cmp(a_.rdx, a_.rax);
  a_.cmova(a_.rdx, a_.rax);
  a_.mov(c_.quad(count_), a_.rdx);
  a_.mov(a_.rdi, c_.quad(inner.output));
  if (!inner.is_single) a_.mov(a_.r14, c_.quad(inner.row));
}

void Walk::load_step(int stream) {
  const Level& inner = levels_.back();
  if (inner.is_single) a_.mov(a_.rax, inner.run.step * stride(levels_.size() - 1, stream));
  else a_.mov(a_.rax, a_.qword[a_.r14 + kStreams + stream * kPerStream + 8]);
}

void Walk::next_piece(Xbyak::Label& done) {
  if (is_one_piece()) return;
  const std::size_t innermost = levels_.size() - 1;
  Level& inner = levels_[innermost];
  Xbyak::Label exhausted;
  a_.mov(a_.rax, c_.quad(count_));
  a_.sub(c_.quad(remaining_), a_.rax);
  a_.jz(done, Xbyak::CodeGenerator::T_NEAR);
  if (!inner.is_single) {
    c_.multiply(a_.rax, output_stride(innermost), a_.rdx);
    a_.add(c_.quad(inner.output), a_.rax);
    next_row(inner, exhausted);
    enter_row(innermost);
    a_.jmp(piece_, Xbyak::CodeGenerator::T_NEAR);
    a_.L(exhausted);
  }
  // Each axis whose coordinates are used up lets the next outer one step, and begins again.
  std::vector<Xbyak::Label> enter(levels_.size());
  for (std::size_t a = innermost; a-- > 0;) {
    Xbyak::Label outer;
    advance(a, outer);
    if (a + 1 < innermost) a_.jmp(enter[a + 1], Xbyak::CodeGenerator::T_NEAR);
    else a_.jmp(enter[innermost], Xbyak::CodeGenerator::T_NEAR);
    a_.L(outer);
  }
  a_.jmp(done, Xbyak::CodeGenerator::T_NEAR);  // Not reached: the elements end with the outermost axis.
  for (std::size_t a = 1; a < levels_.size(); ++a) {
    a_.L(enter[a]);
    rewind(a);
  }
  if (innermost > 0) a_.jmp(piece_, Xbyak::CodeGenerator::T_NEAR);
}

/// One coordinate on along an outer axis. Clobbers rax, rdx, r14.
void Walk::advance(std::size_t a, Xbyak::Label& exhausted) {
  Level& level = levels_[a];
  Xbyak::Label next_run, stepped;
  a_.dec(c_.quad(level.left));
  if (level.is_single) a_.jz(exhausted, Xbyak::CodeGenerator::T_NEAR);
  else a_.jz(next_run, Xbyak::CodeGenerator::T_NEAR);
  if (!level.is_single && c_.streams() > 0) a_.mov(a_.r14, c_.quad(level.row));
  for (int s = 0; s < c_.streams(); ++s) {
    if (!level.is_single) {
      a_.mov(a_.rax, a_.qword[a_.r14 + kStreams + s * kPerStream + 8]);
    } else {
      if (level.run.step * stride(a, s) == 0) continue;
      a_.mov(a_.rax, level.run.step * stride(a, s));
    }
    a_.add(c_.quad(level.addresses[static_cast<std::size_t>(s)]), a_.rax);
  }
  if (!level.is_single) {
    a_.jmp(stepped, Xbyak::CodeGenerator::T_NEAR);
    a_.L(next_run);
    next_row(level, exhausted);
    enter_row(a);
    a_.L(stepped);
  }
  a_.mov(a_.rax, output_stride(a));
  a_.add(c_.quad(level.output), a_.rax);
}

/// The row after the present one, into r14 and the frame. Clobbers nothing else.
void Walk::next_row(Level& level, Xbyak::Label& exhausted) {
  Xbyak::Label after, set;
  a_.mov(a_.r14, c_.quad(level.row));
  if (level.repeat > 0) {
    a_.test(a_.dword[a_.r14 + kFlags], static_cast<std::uint32_t>(kLastOfBody));
    a_.jz(after);
    a_.dec(c_.quad(level.repeats));
    a_.jz(after);
    a_.lea(a_.r14, a_.ptr[a_.rip + level.body_row]);
    a_.jmp(set);
    a_.L(after);
  }
  a_.test(a_.dword[a_.r14 + kFlags], static_cast<std::uint32_t>(kLast));
  a_.jnz(exhausted, Xbyak::CodeGenerator::T_NEAR);
  a_.add(a_.r14, kStreams + c_.streams() * kPerStream);
  a_.L(set);
  a_.mov(c_.quad(level.row), a_.r14);
}

/// To the beginning of the run whose row is at r14. Clobbers rax and rdx.
void Walk::enter_row(std::size_t a) {
  Level& level = levels_[a];
  a_.mov(a_.rax, a_.ptr[a_.r14]);
  a_.mov(c_.quad(level.left), a_.rax);
  set_fill(a);
  for (int s = 0; s < c_.streams(); ++s) {
    a_.mov(a_.rax, c_.quad(above(a, s)));
    a_.add(a_.rax, a_.qword[a_.r14 + kStreams + s * kPerStream]);
    set_address(a, s, a_.rax);
  }
}

/// To coordinate 0 of an axis that is not the outermost. Clobbers rax, rdx, r14.
void Walk::rewind(std::size_t a) {
  Level& level = levels_[a];
  a_.mov(a_.rax, c_.quad(levels_[a - 1].output));
  a_.mov(c_.quad(level.output), a_.rax);
  if (!level.is_single) {
    a_.lea(a_.r14, a_.ptr[a_.rip + level.table]);
    a_.mov(c_.quad(level.row), a_.r14);
    a_.mov(a_.rax, level.repeat);
    a_.mov(c_.quad(level.repeats), a_.rax);
    return enter_row(a);
  }
  a_.mov(a_.rax, level.extent);
  a_.mov(c_.quad(level.left), a_.rax);
  set_fill(a);
  for (int s = 0; s < c_.streams(); ++s) {
    a_.mov(a_.rax, c_.quad(above(a, s)));
    c_.add(a_.rax, level.run.begin * stride(a, s), a_.rdx);
    set_address(a, s, a_.rax);
  }
}

void Walk::emit_tables() {
  for (std::size_t a = 0; a < levels_.size(); ++a)
    if (!levels_[a].is_single) emit_table(a);
}

void Walk::emit_table(std::size_t a) {
  Level& level = levels_[a];
  while (a_.getSize() % 8 != 0) a_.db(0xcc);
  a_.L(level.table);
  for (std::size_t r = 0; r < level.runs.size(); ++r) {
    const plan::Run& run = level.runs[r];
    if (level.repeat > 0 && r == level.first_body) a_.L(level.body_row);
    std::uint64_t flags = 0;
    if (run.source == plan::kFill) flags |= kFill;
    if (level.repeat > 0 && r == level.last_body) flags |= kLastOfBody;
    if (r + 1 == level.runs.size()) flags |= kLast;
    if (is_innermost(a) && lies_side_by_side(run)) flags |= kSideBySide;
    a_.dq(run.count);
    a_.dq(flags);
    for (int s = 0; s < c_.streams(); ++s) {
      a_.dq(static_cast<std::uint64_t>(run.begin * stride(a, s)));
      a_.dq(static_cast<std::uint64_t>(run.step * stride(a, s)));
    }
  }
}

}  // namespace dmlrun::jit::x64
