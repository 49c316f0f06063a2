// A strategy for e^x, 1 / (1 + e^-x), tanh(x) and ln(x) of floats: in sums of two floats, 16 elements per vector, where
// a plan computes in doubles, 8 per vector; blocks whose rounding stays in doubt are computed on the general path.
//
// A result is high + low. Where high + (low + doubt) and high + (low - doubt) round to the same float, the exact
// result does, too: `dmlrun verify` compared every float, 0 wrong, also with two thirds of kDoubt; with a third 104
// are. Of ordinary vectors one in 120 is in doubt, and so is what is subnormal or NaN, and ln(x) of what is no normal
// number.
//
// Cycles for an element, in doubles and so: e^x 2.0 and 1.2, sigmoid 2.9 and 1.8, tanh 3.2 and 2.0, ln(x) 3.2
// and 1.4 (Granite Rapids, 4 KiB).
#pragma once

#include <vector>

#include "engine/plan/plan.h"
#include "jit/x64/arithmetic/streams.h"
#include "jit/x64/arithmetic/vector_code.h"

namespace dmlrun::jit::x64::arithmetic {

/// Adds the strategy to code that is complete without it. False where it does not apply.
bool add_float_pairs(VectorCode& code, const plan::Plan& plan, const std::vector<Stream>& streams);

}  // namespace dmlrun::jit::x64::arithmetic
