// A strategy for many short rows in a packed output where an operand reads the same row each time: they become one run
// of elements, and the frame holds that operand's row, repeated for a block more.
//
// Quantized sums with a row of 3 take 0.06 of the time that runs of 3 elements take (Zen 5, 4 KiB).
#pragma once

#include <cstdint>
#include <vector>

#include "engine/plan/plan.h"

namespace dmlrun::jit::x64::arithmetic {

/// A plan of one axis, and which of its operands begin again after so many elements; they have stride 1.
struct RepeatedRows {
  plan::Plan plan;
  std::uint64_t period = 0;  ///< 0: none do, and the plan is what it was
  std::vector<bool> is_repeated;
};
[[nodiscard]] RepeatedRows repeated_rows(const plan::Plan& plan, bool is_wide);

}  // namespace dmlrun::jit::x64::arithmetic
