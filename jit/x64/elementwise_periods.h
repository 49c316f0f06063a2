// Short rows that an operand repeats: its row becomes a period, and the rows one run of elements.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/plan/plan.h"

namespace dmlrun::jit::x64 {

/// A plan in which operands may be read by a period.
struct Periods {
  plan::Plan plan;
  /// Elements after which periodic operands begin again; 0: there are none, and the plan is what it was.
  std::uint64_t period = 0;
  std::vector<bool> is_periodic;  ///< by operand; such an operand has stride 1 on the one axis
};

/// Many short rows of bytes that lie one behind the other, except for operands that read the same row each time: then one
/// axis, those operands periodic. `block`: elements that are computed at once.
[[nodiscard]] Periods merge_rows(const plan::Plan& plan, std::uint64_t block);

struct Context;
class Vectors;

/// The periodic streams of a kernel: each has its row in the frame, repeated for a block more, and a pointer into it that
/// comes round. Nothing where the plan has no period.
class PeriodicStreams {
 public:
  PeriodicStreams(Context& context, Vectors& vectors);
  /// At the only piece's beginning: rax is the first element, rsi the array of inputs. Clobbers rax, rbx, rcx, r14, r15 and
  /// vector 0.
  void begin();
  /// Pointers go a block on. Clobbers rax and rbx.
  void advance();
  /// Pointers go from element rcx back to where the last block begins that ends with element rdx. Clobbers rax.
  void go_back();

 private:
  struct Stream {
    int number;
    std::int32_t row;  ///< frame place of the row that the pointer walks; before it lies as much as go_back() needs
  };
  void fill(const Stream& stream);

  Context& c_;
  Vectors& vectors_;
  std::vector<Stream> streams_;
  std::int32_t before_ = 0;
};

}  // namespace dmlrun::jit::x64
