// The differential test: every back end against the reference, on random operators.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "dmlrun/kernel.h"
#include "engine/fuzz/shape_class.h"

namespace dmlrun::fuzz {

struct DifferentialCounts {
  Tally tally;
  std::uint64_t legal = 0, illegal = 0;
  std::uint64_t elements = 0;  ///< of outputs, per back end
};

/// Runs case `number` of a seed: Operator::make must answer as the generator says; then each variant must give the
/// reference's bytes, leave gaps and everything around its buffers alone, and give the same by slices.
/// Returns a report of the first thing that is wrong, "" when nothing is.
[[nodiscard]] std::string run_case(std::uint64_t seed, std::uint64_t number,
                                   std::span<const CompileOptions> variants, DifferentialCounts& counts);

}  // namespace dmlrun::fuzz
