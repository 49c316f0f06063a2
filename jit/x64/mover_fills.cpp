#include "jit/x64/mover_code.h"

namespace dmlrun::jit::x64 {

using namespace Xbyak::util;
using Xbyak::Label;

/// rcx coordinates of an axis, filled, from rdi on: as much of each as is wanted.
void MoverCode::fill_axis(std::size_t a) {
  const MoverAxis& axis = layout_.axes[a];
  const bool are_whole = static_cast<int>(a) >= layout_.split;
  if (are_whole && axis.is_dense) {
    code_.mov(r8, rdi);
    moves_.multiply(rcx, static_cast<std::int64_t>(axis.inner) * layout_.element_bytes, rax);
    return moves_.fill_any();
  }
  if (a == inner_) {
    code_.mov(r8, rdi);
    return moves_.fill_elements_any(axis.stride);
  }
  Label loop;
  code_.mov(slot(a, &AxisFrame::count), rcx);
  code_.mov(slot(a, &AxisFrame::row), rdi);
  code_.L(loop);
  if (are_whole) {
    code_.mov(rcx, layout_.axes[a + 1].extent);
  } else {
    code_.mov(rax, slot(a + 1, &AxisFrame::low));
    code_.mov(rcx, slot(a + 1, &AxisFrame::high));
    code_.sub(rcx, rax);
    moves_.multiply(rax, layout_.axes[a + 1].stride, r8);
    code_.add(rdi, rax);
  }
  fill_axis(a + 1);
  code_.mov(rdi, slot(a, &AxisFrame::row));
  moves_.add(rdi, axis.stride, rax);
  code_.mov(slot(a, &AxisFrame::row), rdi);
  code_.dec(slot(a, &AxisFrame::count));
  code_.jnz(loop, Xbyak::CodeGenerator::T_NEAR);
}

}  // namespace dmlrun::jit::x64
