// Runs a copy kernel against the interpreter, its buffers beside memory that cannot be touched, by way of the thunk.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/plan/plan.h"
#include "engine/test/naive_walk.h"
#include "jit/test/guarded_buffer.h"
#include "jit/test/kernel_thunk.h"
#include "jit/x64/copy/copy_executable.h"

namespace dmlrun::jit::test {

/// The instruction sets to test: all up to what the machine has.
std::vector<x64::Isa> copy_isas();

/// Every row of tunings, and some by which everything has non-temporal stores or many ways at once.
std::vector<x64::Tuning> copy_tunings();

/// Buffers are made once and used for many plans.
class CopyCheck {
 public:
  CopyCheck();

  /// "" when the kernel writes the interpreter's bytes, whole and then in slices, each time with another pattern in the
  /// registers, touches nothing else and restores what it must; else what is wrong. Buffers lie with their ends at
  /// inaccessible memory, or with their begins, `distance` bytes away. `inputs` are as long as the spans.
  std::string run(const plan::Plan& plan, const std::vector<plan_test::Bytes>& inputs,
                  const x64::CopySettings& settings, Side side, std::size_t distance);
  /// What is random from here on follows from the seed.
  void restart(std::uint64_t seed) noexcept { seed_ = seed; }
  /// Whether the buffers have room for this plan.
  [[nodiscard]] static bool fits(const plan::Plan& plan);

 private:
  /// In slices of at most `units` × the kernel's granularity, of random lengths; `units` 0: all at once.
  std::string run_slices(const x64::CopyExecutable& kernel, const plan::Plan& plan,
                         const std::vector<plan_test::Bytes>& inputs, Side side, std::size_t distance,
                         std::uint64_t units);

  std::vector<std::unique_ptr<GuardedBuffer>> inputs_;
  GuardedBuffer output_;
  KernelThunk thunk_;
  std::uint64_t seed_ = 0;
};

}  // namespace dmlrun::jit::test
