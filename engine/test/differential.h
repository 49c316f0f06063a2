// The differential test: every back end against the reference, on random operators.
#pragma once

#include <cstdint>
#include <string>

#include "engine/test/shape_class.h"

namespace dmlrun::test {

struct DifferentialCounts {
  Tally tally;
  std::uint64_t legal = 0, illegal = 0;
  std::uint64_t elements = 0;  ///< of outputs, per back end
};

/// Runs case `number` of a seed: Operator::make must answer as the generator says; then each back end that works here
/// must give the reference's bytes, leave gaps and everything around its buffers alone, and give the same by slices.
/// Returns a report of the first thing that is wrong, "" when nothing is.
[[nodiscard]] std::string run_case(std::uint64_t seed, std::uint64_t number, DifferentialCounts& counts);

}  // namespace dmlrun::test
