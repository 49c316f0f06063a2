#include "jit/x64/arithmetic/loop_nest.h"

#include <algorithm>

#include "jit/x64/kernel_arguments.h"

namespace dmlrun::jit::x64::arithmetic {

LoopNest::LoopNest(Emission& emission)
    : e_(emission), a_(emission.code), levels_(std::max<std::size_t>(emission.plan.axes.size(), 1)) {
  remaining_ = e_.frame.add(8);
  count_ = e_.frame.add(8);
  for (std::size_t s = 0; s < e_.walked; ++s) bases_.push_back(e_.frame.add(8));
  for (std::size_t a = levels_.size(); a-- > 0;) make_level(a);
  find_contiguity();
}

/// Where a stream's address one axis up stands.
std::int32_t LoopNest::above(std::size_t a, std::size_t stream) const {
  return (a == 0 ? bases_ : levels_[a - 1].addresses)[stream];
}

/// The address of a stream at position 0 of each axis, or for an index what is counted from.
void LoopNest::load_base(std::size_t stream, const Xbyak::Reg64& to) {
  const plan::Operand& operand = e_.operand(stream);
  if (e_.is_index(stream)) a_.xor_(to.cvt32(), to.cvt32());
  else a_.mov(to, a_.ptr[a_.rsi + std::size_t{operand.input} * 8]);
  e_.add(to, operand.offset * position_bytes(operand));
}

void LoopNest::begin(Xbyak::Label& done, const std::function<void()>& compute_invariants) {
  if (is_one_run()) return begin_one_run(done, compute_invariants);
  a_.mov(a_.rsi, a_.ptr[a_.rdi + kInputsOffset]);
  a_.mov(a_.rbx, a_.ptr[a_.rdi + kOutputOffset]);
  a_.mov(a_.rax, a_.ptr[a_.rdi + kFirstOffset]);
  a_.mov(a_.rdx, a_.ptr[a_.rdi + kLastOffset]);
  a_.sub(a_.rdx, a_.rax);
  a_.jbe(done, kNear);
  a_.mov(e_.quad(remaining_), a_.rdx);
  for (std::size_t s = 0; s < e_.walked; ++s) {
    load_base(s, a_.rcx);
    a_.mov(e_.quad(bases_[s]), a_.rcx);
  }
  decode_coordinates();
  compute_invariants();
  for (std::size_t a = 0; a < levels_.size(); ++a) seek(a);
}

/// begin() and begin_run() where everything stays in registers.
void LoopNest::begin_one_run(Xbyak::Label& done, const std::function<void()>& compute_invariants) {
  const plan::Run& run = levels_[0].run;
  a_.mov(a_.rsi, a_.ptr[a_.rdi + kInputsOffset]);
  a_.mov(a_.rdx, a_.ptr[a_.rdi + kLastOffset]);
  a_.cmp(a_.rdx, a_.ptr[a_.rdi + kFirstOffset]);
  a_.jbe(done, kNear);
  compute_invariants();
  a_.mov(a_.rax, a_.ptr[a_.rdi + kFirstOffset]);
  for (std::size_t s = 0; s < e_.walked; ++s) {
    const Xbyak::Reg64 address = e_.pointer(s).value_or(a_.rcx);
    a_.mov(address, a_.rax);
    e_.multiply(address, run.step * e_.stride(0, s));
    if (!e_.is_index(s)) a_.add(address, a_.ptr[a_.rsi + std::size_t{e_.operand(s).input} * 8]);
    e_.add(address, e_.operand(s).offset * position_bytes(e_.operand(s)) + run.begin * e_.stride(0, s));
    if (!e_.pointer(s)) e_.set_pointer(s, address);
  }
  a_.sub(a_.rdx, a_.rax);
  a_.mov(a_.rdi, a_.ptr[a_.rdi + kOutputOffset]);
}

/// rax, the first element, into a coordinate per axis; rbx, its address, into one per axis. Clobbers rcx and rdx.
void LoopNest::decode_coordinates() {
  for (std::size_t a = 0; a + 1 < levels_.size(); ++a) {
    a_.xor_(a_.edx, a_.edx);
    a_.mov(a_.rcx, levels_[a].inner);
    a_.div(a_.rcx);
    a_.mov(e_.quad(levels_[a].coordinate), a_.rax);
    a_.mov(a_.rax, a_.rdx);
  }
  a_.mov(e_.quad(levels_.back().coordinate), a_.rax);
  a_.mov(e_.quad(levels_.back().output), a_.rbx);
  for (std::size_t a = levels_.size() - 1; a > 0; --a) {
    if (a + 1 < levels_.size()) a_.mov(a_.rax, e_.quad(levels_[a].coordinate));
    e_.multiply(a_.rax, e_.output_stride(a));
    a_.sub(a_.rbx, a_.rax);
    a_.mov(e_.quad(levels_[a - 1].output), a_.rbx);
  }
}

/// Finds the run that contains the axis's coordinate, and the position in it. Clobbers rax, rcx, rdx, r14.
void LoopNest::seek(std::size_t a) {
  Level& level = levels_[a];
  a_.mov(a_.rax, e_.quad(level.coordinate));
  if (level.is_single) {
    a_.mov(a_.rcx, level.extent);
  } else {
    find_entry(level);
    a_.mov(e_.quad(level.entry), a_.r14);
    a_.mov(a_.rcx, a_.ptr[a_.r14]);
  }
  set_fill(a);
  a_.sub(a_.rcx, a_.rax);
  a_.mov(e_.quad(level.left), a_.rcx);
  for (std::size_t s = 0; s < e_.walked; ++s) {
    a_.mov(a_.rcx, a_.rax);
    if (level.is_single) {
      e_.multiply(a_.rcx, level.run.step * e_.stride(a, s));
      e_.add(a_.rcx, level.run.begin * e_.stride(a, s));
    } else {
      a_.imul(a_.rcx, a_.qword[a_.r14 + kStreams + static_cast<int>(s) * kPerStream + 8]);
      a_.add(a_.rcx, a_.qword[a_.r14 + kStreams + static_cast<int>(s) * kPerStream]);
    }
    a_.add(a_.rcx, e_.quad(above(a, s)));
    set_address(a, s, a_.rcx);
  }
}

/// Converts rax from a coordinate to one within a run, whose entry goes to r14. Clobbers rcx and rdx.
void LoopNest::find_entry(Level& level) {
  Xbyak::Label scan, found, outside;
  a_.lea(a_.r14, a_.ptr[a_.rip + level.table]);
  a_.mov(a_.rcx, level.repeat);
  if (level.repeat > 0) {
    a_.mov(a_.rdx, level.head);
    a_.cmp(a_.rax, a_.rdx);
    a_.jb(outside);
    a_.sub(a_.rax, a_.rdx);
    a_.lea(a_.r14, a_.ptr[a_.rip + level.body_entry]);
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
    a_.add(a_.r14, static_cast<int>(level.last_body + 1 - level.first_body) * entry_bytes());
    a_.xor_(a_.ecx, a_.ecx);
    a_.L(inside);
    a_.mov(a_.rax, a_.rdx);
    a_.L(outside);
  }
  a_.mov(e_.quad(level.repeats), a_.rcx);
  a_.L(scan);
  a_.cmp(a_.rax, a_.ptr[a_.r14]);
  a_.jb(found);
  a_.sub(a_.rax, a_.ptr[a_.r14]);
  a_.add(a_.r14, entry_bytes());
  a_.jmp(scan);
  a_.L(found);
}

void LoopNest::set_address(std::size_t a, std::size_t stream, const Xbyak::Reg64& value) {
  if (!is_innermost(a)) return a_.mov(e_.quad(levels_[a].addresses[stream]), value);
  e_.set_pointer(stream, value);
}

/// Whether a run at this axis, whose entry is at r14, makes its elements fills. Clobbers rdx.
void LoopNest::set_fill(std::size_t a) {
  if (!has_fills_) return;
  if (levels_[a].is_single) {
    a_.xor_(a_.edx, a_.edx);
  } else {
    a_.mov(a_.rdx, a_.ptr[a_.r14 + kFlags]);
    a_.and_(a_.edx, static_cast<std::uint32_t>(kFill));
  }
  if (a > 0) a_.or_(a_.rdx, e_.quad(levels_[a - 1].fill));
  a_.mov(e_.quad(levels_[a].fill), a_.rdx);
}

void LoopNest::begin_run() {
  if (is_one_run()) return;
  a_.L(run_);
  const Level& inner = levels_.back();
  a_.mov(a_.rdx, e_.quad(inner.left));
  a_.mov(a_.rax, e_.quad(remaining_));
  a_.cmp(a_.rdx, a_.rax);
  a_.cmova(a_.rdx, a_.rax);
  a_.mov(e_.quad(count_), a_.rdx);
  a_.mov(a_.rdi, e_.quad(inner.output));
  if (!inner.is_single) a_.mov(a_.r14, e_.quad(inner.entry));
}

void LoopNest::load_step(std::size_t stream) const {
  const Level& inner = levels_.back();
  if (inner.is_single) a_.mov(a_.rax, inner.run.step * e_.stride(levels_.size() - 1, stream));
  else a_.mov(a_.rax, a_.qword[a_.r14 + kStreams + static_cast<int>(stream) * kPerStream + 8]);
}

void LoopNest::next_run(Xbyak::Label& done) {
  if (is_one_run()) return;
  const std::size_t innermost = levels_.size() - 1;
  Level& inner = levels_[innermost];
  Xbyak::Label exhausted;
  a_.mov(a_.rax, e_.quad(count_));
  a_.sub(e_.quad(remaining_), a_.rax);
  a_.jz(done, kNear);
  if (!inner.is_single) {
    e_.multiply(a_.rax, e_.output_stride(innermost));
    a_.add(e_.quad(inner.output), a_.rax);
    next_entry(inner, exhausted);
    enter_entry(innermost);
    a_.jmp(run_, kNear);
    a_.L(exhausted);
  }
  // Each axis whose coordinates are used up lets the next outer one step, and begins again.
  std::vector<Xbyak::Label> enter(levels_.size());
  for (std::size_t a = innermost; a-- > 0;) {
    Xbyak::Label outer;
    advance(a, outer);
    if (a + 1 < innermost) a_.jmp(enter[a + 1], kNear);
    else a_.jmp(enter[innermost], kNear);
    a_.L(outer);
  }
  a_.jmp(done, kNear);  // Not reached: the elements end with the outermost axis.
  for (std::size_t a = 1; a < levels_.size(); ++a) {
    a_.L(enter[a]);
    rewind(a);
  }
  if (innermost > 0) a_.jmp(run_, kNear);
}

/// Advances an outer axis by one coordinate. Clobbers rax, rdx, r14.
void LoopNest::advance(std::size_t a, Xbyak::Label& exhausted) {
  Level& level = levels_[a];
  Xbyak::Label next_run, stepped;
  a_.dec(e_.quad(level.left));
  if (level.is_single) a_.jz(exhausted, kNear);
  else a_.jz(next_run, kNear);
  if (!level.is_single && e_.walked > 0) a_.mov(a_.r14, e_.quad(level.entry));
  for (std::size_t s = 0; s < e_.walked; ++s) {
    if (!level.is_single) {
      a_.mov(a_.rax, a_.qword[a_.r14 + kStreams + static_cast<int>(s) * kPerStream + 8]);
    } else {
      if (level.run.step * e_.stride(a, s) == 0) continue;
      a_.mov(a_.rax, level.run.step * e_.stride(a, s));
    }
    a_.add(e_.quad(level.addresses[s]), a_.rax);
  }
  if (!level.is_single) {
    a_.jmp(stepped, kNear);
    a_.L(next_run);
    next_entry(level, exhausted);
    enter_entry(a);
    a_.L(stepped);
  }
  a_.mov(a_.rax, e_.output_stride(a));
  a_.add(e_.quad(level.output), a_.rax);
}

/// The entry after the present one, into r14 and the frame. Clobbers nothing else.
void LoopNest::next_entry(Level& level, Xbyak::Label& exhausted) {
  Xbyak::Label after, set;
  a_.mov(a_.r14, e_.quad(level.entry));
  if (level.repeat > 0) {
    a_.test(a_.dword[a_.r14 + kFlags], static_cast<std::uint32_t>(kLastOfBody));
    a_.jz(after);
    a_.dec(e_.quad(level.repeats));
    a_.jz(after);
    a_.lea(a_.r14, a_.ptr[a_.rip + level.body_entry]);
    a_.jmp(set);
    a_.L(after);
  }
  a_.test(a_.dword[a_.r14 + kFlags], static_cast<std::uint32_t>(kLast));
  a_.jnz(exhausted, kNear);
  a_.add(a_.r14, entry_bytes());
  a_.L(set);
  a_.mov(e_.quad(level.entry), a_.r14);
}

/// Moves to the beginning of the run whose entry is at r14. Clobbers rax and rdx.
void LoopNest::enter_entry(std::size_t a) {
  Level& level = levels_[a];
  a_.mov(a_.rax, a_.ptr[a_.r14]);
  a_.mov(e_.quad(level.left), a_.rax);
  set_fill(a);
  for (std::size_t s = 0; s < e_.walked; ++s) {
    a_.mov(a_.rax, e_.quad(above(a, s)));
    a_.add(a_.rax, a_.qword[a_.r14 + kStreams + static_cast<int>(s) * kPerStream]);
    set_address(a, s, a_.rax);
  }
}

/// Moves to coordinate 0 of an axis that is not the outermost. Clobbers rax, rdx, r14.
void LoopNest::rewind(std::size_t a) {
  Level& level = levels_[a];
  a_.mov(a_.rax, e_.quad(levels_[a - 1].output));
  a_.mov(e_.quad(level.output), a_.rax);
  if (!level.is_single) {
    a_.lea(a_.r14, a_.ptr[a_.rip + level.table]);
    a_.mov(e_.quad(level.entry), a_.r14);
    a_.mov(a_.rax, level.repeat);
    a_.mov(e_.quad(level.repeats), a_.rax);
    return enter_entry(a);
  }
  a_.mov(a_.rax, level.extent);
  a_.mov(e_.quad(level.left), a_.rax);
  set_fill(a);
  for (std::size_t s = 0; s < e_.walked; ++s) {
    a_.mov(a_.rax, e_.quad(above(a, s)));
    e_.add(a_.rax, level.run.begin * e_.stride(a, s));
    set_address(a, s, a_.rax);
  }
}

}  // namespace dmlrun::jit::x64::arithmetic
