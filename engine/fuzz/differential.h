// The differential test: every back end against the reference, on random operators.
#pragma once

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
  std::uint64_t elements = 0;  ///< of outputs, per back end
  std::uint64_t declined = 0;  ///< plans that a variant did not take
  std::uint64_t digest = 0;    ///< of all outputs: the same cases have the same on every machine, whatever the variants
};

/// What is wrong with a variant's result.
struct Finding {
  CompileOptions variant;
  std::string words;
};

/// Runs an operator on inputs that follow from seed and number: the reference, which may write elements only, then each
/// variant, which must give the reference's bytes, leave gaps and everything around its buffers alone, and give the same
/// by slices. Variants that do not take the plan are passed over. The first thing that is wrong, if there is one.
[[nodiscard]] std::optional<Finding> judge(const Operator& op, std::uint64_t seed, std::uint64_t number,
                                           std::span<const CompileOptions> variants, DifferentialCounts& counts);

/// The inputs that judge() takes, in the tensors' layout.
[[nodiscard]] std::vector<std::vector<std::byte>> inputs_of_case(const Operator& op, std::uint64_t seed,
                                                                 std::uint64_t number);

/// Runs case `number` of a seed: Operator::make must answer as the generator says; then it is judged.
/// Returns a report of the first thing that is wrong, "" when nothing is.
[[nodiscard]] std::string run_case(std::uint64_t seed, std::uint64_t number,
                                   std::span<const CompileOptions> variants, DifferentialCounts& counts);

}  // namespace dmlrun::fuzz
