// State that the emitters of one copy share.
//
// Registers: rbx the CopyFrame, rbp the tables, rdi where the output goes, rsi the input, r12 its OperandView. r13 and
// r14 count and step the loop around rows; rdx counts within rows, or is the RunRecord at hand. Those that a caller
// wants back are asked for by Assembler::saved() before they change: the others are not saved.
#pragma once

#include "jit/x64/copy/copy_primitives.h"
#include "jit/x64/copy/frame_access.h"
#include "jit/x64/copy/replicator.h"
#include "jit/x64/copy/row_plan.h"

namespace dmlrun::jit::x64 {

struct CopyEmission {
  CopyEmission(Assembler& assembler, const CopyFacts& made_from)
      : code(assembler),
        facts(made_from),
        layout(facts.layout),
        tables(layout.tables),
        moves(code, layout, facts.policy),
        replicator(code, moves, tables),
        frame(code, layout, moves) {}

  Assembler& code;
  const CopyFacts& facts;
  const CopyLayout& layout;
  Tables tables;  ///< the layout's, and what emitters add
  CopyPrimitives moves;
  Replicator replicator;
  FrameAccess frame;
};

/// The emitters' view of it.
class Emitter {
 public:
  explicit Emitter(CopyEmission& e) : e_(e), code_(e.code), layout_(e.layout), moves_(e.moves), frame_(e.frame) {}

 protected:
  CopyEmission& e_;
  Assembler& code_;
  const CopyLayout& layout_;
  CopyPrimitives& moves_;
  FrameAccess& frame_;
};

}  // namespace dmlrun::jit::x64
