#include "jit/x64/value_kernels.h"

#include "jit/x64/arithmetic/arithmetic_kernel.h"
#include "jit/x64/assembler.h"

namespace dmlrun::jit::x64 {

Result<ValueKernel> make_value_kernel(const plan::Plan& plan, Isa isa, const Tuning& tuning, StrategyNotes* notes) {
  ValueKernel kernel;
  const auto generate = [&](Assembler& a) {
    kernel.instruction_bytes = arithmetic::emit_kernel(a, plan, isa, tuning, notes);
  };
  auto code = assemble(generate, arithmetic::kMaxKernelBytes);
  if (!code) return std::move(code).error();
  kernel.code = std::move(*code);
  return kernel;
}

}  // namespace dmlrun::jit::x64
