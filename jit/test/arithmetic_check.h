// One plan with values as a kernel of each instruction set, run beside memory that cannot be touched, against the
// interpreter.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/plan/plan.h"
#include "engine/test/naive_walk.h"
#include "jit/test/guarded_buffer.h"
#include "jit/test/kernel_thunk.h"
#include "jit/x64/isa.h"
#include "jit/x64/tuning.h"

namespace dmlrun::jit::test {

class ArithmeticCheck {
 public:
  ArithmeticCheck();

  /// Whether the buffers have room for the plan and its inputs.
  static bool fits(const plan::Plan& plan, const std::vector<plan_test::Bytes>& inputs);
  /// "" where the kernels of all instruction sets write the interpreter's bytes, whole and in slices, touch nothing
  /// else and leave all that a callee must; else what is wrong. A float that is NaN may be any NaN. `seed` chooses
  /// slices and where buffers lie; each kernel is entered with other patterns in its registers and another rounding.
  std::string run(const plan::Plan& plan, const std::vector<plan_test::Bytes>& inputs, std::uint64_t seed);
  /// The same in place: the output is the only buffer of this input.
  std::string run_in_place(const plan::Plan& plan, const std::vector<plan_test::Bytes>& inputs, std::size_t input);

  [[nodiscard]] std::uint64_t kernels() const noexcept { return kernels_; }

 private:
  void place(const std::vector<plan_test::Bytes>& inputs);
  std::string run_kernel(const plan::Plan& plan, x64::KernelFunction* kernel);
  std::string run_slices(const plan::Plan& plan, x64::KernelFunction* kernel, std::uint64_t longest);
  std::string call(x64::KernelFunction* kernel, std::byte* output, std::uint64_t first, std::uint64_t last);

  KernelThunk thunk_;
  std::vector<std::unique_ptr<GuardedBuffer>> inputs_;
  GuardedBuffer output_;
  std::vector<const std::byte*> pointers_;
  std::uint64_t turn_ = 0, kernels_ = 0;
};

}  // namespace dmlrun::jit::test
