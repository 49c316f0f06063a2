// Machine code for plans with values: values become vector operations, these get registers, and then become code.
#pragma once

#include <string>

#include "engine/plan/plan.h"
#include "jit/x64/assembler.h"
#include "jit/x64/isa.h"
#include "jit/x64/strategy_notes.h"
#include "jit/x64/tuning.h"

namespace dmlrun::jit::x64::arithmetic {

/// The most code and data of one kernel.
inline constexpr std::size_t kMaxKernelBytes = 64 << 10;

/// "" when emit_kernel() can make a kernel for the plan with these instructions, else why not, in one sentence.
/// Precondition: plan::check(plan) is "", and no axis is all fill, as in normalised plans.
[[nodiscard]] std::string why_not_kernel(const plan::Plan& plan, Isa isa);

/// Emits a complete kernel: KernelFunction of kernel_arguments.h, with its data behind the code, entered at the first
/// byte emitted, which must come to lie at a multiple of 64. Its results equal plan::interpret's, except that a
/// computed NaN may have any bits. It may be called in any floating-point environment and leaves it unchanged, raised
/// flags included. Returns the size of the instructions; data follows them. `notes` may be null. Precondition:
/// why_not_kernel() is "". Throws Xbyak::Error.
std::size_t emit_kernel(Assembler& assembler, const plan::Plan& plan, Isa isa, const Tuning& tuning,
                        StrategyNotes* notes = nullptr);

}  // namespace dmlrun::jit::x64::arithmetic
