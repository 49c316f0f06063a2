#include "jit/x64/value_kernels.h"

#include <algorithm>

#include "jit/x64/arithmetic/arithmetic_kernel.h"
#include "jit/x64/assembler.h"
#include "jit/x64/elementwise.h"

namespace dmlrun::jit::x64 {

namespace {

/// Without permutes of 128 bytes results of one byte that changes have a way of their own.
bool is_apart(const plan::Plan& plan, Isa isa) {
  if (plan::bytes_of(plan.output) != 1 || !why_not_elementwise(plan, isa).empty()) return false;
  std::size_t moving = 0;
  for (const plan::Operand& operand : plan.operands) {
    const bool is_fixed =
        std::all_of(operand.strides.begin(), operand.strides.end(), [](std::int64_t stride) { return stride == 0; });
    if (!is_fixed && plan::bytes_of(operand.element) != 1) return false;
    moving += is_fixed ? 0 : 1;
  }
  return moving == 1 && isa < Isa::avx512_vbmi;
}

}  // namespace

std::string why_not_value_kernel(const plan::Plan& plan, Isa isa) {
  return is_apart(plan, isa) ? std::string() : arithmetic::why_not_kernel(plan, isa);
}

Result<ValueKernel> make_value_kernel(const plan::Plan& plan, Isa isa, const Tuning& tuning, StrategyNotes* notes) {
  ValueKernel kernel;
  const bool is_earlier = is_apart(plan, isa);
  auto code = assemble(
      [&](Assembler& a) {
        kernel.instruction_bytes = is_earlier ? emit_elementwise(a, plan, isa, tuning, notes)
                                              : arithmetic::emit_kernel(a, plan, isa, tuning, notes);
      },
      is_earlier ? kMaxCodeBytes : arithmetic::kMaxKernelBytes);
  if (!code) return std::move(code).error();
  kernel.code = std::move(*code);
  return kernel;
}

}  // namespace dmlrun::jit::x64
