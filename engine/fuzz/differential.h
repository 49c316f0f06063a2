// The differential test: every back end against the reference, on random operators.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "engine/fuzz/differential_run.h"

namespace dmlrun::fuzz {

/// Runs case `number` of a seed: Operator::make must answer as the generator says; then it is judged.
/// Returns a report of the first thing that is wrong, "" when nothing is.
[[nodiscard]] std::string run_case(std::uint64_t seed, std::uint64_t number, std::span<const CompileOptions> variants,
                                   DifferentialCounts& counts);

}  // namespace dmlrun::fuzz
