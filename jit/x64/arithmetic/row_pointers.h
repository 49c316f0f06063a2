// The repeated rows of repeated_rows.h: in the frame, with pointers that wrap around.
#pragma once

#include <cstdint>
#include <vector>

#include "jit/x64/arithmetic/emission.h"

namespace dmlrun::jit::x64::arithmetic {

/// Nothing where the plan has no such rows.
class RowPointers {
 public:
  explicit RowPointers(Emission& emission);
  [[nodiscard]] bool is_empty() const noexcept { return rows_.empty(); }
  /// Where rax is the first element and rsi the array of inputs. Clobbers rax, rbx, rcx, r14 and r15.
  void begin();
  /// Advances by a block. Clobbers rax and rbx.
  void advance();
  /// From element rcx back to where the last block begins that ends with element rdx. Clobbers rax.
  void go_back();

 private:
  struct Row {
    std::size_t stream;
    std::int32_t place;  ///< in the frame; before it lies as much as go_back() needs
    std::int32_t bytes;  ///< of an element
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
