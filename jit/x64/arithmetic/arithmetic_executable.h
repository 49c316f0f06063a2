// Kernels that compute: plans with values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/plan/plan.h"
#include "engine/run/backend.h"
#include "jit/memory/code_arena.h"
#include "jit/x64/isa.h"
#include "jit/x64/tuning.h"

namespace dmlrun::jit::x64::arithmetic {

/// Code that make_kernel() made; all that a call needs is in its arguments.
class ArithmeticExecutable final : public Executable {
 public:
  /// Precondition: why_not_kernel() is "". Fails with code_budget, no_executable_memory or out_of_memory.
  static Result<std::unique_ptr<Executable>> make(const plan::Plan& plan, Isa isa, const Tuning& tuning);

  /// The first `instruction_bytes` of the code are instructions; data follows.
  ArithmeticExecutable(memory::CodeBlock code, std::size_t instruction_bytes) noexcept;

  void run(const std::byte* const* inputs, std::byte* output, std::uint64_t first,
           std::uint64_t last) const noexcept override;
  void run_chunk(const std::byte* const* inputs, std::byte* output, std::uint64_t first, std::uint64_t last,
                 std::uint64_t whole) const noexcept override;
  [[nodiscard]] bool keeps_environment() const noexcept override { return true; }
  [[nodiscard]] std::uint64_t bytes() const noexcept override { return sizeof *this + code_.code().size(); }
  [[nodiscard]] std::vector<CodeSection> sections() const override;

 private:
  memory::CodeBlock code_;
  std::size_t instruction_bytes_;
};

}  // namespace dmlrun::jit::x64::arithmetic
