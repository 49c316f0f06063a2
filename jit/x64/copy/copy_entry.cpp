// The entry and the end of a copy's code.
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

#include "engine/plan/axis_runs.h"
#include "jit/x64/copy/copy_emitter.h"
#include "jit/x64/kernel_arguments.h"

namespace dmlrun::jit::x64 {

using namespace Xbyak::util;
using Xbyak::Reg64;

namespace {

/// Callee-saved registers.
const Reg64 kSaved[] = {rbx, rbp, r12, r13, r14, r15};
/// The length of write_entry()'s code if all of them are saved: endbr64, six pushes, two moves and a lea.
constexpr std::size_t kMaxEntryBytes = 4 + 10 + 2 * 3 + 7;

}  // namespace

/// The KernelFunction's entry, which continues with that of the CopyFunction.
void CopyEmitter::enter() {
  code_.endbr64();
  code_.mov(rcx, code_.ptr[rdi + kWorkspaceOffset]);
  code_.mov(rdx, code_.ptr[rcx + offsetof(CopyFrame, tables)]);
  code_.mov(rsi, code_.ptr[rcx + offsetof(CopyFrame, inputs)]);
  code_.mov(rdi, code_.ptr[rcx + offsetof(CopyFrame, output)]);
  entry_ = code_.getSize();
  code_.nop(kMaxEntryBytes);
  const std::vector<plan::Axis>& axes = layout_.plan.axes;
  if (std::any_of(axes.begin(), axes.end(), plan::fills)) moves_.load_pattern();
}

void CopyEmitter::leave() {
  moves_.finish();
  for (std::size_t i = std::size(kSaved); i-- > 0;)
    if (code_.is_saved(kSaved[i])) code_.pop(kSaved[i]);
  code_.vzeroupper();
  code_.ret();
}

/// The CopyFunction's entry, in space reserved before the code, once it is known what the code needs. Written twice:
/// first to learn its length, then so that it ends where the code follows.
std::uint64_t CopyEmitter::write_entry() {
  std::uint64_t entry = 0;
  const std::size_t end = code_.getSize(), follows = entry_ + kMaxEntryBytes;
  const auto write = [&] {
    entry = code_.getSize();
    code_.endbr64();
    for (const Reg64& reg : kSaved)
      if (code_.is_saved(reg)) code_.push(reg);
    if (code_.is_saved(rbx)) code_.mov(rbx, rcx);
    if (code_.is_saved(rbp)) code_.mov(rbp, rdx);
    if (needs_view_) code_.lea(r12, code_.ptr[rbp + layout_.view_of(0)]);
  };
  code_.setSize(entry_);
  write();
  const std::size_t unused = follows - code_.getSize();
  code_.setSize(entry_);
  code_.nop(unused);
  write();
  if (code_.getSize() != follows) throw Xbyak::Error(Xbyak::ERR_INTERNAL);
  code_.setSize(end);
  return entry;
}

CopyCode CopyEmitter::emit(const CopyPlan& plan) {
  enter();
  const std::vector<plan::Operand>& operands = layout_.plan.operands;
  if (operands.size() == 1) {
    // Input and offset are immediates rather than members of the view: loads before the first store form a chain.
    code_.mov(rsi, code_.ptr[rsi + operands[0].input * sizeof(std::byte*)]);
    moves_.add(rsi, operands[0].offset * layout_.element_bytes, rax);
  }
  axis(plan.outermost);
  needs_view_ = operands.size() == 1 && code_.is_saved(r12);
  if (needs_view_) code_.saved(rbp);
  leave();
  const std::uint64_t entry = write_entry();
  return {std::move(e_.tables), entry, frame_.reads_limits(), code_.is_saved(rbx)};
}

}  // namespace dmlrun::jit::x64
