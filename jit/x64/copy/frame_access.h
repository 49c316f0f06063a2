// How generated code addresses its state of a call: the CopyFrame in rbx, the tables in rbp, the current OperandView in
// r12.
#pragma once

#include <cstdint>

#include "jit/x64/assembler.h"
#include "jit/x64/copy/copy_frame.h"
#include "jit/x64/copy/copy_primitives.h"

namespace dmlrun::jit::x64 {

class FrameAccess {
 public:
  FrameAccess(Assembler& code, const CopyLayout& layout, CopyPrimitives& moves)
      : code_(code), layout_(layout), moves_(moves) {}

  [[nodiscard]] Xbyak::Address inputs() const;
  [[nodiscard]] Xbyak::Address slot(std::size_t a, std::uint64_t AxisFrame::*member);
  [[nodiscard]] Xbyak::Address position(std::size_t a) const;
  [[nodiscard]] Xbyak::Address step(std::size_t a) const;
  [[nodiscard]] Xbyak::Address moved(std::size_t a) const;
  [[nodiscard]] Xbyak::Address stride(std::size_t a) const;  ///< of the current operand
  /// An offset in the tables as an address.
  [[nodiscard]] Xbyak::RegExp table(std::uint64_t offset) const;

  /// r12 becomes the view whose offset in the tables lies at `record`.
  void choose_operand(const Xbyak::Address& record);
  /// rsi becomes the address in the current operand, with the positions of the axes before `a`.
  void operand_pointer(std::size_t a);
  /// The register becomes where position 0 of the innermost axis of an operand would lie without its offset, with the
  /// positions of the outer axes. Changes rax and rcx.
  void operand_address(std::size_t number, const Xbyak::Reg64& to);

  /// Whether code asks which coordinates are wanted: AxisFrame::low, high or skip.
  [[nodiscard]] bool reads_limits() const { return reads_limits_; }

 private:
  [[nodiscard]] Xbyak::RegExp axis(std::size_t a) const;

  Assembler& code_;
  const CopyLayout& layout_;
  CopyPrimitives& moves_;
  bool reads_limits_ = false;
};

}  // namespace dmlrun::jit::x64
