// Machine code for plans with values: values become vector operations, these get registers, and then become code.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "dmlrun/result.h"
#include "engine/plan/plan.h"
#include "jit/x64/isa.h"
#include "jit/x64/strategy_notes.h"
#include "jit/x64/tuning.h"

namespace dmlrun::jit::x64::arithmetic {

/// The most code and data of one kernel.
inline constexpr std::size_t kMaxKernelBytes = 64 << 10;

/// "" when make_kernel() can make a kernel for the plan with these arguments, else why not, in one sentence.
/// Precondition: plan::check(plan) is "", and no axis is all fill, as in normalised plans.
[[nodiscard]] std::string why_not_kernel(const plan::Plan& plan, Isa isa, const Tuning& tuning);

/// A complete kernel: KernelFunction of kernel_arguments.h, entered at its first byte, which must come to lie at a
/// multiple of 64. Its results equal plan::interpret's, except that a computed NaN may have any bits. It may be called
/// in any floating-point environment and leaves it unchanged, raised flags included.
struct KernelCode {
  std::vector<std::byte> bytes;
  std::size_t instruction_bytes = 0;  ///< at the beginning; data follows
};

/// `notes` may be null. Fails with code_budget, also where the stack frame would be too large, or out_of_memory.
/// Precondition: as why_not_kernel(), and the plan has values.
[[nodiscard]] Result<KernelCode> make_kernel(const plan::Plan& plan, Isa isa, const Tuning& tuning,
                                             StrategyNotes* notes = nullptr);

}  // namespace dmlrun::jit::x64::arithmetic
