// Kernels that move bytes: plans without values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/plan/plan.h"
#include "engine/run/backend.h"
#include "jit/memory/code_arena.h"
#include "jit/x64/copy/copy_emitter.h"
#include "jit/x64/kernel_arguments.h"

namespace dmlrun::jit::x64 {

/// Choices for a kernel; none of them changes its results.
struct CopySettings {
  Isa isa = Isa::avx2;                    ///< avx2 or better, and no more than detected_isa()
  const Tuning* tuning = nullptr;         ///< null: this processor's
  RowForm form = RowForm::straight;       ///< tried first
  std::uint64_t slice_bytes = 16u << 10;  ///< most bytes between the places where slices may begin
};

class CopyExecutable final : public Executable {
 public:
  /// Precondition: a normalised plan without values. Fails with code_budget, no_executable_memory or out_of_memory.
  static Result<std::unique_ptr<CopyExecutable>> make(const plan::Plan& plan, const CopySettings& settings) noexcept;

  void run(const std::byte* const* inputs, std::byte* output, std::uint64_t first,
           std::uint64_t last) const noexcept override;
  void run_chunk(const std::byte* const* inputs, std::byte* output, std::uint64_t first, std::uint64_t last,
                 std::uint64_t whole) const noexcept override;
  [[nodiscard]] std::uint64_t slice_granularity() const noexcept override { return granularity_; }
  [[nodiscard]] std::uint64_t bytes() const noexcept override {
    return sizeof *this + tables_.size() + code_.code().size();
  }

  /// Makes each call of the code.
  class Caller {
   public:
    virtual ~Caller() = default;
    virtual void call(KernelFunction* kernel, const KernelArguments& arguments) noexcept = 0;
  };
  /// run_chunk() through a caller that may inspect what the code does.
  void run_by(Caller& caller, const std::byte* const* inputs, std::byte* output, std::uint64_t first,
              std::uint64_t last, std::uint64_t whole) const noexcept;
  [[nodiscard]] const memory::CodeBlock& code() const noexcept { return code_; }
  [[nodiscard]] std::vector<CodeSection> sections() const override;
  /// The decisions of make(). Fails with code_budget or out_of_memory.
  static Result<std::vector<Choice>> strategy(const plan::Plan& plan, const CopySettings& settings) noexcept;

 private:
  CopyExecutable(const CopyLayout& layout, const CopyCode& code);
  /// One of run(): what it was given, and the frame.
  struct Execution {
    KernelArguments arguments;
    Caller* caller;
    CopyFrame frame;
  };
  void run_in_frame(const std::byte* const* inputs, std::byte* output) const noexcept;
  void start(Caller* caller, const std::byte* const* inputs, std::byte* output, std::uint64_t first, std::uint64_t last,
             std::uint64_t whole) const noexcept;
  void slice(Execution& run, std::size_t a, std::uint64_t first, std::uint64_t last) const noexcept;
  void limit_axis(Execution& run, std::size_t a, std::uint64_t low, std::uint64_t high) const noexcept;
  void call(Execution& run, std::size_t a) const noexcept;

  /// What run() must know about an axis.
  struct Axis {
    std::uint64_t head, body, repeat, extent, below;
    std::int64_t stride;
  };
  // First the members that every call reads, so that they share cache lines.
  std::uint64_t elements_, element_bytes_;
  bool reads_limits_, uses_frame_;
  CopyFunction* entry_ = nullptr;      ///< of code_
  std::span<const std::byte> tables_;  ///< in storage_, at a multiple of 64
  KernelFunction* kernel_ = nullptr;   ///< of code_
  int split_;
  std::uint64_t granularity_;
  std::vector<Axis> axes_;
  std::unique_ptr<std::byte[]> storage_;  ///< tables_.size() + kTableAlignment bytes
  memory::CodeBlock code_;
};

}  // namespace dmlrun::jit::x64
