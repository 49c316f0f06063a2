// Emits blocks of rows that are made of vectors, and the order in which they follow each other.
#pragma once

#include <vector>

#include "jit/x64/copy/copy_emission.h"
#include "jit/x64/copy/row_blocks.h"
#include "jit/x64/copy/shuffle_emitter.h"

namespace dmlrun::jit::x64 {

class RowBlockEmitter : Emitter {
 public:
  /// `a`: the axis around the innermost one; of the bodies of a row, whose operand is chosen, any.
  RowBlockEmitter(CopyEmission& e, std::size_t a, const ShuffledRows& rows, ReadOperand operand);
  /// Makes as many whole blocks as r13 rows allow; rdi, rsi or the axis' position, and r13 advance.
  void emit();
  /// Makes the only row.
  void lone_row();

 private:
  [[nodiscard]] ShuffleEmitter vectors(bool keeps_shuffles);
  void unless_aligned(Xbyak::Label& otherwise);
  [[nodiscard]] std::uint64_t rows_from(std::size_t batch) const;
  void block(ShuffleEmitter& emitter, ShuffleEmitter::StoreMode mode, ShuffleEmitter::Entry* entry = nullptr);
  [[nodiscard]] std::uint64_t blocks_of_lines() const;
  [[nodiscard]] std::uint32_t min_rows_non_temporal() const;
  void unless_non_temporal(Xbyak::Label& otherwise);
  void non_temporal(ShuffleEmitter& emitter, Xbyak::Label& begin);
  void descending(ShuffleEmitter& emitter, Xbyak::Label& ascending, Xbyak::Label& after);
  void overlap(Xbyak::Label& again, ShuffleEmitter::Entry& entry);
  void advance_position();

  const std::size_t a_;
  const ShuffledRows& rows_;
  const bool is_chosen_;  ///< one operand, in rsi
  const std::uint32_t min_rows_;
  std::vector<Xbyak::Reg64> pointers_;  ///< where the streams' first rows begin
};

}  // namespace dmlrun::jit::x64
