// A strategy for quotients by what is the same in a run: four multiply-adds with a reciprocal in place of a division.
//
// With y and z as rounded_quotients.h has them, q = x y + x z lies within half a unit of its last place, but for 2^-24
// of that unit, so r = x - q d is a float, which one fma gives. Before its last rounding, q + r y is x / d but for
// r (y - 1 / d), which is less than d / 2^26 units for d from 1 to 2. If x / d lies beside where rounding changes, then
// 1 / (d 2^24) units or more away, as x and d have 24 bits each. So the last rounding is the quotient's own
// (jit/test/exact_quotients_test.cpp tries the nearest ones of every mantissa of d).
//
// That holds for d from 2^-30 to 2^30 and x from 2^-63 to 2^65 in size. Zeros keep their sign as d is above 0. A block
// with anything else is divided.
//
// Quotients by one number take 24 cycles per 64 elements, divided 45 (Granite Rapids).
#pragma once

#include "jit/x64/arithmetic/vector_builder.h"
#include "jit/x64/tuning.h"

namespace dmlrun::jit::x64::arithmetic {

/// Whether a value is such a quotient, in runs or calls that are worth a reciprocal.
[[nodiscard]] bool is_exact_quotient(const plan::Plan& plan, const Value& value, const std::vector<Variance>& variances,
                                     const Tuning& tuning, bool has_avx512);
/// The quotients of x by a divisor that changes as rarely as `variance` says.
[[nodiscard]] Virtual exact_quotient(VectorBuilder& b, Virtual x, Virtual divisor, Variance variance);

}  // namespace dmlrun::jit::x64::arithmetic
