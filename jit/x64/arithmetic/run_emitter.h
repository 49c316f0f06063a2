// Emits the code for a run of elements: loops over blocks, then the remaining elements.
// Defined in run_emitter.cpp; prepare(), fast blocks, and results that are looked up, are in fast_paths.cpp;
// non-temporal stores in non_temporal_blocks.cpp.
#pragma once

#include <optional>
#include <vector>

#include "jit/x64/arithmetic/block_emitter.h"
#include "jit/x64/arithmetic/emission.h"
#include "jit/x64/arithmetic/loop_nest.h"
#include "jit/x64/arithmetic/nibble_table.h"
#include "jit/x64/arithmetic/row_pointers.h"

namespace dmlrun::jit::x64::arithmetic {

class RunEmitter {
 public:
  RunEmitter(Emission& emission, const LoopNest& nest, BlockEmitter& blocks);

  /// Emits what is computed once per call, at the kernel's beginning: invariants, and for a fast path that looks
  /// nothing up, in calls of enough elements, Section::prepare, which decides whether it is taken. rdi: the arguments;
  /// rsi: the inputs. Clobbers rax and rbx.
  void prepare();
  /// Emits what precedes the loops. rdi: the arguments. Clobbers rax.
  void begin();
  /// Emits what follows the loops.
  void end();
  /// Emits the current run of the loop nest. Code continues after this point.
  void emit();
  /// Whether some elements are staged in the frame: those that are not contiguous; without masks also runs shorter than
  /// a block, all of those whose blocks are long, and the rest of a run in place.
  [[nodiscard]] bool needs_staging() const;
  void explain(StrategyNotes& notes) const;

 private:
  void direct(Xbyak::Label& rest);
  void whole_blocks(int blocks, Xbyak::Label& again);
  void last_block(Xbyak::Label& block, Xbyak::Label& rest);
  void masked_blocks();
  void fast_blocks(BlockAccess access, Xbyak::Label& others);
  void watched_blocks(BlockAccess access, Xbyak::Label& others);
  void make_byte_table();
  void by_nibble_table();
  void by_byte_table(Xbyak::Label& finished);
  void prefetch(const BlockAccess& access);
  void non_temporal(Xbyak::Label& rest);
  void mask_elements();
  [[nodiscard]] std::uint64_t min_for_rounds() const;
  [[nodiscard]] std::string_view why_not_non_temporal() const;
  void staged();
  void gather(std::size_t stream);
  void scatter();
  void copy_element(std::int64_t bytes, const Xbyak::RegExp& to, const Xbyak::RegExp& from);
  void fill();
  void set_steps(bool are_contiguous);
  [[nodiscard]] bool may_be_direct() const;
  [[nodiscard]] bool is_within_block() const;
  [[nodiscard]] int block_elements() const { return static_cast<int>(e_.vectors.block_elements); }
  /// Elements of a block on the fast path, if that is not a table; else of any block.
  [[nodiscard]] int fast_elements() const {
    return e_.vectors.fast && !e_.vectors.fast->looks_up() ? static_cast<int>(e_.vectors.fast->block_elements)
                                                           : block_elements();
  }

  Emission& e_;
  Assembler& a_;
  const LoopNest& nest_;
  BlockEmitter& blocks_;
  RowPointers rows_;
  std::optional<NibbleTable> nibble_table_;
  bool is_long_ = false;  ///< whether blocks have so many instructions that code for only one is emitted
  bool prefetches_read_ = false, prefetches_written_ = false;
  int unrolled_ = 1;  ///< blocks per iteration
  std::int32_t whole_ = 0;
  /// A budget in elements: it starts at -2 kBlocksPerDoubt blocks, each block in doubt adds kBlocksPerDoubt blocks, and
  /// elements computed are subtracted. When it is positive, the general path computes the rest.
  std::int32_t doubt_ = 0;
  std::int32_t chunk_ = 0, flags_ = 0;           ///< the element where the watched chunk begins; the flags after it
  std::vector<std::int32_t> steps_, addresses_;  ///< per moving stream, then the output's
};

}  // namespace dmlrun::jit::x64::arithmetic
