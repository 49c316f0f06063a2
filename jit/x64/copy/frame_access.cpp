#include "jit/x64/copy/frame_access.h"

#include <cstddef>

namespace dmlrun::jit::x64 {

using namespace Xbyak::util;
using Xbyak::Address;

namespace {

/// A member of a struct of 8-byte members.
template <class Struct, class Member>
std::size_t offset_of(Member Struct::*member) {
  const Struct example{};
  return static_cast<std::size_t>(reinterpret_cast<const char*>(&(example.*member)) -
                                  reinterpret_cast<const char*>(&example));
}

}  // namespace

Xbyak::RegExp FrameAccess::axis(std::size_t a) const {
  return Xbyak::RegExp(code_.saved(rbx)) + offsetof(CopyFrame, axes) + a * sizeof(AxisFrame);
}

Address FrameAccess::inputs() const { return code_.ptr[code_.saved(rbx) + offsetof(CopyFrame, inputs)]; }

Address FrameAccess::slot(std::size_t a, std::uint64_t AxisFrame::*member) {
  if (member == &AxisFrame::low || member == &AxisFrame::high || member == &AxisFrame::skip) reads_limits_ = true;
  return code_.qword[axis(a) + offset_of(member)];
}
Address FrameAccess::position(std::size_t a) const { return code_.qword[axis(a) + offsetof(AxisFrame, position)]; }
Address FrameAccess::step(std::size_t a) const { return code_.qword[axis(a) + offsetof(AxisFrame, step)]; }
Address FrameAccess::moved(std::size_t a) const {
  return code_.qword[code_.saved(rbx) + offsetof(CopyFrame, moved) + a * sizeof(std::int64_t)];
}
Address FrameAccess::stride(std::size_t a) const {
  return code_.qword[code_.saved(r12) + offsetof(OperandView, strides) + a * sizeof(std::int64_t)];
}

Xbyak::RegExp FrameAccess::table(std::uint64_t offset) const { return code_.saved(rbp) + offset; }

void FrameAccess::choose_operand(const Address& record) {
  code_.mov(code_.saved(r12), record);
  code_.add(r12, code_.saved(rbp));
}

void FrameAccess::operand_pointer(std::size_t a) {
  code_.mov(rsi, inputs());
  code_.mov(rax, code_.ptr[code_.saved(r12) + offsetof(OperandView, input)]);
  code_.mov(rsi, code_.ptr[rsi + rax]);
  code_.add(rsi, code_.ptr[r12 + offsetof(OperandView, begin)]);
  for (std::size_t outer = 0; outer < a; ++outer) {
    code_.mov(rax, position(outer));
    code_.imul(rax, stride(outer));
    code_.add(rsi, rax);
  }
}

void FrameAccess::operand_address(std::size_t number, const Xbyak::Reg64& to) {
  const plan::Operand& read = layout_.plan.operands[number];
  code_.mov(to, inputs());
  code_.mov(to, code_.ptr[to + read.input * sizeof(std::byte*)]);
  for (std::size_t outer = 0; outer < layout_.innermost; ++outer) {
    if (read.strides[outer] == 0) continue;
    code_.mov(rax, position(outer));
    moves_.multiply(rax, read.strides[outer] * layout_.element_bytes, rcx);
    code_.add(to, rax);
  }
}

}  // namespace dmlrun::jit::x64
