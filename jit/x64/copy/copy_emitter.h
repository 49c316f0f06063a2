// Emits the code of a copy plan: its entries, and loops over the outer axes; rows and blocks of rows have emitters of
// their own.
#pragma once

#include <cstdint>

#include "jit/x64/copy/copy_emission.h"
#include "jit/x64/copy/copy_plan.h"

namespace dmlrun::jit::x64 {

/// What a kernel must know of its code.
struct CopyCode {
  Tables tables;
  std::uint64_t entry = 0;    ///< where a CopyFunction begins
  bool reads_limits = false;  ///< the code asks which coordinates are wanted, AxisFrame::low, high or skip
  bool uses_frame = false;    ///< the code reads or writes the CopyFrame
};

class CopyEmitter {
 public:
  CopyEmitter(Assembler& code, const CopyFacts& facts)
      : e_(code, facts), code_(e_.code), layout_(e_.layout), moves_(e_.moves), frame_(e_.frame) {}
  CopyCode emit(const CopyPlan& plan);

 private:
  // copy_entry.cpp: beginning and end
  void enter();
  void leave();
  [[nodiscard]] std::uint64_t write_entry();

  // copy_emitter.cpp: the outer axes
  void axis(const AxisPlan& plan);
  void counted(const AxisPlan& plan);
  void by_table(const AxisPlan& plan);
  void by_kind(const AxisPlan& plan, Xbyak::Label& next_run);
  void moved_run(const AxisPlan& plan, const RunCase& one);
  void replicate_bodies(std::size_t a);
  void coordinates(std::size_t a, const RunCase& one);
  void rows(std::size_t a, const RunCase& one);
  void fill(std::size_t a);

  CopyEmission e_;
  Assembler& code_;
  const CopyLayout& layout_;
  CopyPrimitives& moves_;
  FrameAccess& frame_;
  std::size_t entry_ = 0;    ///< where write_entry() has room
  bool needs_view_ = false;  ///< r12 is the only operand's view from the beginning
};

}  // namespace dmlrun::jit::x64
