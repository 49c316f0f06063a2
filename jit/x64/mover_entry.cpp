// Where a mover's code begins and ends.
#include <cstddef>
#include <iterator>

#include "engine/plan/axis_runs.h"
#include "jit/x64/kernel_arguments.h"
#include "jit/x64/mover_code.h"

namespace dmlrun::jit::x64 {

using namespace Xbyak::util;
using Xbyak::Reg64;

namespace {

/// Registers that a caller wants back.
const Reg64 kSaved[] = {rbx, rbp, r12, r13, r14, r15};
/// Of write_entry(): the mark of an entry, all of them saved, two copied and an address.
constexpr std::size_t kMostEntryBytes = 4 + 10 + 2 * 3 + 7;

}  // namespace

/// The KernelFunction's entry, which goes on through that of the MoverFunction.
void MoverCode::enter() {
  code_.endbr64();
  code_.mov(rcx, code_.ptr[rdi + kWorkspaceOffset]);
  code_.mov(rdx, code_.ptr[rcx + offsetof(MoverFrame, tables)]);
  code_.mov(rsi, code_.ptr[rcx + offsetof(MoverFrame, inputs)]);
  code_.mov(rdi, code_.ptr[rcx + offsetof(MoverFrame, output)]);
  entry_ = code_.getSize();
  code_.nop(kMostEntryBytes);
  bool fills = false;
  for (const plan::Axis& axis : plan_.axes)
    plan::for_each_run(axis, [&](const plan::Run& run) { fills = fills || run.source == plan::kFill; });
  if (fills) moves_.load_pattern();
}

void MoverCode::leave() {
  moves_.finish();
  for (std::size_t i = std::size(kSaved); i-- > 0;)
    if (code_.is_saved(kSaved[i])) code_.pop(kSaved[i]);
  code_.vzeroupper();
  code_.ret();
}

/// The MoverFunction's entry, in the room before what follows it, now that it is known what the code needs.
void MoverCode::write_entry() {
  const std::size_t end = code_.getSize(), follows = entry_ + kMostEntryBytes;
  const auto write = [&] {
    layout_.entry = code_.getSize();
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
  layout_.uses_frame = code_.is_saved(rbx);
}

void MoverCode::emit() {
  Operand operand{plan_.operands.size() <= 1, {}};
  if (operand.is_known) operand.inner_stride = plan_.operands.empty() ? 0 : plan_.operands[0].strides[inner_];
  enter();
  const bool is_one = !plan_.operands.empty() && operand.is_known;
  if (is_one) {
    // Nothing is asked of the view: what lies between a call and its first store is a chain of loads.
    code_.mov(rsi, code_.ptr[rsi + plan_.operands[0].input * sizeof(std::byte*)]);
    moves_.add(rsi, plan_.operands[0].offset * layout_.element_bytes, rax);
  }
  axis(0, operand);
  needs_view_ = is_one && code_.is_saved(r12);
  if (needs_view_) code_.saved(rbp);
  leave();
  write_entry();
}

}  // namespace dmlrun::jit::x64
