// Emits rows that are columns of the input, several at once, so that they share the input's cache lines.
#pragma once

#include "jit/x64/copy/copy_emission.h"
#include "jit/x64/copy/row_blocks.h"

namespace dmlrun::jit::x64 {

class TransposeEmitter : Emitter {
 public:
  TransposeEmitter(CopyEmission& e, const TransposedRows& rows) : Emitter(e), rows_(rows) {}
  /// Makes as many whole blocks as r13 rows allow; rdi, rsi and r13 advance.
  void emit();

 private:
  void blocks(std::uint64_t rows, std::uint64_t group);
  void transpose(std::int64_t to_step, std::int64_t from_step);
  void column(std::int64_t to_step, std::uint64_t rows);

  const TransposedRows& rows_;
};

}  // namespace dmlrun::jit::x64
