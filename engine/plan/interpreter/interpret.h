#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/plan/plan.h"

namespace dmlrun::plan {

/// Writes elements [first, last), in row-major order of the output's coordinates, of a plan that passes check().
/// inputs[i] is the buffer of every operand with input i; `output` is the address of element `first`. Gaps of a strided
/// output, and bytes outside of the buffers, are not accessed. Takes no lock and allocates nothing. Buffers may have
/// any alignment. The caller's floating-point environment must round to nearest (see tensor/floating_point.h).
void interpret(const Plan& plan, const std::byte* const* inputs, std::byte* output, std::uint64_t first,
               std::uint64_t last) noexcept;

}  // namespace dmlrun::plan
