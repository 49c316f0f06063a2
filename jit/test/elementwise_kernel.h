// A kernel of a plan with values, for each instruction set that this machine has.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "engine/plan/plan.h"
#include "jit/memory/code_arena.h"
#include "jit/test/generated.h"
#include "jit/x64/arithmetic/arithmetic_kernel.h"
#include "jit/x64/kernel_arguments.h"

namespace dmlrun::jit::test {

/// The instruction sets to test: all up to what the machine has.
inline std::vector<x64::Isa> usable_isas() {
  std::vector<x64::Isa> isas;
  for (const x64::Isa isa : kAllIsas)
    if (isa <= x64::detected_isa()) isas.push_back(isa);
  return isas;
}

class ElementwiseKernel {
 public:
  /// Throws what is wrong, for Catch2 to report.
  ElementwiseKernel(const plan::Plan& plan, x64::Isa isa,
                    const x64::Tuning& tuning = x64::tuning_of(x64::this_processor())) {
    if (const std::string why_not = x64::arithmetic::why_not_kernel(plan, isa, tuning); !why_not.empty())
      throw std::runtime_error(why_not);
    auto kernel = x64::arithmetic::make_kernel(plan, isa, tuning);
    if (!kernel) throw std::runtime_error(kernel.error().message);
    code_ = std::move(kernel->bytes);
    auto arena = memory::CodeArena::of_process();
    if (!arena) throw std::runtime_error(arena.error().message);
    auto block = arena->build(code_);
    if (!block) throw std::runtime_error(block.error().message);
    block_ = std::move(*block);
  }

  [[nodiscard]] x64::KernelFunction* function() const noexcept { return block_.function<x64::KernelFunction>(); }
  void run(const std::byte* const* inputs, std::byte* output, std::uint64_t first, std::uint64_t last) const {
    const x64::KernelArguments arguments{inputs, output, first, last, nullptr, last - first};
    block_.function<x64::KernelFunction>()(&arguments);
  }
  [[nodiscard]] const std::vector<std::byte>& code() const noexcept { return code_; }

 private:
  std::vector<std::byte> code_;
  memory::CodeBlock block_;
};

}  // namespace dmlrun::jit::test
