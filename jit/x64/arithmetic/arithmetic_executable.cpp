#include "jit/x64/arithmetic/arithmetic_executable.h"

#include <span>
#include <utility>

#include "jit/x64/arithmetic/arithmetic_kernel.h"
#include "jit/x64/kernel_arguments.h"

namespace dmlrun::jit::x64::arithmetic {

Result<std::unique_ptr<Executable>> ArithmeticExecutable::make(const plan::Plan& plan, Isa isa, const Tuning& tuning) {
  auto kernel = make_kernel(plan, isa, tuning);
  if (!kernel) return std::move(kernel).error();
  auto arena = memory::CodeArena::of_process();
  if (!arena) return std::move(arena).error();
  auto block = arena->build(kernel->bytes);
  if (!block) return std::move(block).error();
  return std::unique_ptr<Executable>(
      std::make_unique<ArithmeticExecutable>(std::move(*block), kernel->instruction_bytes));
}

ArithmeticExecutable::ArithmeticExecutable(memory::CodeBlock code, std::size_t instruction_bytes) noexcept
    : code_(std::move(code)), instruction_bytes_(instruction_bytes) {}

void ArithmeticExecutable::run(const std::byte* const* inputs, std::byte* output, std::uint64_t first,
                               std::uint64_t last) const noexcept {
  run_chunk(inputs, output, first, last, last - first);
}

void ArithmeticExecutable::run_chunk(const std::byte* const* inputs, std::byte* output, std::uint64_t first,
                                     std::uint64_t last, std::uint64_t whole) const noexcept {
  const KernelArguments arguments{inputs, output, first, last, nullptr, whole};
  code_.function<KernelFunction>()(&arguments);
}

std::vector<CodeSection> ArithmeticExecutable::sections() const {
  const std::span<const std::byte> all = code_.code();
  return {{"code", true, all.first(instruction_bytes_)}, {"constants", false, all.subspan(instruction_bytes_)}};
}

}  // namespace dmlrun::jit::x64::arithmetic
