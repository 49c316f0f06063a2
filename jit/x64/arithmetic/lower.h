// Lowers a plan's values to vector operations of an instruction set.
#pragma once

#include <vector>

#include "engine/plan/plan.h"
#include "jit/x64/arithmetic/streams.h"
#include "jit/x64/arithmetic/vector_code.h"
#include "jit/x64/isa.h"
#include "jit/x64/tuning.h"

namespace dmlrun::jit::x64::arithmetic {

/// Elements of a block, which the widest type that is computed with decides.
[[nodiscard]] std::size_t block_elements_of(const plan::Plan& plan, Isa isa);
/// `streams` are those of the plan. The last operation stores the last value. Lanes are narrow where that applies; else
/// bytes are in parts where a block has more elements than a vector of 32-bit lanes. At most one fast path is added.
[[nodiscard]] VectorCode lower(const plan::Plan& plan, const std::vector<Stream>& streams, std::size_t block_elements,
                               Isa isa, const Tuning& tuning);

}  // namespace dmlrun::jit::x64::arithmetic
