// One plan as a halide-cpu kernel, run on data beside memory that cannot be touched, against the interpreter.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/plan/plan.h"
#include "engine/test/naive_walk.h"
#include "jit/halide/object_executable.h"
#include "jit/test/guarded_buffer.h"

namespace dmlrun::jit::test {

/// The kernel that halide-cpu makes of a plan, for at most these instructions. Throws what is wrong, for Catch2 to
/// report.
std::unique_ptr<halide::ObjectExecutable> make_kernel(const plan::Plan& plan, const std::string& isa = "");

class PlanTrial {
 public:
  PlanTrial();

  /// Whether the buffers have room for the plan.
  [[nodiscard]] static bool fits(const plan::Plan& plan);
  /// "" when the kernel writes the interpreter's bytes, whole and in slices, and touches nothing else; else what is
  /// wrong. A float that is NaN may be any NaN. Buffers lie at inaccessible memory with their begin or their end, and
  /// `inputs` are as long as the spans. The kernel is entered in an unusual floating-point environment.
  std::string run(const plan::Plan& plan, const Executable& kernel, const std::vector<plan_test::Bytes>& inputs,
                  Side side, std::uint64_t slices);

 private:
  std::vector<std::unique_ptr<GuardedBuffer>> inputs_;
  GuardedBuffer output_;
};

/// Other data for the plan: bytes of any value, and where numbers are read, numbers that make trouble among them.
std::vector<plan_test::Bytes> make_inputs(const plan::Plan& plan, std::uint64_t seed);

}  // namespace dmlrun::jit::test
