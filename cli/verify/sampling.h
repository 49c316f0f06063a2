// Random and special inputs for functions that are not verified on all inputs.
#pragma once

#include <array>
#include <cstdint>
#include <functional>

#include "cli/verify/domains.h"
#include "cli/verify/sampled_functions.h"
#include "cli/verify/subject.h"

namespace dmlrun::cli {

struct Sampled {
  std::uint64_t inputs = 0;
  std::uint64_t wrong = 0;  ///< results whose error is above the bound, or that are no number where there is one
  double error = 0;         ///< the largest; of numbers
  /// The numbers with the largest error: inputs, then parameters.
  std::array<double, 3> numbers{};
  std::uint32_t found = 0;
  double seconds = 0;
};

/// Operators of this function with other parameters each time, asked of a subject that is made for each of them.
/// Shards count from 0; each has whole operators.
[[nodiscard]] Sampled sample(const SampledFunction& function, Domain domain, std::uint64_t samples, std::uint64_t shard,
                             std::uint64_t shards, const std::function<Subject(const Operator&)>& make_subject);

}  // namespace dmlrun::cli
