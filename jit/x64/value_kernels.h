// Machine code for plans with values, in memory of its own.
#pragma once

#include <vector>

#include "engine/plan/plan.h"
#include "jit/x64/isa.h"
#include "jit/x64/strategy_notes.h"
#include "jit/x64/tuning.h"

#include "dmlrun/result.h"

namespace dmlrun::jit::x64 {

/// A complete kernel, a KernelFunction of kernel_arguments.h, entered at its first byte.
struct ValueKernel {
  std::vector<std::byte> code;
  std::size_t instruction_bytes = 0;  ///< at the beginning; data follows
};

/// `notes` may be null. Precondition: arithmetic::why_not_kernel() is "". Fails with code_budget or out_of_memory.
[[nodiscard]] Result<ValueKernel> make_value_kernel(const plan::Plan& plan, Isa isa, const Tuning& tuning,
                                                    StrategyNotes* notes = nullptr);

}  // namespace dmlrun::jit::x64
