// Emits runs of elements: loops over blocks, and the remaining elements.
#pragma once

#include <optional>
#include <vector>

#include "jit/x64/arithmetic/block_emitter.h"
#include "jit/x64/arithmetic/emission.h"
#include "jit/x64/arithmetic/loop_nest.h"
#include "jit/x64/arithmetic/nibble_lut.h"
#include "jit/x64/arithmetic/row_pointers.h"

namespace dmlrun::jit::x64::arithmetic {

class RunEmitter {
 public:
  RunEmitter(Emission& emission, const LoopNest& nest, BlockEmitter& blocks, bool is_fill_only);

  /// Computes invariants at the kernel's beginning: rdi are the arguments, rsi the inputs. Clobbers rax.
  void prepare();
  /// Before the loops begin; rdi are the arguments. Clobbers rax.
  void begin();
  /// After the loops.
  void end();
  /// Emits the current run of the loop nest. Code continues after this.
  void emit();
  /// Whether elements pass through the frame somewhere: where they are not contiguous, and, without masks, where they
  /// are fewer than a block.
  [[nodiscard]] bool needs_staging() const;
  void explain(StrategyNotes& notes) const;

 private:
  void direct(Xbyak::Label& rest);
  void whole_blocks(int blocks, Xbyak::Label& again);
  void last_block(Xbyak::Label& block, Xbyak::Label& rest);
  void masked_blocks();
  void fast_blocks(BlockAccess access, Xbyak::Label& others);
  void make_byte_lut();
  void by_nibble_lut();
  void by_byte_lut(Xbyak::Label& finished);
  void prefetch(int offset);
  void non_temporal(Xbyak::Label& rest);
  void mask_elements();
  [[nodiscard]] std::uint64_t least_for_rounds() const;
  [[nodiscard]] std::string_view why_not_non_temporal() const;
  void staged();
  void gather(std::size_t stream);
  void scatter();
  void copy_element(std::int64_t bytes, const Xbyak::RegExp& to, const Xbyak::RegExp& from);
  void fill();
  void set_steps(bool are_contiguous);
  [[nodiscard]] bool may_be_direct() const;
  [[nodiscard]] int lanes() const { return static_cast<int>(e_.vectors.lanes); }

  Emission& e_;
  Assembler& a_;
  const LoopNest& nest_;
  BlockEmitter& blocks_;
  const bool is_fill_only_;
  RowPointers rows_;
  std::optional<NibbleLut> lut_;
  bool is_long_ = false;  ///< blocks are so long that there is only one of them
  bool prefetches_ = false;
  int unrolled_ = 1;  ///< blocks per round
  std::int32_t whole_ = 0;
  std::int32_t doubt_ = 0;  ///< elements that the blocks in doubt so far cost, less those that were made
  std::vector<std::int32_t> steps_, addresses_;  ///< of moving streams, then of the output
};

}  // namespace dmlrun::jit::x64::arithmetic
