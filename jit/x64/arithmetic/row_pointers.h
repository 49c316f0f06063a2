// The rows of repeated_rows.h in the frame, and the pointers to them, which wrap around.
#pragma once

#include <cstdint>
#include <vector>

#include "jit/x64/arithmetic/emission.h"

namespace dmlrun::jit::x64::arithmetic {

/// Emits code for these rows; emits nothing if the plan has none.
class RowPointers {
 public:
  explicit RowPointers(Emission& emission);
  [[nodiscard]] bool is_empty() const noexcept { return rows_.empty(); }
  /// Fills the rows and sets the pointers. rax: number of the first element; rsi: the array of inputs. Clobbers rax,
  /// rcx, r14 and r15.
  void begin();
  /// Advances the pointers by a block. Clobbers rax and rbx.
  void advance();
  /// Moves the pointers back from element rcx to the beginning of the block that ends before element rdx. Clobbers rax.
  void go_back();

 private:
  struct Row {
    std::size_t stream;
    std::int32_t place;  ///< frame offset; the frame holds what go_back() needs before it
    std::int32_t bytes;  ///< bytes of an element
  };
  void fill(const Row& row);
  [[nodiscard]] std::int32_t period(const Row& row) const;
  [[nodiscard]] std::int32_t block(const Row& row) const;

  Emission& e_;
  Assembler& a_;
  std::vector<Row> rows_;
  std::int32_t elements_before_ = 0;
};

}  // namespace dmlrun::jit::x64::arithmetic
