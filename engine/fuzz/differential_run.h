// An operator on every back end, against the reference.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dmlrun/kernel.h"
#include "engine/fuzz/shape_class.h"

namespace dmlrun::fuzz {

struct DifferentialCounts {
  Tally tally;
  std::uint64_t legal = 0, illegal = 0;
  std::uint64_t elements = 0;     ///< of outputs, per back end
  std::uint64_t comparisons = 0;  ///< of all that a variant gave with all that the reference gave
  std::uint64_t declined = 0;     ///< plans that a variant did not take
  /// Outputs of 8 elements and more that inputs make, and those of them that are hardly evidence: nine tenths of the
  /// elements are equal.
  std::uint64_t outputs = 0, dull = 0;
  std::uint64_t digest = 0;  ///< of all outputs: the same cases have the same on every machine, whatever the variants
};

/// The defect of a variant's result.
struct Finding {
  CompileOptions variant;
  std::string words;
};

/// A variant and its kernel.
struct Contestant {
  CompileOptions options;
  std::optional<Kernel> kernel;  ///< nothing when it does not take the plan
  std::string wrong;             ///< what is wrong with how it was compiled; "" when nothing is
};

/// Compiled once, compared on any number of inputs.
class DifferentialRun {
 public:
  /// What the options point to must outlive the object.
  DifferentialRun(const Operator& op, std::span<const CompileOptions> variants);
  /// Takes contestants that were made elsewhere.
  DifferentialRun(const Operator& op, std::vector<Contestant> contestants);
  [[nodiscard]] const Operator& op() const noexcept { return op_; }

  /// Runs the operator on inputs, and in buffers at places, that follow from seed and number: the reference, which may
  /// write elements only, then each variant, which must give the reference's bytes, leave gaps and everything around
  /// its buffers alone, and give the same by slices. Variants that do not take the plan are passed over. The first
  /// thing that is wrong, if there is one. What a variant is given does not depend on the others.
  [[nodiscard]] std::optional<Finding> judge(std::uint64_t seed, std::uint64_t number,
                                             DifferentialCounts& counts) const;

 private:
  Operator op_;
  Contestant reference_;
  std::vector<Contestant> contestants_;
};

/// False where the processor's fma makes +0 of -0 + -0, as valgrind 3.19's does: there judge() takes zeros of either
/// sign.
[[nodiscard]] bool compares_signs_of_zeros();

/// The inputs that judge() takes, in the tensors' layout.
[[nodiscard]] std::vector<std::vector<std::byte>> inputs_of_case(const Operator& op, std::uint64_t seed,
                                                                 std::uint64_t number);

}  // namespace dmlrun::fuzz
