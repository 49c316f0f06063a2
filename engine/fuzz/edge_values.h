// Floats with difficult cases for scaling and conversion, and plain floats.
#pragma once

#include "engine/fuzz/random.h"

namespace dmlrun::fuzz {

/// Powers of two, decimals, signed zeros, denormals, infinities, NaN payloads, neighbours of integer limits, any bits.
[[nodiscard]] float edge_float(Random& random);
/// The middle of two neighbouring FLOAT16, or a number next to it.
[[nodiscard]] double beside_half(Random& random);

/// From 2^-7 to 8, half of them powers of two.
[[nodiscard]] float plain_float(Random& random);

}  // namespace dmlrun::fuzz
